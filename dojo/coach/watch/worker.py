"""The warm process of `make watch`: it has collected the suite, and runs the tests at each request.

It is forked before the watching process has any thread. Each run is in a child of its own, so no line of an
attempt is imported here. It ends when its end of the pipe is closed.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from io import StringIO
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeVar

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, NotRecorded, all_lights, last_green, last_recorded
from dojo.attempt.lock import turn
from dojo.attempt.snapshot import Snapshot, name_left_out, take_snapshot
from dojo.coach.back import back
from dojo.coach.display import ask_to_tidy, print_failure, print_onward
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import give_hint
from dojo.coach.next import play, print_end
from dojo.coach.run import BarRun, run_tests
from dojo.coach.watch.screen import KEY_LINE, capture
from dojo.coach.where import where
from dojo.errors import CollectionError, EnvironmentProblem, UsageError, describe_error
from dojo.room.sync import RoomLink, RoomStatus

T = TypeVar("T")
LOOK = "look"
"""The request to look whether there is something to run; every other request is a key."""
AROUND_FAILURE = 6
"""Lines that `make next` may print around a failure."""


class Saved(BaseException):
    """A file was saved during a run, or the watching process has ended: the result is worth nothing."""


class Request(NamedTuple):
    """What is to be done, and the lines that a failure may have."""

    word: str
    failure_height: int


class Running(NamedTuple):
    """A run begins."""


class Bar(NamedTuple):
    """The result of a run, and what it prints above its bar."""

    colour: str
    counts: dict[str, int]
    lines: list[str]
    notes: list[str]
    not_run: int = 0


class Recorded(NamedTuple):
    """The last light, the last green one, and what is known of the room."""

    light: Light
    green: Light | None
    status: RoomStatus | None


class Note(NamedTuple):
    """Something to say."""

    lines: list[str]


class Idle(NamedTuple):
    """A request is done; `ended` is true if there is nothing to watch any more."""

    ended: bool = False


class Worker:
    """Runs the tests, and records a light each time that the files have changed."""

    def __init__(self, attempt: Attempt, pipe: Connection) -> None:
        self.attempt, self.pipe = attempt, pipe
        self.judged: Snapshot | None = None
        self.lights = 0
        """How many lights there were at the last look."""
        self.seen = last_recorded(attempt)
        """When the last light that it knows was recorded."""
        self.link = RoomLink(attempt)
        self.failure_height = 0
        self.interruptible = self.leaving = False
        signal.signal(signal.SIGUSR1, self.interrupt)

    def interrupt(self, _number: int, _frame: object) -> None:
        """Break off a run after a save; break off anything, once, if nobody watches any more."""
        if self.leaving:  # what was broken off is being cleaned up
            return
        self.leaving = self.is_abandoned()
        if self.interruptible or self.leaving:
            self.interruptible = False
            raise Saved

    def is_abandoned(self) -> bool:
        """True if the watching process has closed its end: it sends nothing during a run."""
        try:
            return self.pipe.poll() and not self.pipe.recv()
        except (EOFError, OSError):
            return True

    def serve(self) -> None:
        """Answer requests until nobody watches any more; collect the suite again when it changes."""
        while True:
            stamp = self.suite_stamp()
            try:
                with open_exercise(self.attempt) as exercise:
                    self.answer_all(exercise, stamp)
            except CollectionError as broken:
                self.pipe.send(Note([f"The suite does not run: {' '.join(str(broken).split())}"]))
                self.answer_all(None, stamp)

    def answer_all(self, exercise: Exercise | None, stamp: object) -> None:
        """Answer requests until the suite changes; raises EOFError at the end of the pipe."""
        while True:
            request: Request = self.pipe.recv()
            self.failure_height = request.failure_height
            if not self.attempt.folder.is_dir():
                self.pipe.send(Note([f"the folder of {self.attempt.name} is gone, and with it make watch"]))
                self.pipe.send(Idle(ended=True))
            elif self.suite_stamp() != stamp:
                self.judged = None
                self.pipe.send(Idle())
                return
            else:
                if exercise:
                    self.answer(request.word, exercise)
                self.pipe.send(Idle())

    def answer(self, word: str, exercise: Exercise) -> None:
        """Look at the files, or do what a key asks for; report what cannot be done."""
        try:
            if word != LOOK:
                with turn(self.attempt, self.say):
                    self.obey(word, exercise)
            elif take_snapshot(self.attempt.folder) != self.judged:
                self.judge(exercise)
            elif last_recorded(self.attempt) != self.seen:
                self.judge(exercise, anew=False)
            elif self.seen and self.is_in_room():
                self.report_light()
        except (UsageError, EnvironmentProblem, OSError) as fault:
            self.say(" ".join(describe_error(fault).split()))

    def is_in_room(self) -> bool:
        """True if the attempt is in a room, or was in one at the last look."""
        before = self.link.status
        return self.link.update() is not None or before is not None

    def judge(self, exercise: Exercise, *, anew: bool = True, said: list[str] | None = None) -> None:
        """Run the tests, send the bar, and then record: the bar does not wait for the record.

        A run that another verb has recorded is not new: `make next` may have revealed a test. `said` is
        shown in place of what comes next.
        """
        with turn(self.attempt, self.say):
            self.judged = take_snapshot(self.attempt.folder)
            try:
                self.seen = last_recorded(self.attempt)
                self.lights = max(self.lights, len(all_lights(self.attempt)))
                this, self.judged = self.run_unchanged(partial(run_tests, exercise))
                self.send_bar(this, said)
                if anew or not last_recorded(self.attempt):
                    self.record(this)
                self.report_light()
            except NotRecorded as fault:
                self.say(str(fault))
                self.lights, self.seen = 0, last_recorded(self.attempt)

    def run_unchanged(self, run: Callable[[], T]) -> tuple[T, Snapshot]:
        """Return the result of the files, and these files: they were the same before the run and after it.

        If the code itself writes a file in every run, the second run counts.
        """
        runs = 0
        while True:
            files = take_snapshot(self.attempt.folder)
            with suppress(Saved), self.running(interruptible=True):
                found = run()
                runs += 1
                now = take_snapshot(self.attempt.folder)
                if now == files or (runs > 1 and python_files(now) == python_files(files)):
                    return found, now
            if self.is_abandoned():
                raise EOFError

    @contextmanager
    def running(self, *, interruptible: bool = False) -> Iterator[None]:
        """Tell the screen that a run is under way."""
        self.pipe.send(Running())
        self.interruptible = interruptible
        try:
            yield
        finally:
            self.interruptible = False

    def send_bar(self, this: BarRun, said: list[str] | None) -> None:
        """Send the bar of a run, and the text above it."""
        lines = capture(lambda out: print_run(this, out, self.failure_height))
        if said is not None:
            lines = [*said, "", *lines] if this.failure else said
        left_out = this.snapshot.left_out
        notes = [f"Not in this light: {name_left_out(left_out)}"] if left_out else []
        self.pipe.send(Bar(colour_of(this), this.counts, lines, notes, this.not_run))

    def record(self, this: BarRun) -> None:
        """Record a run; raises NotRecorded."""
        light = this.record("watch", colour=colour_of(this), snapshot=self.judged, after=self.lights)
        self.seen = last_recorded(self.attempt)
        if light != all_lights(self.attempt)[-1]:
            self.seen = 0  # another verb has recorded in between

    def report_light(self) -> None:
        """Send the last light; raises NotRecorded."""
        lights = all_lights(self.attempt)
        self.lights = len(lights)
        self.pipe.send(Recorded(lights[-1], last_green(lights), self.link.update()))

    def obey(self, key: str, exercise: Exercise) -> None:
        """Run the verb of a key; raises what the verb raises."""
        match key:
            case "n":
                files = take_snapshot(self.attempt.folder)
                height = max(self.failure_height - AROUND_FAILURE, 1)
                with self.running():
                    lines = capture(lambda out: play(exercise, out, room=height))
                self.judged, self.seen = files, last_recorded(self.attempt)
                last = all_lights(self.attempt)[-1]
                self.pipe.send(Bar(last.colour, last.counts, lines[:-1], []))  # without its small bar
                self.report_light()
            case "h":
                self.print_note(lambda out: give_hint(exercise, out))
            case "w":
                self.print_note(lambda out: where(self.attempt, out))
            case "b":
                with redirect_stdout(StringIO()) as said:
                    back(self.attempt, "")
                self.judge(exercise, said=said.getvalue().splitlines())
            case "?":
                self.say(f"The keys: {KEY_LINE}")
            case _:
                self.say(f"{key} is none of the keys: {KEY_LINE}")

    def print_note(self, verb: Callable[[Console], None]) -> None:
        """Send what a verb prints; its light is no news."""
        try:
            with self.running():
                lines = capture(verb)
        finally:
            self.seen = last_recorded(self.attempt)
        self.pipe.send(Note(lines))
        if self.seen:
            self.report_light()

    def say(self, text: str) -> None:
        """Send one line."""
        self.pipe.send(Note([text]))

    def suite_stamp(self) -> list[tuple[str, int, int]]:
        """Return the files of the suite, by name, date and size."""
        files = sorted(self.attempt.story.suite.glob("*.py"))
        return [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]


def colour_of(this: BarRun) -> str:
    """Return the colour of a run: amber also if there was no test to run."""
    return this.colour if this.cells else "amber"


def print_run(this: BarRun, out: Console, height: int) -> None:
    """Print the first failure, in so many lines; or if all is green, how to go on."""
    what = "What your tests are worth" if this.attempt.is_own else "The next test"
    onward = f"{what}: {this.attempt.command('next')}"
    if this.failure:
        print_failure(out, this.failure, this.attempt, height)
    elif this.turned_green:
        ask_to_tidy(this, out)
        print_onward(out, onward)
    elif this.cells and this.known == len(this.exercise.tests):
        print_end(this, out)
    else:
        print_onward(out, onward)


def python_files(snapshot: Snapshot) -> dict[str, Any]:
    """Return the Python files of a snapshot, also those that it left out."""
    found = {os.fsdecode(name): file for name, file in snapshot.files.items()} | snapshot.left_out
    return {name: file for name, file in found.items() if name.endswith(".py")}
