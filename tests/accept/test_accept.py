"""`make accept`: any program on the cases of a kata, and a clear verdict on whatever it does."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest
from helpers import FOR_EVER, HIDING, TOP, typed_copy

from dojo.story.workspace import Workspace

PYTHON = shlex.quote(sys.executable)
STORY, HOLDEM = Workspace(TOP).kata("holdem")
FINISHED = STORY.step(53)
SOLVED = f"{PYTHON} {shlex.quote(str(FINISHED.module))}"
ECHO = "import sys\ntext = sys.stdin.buffer.read()\nprint = sys.stdout.buffer.write\n"


@pytest.fixture
def program(tmp_path):
    """Saves a program, in a folder whose name has a space; the folder."""

    def save(text, name="scores.py"):
        folder = tmp_path / "my program"
        folder.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
        return folder

    return save


def three_cases(kata):
    """The first three of holdem, for a kata in this folder."""
    (kata / "cases").mkdir()
    for case in HOLDEM.cases[:3]:
        for file in (case.file, case.file.with_suffix(".out")):
            shutil.copy(file, kata / "cases")


@pytest.fixture
def small(small, monkeypatch):
    """A workspace whose kata has three cases, and a screen of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    three_cases(small.root / "kata")
    return small


@pytest.fixture
def accept(small, program, capsys):
    """The status of the verb on a program with this text, and what it prints."""

    def run(text, *words):
        status = small.verb("accept", f"CMD={PYTHON} scores.py", f"IN={program(text)}", *words)
        told = capsys.readouterr()
        assert told.err == ""
        return status, told.out

    return run


def test_a_program_that_passes_all_cases_is_told_so_and_what_is_set_in_the_shell_is_not_meant(tmp_path):
    copy = typed_copy(tmp_path)
    three_cases(copy.root / "katas" / "fizz" / "kata")
    in_the_shell = {"IN": "/nowhere", "LIMIT": "none", "ALL": "1", "NAME": "me", "KATA": "bridge"}
    made = copy.make("accept", f"CMD={SOLVED}", **in_the_shell)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.splitlines() == [
        "■ 01 fewer than seven cards come back as they are",
        "■ 02 an empty line stays empty",
        "■ 03 seven cards get a label and win alone",
        "",
        "All 3 cases pass.",
    ]


def test_line_ends_that_are_let_pass_are_told(accept):
    status, said = accept(FINISHED.code.replace("{mark}{end}", "{mark}\\r\\n"))
    *_, let_pass, last = said.splitlines()
    assert let_pass == "Let pass: line ends of Windows, or none after the last line."
    assert (status, last) == (0, "All 3 cases pass.")


RED = """\
03 seven cards get a label and win alone: prints something else

fed:
  6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣

- expected, + printed:
- 6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣ High Card (winner)
+ 6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣

2 of 3 cases pass; the first that does not, 03 seven cards get a label and win
alone: prints something else.
"""


def test_the_first_case_that_does_not_pass_is_shown(accept):
    status, said = accept(f"{ECHO}print(text)")
    assert status == 1
    assert "\n× 03 seven cards get a label and win alone: prints something else\n\n03" in said
    assert said.endswith(f"\n{RED}")
    assert said.count("fed:") == 1


def test_every_case_that_does_not_pass_is_shown_if_that_is_asked_for(accept):
    assert accept("", "ALL=1")[1].count("fed:") == 3


def test_after_a_case_that_hangs_no_other_is_tried(accept):
    status, said = accept("import time; time.sleep(600)", "LIMIT=0.5")
    assert status == 1
    first = "01 fewer than seven cards come back as they are"
    assert said.startswith(f"! {first}: hangs\n\n")
    assert f" {first}: hangs: not done after 0.5 seconds fed: " in " ".join(said.split())
    assert "2 were not tried after it: ALL=1 tries them." in " ".join(said.split())


def test_of_a_stack_the_lines_within_the_language_are_left_out(accept):
    stack = r"Error: no T\n    at value (scores.js:3:9)\n    at Module._load (node:internal/cjs:958:12)"
    _, said = accept(f"import sys; sys.exit('{stack}')")
    assert "\n  Error: no T\n      at value (scores.js:3:9)\n\n0 of 3" in said


def test_what_a_program_says_on_standard_error_is_shown(accept):
    _, said = accept("import sys; sys.exit('which rank is T?')")
    assert "\non standard error:\n  which rank is T?\n" in said


def test_what_is_not_seen_is_shown(accept):
    _, said = accept("print('\\x1b[2J9♥ 5♠  ')")
    assert "\n+ \\x1b[2J9♥ 5♠··\n" in said
    assert "\x1b" not in said


def test_of_a_long_output_the_beginning_is_shown(accept):
    _, said = accept("print('9♥\\n' * 5000)")
    assert "  … and 4,992 more lines\n" in said


def test_nothing_is_wider_than_the_terminal(accept):
    _, said = accept("print('9♥ ' * 100)")
    assert max(map(len, said.splitlines())) <= 80


def test_it_runs_in_the_folder_of_an_attempt(small, capsys):
    assert small.verb("start", "NAME=tables-3") == 0
    (small.root / "kata" / "attempts" / "tables-3" / "scores.py").write_text(FINISHED.code, encoding="utf-8")
    capsys.readouterr()
    assert small.verb("accept", f"CMD={PYTHON} scores.py", "NAME=tables-3") == 0
    told = capsys.readouterr()
    assert (told.out.splitlines()[-1], told.err) == ("All 3 cases pass.", "")


def test_a_folder_or_an_attempt_but_not_both(small, capsys):
    assert small.verb("start", "NAME=tables-3") == 0
    capsys.readouterr()
    assert small.verb("accept", "CMD=cat", "IN=kata", "NAME=tables-3") == 2
    assert capsys.readouterr().err == "accept takes IN= or NAME=, not both\n"


def test_a_shell_is_there_where_one_is_needed(small, capsys):
    assert small.verb("accept", f"CMD=cat | {SOLVED}") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "All 3 cases pass."


def test_a_program_may_be_a_verb_of_make(workspace):
    for case in HOLDEM.cases[1:]:
        workspace.path(f"katas/holdem/cases/{case.file.name}").unlink()
    made = workspace.make("accept", "CMD=make step-1 run")
    assert "step 1 has no program for holdem: the first one is in step 38" in " ".join(made.stdout.split())
    assert made.stderr.startswith("make: *** ")


MISTAKES = [
    pytest.param([], 'which program? For example: CMD="ruby scores.rb"', id="no program"),
    pytest.param(["CMD=python3 'scores.py"], "a quotation mark has no partner in CMD", id="a quote"),
    pytest.param(["CMD=rubyy scores.rb"], "there is no command rubyy: is it installed?", id="no command"),
    pytest.param(
        [f"CMD={PYTHON} scores.py"],
        "there is no scores.py at the top of the workspace: IN=folder or NAME=attempt says where it is",
        id="no such file",
    ),
    pytest.param(
        ["CMD=./scores", "IN=katas/holdem"],
        "there is no ./scores in katas/holdem: IN=folder or NAME=attempt says where it is",
        id="no such program in a folder",
    ),
    pytest.param(["CMD=cat", "IN=nowhere"], "there is no folder nowhere: its path starts", id="no folder"),
    pytest.param(["CMD=cat", "IN=~nobody-at-all"], "there is no home folder for ~nobody", id="nobody's home"),
    pytest.param(["CMD=cat", "NAME=nobody"], "there is no attempt", id="no attempt"),
    pytest.param(["CMD=cat", "KATA=bridge"], "there is no kata bridge: there are", id="no kata"),
    pytest.param(["CMD=cat", "LIMIT=soon"], "LIMIT is the seconds for a case", id="no number"),
    pytest.param(["CMD=cat", "LIMIT=-1"], "LIMIT is the seconds for a case", id="no time"),
    pytest.param(["CMD=cat", "step-7"], "accept takes no step", id="a step"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_answered_in_one_line(here, capsys, words, said):
    assert here.verb("accept", *words) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert (said in line, told.out) == (True, "")


def test_a_kata_without_cases_is_told_so(workspace, capsys):
    shutil.rmtree(workspace.path("katas/ladder/cases"))
    assert workspace.verb("accept", "CMD=cat", "KATA=ladder") == 2
    assert "there are no cases for ladder: there are for deals" in capsys.readouterr().err


def test_what_has_to_be_said_on_standard_error_is_shown(small, program, capsys):
    (small.root / "kata" / "cases" / "01-fewer-than-seven-cards-come-back-as-they-are.err").write_text("no T")
    assert small.verb("accept", f"CMD={PYTHON} scores.py", f"IN={program(f'{ECHO}print(text)')}") == 1
    said = capsys.readouterr().out
    assert "01 fewer than seven cards come back as they are: does not say on standard" in said
    assert "\nto be said on standard error, with status 1:\n  no T\n" in said


def test_a_mistake_is_one_of_make_too(here):
    made = here.make("accept", "CMD=rubyy scores.rb")
    line, *of_make = made.stderr.splitlines()
    assert (made.returncode, made.stdout) == (2, "")
    assert line == "there is no command rubyy: is it installed?"
    assert all(line.startswith("make: ***") for line in of_make)


def test_ctrl_c_ends_it_with_the_program(here, program, tmp_path):
    started = tmp_path / "started"
    text = (
        f"import os, time\nopen('draft', 'w').write(str(os.getpid()))\nos.rename('draft', {str(started)!r})\n"
    )
    process = subprocess.Popen(
        [
            *("make", "accept", f"CMD={PYTHON} scores.py"),
            *(f"IN={program(f'{text}time.sleep(600)')}", "LIMIT=600"),
        ],
        cwd=here.root,
        env={k: v for k, v in os.environ.items() if k not in HIDING},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not started.exists() and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=FOR_EVER)
    assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):  # the program has been waited for
        os.kill(int(started.read_text()), 0)
