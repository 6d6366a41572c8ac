"""`make start CMD=`: an attempt in any language, with its starter, and the first case that fails."""

import shutil

import pytest

from coach.cases.conftest import COMMAND, ECHO, RIGHT
from dojo.attempt.attempts import find
from dojo.attempt.lights import all_lights

ROW = f"| Python | [`said.py`](starters/python/said.py) | | `{COMMAND}` |\n"
FAILED = """\
It is yours: kata/attempts/tables-3/ with said.py.

“03 fizz is said” is red: prints something else

- expected, + printed:
- Fizz
+ 3

fed:
  3

Of 5 cases, the first 2 pass. Make this one green, and go on with

  make next NAME=tables-3     green: a moment to tidy up; then the next case
  make watch NAME=tables-3    the bar at every save

"""


@pytest.fixture
def starter(small):
    """Makes a starter of the kata."""

    def made(text, build=""):
        file = small.root / "kata" / "starters" / "python" / "said.py"
        file.parent.mkdir(parents=True)
        file.write_text(text)
        with (small.root / "kata" / "README.md").open("a") as statement:
            statement.write(ROW.replace("| | `", f"| `{build}` | `") if build else ROW)

    return made


def start(said):
    return said("start", "NAME=tables-3", f"CMD={COMMAND}")


def test_it_has_the_starter_and_shows_the_first_case_that_does_not_pass(small, said, starter):
    starter(ECHO)
    shown = start(said)
    assert shown.startswith(FAILED)
    assert shown.removeprefix(FAILED).rstrip() == " RED  tables-3 · 2 green, 1 red"
    attempt = find(small.workspace, "tables-3")
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    (light,) = all_lights(attempt)
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 2, "red": 1, "amber": 0})
    assert (light.test, light.told) == ("cases[03 fizz is said]", {"revealed": 3, "own": {}})


def test_without_a_starter_it_says_what_to_put_there(said):
    shown = start(said)
    assert "kata/attempts/tables-3/ is empty: put the program there that you start with" in " ".join(
        shown.split()
    )
    assert "“01 one is said” is amber: there is no said.py in kata/attempts/tables-3: put it there" in (
        " ".join(shown.split())
    )
    assert "There are 5 cases. Make this one green" in shown
    assert shown.splitlines()[-1].rstrip() == " AMBER  tables-3 · 1 amber"


def test_of_one_that_passes_it_speaks_in_the_singular(said, starter):
    starter("print(1)\n")
    assert "Of 5 cases, the first one passes. Make this one green" in start(said)


def test_a_program_that_passes_everything_is_told_so(said, starter):
    starter(RIGHT)
    shown = start(said)
    assert "It passes all 5 cases." in shown
    assert shown.splitlines()[-1].rstrip() == " GREEN  tables-3 · 5 green"


def test_what_makes_the_starter_is_known_from_the_statement(small, said, starter):
    starter(ECHO, build="true")
    assert "It runs this first, after every change: true" in start(said)
    assert find(small.workspace, "tables-3").setting("build") == "true"


def test_what_makes_it_and_the_seconds_for_a_case_are_kept(small, said):
    said("start", "NAME=tables-3", f"CMD={COMMAND}", "BUILD=make -s", "LIMIT=20")
    attempt = find(small.workspace, "tables-3")
    assert (attempt.setting("build"), attempt.setting("limit")) == ("make -s", "20")


MISTAKES = [
    pytest.param(["CMD=node 'x.js"], "a quotation mark has no partner in CMD: node 'x.js", id="a quote"),
    pytest.param(["CMD=cat", "BUILD=a 'b"], "a quotation mark has no partner in BUILD: a 'b", id="BUILD"),
    pytest.param(["CMD= "], "which program?", id="an empty command"),
    pytest.param(
        ["CMD=node x.js\nrm"], "CMD is one line: what takes more goes into a script", id="two lines"
    ),
    pytest.param(["CMD=cat", "BUILD=a\nb"], "BUILD is one line", id="two lines that make it"),
    pytest.param(["CMD=cat", "LIMIT=soon"], "LIMIT is the seconds for a case", id="no number"),
    pytest.param(["BUILD=make"], "BUILD= is for a program in any language: CMD= says", id="nothing to start"),
    pytest.param(["LIMIT=9"], "LIMIT= is for a program in any language: CMD= says", id="a limit alone"),
    pytest.param(["CMD=cat", "KATA=bridge"], "there is no kata bridge: there are fizz", id="no kata"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_is_answered_in_a_line_and_makes_nothing(small, capsys, words, told):
    assert small.verb("start", "NAME=tables-3", *words) == 2
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert told in line
    assert said.out == ""
    assert list(small.root.glob("kata/attempts/*")) == []


def test_a_kata_without_cases_is_told_so_with_those_that_have_some(workspace, capsys):
    shutil.rmtree(workspace.path("katas/ladder/cases"))
    assert workspace.verb("start", "NAME=nobody", "KATA=ladder", "CMD=cat") == 2
    assert capsys.readouterr().err == (
        "there are no cases for ladder: there are for deals holdem roman two_hands\n"
    )


def test_an_attempt_whose_folder_is_lost_keeps_what_was_revealed(small, said, starter):
    starter(ECHO)
    start(said)
    attempt = find(small.workspace, "tables-3")
    for file in attempt.folder.iterdir():
        file.unlink()
    attempt.folder.rmdir()
    (small.root / "kata" / "starters" / "python" / "said.py").write_text("1 / 0\n")
    start(said)
    assert all_lights(attempt)[-1].told["revealed"] == 3
