"""From a save to its bar: `make watch` beside pytest-watch as it comes, on the same tests."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from dojo.attempts import Attempt
from dojo.lights import record
from dojo.steps import ROOT

COPIED = ["dojo", "katas", "steps", "tests/suite"]
PYTHON = ".venv/bin/python"
PAUSE = 0.6
"""Seconds between two saves: whoever saves faster than pytest-watch spools measures its spool."""
OWN_TEST = """\
import pytest

import poker


@pytest.mark.parametrize("value", range(12))
def test_each_card_has_its_value(value):
    assert poker.card(str(value)) == value + poker.NONE


def test_the_last_one():
    assert poker.NONE == 0
"""


@contextmanager
def attempt_to_watch() -> Iterator[tuple[Path, Attempt]]:
    """A copy of the workspace with an attempt in it, of 13 tests."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copy(ROOT / "pytest.ini", root)
        for name in COPIED:
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("attempts"))
        (root / ".venv").symlink_to(ROOT / ".venv")
        attempt = Attempt(root / "katas" / "holdem" / "attempts" / "bench")
        attempt.folder.mkdir(parents=True)
        (attempt.folder / "test_poker.py").write_text(OWN_TEST, encoding="utf-8")
        save(attempt, 0)
        yield root, attempt


def save(attempt: Attempt, number: int) -> None:
    """Save something new, green for an even number and red for an odd one."""
    text = f"# {number}\nNONE = {number % 2}\n\n\ndef card(text):\n    return int(text) + NONE\n"
    attempt.module.write_text(text, encoding="utf-8")


class Watched:
    """A command that watches the attempt; how many seconds passed from each save to its result."""

    def __init__(self, root: Path, words: list[str], green: str, red: str) -> None:
        self.said = green.encode(), red.encode()
        self.process = subprocess.Popen([PYTHON, "-m", *words], cwd=root, stdout=subprocess.PIPE, bufsize=0)
        self.seconds: list[float] = []
        self.until(self.said[0])

    def until(self, words: bytes) -> None:
        """Wait until it says these words."""
        shown = b""
        while words not in shown:
            part = self.process.stdout.read(65536)  # type: ignore[union-attr]
            if not part:
                raise SystemExit(f"a watch ended before it said {words.decode()}")
            shown += part

    def time(self, attempt: Attempt, number: int) -> None:
        time.sleep(PAUSE)
        start = time.perf_counter()
        save(attempt, number)
        self.until(self.said[number % 2])
        self.seconds.append(time.perf_counter() - start)


def saves(rounds: int) -> tuple[list[float], list[float], list[float]]:
    """The seconds from a save to its bar, by ours and by theirs; and those to record a light."""
    recorded = []
    with attempt_to_watch() as (root, attempt):
        folder = str(attempt.folder.relative_to(root))
        commands = [
            (["dojo.watch"], " GREEN · ", " RED · "),
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
        for number in range(rounds):
            save(attempt, number)
            start = time.perf_counter()
            record(attempt, verb="next", colour="green", counts={"green": number})
            recorded.append(time.perf_counter() - start)
    return found[0], found[1], recorded


if __name__ == "__main__":
    print([round(1000 * median(seconds)) for seconds in saves(15)])
