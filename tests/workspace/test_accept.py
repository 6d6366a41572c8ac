"""`make accept`: any program on the cases of a kata, and a clear verdict on whatever it does."""

import os
import shlex
import signal
import subprocess
import sys
import time
from threading import Event

import pytest
from conftest import HIDING, ROOT

from dojo.black_box import NotRun, feed
from dojo.cases import Case, all_cases
from dojo.steps import find

PYTHON = shlex.quote(sys.executable)
SOLVED = f"{PYTHON} {shlex.quote(str(find(40).module))}"


@pytest.fixture
def program(tmp_path):
    """Saves a program, in a folder whose name has a space; the folder."""

    def save(text, name="scores.py"):
        folder = tmp_path / "my program"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        return folder

    return save


@pytest.fixture
def case(tmp_path):
    """Two lines in, two lines out."""
    file = tmp_path / "01-a-rule-in-words.in"
    file.write_text("9♥ 5♠\n7♠\n", encoding="utf-8")
    file.with_suffix(".out").write_text("9♥ 5♠\n7♠\n", encoding="utf-8")
    return Case(file)


ECHO = "import sys\ntext = sys.stdin.buffer.read()\nprint = sys.stdout.buffer.write\n"

ELSE = "prints something else"

VERDICTS = [
    pytest.param(f"{ECHO}print(text)", "green", "", id="the same"),
    pytest.param(f"{ECHO}print(text[:-1])", "green", "", id="no line end at the end"),
    pytest.param(f"{ECHO}print(text.replace(b'\\n', b'\\r\\n'))", "green", "", id="line ends of Windows"),
    pytest.param(f"{ECHO}print(text + b'\\n')", "red", ELSE, id="an empty line at the end"),
    pytest.param(f"{ECHO}print(text[:-1] + b' ')", "red", ELSE, id="a space at the end"),
    pytest.param(f"{ECHO}print(text[:-5])", "red", ELSE, id="one line of two"),
    pytest.param("", "red", "prints nothing", id="nothing"),
    pytest.param("print(chr(9829).encode('utf-16'))", "red", ELSE, id="something else"),
    pytest.param(
        f"{ECHO}print(text.decode().encode('utf-16'))",
        "red",
        "prints something that is no UTF-8",
        id="no UTF-8",
    ),
    pytest.param(
        "while True: print('9♥' * 1000)", "amber", "prints too much", id="without end on standard output"
    ),
    pytest.param(
        "import sys\nwhile True: print('no' * 1000, file=sys.stderr)",
        "amber",
        "prints too much",
        id="without end on standard error",
    ),
    pytest.param("print(a)", "amber", "crashed: status 1, NameError: name 'a' is not defined", id="a crash"),
    pytest.param(
        "open('ranks.txt')",
        "amber",
        "crashed: status 1, FileNotFoundError: [Errno 2] No such file or directory: 'ranks.txt'",
        id="a file that it does not find",
    ),
    pytest.param("raise SystemExit(3)", "amber", "crashed: status 3", id="a status without a word"),
    pytest.param(
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "amber",
        "crashed: Segmentation fault",
        id="a signal",
    ),
    pytest.param(
        "import sys; sys.exit('Error: no such rank\\n    at mark (scores.js:1)\\n\\nNode.js v20')",
        "amber",
        "crashed: status 1, Error: no such rank",
        id="the line that names an error is told",
    ),
]


@pytest.mark.parametrize(("text", "colour", "why"), VERDICTS)
def test_a_program_gets_a_verdict(program, case, text, colour, why):
    outcome = feed(case, [sys.executable, "scores.py"], program(text), limit=20)
    assert (outcome.colour, outcome.why) == (colour, why)


def test_a_program_that_hangs_is_stopped_with_all_that_it_started(program, case, tmp_path):
    started = tmp_path / "started"
    folder = program(
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(started)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(600)\n"
    )
    outcome = feed(case, [sys.executable, "scores.py"], folder, limit=1)
    assert (outcome.colour, outcome.why, outcome.hangs) == ("amber", "hangs: not done after 1 seconds", True)
    assert ends(int(started.read_text()))


def ends(pid):
    """Does a process end, within the time that a loaded machine may take?"""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
        if not listed.strip() or listed.startswith("Z"):
            return True
    os.kill(pid, signal.SIGKILL)
    return False


def test_a_program_that_cannot_be_started_is_named(case, tmp_path):
    with pytest.raises(NotRun, match="there is no command rubyy: is it installed"):
        feed(case, ["rubyy", "scores.rb"], tmp_path, limit=1)


def test_a_file_that_cannot_be_run_is_named(case, program):
    with pytest.raises(NotRun, match=r"./scores.py cannot be run: Permission denied"):
        feed(case, ["./scores.py"], program(ECHO), limit=1)


def test_bytecode_is_not_trusted(program, case, monkeypatch):
    """Law 8: changed to the same size in the same second, a module of the program is the one that runs."""
    for name in HIDING & {"PYTHONDONTWRITEBYTECODE"}:
        monkeypatch.delenv(name, raising=False)
    folder = program("import sys, rules\nrules.mark(sys.stdin.read())")
    colours = []
    for word in ("text", "None"):
        (folder / "rules.py").write_text(f"def mark(text):\n    print({word}, end='')\n")
        os.utime(folder / "rules.py", (1_700_000_000, 1_700_000_000))
        subprocess.run([sys.executable, "-c", "import rules"], cwd=folder, check=True)
        colours.append(feed(case, [sys.executable, "scores.py"], folder, limit=20).colour)
    assert colours == ["green", "red"]


@pytest.fixture
def accept(workspace):
    """The verb on a program, with only three cases: it is quicker."""
    for file in (workspace.root / "katas" / "holdem" / "cases").glob("*"):
        if file.name > "04":
            file.unlink()

    def run(folder, *words, **environment):
        return workspace.make("accept", f"CMD={PYTHON} scores.py", f"IN={folder}", *words, **environment)

    return run


def test_a_program_that_passes_all_cases_is_told_so(here):
    made = here.make("accept", f"CMD={SOLVED}")
    assert (made.returncode, made.stderr) == (0, "")
    *rows, empty, last = made.stdout.splitlines()
    assert rows == [f"■ {case.rule}" for case in all_cases("holdem")]
    assert (empty, last) == ("", "All 51 cases pass.")


def test_line_ends_that_are_let_pass_are_told(accept, program):
    text = find(40).code.replace("new + line[len(old) :]", 'new + "\\r\\n"')
    made = accept(program(text))
    *_, let_pass, last = made.stdout.splitlines()
    assert let_pass == "Let pass: line ends of Windows, or none after the last line."
    assert last == "All 3 cases pass."


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


def test_the_first_case_that_does_not_pass_is_shown(accept, program):
    made = accept(program(f"{ECHO}print(text)"))
    assert made.returncode == 2
    assert "\n× 03 seven cards get a label and win alone: prints something else\n\n03" in made.stdout
    assert made.stdout.endswith(f"\n{RED}")
    assert made.stdout.count("fed:") == 1


def test_every_case_that_does_not_pass_is_shown_if_that_is_asked_for(accept, program):
    made = accept(program(""), "ALL=1")
    assert made.stdout.count("fed:") == 3


def test_after_a_case_that_hangs_no_other_is_tried(accept, program):
    made = accept(program("import time; time.sleep(600)"), "LIMIT=0.5")
    assert made.returncode == 2
    first = "01 fewer than seven cards come back as they are"
    assert made.stdout.startswith(f"! {first}: hangs\n\n")
    assert f" {first}: hangs: not done after 0.5 seconds fed: " in " ".join(made.stdout.split())
    assert "2 were not tried after it: ALL=1 tries them." in " ".join(made.stdout.split())


def test_a_program_that_runs_while_somebody_stops_is_ended(tmp_path):
    stop = Event()
    stop.set()
    sleeps = [sys.executable, "-c", "import time; time.sleep(600)"]
    assert feed(all_cases("holdem")[0], sleeps, tmp_path, 600, stop).why == "stopped"


def test_of_a_stack_the_lines_within_the_language_are_left_out(accept, program):
    stack = r"Error: no T\n    at value (scores.js:3:9)\n    at Module._load (node:internal/cjs:958:12)"
    made = accept(program(f"import sys; sys.exit('{stack}')"))
    assert "\n  Error: no T\n      at value (scores.js:3:9)\n\n0 of 3" in made.stdout


def test_what_a_program_says_on_standard_error_is_shown(accept, program):
    made = accept(program("import sys; sys.exit('which rank is T?')"))
    assert "\non standard error:\n  which rank is T?\n" in made.stdout


def test_what_is_not_seen_is_shown(accept, program):
    made = accept(program("print('\\x1b[2J9♥ 5♠  ')"))
    assert "\n+ \\x1b[2J9♥ 5♠··\n" in made.stdout
    assert "\x1b" not in made.stdout


def test_of_a_long_output_the_beginning_is_shown(accept, program):
    made = accept(program("print('9♥\\n' * 5000)"))
    assert "  … and 4,992 lines more\n" in made.stdout


def test_nothing_is_wider_than_the_terminal(accept, program):
    made = accept(program("print('9♥ ' * 100)"), COLUMNS="80")
    assert max(map(len, made.stdout.splitlines())) <= 80


def test_it_runs_in_the_folder_of_an_attempt(workspace):
    assert workspace.make("start", "NAME=tables-3").returncode == 0
    attempt = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    (attempt / "scores.py").write_text(find(40).code, encoding="utf-8")
    made = workspace.make("accept", f"CMD={PYTHON} scores.py", "NAME=tables-3")
    assert (made.returncode, made.stderr) == (0, "")


def test_a_shell_is_there_where_one_is_needed(here):
    made = here.make("accept", f"CMD=cat | {SOLVED}")
    assert (made.returncode, made.stdout.splitlines()[-1]) == (0, "All 51 cases pass.")


def test_a_program_may_be_a_verb_of_make(here):
    made = here.make("accept", "CMD=make step-1 run")
    assert "step 1 has no program for holdem: the first one is in step 36" in " ".join(made.stdout.split())


MISTAKES = [
    pytest.param([], 'which program? For example: make accept CMD="ruby scores.rb"', id="no program"),
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
    pytest.param(["CMD=cat", "IN=nowhere"], "there is no folder nowhere: IN= is", id="no folder"),
    pytest.param(["CMD=cat", "NAME=nobody"], "there is no attempt", id="no attempt"),
    pytest.param(["CMD=cat", "KATA=bridge"], "there are no cases for bridge", id="no cases"),
    pytest.param(["CMD=cat", "LIMIT=soon"], "LIMIT is the seconds for a case", id="no number"),
    pytest.param(["CMD=cat", "LIMIT=-1"], "LIMIT is the seconds for a case", id="no time"),
    pytest.param(["CMD=cat", "step-7"], "accept takes no step", id="a step"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_answered_in_one_line(here, words, said):
    made = here.make("accept", *words)
    assert (made.returncode, made.stdout) == (2, "")
    line, *of_make = made.stderr.splitlines()
    assert said in line
    assert all(line.startswith("make: ***") for line in of_make)


def test_a_folder_or_an_attempt_but_not_both(workspace):
    workspace.make("start", "NAME=tables-3")
    made = workspace.make("accept", "CMD=cat", "IN=katas", "NAME=tables-3")
    assert made.stderr.startswith("IN= or NAME=, not both")


def test_what_is_set_in_the_shell_is_not_meant(here):
    made = here.make(
        "accept", f"CMD={SOLVED}", IN="/nowhere", LIMIT="none", ALL="1", NAME="me", KATA="bridge"
    )
    assert made.returncode == 0


def test_ctrl_c_ends_it_with_the_program(program, tmp_path):
    started = tmp_path / "started"
    text = f"import os, time\nopen({str(started)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    process = subprocess.Popen(
        ["make", "accept", f"CMD={PYTHON} scores.py", f"IN={program(text)}", "LIMIT=600"],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k not in HIDING},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 20
    while not (started.exists() and started.read_text()) and time.monotonic() < deadline:
        pass
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert "Traceback" not in said
    assert ends(int(started.read_text()))
