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

from dojo.sandbox.program import NotRun, feed

LINES = "9♥ 5♠\n7♠\n"
PROGRAM = [sys.executable, "scores.py"]


@pytest.fixture
def program(tmp_path):
    """Saves a program, in a folder whose name has a space; the folder."""

    def save(text):
        folder = tmp_path / "my program"
        folder.mkdir()
        (folder / "scores.py").write_text(text, encoding="utf-8")
        return folder

    return save


@pytest.fixture
def given(tmp_path):
    """Two lines that are fed."""
    file = tmp_path / "01-a-rule-in-words.in"
    file.write_text(LINES, encoding="utf-8")
    return file


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
        "prints something that is not UTF-8",
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
def test_a_program_gets_a_verdict(program, given, text, colour, why):
    outcome = feed(given, LINES, PROGRAM, program(text), FOR_EVER)
    assert (outcome.colour, outcome.why) == (colour, why)


SAYS = "import sys\nprint('9♥ 5♠\\n7♠')\nprint('line 2: 7♠ again', file=sys.stderr)\n"
COMPLAINTS = [
    pytest.param(f"{SAYS}sys.exit(1)", "green", "", id="what it has to say"),
    pytest.param(SAYS, "red", "ends with status 0, and not with 1", id="a status of 0"),
    pytest.param(
        f"{SAYS}sys.exit(2)", "amber", "crashed: status 2, line 2: 7♠ again", id="a status that is neither"
    ),
    pytest.param(
        f"{SAYS.replace('line 2', 'a line')}sys.exit(1)",
        "red",
        "does not say on standard error: line 2",
        id="another complaint",
    ),
    pytest.param(f"{SAYS.replace('9', '8')}sys.exit(1)", "red", ELSE, id="something else printed"),
    pytest.param("print(a)", "amber", "crashed: status 1, NameError: name 'a' is not defined", id="a crash"),
]


@pytest.mark.parametrize(("text", "colour", "why"), COMPLAINTS)
def test_a_program_may_have_to_complain(program, given, text, colour, why):
    outcome = feed(given, LINES, PROGRAM, program(text), FOR_EVER, complaints=["line 2", "7♠"])
    assert (outcome.colour, outcome.why) == (colour, why)


def test_a_program_that_hangs_is_stopped(program, given):
    outcome = feed(given, LINES, PROGRAM, program("import time\ntime.sleep(600)\n"), limit=0.2)
    assert (outcome.colour, outcome.why, outcome.hangs) == (
        "amber",
        "hangs: not done after 0.2 seconds",
        True,
    )


def test_a_program_is_stopped_with_all_that_it_started(program, given, tmp_path):
    started, stop = tmp_path / "started", Event()
    folder = program(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open('draft', 'w').write(str(child.pid))\n"
        f"os.rename('draft', {str(started)!r})\n"
        "time.sleep(600)\n"
    )
    with ThreadPoolExecutor() as pool:
        running = pool.submit(feed, given, LINES, PROGRAM, folder, FOR_EVER, stop)
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


def test_what_is_begun_when_somebody_has_said_stop_is_ended_too(given, tmp_path):
    stop = Event()
    stop.set()
    sleeps = [sys.executable, "-c", "import time; time.sleep(600)"]
    assert feed(given, LINES, sleeps, tmp_path, 600, stop).why == "stopped"


def test_a_program_that_cannot_be_started_is_named(given, tmp_path):
    with pytest.raises(NotRun, match="there is no command rubyy: is it installed"):
        feed(given, LINES, ["rubyy", "scores.rb"], tmp_path, limit=1)


def test_a_file_that_cannot_be_run_is_named(given, program):
    with pytest.raises(NotRun, match=r"./scores.py cannot be run: Permission denied"):
        feed(given, LINES, ["./scores.py"], program(ECHO), limit=1)


def test_bytecode_is_not_trusted(program, given, monkeypatch):
    """Law 8: changed to the same size in the same second, a module of the program is the one that runs."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    folder = program("import sys, rules\nrules.mark(sys.stdin.read())")
    colours = []
    for word in ("text", "None"):
        (folder / "rules.py").write_text(f"def mark(text):\n    print({word}, end='')\n")
        os.utime(folder / "rules.py", (1_700_000_000, 1_700_000_000))
        subprocess.run([sys.executable, "-c", "import rules"], cwd=folder, check=True)
        colours.append(feed(given, LINES, PROGRAM, folder, FOR_EVER).colour)
    assert colours == ["green", "red"]
