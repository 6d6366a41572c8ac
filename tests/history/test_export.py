"""An attempt becomes a git repository: a commit for each green run."""

import json
import subprocess
import sys

import pytest

from dojo.attempt.attempt import find
from dojo.attempt.light import record
from dojo.history.export import only_tests

COLOURS = {"g": "green", "r": "red", "a": "amber"}
HEAD = "from fizz import say\n\n\n"
ONE = HEAD + "def test_one_is_said():\n    assert say(1) == '1'\n"
TWO = ONE + "\n\ndef test_two_is_said():\n    assert say(2) == '2'\n"
THREE = "\n\ndef test_three_is_said():\n    assert say(3) == '3'\n"
RENAMED = TWO.replace("two_is_said", "two_is_two")


def gives(text):
    """Code that gives something for a number."""
    return f"def say(number):\n    return {text}\n"


EMPTY, STUB, FAKED, SLIP, SAID, TIDY = (
    "",
    *map(gives, ('""', '"1"', "str(numbr)", "str(number)", 'f"{number}"')),
)


def started(copy, *words):
    """A new attempt t in a copy."""
    assert copy.verb("start", "NAME=t", *words) == 0
    return find(copy.workspace, "t")


def saved(attempt, code, tests, colours, **told):
    """A run of a new state of an attempt: its files, and a letter for each of its tests."""
    attempt.module.write_text(code)
    (attempt.folder / "test_fizz.py").write_text(tests)
    names = [part.partition("(")[0] for part in tests.split("def ")[1:]]
    where = attempt.story.inside(attempt.folder)
    own = {f"{where}/test_fizz.py::{name}": COLOURS[one] for name, one in zip(names, colours, strict=True)}
    colour = next((COLOURS[one] for one in "ar" if one in colours), "green")
    return record(attempt, **{"verb": "bar", "colour": colour, "counts": {}, "own": own} | told)


def played(copy, *runs):
    """An attempt t of a participant who writes the tests: code, tests and colours of each run."""
    attempt = started(copy, "MODE=mine")
    for code, tests, colours in runs:
        saved(attempt, code, tests, colours)
    return attempt


def kept(copy):
    """The folder of the repository that `make keep` writes of it."""
    assert copy.verb("keep", "NAME=t") == 0
    return copy.root / "kept" / "t"


def git(folder, *words):
    """What git prints, in lines."""
    made = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return made.stdout.splitlines()


def commits(folder):
    """The titles of its commits, the oldest first."""
    return git(folder, "log", "--reverse", "--format=%s")


def pytest_in(folder):
    """The status of plain pytest, and a letter for each test."""
    words = [sys.executable, "-m", "pytest", "-q"]
    made = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return made.returncode, made.stdout.split()[0]


START = "Start: Fizz: say numbers"
CHANGE = "Change fizz.py, with all tests green"
RUNS = {
    "the test that turned green": ([(EMPTY, ONE, "r"), (SAID, ONE, "g")], ["one is said"]),
    "a stub is a red commit": (
        [(EMPTY, ONE, "r"), (STUB, ONE, "r"), (SAID, ONE, "g")],
        ["Red: one is said", "one is said"],
    ),
    "a crash on the way is none": (
        [(FAKED, ONE, "g"), (FAKED, TWO, "gr"), (SLIP, TWO, "aa"), (SAID, TWO, "gg")],
        ["one is said", "two is said"],
    ),
    "other code in green": ([(SAID, ONE, "g"), (TIDY, ONE, "g")], ["one is said", CHANGE]),
    "the same files again": ([(SAID, ONE, "g"), (SAID, ONE, "g")], ["one is said"]),
    "a test broken and mended": (
        [(SAID, ONE, "g"), (SLIP, ONE, "a"), (TIDY, ONE, "g")],
        ["one is said", "one is said"],
    ),
    "a file of tests that broke": ([(EMPTY, ONE, "a"), (SAID, ONE, "g")], ["one is said"]),
    "a test with a new name": ([(SAID, TWO, "gg"), (SAID, RENAMED, "gg")], ["one is said", "two is two"]),
}


@pytest.mark.parametrize(("runs", "titles"), RUNS.values(), ids=RUNS)
def test_a_green_run_is_a_commit(bare, runs, titles):
    played(bare, *runs)
    assert commits(kept(bare)) == [START, *titles]


def test_a_commit_says_which_light_it_is_and_which_other_tests_are_new(bare):
    played(bare, (FAKED, ONE, "g"), (SAID, TWO + THREE, "ggg"))
    assert git(kept(bare), "log", "-1", "--format=%s%n%b") == [
        "two is said",
        *["Light 3 of t, make bar.", "", "Other tests that turned green in this run:", "- three is said"],
    ]


def test_what_back_took_back_is_left_out(bare):
    attempt = played(bare, (SAID, ONE, "g"), (TIDY, ONE, "g"))
    record(attempt, verb="back", colour="green", counts={}, to=2)
    saved(attempt, FAKED, ONE, "g")
    assert commits(kept(bare)) == [START, "one is said", CHANGE]


def test_the_folder_stands_alone_and_pytest_runs_it(bare, capsys):
    played(bare, (SAID, TWO, "gg"), (SLIP, TWO, "aa"))
    capsys.readouterr()
    folder = kept(bare)
    assert capsys.readouterr().out == (
        "kept/t/ is a git repository: 2 commits from 3 lights.\n\nTo look at it:\n\n"
        "  git -C kept/t log --reverse --oneline    the tests, in the order in which they turned green\n"
        "  make prove REPO=kept/t    was each test red before its code?\n"
    )
    assert git(folder, "status", "--short") == []
    assert git(folder, "ls-files") == [
        ".gitignore", "README.md", "fizz.py", "ideas.txt", "pytest.ini", "test_fizz.py"
    ]  # fmt: skip
    assert "\n\nOne attempt at this kata, t: its start, " in (folder / "README.md").read_text()
    assert pytest_in(folder) == (0, "..")


def test_the_tests_of_the_kata_come_as_they_were_shown(bare):
    attempt = started(bare)
    own = "import fizz\n\n\ndef test_one_is_said():\n    assert fizz.say(1) == '1'\n"
    suite = attempt.story.inside(attempt.story.suite)
    for code, colour, shown, rule in (
        (FAKED, "green", 1, "one"),
        (FAKED, "red", 2, "two"),
        (SAID, "green", 2, "two"),
    ):
        test = f"{suite}/test_numbers.py::test_numbers[{rule} is said]"
        saved(attempt, code, own, "g", colour=colour, revealed=shown, verb="next", test=test)
    folder = kept(bare)
    assert commits(folder) == [START, "one is said", "two is said"]
    assert "test_fizz.py" not in git(folder, "ls-tree", "--name-only", "HEAD~2")
    shown = [git(folder, "show", f"{commit}:tests/test_numbers.py") for commit in ("HEAD~1", "HEAD")]
    assert [
        [line.strip() for line in lines if "drives(" in line or "guards(" in line] for lines in shown
    ] == [
        ['drives(1, "one is said", 1, "1"),'],
        ['drives(1, "one is said", 1, "1"),', 'drives(2, "two is said", 2, "2"),'],
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
    """The test and the kind of each verdict that is neither a guard nor explained, in their order."""
    copy.verb("prove", "JSON=1", *words)
    proof = json.loads(capsys.readouterr().out)
    return [
        (one["test"].rpartition("::")[2], one["kind"])
        for version in proof["versions"]
        for one in version["verdicts"]
        if not one["explained"] and one["kind"] != "guards beside a red row"
    ]


def test_a_proof_says_of_the_commits_what_it_says_of_the_lights(bare, capsys):
    """Some tests of the suite are green at once; one's own is red, then green, then has a new name."""
    attempt = started(bare)
    fizz, buzz = ('"Fizz" if number % 3 == 0 else', '"Buzz" if number == 5 else')
    own = HEAD + "def test_five():\n    assert say(5) == 'Buzz'\n"
    tidy, renamed = gives(f'{buzz} {fizz} f"{{number}}"'), own.replace("five", "five_is_buzz")
    for code, tests in (
        (FAKED, ""),
        (FAKED, ""),
        (gives(f"{fizz} str(number)"), ""),
        (gives(f"{fizz} str(number)"), own),
        (gives(f"{buzz} {fizz} str(number)"), own),
        (tidy, renamed),
        (tidy, renamed),
    ):
        attempt.module.write_text(code)
        if tests:
            (attempt.folder / "test_fizz.py").write_text(tests)
        assert bare.verb("next", "NAME=t") == 0
    folder = kept(bare)
    capsys.readouterr()
    lights = verdicts(bare, capsys, "NAME=t")
    assert lights == verdicts(bare, capsys, "REPO=kept/t")
    assert lights == [
        ("test_one_is_said", "red by name only"),
        ("test_numbers[two is said]", "proven"),
        ("test_five", "proven"),
        ("", "refactoring"),
        ("test_fizz_is_said", "passes without this change"),
    ]
    assert git(folder, "log", "-1", "--format=%b")[-1] == "no-red: the kata brought a test that the code kept"


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


def test_nothing_green_is_said_in_a_line(bare, capsys):
    played(bare, (EMPTY, ONE, "r"))
    capsys.readouterr()
    assert bare.verb("keep", "NAME=t") == 2
    assert capsys.readouterr().err == "t has no green run to keep yet: make next NAME=t\n"
    assert [*bare.root.glob("kept/*")] == []


def test_a_folder_that_is_there_is_left_alone(bare, capsys):
    played(bare, (SAID, ONE, "g"))
    (bare.root / "kept" / "t").mkdir(parents=True)
    assert bare.verb("keep", "NAME=t") == 2
    assert "kept/t is there already: move it away or delete it" in capsys.readouterr().err
    assert [*(bare.root / "kept").rglob("*")] == [bare.root / "kept" / "t"]


def test_what_ends_half_way_leaves_nothing(bare, monkeypatch):
    def full(*_given, **_named):
        raise OSError(28, "No space left on device")

    played(bare, (SAID, ONE, "g"))
    monkeypatch.setattr("pathlib.Path.rename", full)
    assert bare.verb("keep", "NAME=t") == 1
    assert [*bare.root.glob("kept/*"), *bare.root.glob("kept/.*")] == []
