"""A program that knows nothing of pipes, full disks and Ctrl-C ends well all the same."""

import os
import re
import subprocess
import sys

import pytest
from helpers import FOR_EVER, HIDING, TOP

BECOME = "import sys; from dojo.tour.launch import become; become(sys.argv[1:])"
SPEAKS = 'import sys\n\nfor number in range(100_000):\n    print("line", number)\nsys.exit(1)\n'
SAYS_WHO_HE_IS = 'import sys\n\nprint("I am", *sys.argv[1:], __name__, sys.path[0] in __file__)\n'
COMPLAINS = 'import sys\n\nfor number in range(100_000):\n    print("line", number, file=sys.stderr)\n'
LISTENS = "import sys\n\nprint(repr(sys.stdin.read()))\n"
BYTES = "import sys\nsys.stdout.reconfigure(errors='surrogateescape', newline='')\nprint('a\\r\\n\\udcff')\n"
A_RECORD = "from dataclasses import *\n@dataclass\nclass Card:\n    value: 'int'\nprint(Card(6))\n"
BREAKS = "def main():\n    return 1 / 0\n\nmain()\n"
CTRL_C = "from signal import *\nsignal(SIGINT, default_int_handler)\nprint(6)\n"
GOODBYE = f"{CTRL_C}try:\n    raise_signal(SIGINT)\nexcept KeyboardInterrupt:\n    print(7)\n"

DUMP = "od -An -c | tr -s ' '"
ENDS = {
    "somebody has read enough": (SPEAKS, "run | head -1", 0, "line 0\n", ""),
    "somebody has enough of the complaints": (COMPLAINS, "run 2>&1 | head -1", 0, "line 0\n", ""),
    "nobody reads": ("print(6)", "run >&-", 0, "", ""),
    "a full disk": ("print(6)", "run >/dev/full", 1, "", "cannot write: No space left on device\n"),
    "somebody writes": (LISTENS, "echo 9♥ | run", 0, "'9♥\\n'\n", ""),
    "the main program": (SAYS_WHO_HE_IS, "run Ann 'Bo B'", 0, "I am Ann Bo B __main__ True\n", ""),
    "a program of two files": ("import part\nprint(part.SAID)\n", "run", 0, "in parts\n", ""),
    "a class that looks its module up": (A_RECORD, "run", 0, "Card(value=6)\n", ""),
    "bytes and line ends go through": (BYTES, f"run | {DUMP}", 0, " a \\r \\n 377 \\n\n", ""),
    "last words": ("import sys\nsys.exit('bust')", "run", 1, "", "bust\n"),
    "it breaks": (BREAKS, "run", 1, "", r"Traceback .*, in main\n    return 1 / 0\n.*: division by zero\n"),
    "it is no Python": ("def main(:\n", "run", 1, "", r".*    def main\(:\n.*SyntaxError: invalid syntax\n"),
    "Ctrl-C ends it": (f"{CTRL_C}raise_signal(SIGINT)\n", "run", 130, "6\n", ""),
    "its Python has a plain path": ("import sys\nprint('/../' in sys.executable)\n", "run", 0, "False\n", ""),
    "it may say goodbye": (GOODBYE, "run", 0, "6\n7\n", ""),
}


@pytest.mark.parametrize(("text", "command", "status", "out", "err"), ENDS.values(), ids=ENDS)
def test_a_program_ends_well(tmp_path, text, command, status, out, err):
    """What a shell makes of a program in its own folder, where `run` starts it; a traceback has it alone."""
    folder = tmp_path / "my program"
    folder.mkdir()
    (folder / "scores.py").write_text(text, encoding="utf-8")
    (folder / "part.py").write_text('SAID = "in parts"\n', encoding="utf-8")
    run = f"run() {{ '{sys.executable}' -c '{BECOME}' 'my program/scores.py' \"$@\"; }}\n"
    made = subprocess.run(
        ["bash", "-c", f"{run}set -o pipefail; {command}"],
        cwd=tmp_path,
        env={k: v for k, v in os.environ.items() if k not in HIDING} | {"PYTHONPATH": str(TOP)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=FOR_EVER,
    )
    assert (made.returncode, made.stdout) == (status, out)
    assert re.fullmatch(err, made.stderr, re.DOTALL), made.stderr
    assert "launch.py" not in made.stderr
