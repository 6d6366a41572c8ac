"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

The suite is collected once; each run is in a child of its own, so no line of an attempt is imported here.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import RECORDS, Attempt
from dojo.attempt.diffstat import is_written
from dojo.attempt.host import Terminal
from dojo.attempt.lock import turn
from dojo.attempt.recording import all_lights, last_recorded
from dojo.attempt.snapshot import Snapshot, take_snapshot
from dojo.coach.back import back
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import hint
from dojo.coach.next import play
from dojo.coach.run import BarRun, run_tests
from dojo.coach.watch.events import Events, Quit
from dojo.coach.watch.run_text import print_run
from dojo.coach.watch.saves import SaveReports
from dojo.coach.watch.screen import KEYS, Screen, capture
from dojo.coach.watch.terminal import TERMINAL, restored_terminal
from dojo.coach.where import columns, where
from dojo.errors import CollectionError, EnvironmentProblem, UsageError, describe_error
from dojo.files import is_missing
from dojo.room.sync import RoomLink
from dojo.screen import streams

# how long the first bar waits for the process that reports saves, which needs some 0.1 s
READY_S = 2.0
# how often to draw the clocks again
TICK_S = 1.0
# how often to look whether anything happened
POLL_S = 0.05
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
    except Quit:
        print(f"Your code and your lights are kept. To go on: {attempt.command('watch')}")
        return 0
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
        self.events = Events(self.attempt, saves)
        self.screen = Screen(self.attempt)
        self.link = RoomLink(self.attempt)
        # the files that the bar is about
        self.judged: Snapshot | None = None
        # when the last light that it knows was recorded
        self.seen = 0
        # when the run began that is under way; and its files, if a save breaks it off
        self.run_began: float | None = None
        self.run_files: Snapshot | None = None

    def serve(self) -> NoReturn:
        """Answer saves and keys; collect the suite again when it changes. Ends with SystemExit.

        Raises CollectionError if the suite does not run at first.
        """
        # from now on the terminal does not show them
        self.events.wait(0)
        while True:
            suite = take_snapshot(self.attempt.story.suite)
            # what the bar says is about another suite
            self.judged = self.events.last_look = None
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
                    self.say_how()
                while take_snapshot(self.attempt.story.suite) == suite and exercise.is_current():
                    self.answer(self.next_key(), exercise)

    def say_how(self) -> None:
        """Say whether the system reports saves: its process has begun while the suite was collected."""
        if not self.saves.arrived(READY_S):
            self.saves.give_up()
        self.screen.say_how(are_reported=self.saves.are_coming)

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
        while not self.events.keys and not self.events.has_news():
            if time.monotonic() >= tick:
                self.check_reports()
                break
            self.events.wait(POLL_S)
        if is_missing(self.attempt.folder):
            self.screen.note(f"the folder of {self.attempt.name} is gone, and with it make watch")
            raise SystemExit(1)
        # the pipe is closed: there is no reader of the bar any more
        if streams.write_error():
            raise SystemExit(1)
        return self.events.take_key()

    def check_reports(self) -> None:
        """Where a save was not reported, read the files many times a second from now on, and say so."""
        if self.judged and self.events.has_missed_a_save(self.judged):
            self.saves.give_up()
            self.screen.say_how(are_reported=False)

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
        # another run is not broken off
        if self.run_files is not None:
            self.raise_if_saved(self.run_files)

    def raise_if_saved(self, files: Snapshot) -> None:
        """Raise Saved once the attempt is not as in `files` any more."""
        if self.events.is_time_to_look() and self.events.look().files != files:
            raise Saved

    def answer(self, key: str, exercise: Exercise) -> None:
        """Do what a key asks for, or look at the files and the room; say what cannot be done.

        A run that another verb has recorded is not new: `make next` may have revealed a test.
        """
        if key == KEYS["all"]:
            self.screen.show_all()
            return
        try:
            if key or self.has_news():
                with turn(self.attempt, self.screen.note):
                    self.act(key, exercise)
            else:
                self.screen.hear(self.link.update())
        except (UsageError, EnvironmentProblem, OSError) as fault:
            self.screen.note(" ".join(describe_error(fault).split()))

    def has_news(self) -> bool:
        """True if there are other files than those of the bar, or a light of another verb."""
        look = self.events.look()
        return look.files != self.judged or look.recorded != self.seen

    def act(self, key: str, exercise: Exercise) -> None:
        """Do what a key asks for, or run the tests; then show the last light, and send it to the room."""
        self.events.forget_reports()
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

    def judge(self, exercise: Exercise) -> None:
        """Run the tests, show the bar, and then record: the bar does not wait for the record."""
        before = self.judged
        this = self.run_until_unchanged(exercise)
        _, printed = capture(partial(print_run, this))
        self.screen.show(this, printed)
        if self.judged != before:
            this.record(this.light("watch"), self.judged)

    def run_until_unchanged(self, exercise: Exercise) -> BarRun:
        """Run the tests until no file changes during a run, and return that run.

        If the code itself writes a file of data in every run, the second run counts.
        """
        before = self.judged
        runs = 0
        while True:
            runs += 1
            self.judged = take_snapshot(self.attempt.folder)
            if self.judged != before:
                self.screen.mark_old()
            try:
                with self.running(self.judged if runs <= BREAK_OFF else None):
                    this = run_tests(exercise)
            except Saved:
                continue
            self.judged = take_snapshot(self.attempt.folder)
            changed = changed_names(this.snapshot, self.judged)
            # only data: code that writes a file in every run would be run for ever
            is_only_data = not any(map(is_written, changed))
            if not changed or (runs > 1 and is_only_data):
                return this

    def obey(self, key: str, exercise: Exercise) -> None:
        """Run the verb of a key; raises what the verb raises."""
        if key == KEYS["back"]:
            with redirect_stdout(StringIO()) as message:
                back(self.attempt, "")
            self.judge(exercise)
            # after the bar, which clears the last message
            self.screen.note(message.getvalue())
            return
        if key == KEYS["where"]:
            self.screen.note(self.find_place(exercise))
            return
        verbs: dict[str, Callable[[Console], BarRun | None]] = {
            KEYS["next"]: lambda out: play(exercise, out),
            KEYS["hint"]: lambda out: hint(self.attempt, out),
        }
        with self.running():
            this, printed = capture(verbs[key])
        if this:
            self.judged = this.snapshot
            self.screen.show(this, printed)
        else:
            self.screen.note(printed)

    def find_place(self, exercise: Exercise) -> Text:
        """Return what `make where` says; judge first what is saved while the tests run on our steps."""
        tries = 0
        while True:
            tries += 1
            files = take_snapshot(self.attempt.folder)
            # where something is saved all the time, the last try goes on to its end
            on_wait = partial(self.raise_if_saved, files) if tries < BREAK_OFF else None
            find_columns = partial(columns, on_wait=on_wait)
            try:
                with self.running():
                    _, printed = capture(partial(where, self.attempt, find_columns=find_columns))
                return printed
            except Saved:
                self.judge(exercise)


def changed_names(before: Snapshot, now: Snapshot) -> list[str]:
    """Return the names of the files that were added, deleted or changed between two snapshots."""
    return [os.fsdecode(path) for path, _ in before.files.items() ^ now.files.items()]
