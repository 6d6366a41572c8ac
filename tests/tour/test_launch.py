"""A program that knows nothing of pipes, full disks and Ctrl-C ends well all the same."""

import os
import signal
import subprocess
import sys

import pytest
from helpers import FOR_EVER, HIDING, TOP

BECOME = "import sys; from dojo.tour.launch import become; become(sys.argv[1:])"
SPEAKS = 'import sys\n\nfor number in range(100_000):\n    print("line", number)\nsys.exit(1)\n'
SAYS_WHO_HE_IS = 'import sys\n\nprint("I am", *sys.argv[1:], __name__, sys.path[0] in __file__)\n'
COMPLAINS = 'import sys\n\nfor number in range(100_000):\n    print("line", number, file=sys.stderr)\n'
LISTENS = "import sys\n\nprint(repr(sys.stdin.read()))\n"
OF_BYTES = (
    "import sys\n\nsys.stdout.reconfigure(errors='surrogateescape', newline='')\nprint('a\\r\\n\\udcff')\n"
)
A_RECORD = (
    "from dataclasses import dataclass\n\n@dataclass\nclass Card:\n    value: 'int'\n\nprint(Card(6))\n"
)
IN_PARTS = "import part\n\nprint(part.SAID)\n"
BREAKS = "def main():\n    return 1 / 0\n\nmain()\n"
WAITS = 'print("it waits")\ninput()\n'
WAITS_AND_SEES = 'try:\n    print("it waits")\n    input()\nexcept KeyboardInterrupt:\n    print("goodbye")\n'


@pytest.fixture
def program(tmp_path):
    """Saves a program in a folder of its own; what a shell makes of it, where `run` starts it."""

    def made(text, command):
        folder = tmp_path / "my program"
        folder.mkdir()
        (folder / "scores.py").write_text(text, encoding="utf-8")
        (folder / "part.py").write_text('SAID = "in parts"\n', encoding="utf-8")
        run = f"run() {{ '{sys.executable}' -c '{BECOME}' 'my program/scores.py' \"$@\"; }}\n"
        return subprocess.run(
            ["bash", "-c", f"{run}set -o pipefail; {command}"],
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=FOR_EVER,
        )

    return made


def environment():
    """That of somebody who has set nothing for Python."""
    return {k: v for k, v in os.environ.items() if k not in HIDING} | {"PYTHONPATH": str(TOP)}


DUMP = "od -An -c | tr -s ' '"
ENDS = {
    "somebody has read enough": (SPEAKS, "run | head -1", 0, "line 0\n", ""),
    "somebody has enough of the complaints": (COMPLAINS, "run 2>&1 | head -1", 0, "line 0\n", ""),
    "nobody reads": ("print(6)", "run >&-", 0, "", ""),
    "somebody writes": (LISTENS, "echo 9♥ | run", 0, "'9♥\\n'\n", ""),
    "the main program": (SAYS_WHO_HE_IS, "run Ann 'Bo B'", 0, "I am Ann Bo B __main__ True\n", ""),
    "a program of two files": (IN_PARTS, "run", 0, "in parts\n", ""),
    "a class that looks its module up": (A_RECORD, "run", 0, "Card(value=6)\n", ""),
    "bytes and line ends go through": (OF_BYTES, f"run | {DUMP}", 0, " a \\r \\n 377 \\n\n", ""),
    "last words": ("import sys\nsys.exit('bust')", "run", 1, "", "bust\n"),
}


@pytest.mark.parametrize(("text", "command", "status", "out", "err"), ENDS.values(), ids=ENDS)
def test_a_program_ends_well(program, text, command, status, out, err):
    made = program(text, command)
    assert (made.returncode, made.stdout, made.stderr) == (status, out, err)


BROKEN = [
    (BREAKS, ["in main\n    return 1 / 0", "ZeroDivisionError: division by zero"]),
    ("def main(:\n", ["    def main(:\n", "SyntaxError: invalid syntax"]),
]


@pytest.mark.parametrize(("text", "said"), BROKEN, ids=["it breaks", "it is no Python"])
def test_the_traceback_of_a_program_speaks_of_the_program_alone(program, text, said):
    made = program(text, "run")
    assert made.returncode == 1
    assert [words for words in said if words not in made.stderr] == []
    assert "launch.py" not in made.stderr


INTERRUPTED = [(WAITS, 130, ""), (WAITS_AND_SEES, 0, "goodbye\n")]


@pytest.mark.parametrize(("text", "status", "out"), INTERRUPTED, ids=["Ctrl-C ends it", "it may say goodbye"])
def test_while_it_waits_for_input(tmp_path, text, status, out):
    (tmp_path / "scores.py").write_text(text)
    process = subprocess.Popen(
        [sys.executable, "-c", BECOME, "scores.py"],
        cwd=tmp_path,
        env=environment() | {"PYTHONUNBUFFERED": "1"},
        **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE),
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout.readline() == "it waits\n"
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=FOR_EVER)
    assert (process.returncode, *said) == (status, out, "")
