"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

The suite is collected once; each run is in a child of its own, so no line of an attempt is imported here.
Saves are seen by the dates of the files: any editor and any disk will do.
"""

import os
import select
import signal
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from itertools import count
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import is_written
from dojo.attempt.light import all_lights, last_green, last_recorded
from dojo.attempt.lock import turn
from dojo.attempt.snapshot import Snapshot, below, take_snapshot
from dojo.coach.back import back
from dojo.coach.display import print_failure, print_left_out
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import give_hint
from dojo.coach.next import advise, play
from dojo.coach.run import BarRun, run_tests
from dojo.coach.watch.screen import KEY_LINE, KEYS, Screen, capture, read_keys
from dojo.coach.where import where
from dojo.errors import CollectionError, EnvironmentProblem, UsageError, describe_error
from dojo.room.sync import RoomLink
from dojo.runner.child.breakpoints import is_foreground
from dojo.screen import streams

LOOK_S = 0.05
"""How often to look at the files, during a run as well; less often where that takes long."""
TICK_S = 1.0
"""How often to draw the clocks again."""
BREAK_OFF = 5
"""How often a save breaks off a run, for code that writes files itself may save without end."""
TERMINAL = 0
Stamps = dict[Path, tuple[int, ...]]


def watch(attempt: Attempt, top: Path) -> int:
    """Watch an attempt until Ctrl-C or q, and return an exit status; the workspace is at `top`."""
    os.chdir(top)
    terminal = TERMINAL if os.isatty(TERMINAL) and os.isatty(1) else None
    attempt = replace(attempt, keys=KEYS) if terminal is not None else attempt
    screen = Screen(attempt, *[KEY_LINE] * (terminal is not None))
    try:
        with nullcontext() if terminal is None else restored(terminal):
            Watch(attempt, screen, terminal).serve()
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        return 0
    finally:
        if terminal is not None:
            print()  # what comes next begins in a line of its own


@contextmanager
def restored(terminal: int) -> Iterator[None]:
    """Give the terminal the settings that it had before when this process ends, or stops after Ctrl-Z."""
    before = termios.tcgetattr(terminal)

    def restore() -> None:
        if is_foreground(terminal):  # otherwise the shell has taken it back already
            with suppress(termios.error):  # it is gone
                termios.tcsetattr(terminal, termios.TCSANOW, before)

    def stop(_number: int, _frame: FrameType | None) -> None:
        restore()
        os.kill(os.getpid(), signal.SIGSTOP)

    signal.signal(signal.SIGTSTP, stop)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    try:
        yield
    finally:
        restore()


class Saved(BaseException):
    """A file was saved during a run: the result is worth nothing."""


class Watch:
    """Runs the tests after every save, records a light if the files have changed, and obeys keys."""

    def __init__(self, attempt: Attempt, screen: Screen, terminal: int | None = None) -> None:
        self.attempt, self.screen, self.terminal = attempt, screen, terminal
        self.keys = ""
        """The keys that are still to be obeyed."""
        self.looked: object = None
        """What the last look has found."""
        self.pause = LOOK_S
        """Seconds until the next look."""
        self.judged: Snapshot | None = None
        """The files that the bar is about."""
        self.seen = 0
        """When the last light that it knows was recorded."""
        self.link = RoomLink(attempt)

    def serve(self) -> NoReturn:
        """Answer saves and keys; collect the suite again when it changes. Ends with SystemExit."""
        self.wait_for_keys(0)  # from now on the terminal does not show them
        while True:
            suite, self.judged = take_snapshot(self.attempt.story.suite), None
            try:
                with open_exercise(self.attempt) as exercise:
                    self.answer_all(exercise, suite)
            except CollectionError as broken:
                self.say(f"The suite does not run: {' '.join(str(broken).split())}")
                self.answer_all(None, suite)

    def answer_all(self, exercise: Exercise | None, suite: Snapshot) -> None:
        """Answer saves and keys until the suite changes."""
        self.looked = None
        while True:
            key = self.next_key()
            if not self.attempt.folder.is_dir():
                self.say(f"the folder of {self.attempt.name} is gone, and with it make watch")
                raise SystemExit(1)
            if take_snapshot(self.attempt.story.suite) != suite:
                return
            if exercise:
                self.answer(key, exercise)
            if streams.write_error():  # nobody reads the bar
                raise SystemExit(1)

    def next_key(self) -> str:
        """Wait for a key, a save, a light of another verb, or the next tick; return the key, if it is one."""
        tick = time.monotonic() + TICK_S
        while not self.keys and (found := self.look()) == self.looked and time.monotonic() < tick:
            self.wait_for_keys(self.pause)
        if self.keys:
            key, self.keys = self.keys[0], self.keys[1:]
            return key
        self.looked = found
        return ""

    def look(self) -> object:
        """Return what changes with every save, and with every light of another verb."""
        began = time.monotonic()
        found = read_stamps(self.attempt.folder), last_recorded(self.attempt)
        self.pause = max(LOOK_S, 10 * (time.monotonic() - began))
        return found

    def wait_for_keys(self, seconds: float) -> None:
        """Keep the keys that are typed; raises SystemExit if one of them is q, or the terminal is gone."""
        if self.terminal is None or not is_foreground(self.terminal):
            time.sleep(seconds)
            return
        text = b""
        with suppress(termios.error, OSError):
            tty.setcbreak(self.terminal, termios.TCSANOW)  # also when it goes on after Ctrl-Z
            if not select.select([self.terminal], [], [], seconds)[0]:
                return
            text = os.read(self.terminal, 64)
        self.keys += read_keys(text)
        if not text or "q" in self.keys:
            raise SystemExit(0)

    @contextmanager
    def running(self, stamps: Stamps | None = None) -> Iterator[None]:
        """Show that a run takes long; if stamps are given, raise Saved in it when the files have others."""
        began = time.monotonic()

        def pulse(_number: int, _frame: FrameType | None) -> None:
            nonlocal stamps
            if stamps is not None and read_stamps(self.attempt.folder) != stamps:
                stamps = None  # once is enough
                raise Saved
            self.screen.running(time.monotonic() - began)

        signal.signal(signal.SIGALRM, pulse)
        signal.setitimer(signal.ITIMER_REAL, self.pause, self.pause)
        try:
            yield
        finally:
            stamps = None
            signal.setitimer(signal.ITIMER_REAL, 0)

    def answer(self, key: str, exercise: Exercise) -> None:
        """Do what a key asks for, or look at the files and the room; say what cannot be done.

        A run that another verb has recorded is not new: `make next` may have revealed a test.
        """
        try:
            is_new = take_snapshot(self.attempt.folder) != self.judged
            if key or is_new or last_recorded(self.attempt) != self.seen:
                with turn(self.attempt, self.say):
                    try:
                        self.obey(key, exercise) if key else self.judge(exercise, is_new=is_new)
                    finally:
                        self.seen = last_recorded(self.attempt)
            else:
                self.screen.room_status = self.link.update()
                self.screen.draw()
        except (UsageError, EnvironmentProblem, OSError) as fault:
            self.say(" ".join(describe_error(fault).split()))

    def judge(self, exercise: Exercise, *, is_new: bool = True) -> None:
        """Run the tests, show the bar, and then record: the bar does not wait for the record."""
        self.judged = take_snapshot(self.attempt.folder)
        this, self.judged = self.run_unchanged(lambda: run_tests(exercise))

        def print_run(out: Console) -> None:
            if this.failure:
                print_failure(out, this.failure, self.attempt)
            else:
                advise(this, out)
            print_left_out(out, this.snapshot)

        self.screen.show(this.colour, this.counts, capture(print_run), this.not_run)
        if is_new or not last_recorded(self.attempt):
            this.record("watch", snapshot=self.judged)
        self.show_light()

    def run_unchanged(self, run: Callable[[], BarRun]) -> tuple[BarRun, Snapshot]:
        """Return the result of the files, and these files: they were the same before the run and after it.

        If the code itself writes a file of data in every run, the second run counts.
        """
        for runs in count():
            stamps = read_stamps(self.attempt.folder)
            with suppress(Saved), self.running(stamps if runs < BREAK_OFF else None):
                found = run()
                now = take_snapshot(self.attempt.folder)
                changed = [path.name for path, _ in stamps.items() ^ read_stamps(self.attempt.folder).items()]
                if not changed or (runs and not any(map(is_written, changed))):
                    return found, now
        raise AssertionError

    def show_light(self) -> None:
        """Show the last light, if there is one; raises NotRecorded."""
        if lights := all_lights(self.attempt):
            self.screen.record(lights[-1], last_green(lights), self.link.update())

    def obey(self, key: str, exercise: Exercise) -> None:
        """Run the verb of a key; raises what the verb raises."""
        verbs: dict[str, Callable[[Console], None]]
        verbs = {"h": lambda out: give_hint(exercise, out), "w": lambda out: where(self.attempt, out)}
        if key == "n":
            self.judged = take_snapshot(self.attempt.folder)
            with self.running():
                lines = capture(lambda out: play(exercise, out))
            last = all_lights(self.attempt)[-1]
            self.screen.show(last.colour, last.counts, lines[:-1])  # without its small bar
        elif key == "b":
            with redirect_stdout(StringIO()) as said:
                back(self.attempt, "")
            self.judge(exercise)
            self.screen.note(said.getvalue().splitlines())
        elif key in verbs:
            with self.running():
                lines = capture(verbs[key])
            self.screen.note(lines)
        else:
            self.say(f"{key} is none of the keys: {KEY_LINE}")
        self.show_light()

    def say(self, text: str) -> None:
        self.screen.note([text])


def read_stamps(folder: Path) -> Stamps:
    """Return what every save below a folder changes: the number, the size and the dates of each file."""
    found: Stamps = {}
    for path in below(folder):
        with suppress(OSError):
            file = path.lstat()
            found[path] = file.st_ino, file.st_size, file.st_mtime_ns, file.st_ctime_ns
    return found
