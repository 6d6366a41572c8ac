"""What `make watch` hears: saves, which a child process sees, and single keys of the terminal."""

import os
import signal
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from dojo.runner.child.breakpoints import is_foreground

CHANGES = ("modified", "created", "deleted", "moved", "closed")
LOOK_FOR_PARENT_S = 0.1


@contextmanager
def watch_files(folders: list[Path], terminal: int | None) -> Iterator[tuple[int, Callable[[], None]]]:
    """Give a descriptor that can be read as soon as a file in one of the folders has changed.

    The other thing that it gives is a function that makes it readable at once. A child process watches:
    watchdog has threads, and a process with threads should not fork. If this process is killed, the child
    restores the terminal.
    """
    saves, tell = os.pipe()
    os.set_blocking(tell, False)

    def wake() -> None:
        with suppress(BlockingIOError):
            os.write(tell, b".")

    settings = None if terminal is None else termios.tcgetattr(terminal)
    parent = os.getpid()
    if not (child := os.fork()):
        try:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for the parent
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            report_changes(folders, wake)
            while os.getppid() == parent:
                time.sleep(LOOK_FOR_PARENT_S)
        finally:
            if terminal is not None:
                restore_terminal(terminal, settings)
            os._exit(0)
    try:
        yield saves, wake
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def report_changes(folders: list[Path], wake: Callable[[], None]) -> None:
    """Start threads that call `wake` at every change in these folders."""
    from watchdog.events import FileSystemEvent, FileSystemEventHandler
    from watchdog.observers import Observer

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type in CHANGES:
                wake()

    observer = Observer()
    for folder in folders:
        observer.schedule(Handler(), str(folder), recursive=True)
    observer.start()


def restore_terminal(terminal: int, settings: Any) -> None:
    """Give a terminal the settings that it had before."""
    with suppress(termios.error):  # it is gone
        termios.tcsetattr(terminal, termios.TCSANOW, settings)  # to wait could be interrupted by a signal


@contextmanager
def single_keys(terminal: int, resumed: Callable[[], None]) -> Iterator[None]:
    """Let the terminal hand over single keys within the block; Ctrl-C and Ctrl-Z do what they always do.

    However this process ends or stops, the terminal is as it was before; only after SIGKILL another process
    has to see to that. `resumed` is called when it goes on after Ctrl-Z.
    """
    before = termios.tcgetattr(terminal)

    def leave(number: int, _frame: FrameType | None) -> None:
        restore_terminal(terminal, before)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, leave)  # after Ctrl-Z it goes on here
        go_on(number, None)

    def go_on(_number: int, _frame: FrameType | None) -> None:
        if is_foreground(terminal):
            tty.setcbreak(terminal, termios.TCSANOW)
            resumed()

    handlers: dict[signal.Signals, Any] = {
        **dict.fromkeys((signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP), leave),
        signal.SIGCONT: go_on,
        signal.SIGTTOU: signal.SIG_IGN,  # the shell may have taken the terminal back already
    }
    others = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    if is_foreground(terminal):
        tty.setcbreak(terminal, termios.TCSANOW)
    try:
        yield
    finally:
        if is_foreground(terminal):
            restore_terminal(terminal, before)
        for number, handler in others.items():
            signal.signal(number, handler)
