"""A command that watches an attempt, as the bench saves and waits for its bar."""

import select
import subprocess
import time
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.bench.commands import PYTHON
from dojo.errors import EnvironmentProblem

# Between two saves: if they came faster than pytest-watch spools, the spool would be measured.
PAUSE_S = 0.6
# After this time, a watch that says nothing cannot be measured.
SILENCE_S = 60
READ_BYTES = 65536
OWN_TEST = "import {0}\n\n\ndef test_nothing():\n    assert {0}.NOTHING == 0\n"


def pause(_part: object = None) -> None:
    """Wait until the next save will be noticed at once."""
    time.sleep(PAUSE_S)


class Watched:
    """A command that watches an attempt, and how its bar begins: if all is green, and if it is red."""

    def __init__(self, top: Path, attempt: Attempt, command: list[str], *bars: str) -> None:
        self.module = attempt.module
        self.bars = bars
        test = OWN_TEST.format(attempt.story.module)
        attempt.folder.joinpath(f"test_{self.module.name}").write_text(test, encoding="utf-8")
        self.save(0)
        self.process = subprocess.Popen([PYTHON, "-m", *command], cwd=top, stdout=subprocess.PIPE, bufsize=0)

    def save(self, number: int) -> None:
        """Save a version: 0 is green, and 1 is red."""
        self.module.write_text(f"NOTHING = {number}\n", encoding="utf-8")
        self.awaited = self.bars[number]

    def wait(self) -> None:
        """Wait for the bar, unless it was seen; raises EnvironmentProblem if it ends, or says nothing."""
        shown = b""
        stdout = self.process.stdout
        assert stdout
        while self.awaited.encode() not in shown:
            ready = select.select([stdout], [], [], SILENCE_S)[0]
            part = stdout.read(READ_BYTES) if ready else b""
            if not part:
                raise EnvironmentProblem(f"it does not say {self.awaited.strip()}: run it alone")
            shown += part
        self.awaited = ""

    def get_ready(self, _number: int) -> None:
        """Wait for the first bar, once, and then until the next save will be noticed at once."""
        self.wait()
        pause()

    def save_and_wait(self, number: int) -> None:
        """Save a version, and wait for its bar: this is what is timed."""
        self.save(number)
        self.wait()
