"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

The suite is collected once; each run is in a child of its own, so no line of an attempt is imported here.
The system reports saves, and the bytes of the files say whether anything is new: any editor will do. Where a
disk reports nothing, the files are read many times a second.
"""

import os
import select
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from itertools import count
from pathlib import Path
from typing import NoReturn

from rich.console import Console

from dojo.attempt.attempt import RECORDS, Attempt
from dojo.attempt.diffstat import is_written
from dojo.attempt.host import Terminal
from dojo.attempt.lock import turn
from dojo.attempt.recording import all_lights, last_recorded
from dojo.attempt.snapshot import Snapshot, take_snapshot
from dojo.coach.back import back
from dojo.coach.display import (
    print_deleted,
    print_failure,
    print_left_out,
    print_lost_tests,
    print_unread,
)
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import hint
from dojo.coach.next import advise, play
from dojo.coach.run import BarRun, run_tests
from dojo.coach.watch.saves import SaveReports
from dojo.coach.watch.screen import KEYS, Screen, capture, read_keys
from dojo.coach.watch.terminal import TERMINAL, restored_terminal
from dojo.coach.where import where
from dojo.errors import CollectionError, EnvironmentProblem, UsageError, describe_error
from dojo.files import is_missing
from dojo.room.sync import RoomLink
from dojo.runner.child.breakpoints import is_foreground
from dojo.screen import streams

# how often to read the files where no save is reported; less often where that takes long
LOOK_S = 0.05
# how long an editor may take to write a file, once the first bytes are reported
SETTLE_S = 0.005
# how late a report may come
REPORT_S = 0.5
# how long the first bar waits for the process that reports saves, which needs some 0.1 s
READY_S = 2.0
# how often to draw the clocks again
TICK_S = 1.0
# saves end at most this many runs in a row, since code may write files in each run
BREAK_OFF = 5


def watch(attempt: Attempt, top: Path) -> int:
    """Watch an attempt until Ctrl-C or q, and return an exit status; the workspace is at `top`."""
    os.chdir(top)
    has_keys = os.isatty(TERMINAL) and os.isatty(1)
    try:
        reports = SaveReports([attempt.folder, attempt.folder.parent / RECORDS])
        with reports as saves, restored_terminal() if has_keys else nullcontext():
            Watch(replace(attempt, keys=KEYS) if has_keys else attempt, saves).serve()
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        return 0


class Saved(Exception):
    """A file was saved during a run: its result is worth nothing."""


class WatchedTerminal(Terminal):
    """A terminal at which something is done while tests run."""

    def __init__(self, on_wait: Callable[[], None]) -> None:
        self.do_while_waiting = on_wait

    def on_wait(self) -> None:
        self.do_while_waiting()


class Watch:
    """Runs the tests after every save, records a light if the files have changed, and obeys keys."""

    def __init__(self, attempt: Attempt, saves: SaveReports) -> None:
        self.attempt = replace(attempt, host=WatchedTerminal(self.tick))
        self.saves = saves
        self.screen = Screen(self.attempt)
        self.link = RoomLink(self.attempt)
        # those that are still to be obeyed
        self.keys = ""
        # what the last look has found, and when to read the files again where no save is reported
        self.looked: object = None
        self.next_look = 0.0
        # the files that the bar is about, and how much had been reported when they were read
        self.judged: Snapshot | None = None
        self.reported_before = 0
        # when the run began that is under way; and its files, if a save breaks it off
        self.run_began: float | None = None
        self.run_files: Snapshot | None = None
        # when the last light that it knows was recorded
        self.seen = 0

    def serve(self) -> NoReturn:
        """Answer saves and keys; collect the suite again when it changes. Ends with SystemExit.

        Raises CollectionError if the suite does not run at first.
        """
        # from now on the terminal does not show them
        self.wait_for_keys(0)
        while True:
            suite = take_snapshot(self.attempt.story.suite)
            self.judged = self.looked = None
            with ExitStack() as opened:
                try:
                    exercise = opened.enter_context(open_exercise(self.attempt))
                except CollectionError as fault:
                    # before the first bar it is an error of the verb
                    if self.screen.run is None:
                        raise
                    self.wait_for_suite(suite, fault)
                    continue
                if not self.screen.has_said_how:
                    # the process that reports saves has begun meanwhile
                    if not self.saves.arrived(READY_S):
                        self.saves.give_up()
                    self.screen.say_how(are_reported=self.saves.are_coming)
                while take_snapshot(self.attempt.story.suite) == suite and exercise.is_current():
                    self.answer(self.next_key(), exercise)

    def wait_for_suite(self, suite: Snapshot, fault: CollectionError) -> None:
        """Say why the tests of the kata cannot be read, and wait until one of their files changes."""
        why = " ".join(describe_error(fault).split())
        self.screen.mark_old()
        self.screen.note(f"The tests of the kata can't be read, and this waits until they can. {why}")
        while take_snapshot(self.attempt.story.suite) == suite:
            self.next_key()

    def next_key(self) -> str:
        """Wait for a key, a save, a light of another verb, or the next tick; return the key, if it is one.

        Raises SystemExit if there is nothing to watch, or nobody to see it.
        """
        tick = time.monotonic() + TICK_S
        while not self.keys:
            if time.monotonic() >= tick:
                self.check_reports()
                break
            # the first bar waits for no save
            if self.looked is None or self.is_time_to_look():
                before = self.looked
                self.looked = self.look()
                if self.looked != before:
                    break
            self.wait_for_keys(LOOK_S)
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
        began = time.monotonic()
        found = take_snapshot(self.attempt.folder), last_recorded(self.attempt)
        now = time.monotonic()
        # a slow disk is left alone for most of the time
        self.next_look = now + max(LOOK_S, 10 * (now - began))
        return found

    def is_time_to_look(self) -> bool:
        """True if something was reported since the last call; where nothing ever is, after a while."""
        if self.saves.arrived():
            # the first bytes are there, and an editor may still write
            time.sleep(SETTLE_S)
            return True
        return not self.saves.are_coming and time.monotonic() >= self.next_look

    def check_reports(self) -> None:
        """Where a save was not reported, read the files many times a second from now on, and say so."""
        if not self.saves.are_coming or self.judged is None:
            return
        files, _ = self.look()
        if files == self.judged or self.saves.count > self.reported_before or self.saves.arrived(REPORT_S):
            return
        self.saves.give_up()
        self.screen.say_how(are_reported=False)

    def wait_for_keys(self, seconds: float) -> None:
        """Keep the keys that are typed; raises SystemExit if one of them is q, or the terminal is gone."""
        if not self.attempt.keys or not is_foreground(TERMINAL):
            self.saves.wait(seconds)
            return
        text = b""
        with suppress(termios.error, OSError):
            # each time, for the shell has reset it when this goes on after Ctrl-Z
            tty.setcbreak(TERMINAL, termios.TCSANOW)
            if TERMINAL not in select.select([TERMINAL, *self.saves.files], [], [], seconds)[0]:
                return
            text = os.read(TERMINAL, 64)
        self.keys += read_keys(text)
        if not text or KEYS["quit"] in self.keys:
            raise SystemExit(0)

    @contextmanager
    def running(self, files: Snapshot | None = None) -> Iterator[None]:
        """Show that a run takes long; it raises Saved once the attempt is not as in `files` any more."""
        self.run_began, self.run_files = time.monotonic(), files
        try:
            yield
        finally:
            self.run_began = self.run_files = None

    def tick(self) -> None:
        """Do what is to be done while tests run; raises Saved, which ends the run."""
        if self.run_began is None:
            return
        self.screen.running(time.monotonic() - self.run_began)
        if self.run_files and self.is_time_to_look():
            files, _ = self.look()
            if files != self.run_files:
                raise Saved

    def answer(self, key: str, exercise: Exercise) -> None:
        """Do what a key asks for, or look at the files and the room; say what cannot be done.

        A run that another verb has recorded is not new: `make next` may have revealed a test.
        """
        if key == KEYS["all"]:
            self.screen.show_all()
            return
        try:
            if key or self.look() != (self.judged, self.seen):
                with turn(self.attempt, self.screen.note):
                    self.saves.arrived()
                    self.reported_before = self.saves.count
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
                self.screen.hear(self.link.update())
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
            if self.judged != before:
                self.screen.mark_old()
            with suppress(Saved), self.running(self.judged if again < BREAK_OFF else None):
                this = run_tests(exercise)
                self.judged = now = take_snapshot(self.attempt.folder)
                changed = changed_names(this.snapshot, now)
                # only data: code that writes a file in every run would be run for ever
                is_only_data = not any(map(is_written, changed))
                if not changed or (again and is_only_data):
                    break

        def print_run(out: Console) -> None:
            print_lost_tests(out, this)
            if this.failure:
                print_failure(out, this.failure, self.attempt)
                print_unread(out, this)
                print_deleted(out, this)
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
