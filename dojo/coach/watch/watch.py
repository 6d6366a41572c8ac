"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

The suite is collected once; each run is in a child of its own, so no line of an attempt is imported here.
"""

import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import NotRecorded, all_lights, last_green, last_recorded
from dojo.attempt.lock import turn
from dojo.attempt.snapshot import Files, Snapshot, take_snapshot
from dojo.coach.back import back
from dojo.coach.display import print_failure, print_left_out
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import give_hint
from dojo.coach.next import advise, play
from dojo.coach.run import BarRun, run_tests
from dojo.coach.watch.screen import KEY_LINE, KEYS, REDRAW, Screen, capture, read_keys
from dojo.coach.watch.terminal import single_keys, watch_files
from dojo.coach.where import where
from dojo.errors import CollectionError, EnvironmentProblem, UsageError, describe_error
from dojo.room.sync import RoomLink
from dojo.runner.child.breakpoints import is_foreground
from dojo.screen import streams

SPOOL_S = 0.03
"""How long to wait for the rest of a save: an editor may write, rename and delete for one."""
TICK_S = 1.0
"""How often to look at what watchdog does not see, and to draw the clocks again."""
PULSE_S = 0.05
"""How often to hear of saves and keys during a run."""
TERMINAL = 0
AROUND_FAILURE = 6
"""Lines that `make next` may print around a failure."""


def watch(attempt: Attempt, top: Path) -> int:
    """Watch an attempt until Ctrl-C or q, and return an exit status; the workspace is at `top`."""
    os.chdir(top)
    terminal = TERMINAL if os.isatty(TERMINAL) and os.isatty(1) else None
    attempt = replace(attempt, keys=KEYS) if terminal is not None else attempt
    screen = Screen(attempt, *[KEY_LINE] * (terminal is not None))
    try:
        with watch_files([attempt.folder, attempt.story.suite], terminal) as (saves, wake):
            watching = Watch(attempt, screen, saves, terminal)

            def redraw() -> None:
                """Draw again, but not at once: the signal may have come in the middle of drawing."""
                watching.keys += REDRAW
                wake()

            with nullcontext() if terminal is None else single_keys(terminal, resumed=redraw):
                screen.clear()
                watching.serve()
    except Ended as end:
        return end.status
    except KeyboardInterrupt:
        return 0
    finally:
        if terminal is not None:
            print()  # what comes next begins in a line of its own


class Saved(BaseException):
    """A file was saved during a run: the result is worth nothing."""


class Ended(BaseException):
    """Nobody watches any more, or there is nothing to watch."""

    def __init__(self, status: int) -> None:
        self.status = status


class Watch:
    """Runs the tests after every save, records a light if the files have changed, and obeys keys."""

    def __init__(
        self, attempt: Attempt, screen: Screen, saves: int = -1, terminal: int | None = None
    ) -> None:
        self.attempt, self.screen, self.saves, self.terminal = attempt, screen, saves, terminal
        self.keys = ""
        """The keys that are still to be obeyed."""
        self.saved = True
        self.judged: Snapshot | None = None
        self.seen = last_recorded(attempt)
        """When the last light that it knows was recorded."""
        self.link = RoomLink(attempt)
        self.running_since = 0.0
        self.interruptible = False

    def serve(self) -> NoReturn:
        """Answer saves and keys; collect the suite again when it changes. Ends with Ended."""
        while True:
            stamp = self.suite_stamp()
            try:
                with open_exercise(self.attempt) as exercise:
                    self.answer_all(exercise, stamp)
            except CollectionError as broken:
                self.say(f"The suite does not run: {' '.join(str(broken).split())}")
                self.answer_all(None, stamp)

    def answer_all(self, exercise: Exercise | None, stamp: object) -> None:
        """Answer saves and keys until the suite changes."""
        while True:
            key = self.next_request()
            if not self.attempt.folder.is_dir():
                self.say(f"the folder of {self.attempt.name} is gone, and with it make watch")
                raise Ended(1)
            if self.suite_stamp() != stamp:
                self.judged, self.saved = None, True
                return
            if exercise:
                self.answer(key, exercise)
            if streams.write_error():  # nobody reads the bar
                raise Ended(1)

    def next_request(self) -> str:
        """Return the next key; or nothing, if it is time to look at the files."""
        while True:
            if self.saved:
                self.saved = False
                return ""
            if self.keys:
                key, self.keys = self.keys[0], self.keys[1:]
                if key != REDRAW:
                    return key
                self.screen.clear()
            elif not self.hear(TICK_S):
                self.screen.draw()
                self.saved = True

    def hear(self, seconds: float) -> bool:
        """Wait so long for a save or a key; True if there was something. Raises Ended for q."""
        sources = [self.saves] if self.terminal is None else [self.saves, self.terminal]
        ready, _, _ = select.select(sources, [], [], seconds)
        if self.saves in ready:
            time.sleep(SPOOL_S)
            os.read(self.saves, 65536)
            self.saved = True
        if self.terminal is not None and self.terminal in ready:
            self.read_keys(self.terminal)
        return bool(ready)

    def read_keys(self, terminal: int) -> None:
        """Keep the keys that were typed; raises Ended if one of them is q, or the terminal is gone."""
        if not is_foreground(terminal):
            time.sleep(SPOOL_S)
            return
        text = b""
        with suppress(OSError):
            text = os.read(terminal, 64)
        self.keys += read_keys(text)
        if not text or "q" in self.keys:
            raise Ended(0)

    @contextmanager
    def running(self, *, interruptible: bool = False) -> Iterator[None]:
        """Hear of saves and keys during a run as well, and show that it takes long."""
        self.running_since, self.interruptible = time.monotonic(), interruptible
        signal.signal(signal.SIGALRM, self.pulse)
        signal.setitimer(signal.ITIMER_REAL, PULSE_S, PULSE_S)
        try:
            yield
        finally:
            self.interruptible = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def pulse(self, _number: int, _frame: FrameType | None) -> None:
        """Break off a run after a save; else draw how long it takes."""
        self.hear(0)
        if self.saved and self.interruptible:
            self.interruptible = False
            raise Saved
        self.screen.running(time.monotonic() - self.running_since)

    def answer(self, key: str, exercise: Exercise) -> None:
        """Look at the files, or do what a key asks for; say what cannot be done."""
        try:
            has_changed = take_snapshot(self.attempt.folder) != self.judged
            if key:
                with turn(self.attempt, self.say):
                    self.obey(key, exercise)
            elif has_changed or last_recorded(self.attempt) != self.seen:
                with turn(self.attempt, self.say):
                    self.judge(exercise, is_new=has_changed)
            elif self.seen and (self.link.status or self.link.update()):
                self.show_light()
        except (UsageError, EnvironmentProblem, OSError) as fault:
            self.say(" ".join(describe_error(fault).split()))

    def judge(self, exercise: Exercise, *, is_new: bool = True, said: list[str] | None = None) -> None:
        """Run the tests, show the bar, and then record: the bar does not wait for the record.

        A run that another verb has recorded is not new: `make next` may have revealed a test. `said` is
        shown in place of what comes next.
        """
        self.judged = take_snapshot(self.attempt.folder)
        try:
            self.seen = last_recorded(self.attempt)
            this, self.judged = self.run_unchanged(lambda: run_tests(exercise))
            self.show_bar(this, said)
            if is_new or not last_recorded(self.attempt):
                self.record(this)
            self.show_light()
        except NotRecorded as fault:
            self.say(str(fault))
            self.seen = last_recorded(self.attempt)

    def run_unchanged(self, run: Callable[[], BarRun]) -> tuple[BarRun, Snapshot]:
        """Return the result of the files, and these files: they were the same before the run and after it.

        If the code itself writes a file in every run, the second run counts.
        """
        runs = 0
        while True:
            self.saved = False
            files = take_snapshot(self.attempt.folder)
            with suppress(Saved), self.running(interruptible=True):
                found = run()
                runs += 1
                now = take_snapshot(self.attempt.folder)
                if now == files or (runs > 1 and python_files(now) == python_files(files)):
                    return found, now

    def show_bar(self, this: BarRun, said: list[str] | None) -> None:
        """Show the bar of a run, and above it the first failure or how to go on."""
        height = self.screen.failure_height

        def print_run(out: Console) -> None:
            if this.failure:
                print_failure(out, this.failure, self.attempt, height)
            elif said is None:
                advise(this, out)

        lines = capture(print_run)
        if said is not None:
            lines = [*said, *[""] * bool(lines), *lines]
        notes = capture(lambda out: print_left_out(out, this.snapshot))
        self.screen.show(this.colour, this.counts, lines, notes, this.not_run)

    def record(self, this: BarRun) -> None:
        """Record a run; raises NotRecorded."""
        light = this.record("watch", snapshot=self.judged)
        self.seen = last_recorded(self.attempt)
        if light != all_lights(self.attempt)[-1]:
            self.seen = 0  # another verb has recorded in between

    def show_light(self) -> None:
        """Show the last light; raises NotRecorded."""
        lights = all_lights(self.attempt)
        self.screen.record(lights[-1], last_green(lights), self.link.update())

    def obey(self, key: str, exercise: Exercise) -> None:
        """Run the verb of a key; raises what the verb raises."""
        match key:
            case "n":
                files = take_snapshot(self.attempt.folder)
                height = max(self.screen.failure_height - AROUND_FAILURE, 1)
                with self.running():
                    lines = capture(lambda out: play(exercise, out, room=height))
                self.judged, self.seen = files, last_recorded(self.attempt)
                last = all_lights(self.attempt)[-1]
                self.screen.show(last.colour, last.counts, lines[:-1], [])  # without its small bar
                self.show_light()
            case "h":
                self.note(lambda out: give_hint(exercise, out))
            case "w":
                self.note(lambda out: where(self.attempt, out))
            case "b":
                with redirect_stdout(StringIO()) as said:
                    back(self.attempt, "")
                self.judge(exercise, said=said.getvalue().splitlines())
            case "?":
                self.say(f"The keys: {KEY_LINE}")
            case _:
                self.say(f"{key} is none of the keys: {KEY_LINE}")

    def note(self, verb: Callable[[Console], None]) -> None:
        """Show what a verb prints; its light is no news."""
        try:
            with self.running():
                lines = capture(verb)
        finally:
            self.seen = last_recorded(self.attempt)
        self.screen.note(lines)
        if self.seen:
            self.show_light()

    def say(self, text: str) -> None:
        self.screen.note([text])

    def suite_stamp(self) -> list[tuple[str, int, int]]:
        """Return the files of the suite, by name, date and size."""
        files = sorted(self.attempt.story.suite.glob("*.py"))
        return [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]


def python_files(snapshot: Snapshot) -> Files:
    return {name: file for name, file in snapshot.files.items() if name.endswith(b".py")}
