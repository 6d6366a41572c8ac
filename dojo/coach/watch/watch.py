"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

watchdog sees the save; a warm child process runs the tests; this process draws, and reads the keys.
"""

import os
import select
import signal
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from dojo.attempt.attempt import Attempt
from dojo.coach.watch.screen import KEY_LINE, KEYS, REDRAW, Screen, read_keys
from dojo.coach.watch.worker import LOOK, Bar, Idle, Note, Recorded, Request, Running, Worker
from dojo.runner.child.breakpoints import in_front
from dojo.screen import streams

SPOOL_S = 0.03
"""How long to wait for the rest of a save: an editor may write, rename and delete for one."""
TICK_S = 1.0
"""How often to look at what watchdog does not see, and to draw the clocks again."""
SHOW_BUSY_AFTER_S = 0.4
GRACE_S = 3.0
"""How long the warm process may take to end by itself."""
TERMINAL = 0
CHANGES = ("modified", "created", "deleted", "moved", "closed")


def watch(attempt: Attempt, top: Path) -> int:
    """Watch an attempt until Ctrl-C or q, and return an exit status; the workspace is at `top`."""
    os.chdir(top)
    at_terminal = os.isatty(TERMINAL) and os.isatty(1)
    settings = termios.tcgetattr(1) if at_terminal else None
    attempt = replace(attempt, keys=KEYS) if at_terminal else attempt
    child, pipe = start_worker(attempt, settings)
    screen = Screen(attempt, KEY_LINE) if at_terminal else Screen(attempt)
    watching = Watch(screen, pipe, child)
    try:
        with watch_files([attempt.folder, attempt.story.suite]) as (saves, wake):

            def redraw() -> None:
                """Draw again, but not at once: the signal may have come in the middle of drawing."""
                watching.keys += REDRAW
                wake()

            with single_keys(TERMINAL, resumed=redraw) if at_terminal else nullcontext():
                screen.clear()
                return watching.loop(saves, TERMINAL if at_terminal else None)
    except KeyboardInterrupt:
        return 0
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end_worker(child, pipe)
        if at_terminal:
            print()  # what comes next begins in a line of its own


def start_worker(attempt: Attempt, settings: list[Any] | None) -> tuple[int, Connection]:
    """Fork the warm process, and return its number and this end of the pipe to it."""
    pipe, theirs = Pipe()
    child = os.fork()
    if child:
        theirs.close()
        return child, pipe
    status = 1
    try:
        pipe.close()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for the watching process
        with suppress(EOFError, BrokenPipeError, ConnectionResetError):
            Worker(attempt, theirs).serve()
        status = 0
    except BaseException as error:
        with suppress(OSError):
            theirs.send(Note([f"make watch: {type(error).__name__}: {error}"]))
    finally:
        if settings:  # the watching process may have been killed
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            restore_terminal(1, settings)
        os._exit(status)


def end_worker(child: int, pipe: Connection) -> None:
    """Let the warm process end by itself; kill it if it does not."""
    pipe.close()
    deadline = time.monotonic() + GRACE_S
    with suppress(ProcessLookupError, ChildProcessError):
        while not os.waitpid(child, os.WNOHANG)[0]:
            os.kill(child, signal.SIGKILL if time.monotonic() > deadline else signal.SIGUSR1)
            time.sleep(0.01)


@contextmanager
def watch_files(folders: list[Path]) -> Iterator[tuple[int, Callable[[], None]]]:
    """Give a descriptor that can be read as soon as a file in one of the folders has changed.

    The other thing that it gives is a function that makes it readable at once.
    """
    from watchdog.events import FileSystemEvent, FileSystemEventHandler  # after the fork
    from watchdog.observers import Observer

    saves, tell = os.pipe()
    os.set_blocking(tell, False)

    def wake() -> None:
        with suppress(BlockingIOError):
            os.write(tell, b".")

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type in CHANGES:
                wake()

    observer = Observer()
    for folder in folders:
        observer.schedule(Handler(), str(folder), recursive=True)
    observer.start()
    try:
        yield saves, wake
    finally:
        observer.stop()


def restore_terminal(terminal: int, settings: list[Any]) -> None:
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
        if in_front(terminal):
            tty.setcbreak(terminal, termios.TCSANOW)
            resumed()

    handlers: dict[signal.Signals, Any] = {
        **dict.fromkeys((signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP), leave),
        signal.SIGCONT: go_on,
        signal.SIGTTOU: signal.SIG_IGN,  # the shell may have taken the terminal back already
    }
    others = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    if in_front(terminal):
        tty.setcbreak(terminal, termios.TCSANOW)
    try:
        yield
    finally:
        if in_front(terminal):
            restore_terminal(terminal, before)
        for number, handler in others.items():
            signal.signal(number, handler)


class Watch:
    """Draws what the warm process reports, and hands it saves and keys."""

    def __init__(self, screen: Screen, pipe: Connection, child: int) -> None:
        self.screen, self.pipe, self.child = screen, pipe, child
        self.keys = ""
        """The keys that are still to be handed on."""
        self.busy = False
        """True until the last request is answered."""
        self.running_since = 0.0
        self.saved = True

    def loop(self, saves: int, terminal: int | None) -> int:
        """Draw until q or the end of the warm process; return an exit status."""
        while True:
            if not self.busy and (self.saved or self.keys):
                self.request()
            sources: list[Any] = [saves, self.pipe, *[terminal] * (terminal is not None)]
            ready, _, _ = select.select(sources, [], [], self.timeout())
            if terminal in ready and not self.read_keys(terminal):
                return 0
            if saves in ready:
                self.note_save(saves)
            if self.pipe in ready and (status := self.hear()) is not None:
                return status
            if not ready:
                self.tick()
            if streams.write_error():  # nobody reads the bar
                return 1

    def request(self) -> None:
        """Ask for a look at the files, and then for what the next key means."""
        word = LOOK
        if not self.saved:
            word, self.keys = self.keys[0], self.keys[1:]
        self.saved = False
        if word == REDRAW:
            self.screen.clear()
            return
        self.busy = True
        with suppress(OSError):  # it has ended, which the end of the pipe will show
            self.pipe.send(Request(word, self.screen.failure_height))

    def timeout(self) -> float:
        """Return the seconds until there is something to draw."""
        if self.running_since and not self.screen.busy:
            return max(self.running_since + SHOW_BUSY_AFTER_S - time.monotonic(), 0)
        return TICK_S

    def read_keys(self, terminal: int | None) -> bool:
        """Keep the keys that were typed; False if one of them is q, or the terminal is gone."""
        assert terminal is not None
        if not in_front(terminal):
            time.sleep(SPOOL_S)
            return True
        try:
            text = os.read(terminal, 64)
        except OSError:
            return False
        self.keys += read_keys(text)
        return bool(text) and "q" not in self.keys

    def note_save(self, saves: int) -> None:
        """Wait for the rest of a save; a run that is under way is worth nothing now."""
        time.sleep(SPOOL_S)
        os.read(saves, 65536)
        self.saved = True
        if self.running_since:
            with suppress(ProcessLookupError):
                os.kill(self.child, signal.SIGUSR1)

    def hear(self) -> int | None:
        """Draw what the warm process reports; return an exit status if it has ended."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            return 1
        match message:
            case Running():
                self.running_since = self.running_since or time.monotonic()
            case Bar(colour, counts, lines, notes, not_run):
                self.running_since = 0.0
                self.screen.show(colour, counts, lines, notes, not_run)
            case Recorded(light, green, status):
                self.screen.record(light, green, status)
            case Note(lines):
                self.running_since = 0.0
                self.screen.note(lines)
            case Idle(ended):
                self.busy, self.running_since = False, 0.0
                if ended:
                    return 1
        return None

    def tick(self) -> None:
        """Show that a run takes long; else draw the clocks again, and look at what watchdog does not see."""
        if self.running_since:
            self.screen.running(time.monotonic() - self.running_since)
        else:
            self.screen.draw()
            self.saved = True
