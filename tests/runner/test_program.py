"""Any program gets a verdict, whatever it does, and nothing of it is left behind."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from helpers import FOR_EVER

from dojo.runner.program import CommandError, run_with_input

LINES = "9♥ 5♠\n7♠\n"
PROGRAM = [sys.executable, "scores.py"]


@pytest.fixture
def folder(tmp_path):
    """A folder whose name has a space, for programs."""
    folder = tmp_path / "my program"
    folder.mkdir()
    return folder


@pytest.fixture
def given(tmp_path):
    """Two lines that are fed."""
    file = tmp_path / "01-a-rule-in-words.in"
    file.write_text(LINES, encoding="utf-8")
    return file


@pytest.fixture
def fed(folder, given):
    """What a program comes to."""

    def outcome(text, limit=FOR_EVER, *how, **more):
        (folder / "scores.py").write_text(text, encoding="utf-8")
        return run_with_input(given, LINES, PROGRAM, folder, limit, *how, **more)

    return outcome


ECHO = "import sys\ntext = sys.stdin.buffer.read()\nprint = sys.stdout.buffer.write\n"
ELSE, TOO_MUCH = "prints something else", "prints too much"
NO_UTF_8 = "prints something that is not UTF-8"
COMPLAINS = "import sys\nwhile True: print('no' * 1000, file=sys.stderr)"
NO_FILE = "crashed: status 1, FileNotFoundError: [Errno 2] No such file or directory: 'ranks.txt'"
NO_NAME = "crashed: status 1, NameError: name 'a' is not defined"
KILLS_ITSELF = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
OF_NODE = "import sys; sys.exit('Error: no such rank\\n    at mark (scores.js:1)\\n\\nNode.js v20')"
VERDICTS = {
    "the same": (f"{ECHO}print(text)", "green", ""),
    "no line end at the end": (f"{ECHO}print(text[:-1])", "green", ""),
    "line ends of Windows": (f"{ECHO}print(text.replace(b'\\n', b'\\r\\n'))", "green", ""),
    "an empty line at the end": (f"{ECHO}print(text + b'\\n')", "red", ELSE),
    "a space at the end": (f"{ECHO}print(text[:-1] + b' ')", "red", ELSE),
    "one line of two": (f"{ECHO}print(text[:-5])", "red", ELSE),
    "nothing": ("", "red", "prints nothing"),
    "something else": ("print(chr(9829).encode('utf-16'))", "red", ELSE),
    "no UTF-8": (f"{ECHO}print(text.decode().encode('utf-16'))", "red", NO_UTF_8),
    "without end on standard output": ("while True: print('9♥' * 1000)", "amber", TOO_MUCH),
    "without end on standard error": (COMPLAINS, "amber", TOO_MUCH),
    "a crash": ("print(a)", "amber", NO_NAME),
    "a file that it does not find": ("open('ranks.txt')", "amber", NO_FILE),
    "a status without a word": ("raise SystemExit(3)", "amber", "crashed: status 3"),
    "a signal": (KILLS_ITSELF, "amber", "crashed: Segmentation fault"),
    "the line that names an error is told": (OF_NODE, "amber", "crashed: status 1, Error: no such rank"),
}


@pytest.mark.parametrize(("text", "colour", "why"), VERDICTS.values(), ids=VERDICTS)
def test_a_program_gets_a_verdict(fed, text, colour, why):
    assert fed(text)[:2] == (colour, why)


SAYS = "import sys\nprint('9♥ 5♠\\n7♠')\nprint('line 2: 7♠ again', file=sys.stderr)\n"
ANOTHER = SAYS.replace("line 2", "a line")
COMPLAINTS = {
    "what it has to say": (f"{SAYS}sys.exit(1)", "green", ""),
    "a status of 0": (SAYS, "red", "ends with status 0, and not with 1"),
    "a status that is neither": (f"{SAYS}sys.exit(2)", "amber", "crashed: status 2, line 2: 7♠ again"),
    "another complaint": (f"{ANOTHER}sys.exit(1)", "red", "does not say on standard error: line 2"),
    "something else printed": (f"{SAYS.replace('9', '8')}sys.exit(1)", "red", ELSE),
    "a crash": ("print(a)", "amber", NO_NAME),
}


@pytest.mark.parametrize(("text", "colour", "why"), COMPLAINTS.values(), ids=COMPLAINTS)
def test_a_program_may_have_to_complain(fed, text, colour, why):
    assert fed(text, complaints=["line 2", "7♠"])[:2] == (colour, why)


def test_a_program_that_hangs_is_stopped(fed):
    outcome = fed("import time\ntime.sleep(600)\n", 0.2)
    assert outcome[:2] == ("amber", "hangs: not done after 0.2 seconds")
    assert outcome.hangs


STARTS = "import os; os.system('sleep 600 & echo $! >draft; mv draft started; sleep 600')"


def test_a_program_is_stopped_with_all_that_it_started(fed, folder):
    started, stop = folder / "started", Event()
    with ThreadPoolExecutor() as pool:
        running = pool.submit(fed, STARTS, FOR_EVER, stop)
        while not started.exists() and not running.done():
            time.sleep(0.01)
        stop.set()
    assert running.result().why == "stopped"
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


def test_what_is_begun_when_somebody_has_said_stop_is_ended_too(fed):
    stop = Event()
    stop.set()
    assert fed("import time; time.sleep(600)", 600, stop).why == "stopped"


def test_a_program_that_cannot_be_started_is_named(given, folder):
    with pytest.raises(CommandError, match="there is no command rubyy: is it installed"):
        run_with_input(given, LINES, ["rubyy", "scores.rb"], folder, limit=1)
    (folder / "scores.py").touch()
    with pytest.raises(CommandError, match=r"./scores.py cannot be run: Permission denied"):
        run_with_input(given, LINES, ["./scores.py"], folder, limit=1)


def test_bytecode_is_not_trusted(fed, folder, monkeypatch):
    """Law 8: changed to the same size in the same second, a module of the program is the one that runs."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    colours = []
    for word in ("text", "None"):
        (folder / "rules.py").write_text(f"def mark(text):\n    print({word}, end='')\n")
        os.utime(folder / "rules.py", (1_700_000_000, 1_700_000_000))
        subprocess.run([sys.executable, "-c", "import rules"], cwd=folder, check=True)
        colours.append(fed("import sys, rules\nrules.mark(sys.stdin.read())").colour)
    assert colours == ["green", "red"]
