"""`make accept`: any program on the cases of a kata, and a clear verdict on whatever it does."""

import shlex
import shutil
import sys

import pytest
from helpers import TOP

from dojo.story.workspace import Workspace

PYTHON = shlex.quote(sys.executable)
STORY, HOLDEM = Workspace(TOP).kata("holdem")
FINISHED = STORY.step(92)
SOLVED = f"{PYTHON} {shlex.quote(str(FINISHED.module))}"
ECHO = "import sys\ntext = sys.stdin.buffer.read()\nprint = sys.stdout.buffer.write\n"


@pytest.fixture
def small(small, monkeypatch):
    """A workspace whose kata has the first three cases of holdem, and a screen of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    cases = small.root / "kata" / "cases"
    cases.mkdir()
    for case in HOLDEM.cases[:3]:
        for file in (case.file, case.file.with_suffix(".out")):
            shutil.copy(file, cases)
    return small


@pytest.fixture
def accept(small, capsys):
    """The status of the verb on a program with this text, in a folder with a space, and what it prints."""

    def run(text, *words):
        folder = small.root / "my program"
        folder.mkdir()
        (folder / "scores.py").write_text(text, encoding="utf-8")
        status = small.verb("accept", f"CMD={PYTHON} scores.py", f"IN={folder}", *words)
        return status, "".join(capsys.readouterr())

    return run


@pytest.mark.parametrize("command", [SOLVED, f"cat | {SOLVED}"], ids=["by itself", "by a shell"])
def test_a_program_that_passes_all_cases_is_told_so(small, capsys, command):
    assert small.verb("accept", f"CMD={command}") == 0
    assert capsys.readouterr().out.splitlines() == [
        "■ 01 fewer than seven cards come back as they are",
        "■ 02 an empty line stays empty",
        "■ 03 seven cards get a label and win alone",
        "",
        "3 of 3 cases pass.",
    ]


RED = """\
× 03 seven cards get a label and win alone: prints something else

03 seven cards get a label and win alone: prints something else

- expected, + printed:
- 6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣ High Card (winner)
+ 6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣

fed:
  6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣

2 of 3 cases pass; the first that does not, 03 seven cards get a label and win
alone: prints something else.
"""
HANGS = """\
! 01 fewer than seven cards come back as they are: hangs

01 fewer than seven cards come back as they are: hangs: not done after 0.5
"""
CRLF = FINISHED.code.replace("{mark}{end}", "{mark}\\r\\n")
SLEEPS = "import time; time.sleep(600)"
SHOWN = {
    "CRLF": (CRLF, [], 0, "\n\nLet pass: line ends of Windows, or none after the last line.\n"),
    "the first case that does not pass": (f"{ECHO}print(text)", [], 1, RED),
    "a case that hangs": (SLEEPS, ["LIMIT=0.5"], 1, HANGS),
    "after it, no other": (SLEEPS, ["LIMIT=0.5"], 1, " 2 were not run after it:"),
    "what it says": ("import sys; sys.exit('what?')", [], 1, "\non standard error:\n  what?\n"),
    "what only looks right": (
        "print('9♥ \u212a♠')",
        [],
        1,
        "(neither fed nor expected: U+212A KELVIN SIGN)\n",
    ),
    "what is not seen": ("print('\\x1b[2J9♥ 5♠  ')", [], 1, "\n+ \\x1b[2J9♥ 5♠··\n"),
    "both ends of a long output": ("print('9♥\\n' * 5000)", [], 1, "\n… 4,992 more lines …\n"),
    "no more than fits on a line": ("print('9♥ ' * 100)", [], 1, "\n+ 9♥ 9♥ "),
}


@pytest.mark.parametrize(("text", "words", "status", "shown"), SHOWN.values(), ids=SHOWN)
def test_what_a_program_prints_is_shown_and_how_many_pass(accept, text, words, status, shown):
    ended, said = accept(text, *words)
    assert shown in said
    assert ended == status
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) <= 80
    assert said.count("fed:") == status


def test_every_case_that_does_not_pass_is_shown_if_that_is_asked_for(accept):
    assert accept("", "ALL=1")[1].count("fed:") == 3


def test_it_runs_in_the_folder_of_an_attempt(small, capsys):
    assert small.verb("start", "NAME=tables-3") == 0
    (small.root / "kata" / "attempts" / "tables-3" / "scores.py").write_text(FINISHED.code, encoding="utf-8")
    assert small.verb("accept", f"CMD={PYTHON} scores.py", "NAME=tables-3") == 0
    assert capsys.readouterr().out.endswith("\n3 of 3 cases pass.\n")


MISTAKES = [
    ([], 'which program? For example: CMD="ruby scores.rb"'),
    (["CMD=python3 'scores.py"], "a quotation mark has no partner in CMD"),
    (["CMD=rubyy scores.rb"], "there is no command rubyy: is it installed?"),
    (["CMD=python3 scores.py"], "there is no scores.py at the top of the workspace: IN=folder or NAME="),
    (["CMD=./scores", "IN=kata/cases"], "there is no ./scores in kata/cases: IN="),
    (["CMD=cat", "IN=nowhere"], "there is no folder nowhere: its path starts"),
    (["CMD=cat", "IN=kata", "NAME=tables-3"], "accept takes IN= only without NAME="),
    (["CMD=cat", "LIMIT=soon"], "LIMIT is the seconds for a case"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES, ids=[" ".join(row[0]) for row in MISTAKES])
def test_a_mistake_is_answered_in_one_line(small, capsys, words, said):
    assert small.verb("accept", *words) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""


def test_what_has_to_be_said_on_standard_error_is_shown(small, accept):
    (small.root / "kata" / "cases" / "01-fewer-than-seven-cards-come-back-as-they-are.err").write_text("no T")
    status, said = accept(f"{ECHO}print(text)")
    assert status == 1
    assert "01 fewer than seven cards come back as they are: does not say on standard" in said
    assert "\nto be said on standard error, with status 1:\n  no T\n" in said
