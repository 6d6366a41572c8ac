"""Laws 6 and 9: what a step does while it is imported, and which assertions run on the last step.

Each step is imported in a child under an audit hook; on the last one the suite runs as well, and each line of
it that runs is noted.
"""

import os
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.child import clock
from dojo.runner.child.worker import Message, Tell
from dojo.runner.collect import collect
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.story.steps import Step
from dojo.story.story import Story

DOES = {
    "os.system": "starts another program",
    "os.exec": "starts another program",
    "os.fork": "starts another process",
    "os.posix_spawn": "starts another program",
    "subprocess.Popen": "starts another program",
    "socket.connect": "asks the network",
    "socket.getaddrinfo": "asks the network",
}
"""Events of Python, and what a step does that raises one."""
SLOWER = 5
"""The factor on the time limit of a test while its lines are traced."""


class Observed(Trial):
    """A step, imported in a child; if `runs` is true, the suite runs on it as well."""

    def __init__(self, suite: Suite, step: Step, *, runs: bool) -> None:
        limit = clock.STEP_LIMIT * SLOWER
        super().__init__(
            step, self.observe, suite.tests, suite.story.top, limit=limit, patience=clock.PATIENCE
        )
        self.suite, self.runs = suite, runs
        self.done: list[str] = []
        """What the step does while it is imported."""
        self.lines: set[tuple[str, int]] = set()
        """The lines of the suite that run."""
        self.importing = True

    def hear(self, message: Message) -> None:
        match message:
            case {"noticed": done, "lines": lines}:
                self.done, self.lines = done, {(file, line) for file, line in lines}
            case _:
                super().hear(message)

    def observe(self, _trial: Trial, tell: Tell) -> None:
        """In a child: import the step, and run its tests."""
        sys.addaudithook(self.audit)
        sleep, time.sleep = time.sleep, lambda _seconds: self.done.append("sleeps")
        self.suite.loaded(self)
        self.importing, time.sleep = False, sleep
        if self.runs:
            sys.settrace(self.trace)
            self.suite.work(self, tell)
            sys.settrace(None)
        tell(noticed=self.done, lines=sorted(self.lines))

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note what the step does while it is imported."""
        known = event == "open" or event in DOES  # looking for the caller is an event as well
        if not known or not self.importing or not comes_from(self.version.folder):
            return
        if event in DOES:
            self.done.append(DOES[event])
        elif event == "open" and isinstance(arguments[0], str):
            path = Path(os.path.normpath(self.home / arguments[0]))
            if path.is_relative_to(self.home) and path.parent != self.version.folder:
                self.done.append(f"opens {path.relative_to(self.home)}")

    def trace(self, frame: FrameType, _event: str, _argument: object) -> Any:
        """Follow the frames of the suite, and no others."""
        if not frame.f_code.co_filename.startswith(str(self.suite.story.suite)):
            return None
        return self.follow(frame, "line", None)

    def follow(self, frame: FrameType, _event: str, _argument: object) -> Any:
        """Note a line of the suite."""
        self.lines.add((self.suite.story.inside(Path(frame.f_code.co_filename)), frame.f_lineno))
        return self.follow


def comes_from(folder: Path) -> bool:
    """True if a file of this folder is among those that run."""
    frame: FrameType | None = sys._getframe(1)
    while frame:
        if frame.f_code.co_filename.startswith(f"{folder}{os.sep}"):
            return True
        frame = frame.f_back
    return False


class Observation(NamedTuple):
    """What was seen of a step."""

    done: list[str]
    """What it does while it is imported."""
    lines: set[tuple[str, int]]
    """The lines of the suite that run on it, if it is the last step."""


def observe(story: Story, steps: list[Step]) -> dict[Step, Observation]:
    """Give what each step does, and the lines that run on the last; from the cache if nothing changed."""
    cache, suite_key = Cache(story.workspace, "observed"), of_suite(story)
    keys = {
        step: digest(
            [*step.files, Path(__file__)], story.workspace, [suite_key, str(step == story.steps[-1])]
        )
        for step in steps
    }
    found = {step: cache.read(key) for step, key in keys.items()}

    if stale := [step for step, answer in found.items() if answer is None]:
        with collect(story) as suite:
            trials = {step: Observed(suite, step, runs=step == story.steps[-1]) for step in stale}
            try_all([*trials.values()])
        for step, trial in trials.items():
            found[step] = [trial.done, [[file, line] for file, line in sorted(trial.lines)]]
            if not trial.falls:
                cache.write(keys[step], found[step])
    return {
        step: Observation(done, {(file, line) for file, line in lines})
        for step, (done, lines) in found.items()
    }
