"""From a save to its bar: `make watch` beside pytest-watch as it comes, on the same tests."""

import select
import shlex
import subprocess
import time
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import record
from dojo.errors import EnvironmentProblem

PYTHON = ".venv/bin/python"
PAUSE = 0.6
"""Seconds between two saves: if they came faster than pytest-watch spools, the spool would be measured."""
PATIENCE = 20
"""Seconds until a save that nobody noticed is made again: on a busy machine a watch begins late."""
OWN_TEST = """\
import pytest

import {module}


@pytest.mark.parametrize("value", range(12))
def test_each_value_is_itself(value):
    assert {module}.value(value) == value + {module}.NONE


def test_the_last_one():
    assert {module}.NONE == 0
"""


def save(attempt: Attempt, number: int) -> None:
    """Save a new version, green for an even number and red for an odd one."""
    text = f"# {number}\nNONE = {number % 2}\n\n\ndef value(number):\n    return number + NONE\n"
    attempt.module.write_text(text, encoding="utf-8")


class Watched:
    """A command that watches the attempt, and the seconds from each save to its result."""

    def __init__(self, root: Path, words: list[str], green: str, red: str) -> None:
        self.said = green.encode(), red.encode()
        self.process = subprocess.Popen([PYTHON, "-m", *words], cwd=root, stdout=subprocess.PIPE, bufsize=0)
        self.seconds: list[float] = []
        self.until(self.said[0])

    def until(self, words: bytes, patience: float | None = None) -> bool:
        """Wait until it says these words; False if it says nothing for so many seconds."""
        shown, stdout = b"", self.process.stdout
        assert stdout
        while words not in shown:
            if not select.select([stdout], [], [], patience)[0]:
                return False
            part = stdout.read(65536)
            if not part:
                raise EnvironmentProblem(f"a watch ended before it said {words.decode()}")
            shown += part
        return True

    def time(self, attempt: Attempt, number: int) -> None:
        heard = False
        while not heard:
            time.sleep(PAUSE)
            start = time.perf_counter()
            save(attempt, number)
            heard = self.until(self.said[number % 2], PATIENCE)
        self.seconds.append(time.perf_counter() - start)


def time_saves(root: Path, attempt: Attempt, rounds: int) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds from a save to its bar, by ours and by theirs; and those to record a light."""
    test = attempt.folder / f"test_{attempt.module.name}"
    test.write_text(OWN_TEST.format(module=attempt.story.module), encoding="utf-8")
    folder = str(attempt.folder.relative_to(root))
    commands = [
        (["dojo", "watch", f"NAME={attempt.name}", *shlex.split(attempt.story.word)], " GREEN · ", " RED · "),
        (["pytest_watch", folder, "--nobeep", "--", folder], "13 passed", "failed"),
    ]
    found = []
    for words, green, red in commands:
        save(attempt, 0)
        watched = Watched(root, words, green, red)
        for number in range(1, rounds + 1):
            watched.time(attempt, number)
        watched.process.terminate()
        watched.process.wait()
        found.append(watched.seconds)
    return found[0], found[1], [time_recording(attempt, number) for number in range(rounds)]


def time_recording(attempt: Attempt, number: int) -> float:
    """Return the seconds to record a light."""
    save(attempt, number)
    start = time.perf_counter()
    record(attempt, verb="next", colour="green", counts={"green": number})
    return time.perf_counter() - start
