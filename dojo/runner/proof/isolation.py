"""What a test must not leave behind or reach for: seen in a process in which nothing else runs."""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from dojo.runner.suite import Suite
from dojo.story.story import Story

WRITES = {
    "os.chmod",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.truncate",
    "os.utime",
    "shutil.rmtree",
}
"""Events of Python that change a file, besides opening it."""
TWO = {"os.link", "os.rename", "os.symlink"}
"""Events that concern two files; the second one is new."""
STARTS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
"""Events of Python that start another program."""
HEARD = "SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"
SIGNALS = [getattr(signal, name) for name in HEARD if hasattr(signal, name)]
THREADS, WARNINGS = "threads", "warnings"
ENVIRONMENT = ".venv"
"""As far as a test can tell, folders of the workspace with such a name belong to Python."""

Trace = tuple[bool, str]
"""Was it the step's code, and not the test's? And what was seen."""


State = dict[str, Any]
"""What has to be the same after a test as before it, by its name."""


class Traces:
    """Watches the tests of a suite in a child, from now on until the child ends."""

    def __init__(self, suite: Suite, home: Path) -> None:
        self.story, self.home = suite.story, home
        self.seen: dict[str, list[Trace]] = {}
        """What was seen of each test, by its id."""
        self.test = ""
        self.before: State | None = None
        self.warned: list[warnings.WarningMessage] = []
        self.awake = False
        sys.addaudithook(self.hear)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the tests that run meanwhile."""
        with warnings.catch_warnings(record=True) as self.warned:
            warnings.simplefilter("always")
            self.awake = True
            yield
            self.awake = False
            self.of("")

    def of(self, test: str) -> None:
        """The test before this one has ended: look at what it has left."""
        now = self.state()
        if self.test and self.before:
            self.compare(self.before, now)
        self.test, self.before = test, now if test else None

    def state(self) -> State:
        """How things are."""
        return {
            "the working directory": here() == str(self.home),
            "the environment": environment(),
            "sys.path": sys.path[:],
            "the limit of recursion": sys.getrecursionlimit(),
            "who hears a signal": [signal.getsignal(number) for number in SIGNALS],
            THREADS: threading.active_count(),
            WARNINGS: len(self.warned),
        }

    def compare(self, before: State, now: State) -> None:
        """Note what has changed."""
        if now[THREADS] > before[THREADS]:
            self.note("leaves a thread")
        if children():
            self.note("leaves a process")
        for warning in self.warned[before[WARNINGS] : now[WARNINGS]]:
            if Path(warning.filename).is_relative_to(self.story.suite):
                self.note(f"warns: {type(warning.message).__name__}: {warning.message}".splitlines()[0])
        for name in before.keys() - {THREADS, WARNINGS}:
            if before[name] != now[name] or (name == "the working directory" and not now[name]):
                self.note(f"changes {name}{changed(before[name], now[name])}")

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit hook: Python calls it before it opens a file, starts a program, and so on."""
        if not self.awake or (event != "open" and event not in WRITES and event not in STARTS):
            return
        self.judge(event, arguments)

    def judge(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note what the code of the story must not do."""
        who = caller(self.story, sys._getframe(2))
        if not who or isinstance(arguments[0], int):
            return
        if event in STARTS:
            if who.is_relative_to(self.story.folder):
                self.note("starts another program", step=True)
            return
        for name in arguments[: 2 if event in TWO else 1]:
            self.judge_file(event, arguments, Path(os.path.normpath(self.home / os.fsdecode(name))), who)

    def judge_file(self, event: str, arguments: tuple[Any, ...], path: Path, who: Path) -> None:
        """Note what is done with a file of the workspace, and must not be."""
        if not self.of_the_workspace(path):
            return
        step = who.is_relative_to(self.story.folder)
        if event != "open" or writes(arguments):
            self.note(f"writes into the workspace: {self.story.shown(path)}", step)
        elif step and path.parent != who.parent:
            self.note(f"reads a file of the workspace: {self.story.shown(path)}", step)

    def of_the_workspace(self, path: Path) -> bool:
        """Does it lie in the workspace, and in no environment of Python's?"""
        if not path.is_relative_to(self.story.top):
            return False
        return not any(part.startswith(ENVIRONMENT) for part in path.relative_to(self.story.top).parts)

    def note(self, what: str, step: bool = False) -> None:
        """Note it once."""
        seen = self.seen.setdefault(self.test, [])
        if (step, what) not in seen:
            seen.append((step, what))


def caller(story: Story, frame: FrameType | None) -> Path | None:
    """The file of the story, of a step or of the suite, that does what is done here."""
    roots = (f"{story.suite}{os.sep}", f"{story.folder}{os.sep}")
    while frame:
        file = frame.f_code.co_filename
        if file.startswith(roots):
            return Path(file)
        frame = frame.f_back
    return None


def writes(arguments: tuple[Any, ...]) -> bool:
    """Is this file opened for writing?"""
    _, mode, flags = arguments
    return bool(set(mode or "") & set("wax+")) or bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def here() -> str:
    """The working directory; nothing if it has been deleted."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


def changed(before: Any, now: Any) -> str:
    """Which variables have changed, if it is the environment."""
    if not isinstance(before, dict):
        return ""
    return ": " + ", ".join(sorted({name for name, _ in before.items() ^ now.items()}))


def environment() -> dict[str, str]:
    """The variables of the environment, except those by which pytest makes itself known."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}


def children() -> bool:
    """Has this process started other processes?"""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True
