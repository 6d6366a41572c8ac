"""The process behind `make watch`: it is ready to run tests, and judges each save as soon as it is told.

It starts a child for every run and imports no line of an attempt itself. The keys that somebody types arrive
at its standard input; it ends when that ends.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import NoReturn, TypeVar

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt, attempt_at
from dojo.attempt.light import NotRecorded, all_lights, last_green, last_recorded, record
from dojo.attempt.lock import turn
from dojo.attempt.snapshot import Snapshot, name_left_out, take_snapshot
from dojo.coach.back import back
from dojo.coach.cycle.course import Course, open_course
from dojo.coach.cycle.next import play
from dojo.coach.cycle.run import Run, run
from dojo.coach.hint import hint
from dojo.coach.watching import keys
from dojo.coach.watching.hearing import Ears
from dojo.coach.watching.screen import Screen
from dojo.coach.watching.told import colour, tell
from dojo.coach.where import where
from dojo.errors import Broken, Mistake, Trouble, plainly
from dojo.screen import streams
from dojo.story.workspace import Workspace

T = TypeVar("T")
TICK = 1
"""Seconds after which the time since the last green is drawn anew."""
MOMENT = 0.4
"""Seconds after which the screen says that a run is not over."""
WITH_KEYS = "keys"
"""The server gets this word if keys can be typed."""


class Saved(BaseException):
    """Somebody saved a file during a run: its result is worth nothing any more."""


class NobodyWatches(Exception):
    """Standard input has ended during a run: its result is worth nothing any more."""


class Server:
    """Runs the tests, shows the bar and records a light each time that the files change."""

    def __init__(self, attempt: Attempt, watcher: int = 0, *, with_keys: bool = False) -> None:
        self.attempt = keys.instead(attempt) if with_keys else attempt
        self.screen = Screen(attempt, keys.LINE) if with_keys else Screen(attempt)
        self.running = False
        self.for_a_save = False
        """Is what runs worth nothing after the next save? What a key asks for is not."""
        self.keys = ""
        """The keys that were typed, and have brought nothing yet."""
        self.watched = True
        self.judged: Snapshot | None = None
        self.lights = 0
        """So many lights were there when it looked last."""
        self.told = last_recorded(attempt)
        self.ears = Ears(watcher, self.poked)
        self.suite = self.stamp()

    def poked(self) -> None:
        if self.running and (self.for_a_save or not self.is_watched()):
            self.running = False
            raise Saved

    def serve(self, course: Course) -> int:
        """Until nobody watches any more."""
        while self.attempt.folder.is_dir():
            if self.stamp() != self.suite:
                self.begin_anew()
            try:
                self.look(course)
            except NobodyWatches:
                return 0
            except (Mistake, Trouble, OSError) as fault:
                self.screen.note(" ".join(plainly(fault).split()))
            if streams.fault():  # nobody reads the bar
                return 1
            if not self.keys and not self.wait():
                return 0
        self.screen.note(f"the folder of {self.attempt.name} is gone, and with it make watch")
        return 1

    def look(self, course: Course) -> None:
        """Judge the files if they have changed, or else do what the next key asks for.

        Raises NobodyWatches, and what the verbs of the keys raise: Mistake, Trouble.
        """
        if take_snapshot(self.attempt.folder) != self.judged:
            self.judge(course)
        elif last_recorded(self.attempt) != self.told:
            self.judge(course, anew=False)
        elif self.keys:
            key, self.keys = self.keys[0], self.keys[1:]
            self.obey(key, course)

    def judge(self, course: Course, *, anew: bool = True, said: list[Text] | None = None) -> None:
        """Judge the files, show the bar and then record: nobody waits for the record.

        A run that another verb has recorded is not new: `make next` may have revealed a test. `said` is
        told in place of what comes next.
        """
        with turn(self.attempt, self.screen.note):
            self.judged = take_snapshot(self.attempt.folder)
            try:
                self.told = last_recorded(self.attempt)
                self.lights = max(self.lights, len(all_lights(self.attempt)))
                this, self.judged = self.run(partial(run, course))
                self.show(this, said)
                if anew or not last_recorded(self.attempt):
                    self.record(this)
                self.recorded()
            except NotRecorded as fault:
                self.screen.note(str(fault))
                self.lights, self.told = 0, last_recorded(self.attempt)

    def run(self, judge: Callable[[], T]) -> tuple[T, Snapshot]:
        """The result of the files, and these files: they were the same before the run and after it.

        If the code itself writes a file in every run, nobody waits for that after the second run.
        """
        runs = 0
        while True:
            self.ears.drain()  # this run judges those saves
            files = take_snapshot(self.attempt.folder)
            with suppress(Saved), self.under_way(for_a_save=True):
                found = judge()
                runs += 1
                now = take_snapshot(self.attempt.folder)
                if now == files or (runs > 1 and python(now) == python(files)):
                    return found, now
            if not self.is_watched():
                raise NobodyWatches

    @contextmanager
    def under_way(self, *, for_a_save: bool = False) -> Iterator[None]:
        """If a run takes longer than a moment, the screen says so, and it may be broken off."""
        began = time.monotonic()

        def tell_of_it() -> None:
            self.screen.running(time.monotonic() - began)

        try:
            with self.ears.ticking(tell_of_it, MOMENT, TICK):
                self.for_a_save, self.running = for_a_save, True
                yield
                self.running = False
        finally:
            self.running = False

    def show(self, this: Run, said: list[Text] | None) -> None:
        """Show the bar of a run, below its text."""
        told = self.screen.lines(lambda out: tell(this, out, self.screen.room_of_failure))
        if said is not None:
            told = [*said, Text(), *told] if this.failure else said
        self.screen.show(colour(this), this.counts, told)
        if self.judged and self.judged.left_out:
            self.screen.note(f"Not in this light: {name_left_out(self.judged.left_out)}")

    def record(self, this: Run) -> None:
        """Record a run; raises NotRecorded."""
        light = record(
            self.attempt,
            verb="watch",
            colour=colour(this),
            counts=this.counts,
            test=this.in_hand,
            snapshot=self.judged,
            after=self.lights,
            revealed=this.known,
            of=len(this.course.tests),
            own={cell.id: cell.colour for cell in this.result.own},
        )
        self.told = last_recorded(self.attempt)
        if light != all_lights(self.attempt)[-1]:
            self.told = 0  # another verb was between the two

    def recorded(self) -> None:
        """Show the last light; raises NotRecorded."""
        lights = all_lights(self.attempt)
        self.lights = len(lights)
        self.screen.recorded(lights[-1], last_green(lights))

    def obey(self, key: str, course: Course) -> None:
        """Run the verb of a key; raises what the verb raises, and NobodyWatches."""
        try:
            with turn(self.attempt, self.screen.note):
                match key:
                    case "n":
                        self.reveal(course)
                    case "h":
                        self.note(lambda out: hint(self.attempt, out))
                    case "w":
                        self.note(lambda out: where(self.attempt, out))
                    case "u":
                        self.judge(course, said=self.screen.lines(self.undo))
                    case keys.DRAW:
                        self.screen.draw()
                    case _:
                        self.screen.note(keys.unknown(key))
        except Saved:
            raise NobodyWatches from None

    def reveal(self, course: Course) -> None:
        """`make next`, with the large bar in place of its last line."""
        files = take_snapshot(self.attempt.folder)
        with self.under_way():
            told = self.screen.lines(lambda out: play(course, out))
        self.judged, self.told = files, last_recorded(self.attempt)
        last = all_lights(self.attempt)[-1]
        self.screen.show(last.colour, last.counts, told[:-1])
        self.recorded()

    def note(self, verb: Callable[[Console], None]) -> None:
        """Show the output of a verb, above the bar; its light is no news."""
        try:
            with self.under_way():
                told = self.screen.lines(verb)
        finally:
            self.told = last_recorded(self.attempt)
        self.screen.note(told)
        if self.told:
            self.recorded()

    def undo(self, out: Console) -> None:
        """`make back`; the files that it brings are still to be run."""
        with redirect_stdout(StringIO()) as said:
            back(self.attempt, "")
        out.print(said.getvalue(), end="")

    def wait(self) -> bool:
        """Wait for a save, a key, or a light of another verb; False when nobody watches any more."""
        while True:
            typed, poked = self.ears.wait(TICK)
            if typed:
                if not self.is_watched():
                    return False
                if self.keys:
                    return True
            if poked:
                self.ears.drain()
                return True
            if last_recorded(self.attempt) != self.told or self.changed():
                return True
            self.screen.link.update()
            self.screen.tick(time.time())

    def changed(self) -> bool:
        """Has a file changed since the last run, or is the folder gone? pytest-watch sees Python alone."""
        if not self.attempt.folder.is_dir():
            return True
        return self.judged is not None and take_snapshot(self.attempt.folder) != self.judged

    def is_watched(self) -> bool:
        """Is standard input not at its end? The keys typed until now are kept."""
        while self.watched and (text := self.ears.read()) is not None:
            self.keys += keys.typed(text)
            self.watched = bool(text)
        return self.watched

    def stamp(self) -> list[tuple[str, int, int]]:
        """The files of the suite, by name, date and size."""
        files = sorted(self.attempt.story.suite.glob("*.py"))
        return [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]

    def begin_anew(self) -> NoReturn:
        """The suite has changed: a new process, with the number that is known, collects it."""
        self.ears.close()
        os.execv(sys.executable, [sys.executable, "-m", "dojo.coach.watching.server", *sys.argv[1:]])


def python(snapshot: Snapshot) -> dict[str, object]:
    """The Python files of a snapshot, also those that it left out."""
    found = {os.fsdecode(name): file for name, file in snapshot.files.items()} | snapshot.left_out
    return {name: file for name, file in found.items() if name.endswith(".py")}


def watched(folder: Path, story: Path, workspace: Path) -> Attempt:
    """The attempt in a folder, at a kata of the story in another folder."""
    return attempt_at(folder, Workspace(workspace, (story,)).at(story))


def main() -> int:
    """It is called with the folders of the attempt, of its story and of the workspace; and with `keys`."""
    folder, story, workspace = map(Path, sys.argv[1:4])
    server = Server(watched(folder, story, workspace), with_keys=WITH_KEYS in sys.argv[4:])
    try:
        return collected(server)
    finally:
        server.ears.close()


def collected(server: Server) -> int:
    """Serve, if the suite can be collected, or wait until it has changed; gives a status."""
    try:
        with open_course(server.attempt) as course:
            return server.serve(course)
    except Broken as broken:
        server.screen.note(f"The suite does not run: {broken}")
        while server.wait():
            if not server.keys:
                server.begin_anew()
            server.keys = ""
        return 0


if __name__ == "__main__":
    streams.make_them_last()
    sys.exit(streams.ended(main()))
