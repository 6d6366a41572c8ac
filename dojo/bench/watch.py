"""From a save to its bar: `make watch` beside pytest-watch as it comes, on the same test."""

import select
import shlex
import subprocess
import time
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import record
from dojo.bench.rounds import Task, time_tasks
from dojo.bench.timings import Figures
from dojo.errors import EnvironmentProblem

PYTHON = ".venv/bin/python"
PAUSE = 0.6
"""Seconds between two saves: if they came faster than pytest-watch spools, the spool would be measured."""
PATIENCE = 60
"""Seconds after which a watch that says nothing cannot be measured."""
OURS, THEIRS, RECORDED = "make watch", "pytest-watch", "a light recorded"
OWN_TEST = "import {0}\n\n\ndef test_nothing():\n    assert {0}.NOTHING == 0\n"


class Watched:
    """A command that watches an attempt; `said` is how its bar begins if all is green, and if it is red."""

    def __init__(self, top: Path, attempt: Attempt, command: list[str], said: tuple[str, str]) -> None:
        self.attempt, self.said, self.first_bar = attempt, said, said[0]
        test = attempt.folder / f"test_{attempt.module.name}"
        test.write_text(OWN_TEST.format(attempt.story.module), encoding="utf-8")
        self.save(0)
        self.process = subprocess.Popen([PYTHON, "-m", *command], cwd=top, stdout=subprocess.PIPE, bufsize=0)

    def get_ready(self, _number: int) -> None:
        """Wait for the first bar, once, and then until the next save will be noticed at once."""
        self.wait_for(self.first_bar)
        self.first_bar = ""
        time.sleep(PAUSE)

    def save_and_wait(self, number: int) -> None:
        self.save(number)
        self.wait_for(self.said[number])

    def save(self, number: int) -> None:
        """Save a version: 0 is green, and 1 is red."""
        self.attempt.module.write_text(f"NOTHING = {number}\n", encoding="utf-8")

    def wait_for(self, words: str) -> None:
        """Wait until it says these words; raises EnvironmentProblem if it ends, or says nothing for long."""
        shown, stdout = b"", self.process.stdout
        assert stdout
        while words.encode() not in shown:
            speaks = select.select([stdout], [], [], PATIENCE)[0]
            part = stdout.read(65536) if speaks else b""
            if not part:
                raise EnvironmentProblem(f"it does not say {words.strip()}: run it alone")
            shown += part


def time_saves(top: Path, ours: Attempt, theirs: Attempt, figures: Figures, rounds: int) -> None:
    """Time both watches, each on an attempt of its own, and how long it takes to record what was saved."""
    folder = str(theirs.folder.relative_to(top))
    verb = ["dojo", "watch", f"NAME={ours.name}", *shlex.split(ours.story.word)]
    watches = {
        OURS: Watched(top, ours, verb, (" GREEN · ", " RED · ")),
        THEIRS: Watched(
            top, theirs, ["pytest_watch", folder, "--nobeep", "--", folder], ("1 passed", "1 failed")
        ),
    }

    def record_light(_part: None) -> None:
        record(theirs, verb="next", colour="green", counts={"green": 1})

    tasks = [
        Task("verbs", name, one.save_and_wait, (1, 0), before=one.get_ready) for name, one in watches.items()
    ]
    tasks.append(Task("verbs", RECORDED, record_light, before=lambda _: time.sleep(PAUSE)))
    time_tasks(tasks, "saves", figures, rounds, time.perf_counter)
    for watched in watches.values():
        watched.process.terminate()
        watched.process.wait()
