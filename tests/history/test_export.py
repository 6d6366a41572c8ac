"""An attempt becomes a git repository: a commit for each green run."""

import json
import subprocess
import sys
from unittest.mock import Mock

import pytest

from dojo.attempt.attempt import find
from dojo.attempt.light import record
from dojo.history.export import only_tests
from history.session import rows

COLOURS = {"g": "green", "r": "red", "a": "amber"}
HEAD = "from fizz import say\n\n\n"
ONE = HEAD + "def test_one_is_said():\n    assert say(1) == '1'\n"
TWO = "\n\ndef test_two_is_said():\n    assert say(2) == '2'\n"
THREE = "\n\ndef test_three_is_said():\n    assert say(3) == '3'\n"
RENAMED = TWO.replace("two_is_said", "two_is_two")
TESTS = {"one": ONE, "two": ONE + TWO, "renamed": ONE + RENAMED, "three": ONE + THREE + TWO}


def gives(text):
    """Code that gives something for a number."""
    return f"def say(number):\n    return {text}\n"


CODE = {"stub": '""', "fake": '"1"', "slip": "str(numbr)", "said": "str(number)", "tidy": 'f"{number}"'}
CODE = {"nothing": "", **{name: gives(text) for name, text in CODE.items()}}


def started(copy, *words):
    """A new attempt t in a copy."""
    assert copy.verb("start", "NAME=t", *words) == 0
    return find(copy.workspace, "t")


def saved(attempt, code, tests, colours):
    """A run of a new state of an attempt: its files, and a letter for each of its tests."""
    attempt.module.write_text(code)
    (attempt.folder / "test_fizz.py").write_text(tests)
    names = [part.partition("(")[0] for part in tests.split("def ")[1:]]
    where = attempt.story.inside(attempt.folder)
    own = {f"{where}/test_fizz.py::{name}": COLOURS[one] for name, one in zip(names, colours, strict=True)}
    colour = next((COLOURS[one] for one in "ar" if one in colours), "green")
    record(attempt, verb="bar", colour=colour, counts={}, own=own)


def played(copy, runs):
    """An attempt t of a participant who writes the tests, from `said one g, back 2`: code, tests, colours."""
    attempt = started(copy, "MODE=mine")
    for verb, *words in (run.split() for run in runs.split(",")):
        if verb == "back":
            record(attempt, verb="back", colour="green", counts={}, to=int(words[0]))
        else:
            saved(attempt, CODE[verb], TESTS[words[0]], words[1])
    return attempt


def kept(copy):
    """The folder of the repository that `make keep` writes of it."""
    assert copy.verb("keep", "NAME=t") == 0
    return copy.root / "kept" / "t"


def git(folder, *words):
    """What git prints, in lines."""
    return subprocess.check_output(["git", *words], cwd=folder, text=True).splitlines()


def commits(folder):
    """The titles of its commits, the oldest first."""
    return git(folder, "log", "--reverse", "--format=%s")


def pytest_in(folder):
    """The status of plain pytest, and a letter for each test."""
    words = [sys.executable, "-m", "pytest", "-q"]
    made = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return made.returncode, made.stdout.split()[0]


START = "Start: Fizz: say numbers"
NUMBERS = ['    drives(1, "one is said", 1, "1"),', '    drives(2, "two is said", 2, "2"),']
RUNS = rows("""
    the test that turned green :: nothing one r, said one g => one is said
    a stub is a red commit :: nothing one r, stub one r, said one g => Red: one is said / one is said
    a crash on the way is none ::
        fake one g, fake two gr, slip two aa, said two gg => one is said / two is said
    other code in green, and the same files again ::
        said one g, tidy one g, tidy one g => one is said / Change fizz.py, with all tests green
    a test broken and mended :: said one g, slip one a, tidy one g => one is said / one is said
    a test with a new name :: said two gg, said renamed gg => one is said / two is two
    a test that was red before one that was not ::
        fake one g, fake two gr, said three ggg => one is said / two is said
    what back took back :: said one g, tidy one g, back 2, fake one g
        => one is said / Change fizz.py, with all tests green
""")


@pytest.mark.parametrize(("runs", "titles"), RUNS)
def test_a_green_run_is_a_commit(bare, runs, titles):
    played(bare, runs)
    assert commits(kept(bare)) == [START, *titles.split(" / ")]


def test_the_folder_stands_alone_and_pytest_runs_it(bare, capsys):
    played(bare, "fake one g, said three ggg, slip three aaa")
    capsys.readouterr()
    folder = kept(bare)
    assert capsys.readouterr().out == (
        "kept/t/ is a git repository: 3 commits from 4 lights.\n\nTo look at it:\n\n"
        "  git -C kept/t log --reverse --oneline    the tests, in the order in which they turned green\n"
        "  make prove REPO=kept/t    was each test red before its code?\n"
    )
    assert git(folder, "status", "--short") == []
    files = ".gitignore README.md fizz.py ideas.txt pytest.ini test_fizz.py"
    assert git(folder, "ls-files") == files.split()
    assert "\n\nOne attempt at this kata, t: its start, " in (folder / "README.md").read_text()
    assert git(folder, "log", "-1", "--format=%s%n%b") == [
        "three is said",
        *["Light 3 of t, make bar.", "", "Other tests that turned green in this run:", "- two is said"],
    ]
    assert pytest_in(folder) == (0, "...")


def test_a_program_comes_with_the_cases_that_it_was_given(bare):
    cases = bare.root / "kata" / "cases"
    cases.mkdir()
    for name in ("01-one", "02-two"):
        for end in ("in", "out"):
            (cases / f"{name}.{end}").write_text(f"{name}\n")
    attempt = started(bare, "CMD=sh echo.sh")
    (attempt.folder / "echo.sh").write_text("cat\n")
    for shown in (1, 2):
        record(attempt, verb="next", colour="green", counts={}, revealed=shown, own={})
    folder = kept(bare)
    assert commits(folder) == [START, "01 one", "02 two"]
    assert git(folder, "log", "--format=%s", "--grep=no-red") == ["02 two"]
    assert pytest_in(folder) == (0, "..")
    (folder / "tests" / "cases" / "01-one.out").write_text("2\n")
    assert pytest_in(folder) == (1, "F.")


def verdicts(copy, capsys, *words):
    """The kind and the test of each verdict that is not explained; no guard, and no red before its end."""
    copy.verb("prove", "JSON=1", *words)
    proof = json.loads(capsys.readouterr().out)
    found = [one for version in proof["versions"] for one in version["verdicts"] if not one["explained"]]
    told = [f"{one['kind']}: {one['test'].rpartition('::')[2]}".strip() for one in found]
    ended = [one.replace("pays an earlier red", "proven") for one in told if "still red" not in one]
    return [one for one in ended if "guards" not in one]


FIZZ, BUZZ = '"Fizz" if number % 3 == 0 else', '"Buzz" if number == 5 else'
FIVE = HEAD + "def test_five():\n    assert say(5) == 'Buzz'\n"
TIDY, IS_BUZZ = gives(f'{BUZZ} {FIZZ} f"{{number}}"'), FIVE.replace("five", "five_is_buzz")
FAKE_TWICE = [(CODE["fake"], "")] * 2
EVENINGS = {
    "some of ours are green at once; one's own is red, then green, then has a new name": (
        [
            *FAKE_TWICE,
            (gives(f"{FIZZ} str(number)"), ""),
            (gives(f"{FIZZ} str(number)"), FIVE),
            (gives(f"{BUZZ} {FIZZ} str(number)"), FIVE),
            *[(TIDY, IS_BUZZ)] * 2,
        ],
        "guards(3",
        ["proven: test_five", "refactoring:", "passes without this change: test_fizz_is_said"],
    ),
    "one of ours is green at once, and code is written while the next is red": (
        [
            *FAKE_TWICE,
            *[(CODE["said"], "")] * 2,
            (gives('"Fizz" if number == 6 else str(number)'), ""),
            (gives(f"{FIZZ} str(number)"), ""),
        ],
        "drives(2",
        ["proven: test_fizz_is_said"],
    ),
}


@pytest.mark.parametrize(("runs", "four", "found"), EVENINGS.values(), ids=EVENINGS)
def test_a_proof_says_of_the_commits_what_it_says_of_the_lights(bare, capsys, runs, four, found):
    bare.edit("suite/test_numbers.py", "guards(3", four)
    attempt = started(bare)
    for code, tests in runs:
        attempt.module.write_text(code)
        if tests:
            (attempt.folder / "test_fizz.py").write_text(tests)
        assert bare.verb("next", "NAME=t") == 0
    folder = kept(bare)
    capsys.readouterr()
    assert verdicts(bare, capsys, "NAME=t")[2:] == found
    assert verdicts(bare, capsys, "REPO=kept/t")[2:] == found


def test_a_function_and_a_row_that_were_not_shown_are_cut_out():
    text = (
        "from x import (\n    x,\n    y,\n)\nfrom y import y\n"
        "ROWS = [\n    drives(\n        1, 'a'\n    ),\n    guards(1, 'b'),\n    param(1, id='♥'),\n]\n\n"
        "@mark(ROWS)\ndef test_x():\n    x()\n\n@mark\ndef test_y():\n    y()\n\n"
        "@mark\nclass TestY:\n    @mark\n    def test_z(self):\n        pass\n"
    )
    rows = "ROWS = [\n    guards(1, 'b'),\n    param(1, id='♥'),\n]\n\n"
    cut = f"from x import x\n{rows}@mark(ROWS)\ndef test_x():\n    x()\n\n\n@mark\nclass TestY:\n    pass\n"
    assert only_tests(text, ["suite/test_x.py::test_x[b]", "suite/test_x.py::test_x[\\u2665]"]) == cut


def test_what_cannot_be_kept_is_said_in_a_line_and_leaves_nothing(bare, capsys, monkeypatch):
    attempt = played(bare, "nothing one r")
    capsys.readouterr()
    assert bare.verb("keep", "NAME=t") == 2
    assert capsys.readouterr().err == "t has no green run to keep yet: make next NAME=t\n"
    saved(attempt, CODE["said"], ONE, "g")
    with monkeypatch.context() as full:
        full.setattr("pathlib.Path.rename", Mock(side_effect=OSError(28, "No space left on device")))
        assert bare.verb("keep", "NAME=t") == 1
    assert [*bare.root.glob("kept/*"), *bare.root.glob("kept/.*")] == []
    (bare.root / "kept" / "t").mkdir()
    assert bare.verb("keep", "NAME=t") == 2
    assert "kept/t is there already: move it away or delete it" in capsys.readouterr().err
    assert [*(bare.root / "kept").rglob("*")] == [bare.root / "kept" / "t"]
