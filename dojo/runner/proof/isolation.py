"""Detect side effects of tests and steps: files, processes, threads, warnings, changed global state."""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from dojo.runner.suite import Suite

CHANGES = ("chmod", "link", "mkdir", "remove", "rename", "rmdir", "symlink", "truncate", "utime")
WRITES = {"shutil.rmtree", *(f"os.{name}" for name in CHANGES)}
"""Events of Python that change a file, besides opening it."""
TWO = {"os.link", "os.rename", "os.symlink"}
"""Events that concern two files; the second one is new."""
STARTS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
"""Events of Python that start another program."""
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2
ENVIRONMENT = ".venv"
"""As far as a test can tell, folders of the workspace with such a name belong to Python."""

Trace = tuple[bool, str]
"""True if it was the step's code, and not the test's; and what was seen."""
State = dict[str, Any]
"""What has to be the same after a test as before it, by its name."""


class Traces:
    """Watches the tests of a suite in a child, from now on until the child ends."""

    def __init__(self, suite: Suite, home: Path) -> None:
        self.story, self.home = suite.story, home
        self.seen: dict[str, list[Trace]] = {}
        """What was seen of each test, by its id."""
        self.test = ""
        self.before: State = {}
        self.threads = 0
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
        """Look at what the test before this one has left."""
        if self.test:
            self.compare(state())
        self.test, self.before, self.threads = test, state(), threading.active_count()
        self.warned.clear()

    def compare(self, now: State) -> None:
        """Note what has changed."""
        if here() != self.home:
            self.note("changes the working directory")
        if threading.active_count() > self.threads:
            self.note("leaves a thread")
        with suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
            self.note("leaves a process")
        for warning in self.warned:
            if Path(warning.filename).is_relative_to(self.story.suite):
                self.note(f"warns: {type(warning.message).__name__}: {warning.message}".splitlines()[0])
        for name, before in self.before.items():
            if name == "the environment" and before != now[name]:
                names = sorted({variable for variable, _ in before.items() ^ now[name].items()})
                self.note(f"changes {name}: {', '.join(names)}")
            elif before != now[name]:
                self.note(f"changes {name}")

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note what the code of the story must not do. Python calls this before it does something."""
        if not self.awake or (event != "open" and event not in WRITES and event not in STARTS):
            return
        who = self.caller(sys._getframe(1))
        if not who or isinstance(arguments[0], int):
            return
        step = who.is_relative_to(self.story.folder)
        if event in STARTS and step:
            self.note("starts another program", step)
        elif event not in STARTS:
            for name in arguments[: 2 if event in TWO else 1]:
                path = Path(os.path.normpath(self.home / os.fsdecode(name)))
                if self.of_the_workspace(path):
                    if event != "open" or writes(*arguments[1:]):
                        self.note(f"writes into the workspace: {self.story.shown(path)}", step)
                    elif step and path.parent != who.parent:
                        self.note(f"reads a file of the workspace: {self.story.shown(path)}", step)

    def caller(self, frame: FrameType | None) -> Path | None:
        """The file of the story, of a step or of the suite, that does what is done here."""
        roots = (f"{self.story.suite}{os.sep}", f"{self.story.folder}{os.sep}")
        while frame and not frame.f_code.co_filename.startswith(roots):
            frame = frame.f_back
        return Path(frame.f_code.co_filename) if frame else None

    def of_the_workspace(self, path: Path) -> bool:
        """True if a file lies in the workspace, and in no environment of Python's."""
        top = self.story.top
        return path.is_relative_to(top) and not any(
            part.startswith(ENVIRONMENT) for part in path.relative_to(top).parts
        )

    def note(self, what: str, step: bool = False) -> None:
        """Note it once."""
        seen = self.seen.setdefault(self.test, [])
        if (step, what) not in seen:
            seen.append((step, what))


def state() -> State:
    """How things are now."""
    return {
        "the environment": {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")},
        "sys.path": sys.path[:],
        "the limit of recursion": sys.getrecursionlimit(),
        "who hears a signal": [signal.getsignal(number) for number in SIGNALS],
    }


def here() -> Path | None:
    """The working directory; None if it has been deleted."""
    try:
        return Path.cwd()
    except OSError:
        return None


def writes(mode: str | None, flags: int) -> bool:
    """True if a file is opened for writing."""
    return bool(set(mode or "") & set("wax+")) or bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
