"""An attempt becomes a git repository: a commit for each green run."""

import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace
from typing import NamedTuple, cast
from unittest.mock import Mock

import pytest
from helpers import record_light
from prove.evening import TAUGHT, WORDS, Save, back, lights_of, save
from prove.planted import git

from dojo.attempt.attempt import Attempt, find
from dojo.history.export import Export
from dojo.history.kept_tests import only_tests
from dojo.history.runs import trace_states
from dojo.tracing.versions import trace_lights


class Exported(NamedTuple):
    """The saves of an evening, and what the commit of each green run says."""

    rule: str
    saves: list[Save]
    commits: list[str]


BEGUN = [
    save(revealed=1, test=1),
    save("fake", test=1),
    save("fake", verb="next", revealed=2, test=2),
    save("small", test=2),
]
RUNS = [
    Exported("the test that turned green", [save(), save("", "one"), save("text", "one")], ["one"]),
    Exported(
        "a stub is a red commit",
        [save(), save("", "one"), save("stub", "one"), save("text", "one")],
        ["Red: one", "one"],
    ),
    Exported(
        "a crash on the way is none",
        [
            save(),
            save("fake", "one"),
            save("fake", "one", "two"),
            save("slip", "one", "two"),
            save("text", "one", "two"),
        ],
        ["one", "two"],
    ),
    Exported(
        "a forgotten import",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "one", "bare_table"),
            save("text", "one", "table"),
        ],
        ["Red: one", "one", "say[1-1], say[2-2]"],
    ),
    Exported(
        "deleted and pasted back",
        [save(), save("text", "one", "two"), save("text", "two"), save("text", "one", "two")],
        ["one, two", "Change test_fizz.py, with all tests green", "one"],
    ),
    Exported(
        "in green, and the same again",
        [save(), save("text", "one"), save("other_text", "one"), save("other_text", "one")],
        ["one", "Change fizz.py, with all tests green"],
    ),
    Exported(
        "a crash of the file, mended",
        [save(), save("text", "one"), save("slip", "one"), save("other_text", "one")],
        ["one", "Change fizz.py, with all tests green"],
    ),
    Exported(
        "a test with a new name",
        [save(), save("text", "one", "two"), save("text", "first", "two")],
        ["one, two", "Change test_fizz.py, with all tests green"],
    ),
    Exported(
        "rows that were red",
        [save(), save("stub", "table"), save("text", "table")],
        ["Red: say[1-1]", "say[1-1], say[2-2]"],
    ),
    Exported(
        "what was red comes first",
        [save(), save("fake", "one"), save("fake", "one", "two"), save("fizz", "one", "three", "two")],
        ["one", "two, three"],
    ),
    Exported(
        "back",
        [save(), save("text", "one"), save("other_text", "one"), back(to=2), save("fake", "one")],
        ["one", "Change fizz.py, with all tests green"],
    ),
    Exported(
        "ours that the code keeps",
        [*BEGUN, save("small", verb="next", revealed=4)],
        ["one is said", "two is said", "four is said, five is said, no red"],
    ),
    Exported(
        "one of ours that opens a step",
        [save(revealed=1, test=1), save("text", test=1), save("text", verb="next", revealed=4)],
        ["one is said", "two is said, four is said, five is said"],
    ),
    Exported(
        "ours that the code keeps, and code while another one is red",
        [
            *BEGUN,
            save("small", verb="next", revealed=5, test=7),
            save("smaller", test=7),
            save("text", test=7),
        ],
        [
            "one is said",
            "two is said",
            "Red: seven is said, no red",
            "seven is said, four is said, five is said",
        ],
    ),
    Exported(
        "beside a test of one's own that is green at once",
        [
            *BEGUN,
            save("small", verb="next", revealed=5, test=7),
            save("smaller", "one", test=7),
            save("text", "one", test=7),
        ],
        [
            "one is said",
            "two is said",
            "Red: seven is said",
            "seven is said, four is said, five is said, one",
        ],
    ),
]


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    """What makes commits of the evening of a participant, of whom nothing is on the disk."""
    top = tmp_path_factory.mktemp("story")
    (top / "suite").mkdir()
    (top / "suite" / "test_numbers.py").write_text(
        "".join(f"def test_{word}(): ...\n" for word in WORDS.values())
    )
    story = SimpleNamespace(top=top, suite=top / "suite", module="fizz")
    kata = SimpleNamespace(title="Fizz", taught=lambda tests: tests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dojo.history.export.collect", lambda _: nullcontext(SimpleNamespace(tests=TAUGHT)))
        attempt = SimpleNamespace(story=story, kata=kata, program="", is_own=False)
        return Export(cast(Attempt, attempt))


@pytest.mark.parametrize("evening", RUNS, ids=lambda evening: evening.rule)
def test_a_green_run_is_a_commit(export, evening):
    lights, files = lights_of(evening.saves)
    last = trace_states(lights, files)[-1]
    start, *commits = export.commits([last, *last.path][::-1], trace_lights(lights, files))
    assert start[2:] == ("Start: Fizz", [])
    told = []
    for _, _, subject, lines in commits:
        more = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
        told.append(", ".join([subject, *more, *["no red"] * any("no-red: " in line for line in lines)]))
    assert told == evening.commits


def kept(copy, *words):
    """An attempt t in a copy, and the folder of the repository that `make keep` writes of it."""
    assert copy.verb("start", "NAME=t", *words) == 0
    return find(copy.workspace, "t"), copy.root / "kept" / "t"


def pytest_in(folder):
    """The status of plain pytest, and a letter for each test."""
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", folder], capture_output=True, text=True)
    return run.returncode, run.stdout.split()[0]


def test_the_folder_stands_alone_and_what_cannot_be_kept_leaves_nothing(bare, capsys, monkeypatch):
    attempt, folder = kept(bare, "MODE=mine")
    capsys.readouterr()
    assert bare.verb("keep", "NAME=t") == 2
    assert capsys.readouterr().err == "t has no green run to keep yet: make next NAME=t\n"
    attempt.module.write_text("def say(number):\n    return str(number)\n")
    own = f"{attempt.story.inside(attempt.folder)}/test_fizz.py::test_one_is_said"
    record_light(attempt, verb="next", colour="green", counts={}, own={own: "green"})
    with monkeypatch.context() as full:
        full.setattr("pathlib.Path.rename", Mock(side_effect=OSError(28, "No space left on device")))
        assert bare.verb("keep", "NAME=t") == 1
    assert [*bare.root.glob("kept/*"), *bare.root.glob("kept/.*")] == []
    capsys.readouterr()
    assert bare.verb("keep", "NAME=t") == 0
    assert capsys.readouterr().out == (
        "kept/t/ is a git repository: 2 commits from 2 lights.\n\nTo look at it:\n\n"
        "  The tests, as they turned green: git -C kept/t log --reverse --oneline\n"
        "  Was each test red before its code? make prove REPO=kept/t\n"
    )
    before = [*folder.rglob("*")]
    assert bare.verb("keep", "NAME=t") == 2
    assert "kept/t is there already: move it away or delete it" in capsys.readouterr().err
    assert [*folder.rglob("*")] == before
    assert git(folder, "status", "--short") == ""
    files = ".gitignore README.md fizz.py ideas.txt pytest.ini test_fizz.py"
    assert git(folder, "ls-files").split() == files.split()
    assert "\n\nOne attempt at this kata, t: its start, " in (folder / "README.md").read_text()
    assert git(folder, "log", "-1", "--format=%s%n%b") == "one is said\nLight 2 of t, make next."


def test_a_program_comes_with_the_cases_that_it_was_given(bare):
    cases = bare.root / "kata" / "cases"
    cases.mkdir()
    for name in ("01-one", "02-two"):
        for end in ("in", "out"):
            (cases / f"{name}.{end}").write_text(f"{name}\n")
    attempt, folder = kept(bare, "CMD=sh echo.sh")
    (attempt.folder / "echo.sh").write_text("cat\n")
    for shown in (1, 2):
        record_light(attempt, verb="next", colour="green", counts={}, revealed=shown, own={})
    assert bare.verb("keep", "NAME=t") == 0
    assert git(folder, "log", "--reverse", "--format=%s").splitlines()[1:] == ["01 one", "02 two"]
    assert git(folder, "log", "--format=%s", "--grep=no-red") == "02 two"
    assert pytest_in(folder) == (0, "..")
    (folder / "tests" / "cases" / "01-one.out").write_text("2\n")
    assert pytest_in(folder) == (1, "F.")


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


def test_a_coroutine_that_was_not_shown_is_cut_out():
    text = "async def test_x():\n    pass\n\nasync def test_y():\n    pass\n"
    assert only_tests(text, ["suite/test_x.py::test_x"]) == "async def test_x():\n    pass\n\n"
