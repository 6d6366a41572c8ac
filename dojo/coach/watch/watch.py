"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

The suite is collected once; each run is in a child of its own, so no line of an attempt is imported here.
Saves are seen by the bytes of the files: any editor and any disk will do.
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
from typing import NoReturn

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import is_written
from dojo.attempt.lock import turn
from dojo.attempt.recording import all_lights, last_recorded
from dojo.attempt.snapshot import Snapshot, take_snapshot
from dojo.coach.back import back
from dojo.coach.display import print_failure, print_left_out
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import hint
from dojo.coach.next import advise, play
from dojo.coach.run import BarRun, run_tests
from dojo.coach.watch.screen import KEYS, Screen, capture, read_keys
from dojo.coach.where import where
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.files import is_missing
from dojo.room.sync import RoomLink
from dojo.runner.child.breakpoints import is_foreground
from dojo.screen import streams

# how often to look at the files; less often where that takes long
LOOK_S = 0.05
# how often to draw the clocks again
TICK_S = 1.0
# saves end at most this many runs in a row, since code may write files in each run
BREAK_OFF = 5
TERMINAL = 0


def watch(attempt: Attempt, top: Path) -> int:
    """Watch an attempt until Ctrl-C or q, and return an exit status; the workspace is at `top`."""
    os.chdir(top)
    has_keys = os.isatty(TERMINAL) and os.isatty(1)
    try:
        with restored_terminal() if has_keys else nullcontext():
            Watch(replace(attempt, keys=KEYS) if has_keys else attempt).serve()
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        return 0


@contextmanager
def restored_terminal() -> Iterator[None]:
    """Give the terminal the settings that it had before when this process ends."""
    before = termios.tcgetattr(TERMINAL)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        # in the background, the shell has taken the terminal back already
        if is_foreground(TERMINAL):
            # the terminal may be gone
            with suppress(termios.error):
                termios.tcsetattr(TERMINAL, termios.TCSANOW, before)
        # what comes next begins in a line of its own
        print()


class Saved(BaseException):
    """A file was saved during a run: its result is worth nothing."""


class Watch:
    """Runs the tests after every save, records a light if the files have changed, and obeys keys."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.screen = Screen(attempt)
        self.link = RoomLink(attempt)
        # those that are still to be obeyed
        self.keys = ""
        # what the last look has found
        self.looked: object = None
        # the files that the bar is about
        self.judged: Snapshot | None = None
        # when the last light that it knows was recorded
        self.seen = 0

    def serve(self) -> NoReturn:
        """Answer saves and keys; collect the suite again when it changes. Ends with SystemExit.

        Raises CollectionError if the suite does not run.
        """
        # from now on the terminal does not show them
        self.wait_for_keys(0)
        while True:
            suite, self.judged = take_snapshot(self.attempt.story.suite), None
            with open_exercise(self.attempt) as exercise:
                while take_snapshot(self.attempt.story.suite) == suite and exercise.is_current():
                    self.answer(self.next_key(), exercise)

    def next_key(self) -> str:
        """Wait for a key, a save, a light of another verb, or the next tick; return the key, if it is one.

        Raises SystemExit if there is nothing to watch, or nobody to see it.
        """
        tick = time.monotonic() + TICK_S
        began = time.monotonic()
        while not self.keys and began < tick:
            before = self.looked
            self.looked = self.look()
            if self.looked != before:
                break
            # a slow disk is left alone for most of the time
            self.wait_for_keys(max(LOOK_S, 10 * (time.monotonic() - began)))
            began = time.monotonic()
        if is_missing(self.attempt.folder):
            self.screen.note(f"the folder of {self.attempt.name} is gone, and with it make watch")
            raise SystemExit(1)
        # the pipe is closed: there is no reader of the bar any more
        if streams.write_error():
            raise SystemExit(1)
        key, self.keys = self.keys[:1], self.keys[1:]
        return key

    def look(self) -> tuple[Snapshot, int]:
        """Return what changes with every save, and with every light of another verb."""
        return take_snapshot(self.attempt.folder), last_recorded(self.attempt)

    def wait_for_keys(self, seconds: float) -> None:
        """Keep the keys that are typed; raises SystemExit if one of them is q, or the terminal is gone."""
        if not self.attempt.keys or not is_foreground(TERMINAL):
            time.sleep(seconds)
            return
        text = b""
        with suppress(termios.error, OSError):
            # each time, for the shell has reset it when this goes on after Ctrl-Z
            tty.setcbreak(TERMINAL, termios.TCSANOW)
            if not select.select([TERMINAL], [], [], seconds)[0]:
                return
            text = os.read(TERMINAL, 64)
        self.keys += read_keys(text)
        if not text or KEYS["quit"] in self.keys:
            raise SystemExit(0)

    @contextmanager
    def running(self, files: Snapshot | None = None) -> Iterator[None]:
        """Show that a run takes long; raises Saved once the attempt is not as in `files` any more."""
        began = time.monotonic()

        def tick(*_: object) -> None:
            self.screen.running(time.monotonic() - began)
            if files and take_snapshot(self.attempt.folder) != files:
                # once: nothing breaks off how the run ends
                signal.setitimer(signal.ITIMER_REAL, 0)
                raise Saved

        signal.signal(signal.SIGALRM, tick)
        signal.setitimer(signal.ITIMER_REAL, LOOK_S, LOOK_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def answer(self, key: str, exercise: Exercise) -> None:
        """Do what a key asks for, or look at the files and the room; say what cannot be done.

        A run that another verb has recorded is not new: `make next` may have revealed a test.
        """
        try:
            if key or self.look() != (self.judged, self.seen):
                with turn(self.attempt, self.screen.note):
                    try:
                        if key:
                            self.obey(key, exercise)
                        else:
                            self.judge(exercise)
                        lights = all_lights(self.attempt)
                        if lights:
                            self.screen.record(lights, self.link.update())
                    finally:
                        self.seen = last_recorded(self.attempt)
            else:
                self.screen.room_status = self.link.update()
                self.screen.draw()
        except (UsageError, EnvironmentProblem, OSError) as fault:
            self.screen.note(" ".join(describe_error(fault).split()))

    def judge(self, exercise: Exercise) -> None:
        """Run the tests, show the bar, and then record: the bar does not wait for the record.

        The files were the same before the run and after it. If the code itself writes a file of data in every
        run, the second run counts.
        """
        before = self.judged
        for again in count():
            self.judged = take_snapshot(self.attempt.folder)
            with suppress(Saved), self.running(self.judged if again < BREAK_OFF else None):
                this = run_tests(exercise)
                self.judged = now = take_snapshot(self.attempt.folder)
                changed = changed_names(this.snapshot, now)
                # only data: code that writes a file in every run would be run for ever
                is_only_data = not any(map(is_written, changed))
                if not changed or (again and is_only_data):
                    break

        def print_run(out: Console) -> None:
            if this.failure:
                print_failure(out, this.failure, self.attempt)
            else:
                advise(this, out)
            print_left_out(out, this.snapshot)

        self.screen.show(this, capture(print_run)[1])
        if self.judged != before:
            this.record(this.light("watch"), self.judged)

    def obey(self, key: str, exercise: Exercise) -> None:
        """Run the verb of a key; raises what the verb raises."""
        if key == KEYS["back"]:
            with redirect_stdout(StringIO()) as message:
                back(self.attempt, "")
            self.judge(exercise)
            # after the bar, which clears the last message
            self.screen.note(message.getvalue())
            return
        verbs: dict[str, Callable[[Console], BarRun | None]] = {
            KEYS["next"]: lambda out: play(exercise, out),
            KEYS["hint"]: lambda out: hint(self.attempt, out),
            KEYS["where"]: lambda out: where(self.attempt, out),
        }
        with self.running():
            this, printed = capture(verbs[key])
        if this:
            self.judged = this.snapshot
            self.screen.show(this, printed)
        else:
            self.screen.note(printed)


def changed_names(before: Snapshot, now: Snapshot) -> list[str]:
    """Return the names of the files that were added, deleted or changed between two snapshots."""
    return [os.fsdecode(path) for path, _ in before.files.items() ^ now.files.items()]
