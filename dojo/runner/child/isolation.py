"""In a child: see what tests and steps do besides their answer: files, programs, network, global state."""

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from dojo.runner.recorder.dependencies import Present
from dojo.story.story import Story

if TYPE_CHECKING:
    from _typeshed import TraceFunction

# Audit events of Python that change a file, besides opening it.
CHANGES = ("chmod", "link", "mkdir", "remove", "rename", "rmdir", "symlink", "truncate", "utime")
WRITES = {"shutil.rmtree", *(f"os.{name}" for name in CHANGES)}
STARTS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
CONNECTS = {
    f"socket.{name}" for name in ("bind", "connect", "getaddrinfo", "gethostbyname", "sendmsg", "sendto")
}
WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT
KNOWN = {"open"} | WRITES | STARTS | CONNECTS
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2
# A folder of the workspace with such a name belongs to Python.
ENVIRONMENT = ".venv"
WARNS = "warns: "
# In place of the id of a test, while the step is imported.
IMPORT = ""


class SideEffect(NamedTuple):
    """What a test or a step does besides its answer.

    Attributes:
        by_step: True if the step's code did it, and not the test's.
        what: what it does, as a verb in the third person.
    """

    by_step: bool
    what: str

    @property
    def is_warning(self) -> bool:
        """True if it is a warning, which leaves nothing behind."""
        return self.what.startswith(WARNS)


class State(NamedTuple):
    """What of a process has to be the same after a test as before it.

    Attributes:
        threads: how many run; there may be fewer afterwards.
        values: what must not change, by its name.
    """

    threads: int
    values: dict[str, object]


class SideEffects:
    """Watches a step and its tests, from now on until the child ends.

    Attributes:
        seen: what was seen of each test, by its id.
        test: the id of the test that runs.
    """

    def __init__(self, story: Story, home: Path) -> None:
        self.story, self.home = story, home
        self.seen: dict[str, list[SideEffect]] = {}
        self.test = IMPORT
        self.before = State(0, {})
        self.warned: list[warnings.WarningMessage] = []
        self.awake = False
        sys.addaudithook(self.audit)

    @contextmanager
    def watching(self, *, imports: bool = False) -> Iterator[None]:
        """Watch what runs meanwhile: an import, in which nothing sleeps, or each test that `begin` names."""
        sleep = time.sleep
        if imports:
            time.sleep = lambda _seconds: self.note("sleeps", by_step=True)
        with warnings.catch_warnings(record=True) as self.warned:
            warnings.simplefilter("always")
            self.awake = True
            try:
                yield
            finally:
                self.awake, time.sleep = False, sleep
                self.begin(IMPORT)

    def begin(self, test: str) -> None:
        """Note what the test before this one has left behind."""
        if self.test != IMPORT:
            self.compare(capture_state())
        self.test, self.before = test, capture_state()
        self.warned.clear()

    def compare(self, now: State) -> None:
        """Note what has changed."""
        home = None
        with suppress(OSError):  # it has been deleted
            home = Path.cwd()
        if home != self.home:
            self.note("changes the working directory")
        if now.threads > self.before.threads:
            self.note("leaves a thread")
        with suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
            self.note("leaves a process")
        for warning in self.warned:
            if Path(warning.filename).is_relative_to(self.story.suite):
                text = f"{WARNS}{type(warning.message).__name__}: {warning.message}"
                self.note(text.splitlines()[0])
        for name, before in self.before.values.items():
            if before != now.values[name]:
                self.note(f"changes {name}{name_changed(before, now.values[name])}")

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note what the code of the story must not do. Python calls this before it does something."""
        # what is read to record a dependency is our own doing
        if not self.awake or event not in KNOWN or Present.is_reading:
            return
        who = self.caller(sys._getframe(1))
        if who is None:
            return
        by_step = who.is_relative_to(self.story.folder)
        if event in CONNECTS:
            self.note("asks the network", by_step=by_step)
        elif event in STARTS:
            # a test may start one
            if by_step:
                self.note("starts another program", by_step=True)
        elif event == "open":
            path, mode, flags = arguments
            writes = bool(set(mode or "") & set("wax+") or flags & WRITING_FLAGS)
            self.note_file(path, who, writes=writes, by_step=by_step)
        # a number is that of an open file
        elif not isinstance(arguments[0], int):
            for path in arguments:
                self.note_file(path, who, writes=True, by_step=by_step)

    def note_file(self, name: object, who: Path, *, writes: bool, by_step: bool) -> None:
        """Note that a file of the story reads or writes another file, if that is one of the workspace.

        `name` is an argument of an audit event: a path, or anything else.
        """
        if not isinstance(name, str | bytes | os.PathLike):
            return
        path = Path(os.path.normpath(self.home / os.fsdecode(name)))
        if not path.is_relative_to(self.story.top):
            return
        if any(part.startswith(ENVIRONMENT) for part in path.relative_to(self.story.top).parts):
            return
        if writes:
            self.note(f"writes into the workspace: {self.story.shown(path)}", by_step=by_step)
        elif by_step and not path.is_relative_to(self.folder_of_step(who)):
            self.note(f"reads a file of the workspace: {self.story.shown(path)}", by_step=True)

    def folder_of_step(self, file: Path) -> Path:
        """Return the folder of the step that a file lies in, perhaps in a package."""
        return self.story.folder / file.relative_to(self.story.folder).parts[0]

    def caller(self, frame: FrameType | None) -> Path | None:
        """Return the file of the story, of a step or of the suite, that does what is done here."""
        roots = (f"{self.story.suite}{os.sep}", f"{self.story.folder}{os.sep}")
        while frame and not frame.f_code.co_filename.startswith(roots):
            frame = frame.f_back
        return Path(frame.f_code.co_filename) if frame else None

    def note(self, what: str, by_step: bool = False) -> None:
        """Note a side effect, once for each test."""
        effect = SideEffect(by_step, what)
        seen = self.seen.setdefault(self.test, [])
        if effect not in seen:
            seen.append(effect)


def name_changed(before: object, now: object) -> str:
    """Return the end of a sentence that names what has changed in a dictionary; nothing of anything else."""
    if not isinstance(before, dict) or not isinstance(now, dict):
        return ""
    names = {name for name, _ in before.items() ^ now.items()}
    return f": {', '.join(sorted(names))}"


def capture_state() -> State:
    """Return the state of this process now."""
    # pytest says there which test runs
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    values: dict[str, object] = {
        "the environment": environment,
        "sys.path": sys.path[:],
        "the limit of recursion": sys.getrecursionlimit(),
        "who hears a signal": [signal.getsignal(number) for number in SIGNALS],
    }
    return State(threading.active_count(), values)


@contextmanager
def trace_lines(story: Story, lines: set[tuple[str, int]]) -> Iterator[None]:
    """Add each line of the suite that runs meanwhile to a set: the path of its file, and its number."""
    root = f"{story.suite}{os.sep}"

    def follow(frame: FrameType, _event: str, _argument: object) -> "TraceFunction | None":
        if not frame.f_code.co_filename.startswith(root):
            return None
        lines.add((story.inside(Path(frame.f_code.co_filename)), frame.f_lineno))
        return follow

    sys.settrace(follow)
    try:
        yield
    finally:
        sys.settrace(None)
