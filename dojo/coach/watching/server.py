"""The process behind `make watch`: it is ready to run tests, and judges each save as soon as it is told.

It forks a child for every run and imports no line of an attempt itself. It ends with its standard input.
"""

import os
import select
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import NoReturn

from dojo.attempt.attempts import Attempt, at
from dojo.attempt.lights import NotRecorded, all_lights, last_green, last_recorded, record
from dojo.attempt.snapshot import Snapshot, named, taken
from dojo.coach.watching.screen import Screen
from dojo.coach.watching.verdict import Judge, Verdict, when_ready
from dojo.errors import Broken
from dojo.screen import streams
from dojo.story.story import described

TICK = 1
"""Seconds after which the time since the last green is told anew."""


class Saved(BaseException):
    """Something was saved during a run, which is worth nothing any more."""


class NobodyWatches(Exception):
    """Standard input has ended during a run, which is worth nothing any more."""


class Server:
    """Runs, shows and records what the files come to, each time that they change."""

    def __init__(self, attempt: Attempt, watcher: int = 0) -> None:
        self.attempt, self.watcher = attempt, watcher
        self.screen = Screen(attempt)
        self.running = False
        self.judged: Snapshot | None = None
        self.lights = 0
        """So many lights were there when it looked last."""
        self.told = last_recorded(attempt)
        self.pokes, told = os.pipe()
        os.set_blocking(self.pokes, False)
        os.set_blocking(told, False)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        signal.signal(signal.SIGUSR1, self.poked)
        self.suite = self.stamp()

    def poked(self, _signal: int, _frame: FrameType | None) -> None:
        if self.running:
            self.running = False
            raise Saved

    def serve(self, judge: Judge) -> int:
        """Until nobody watches any more."""
        while self.attempt.folder.is_dir():
            if self.stamp() != self.suite:
                self.begin_anew()
            try:
                if taken(self.attempt.folder) != self.judged:
                    self.judged = self.judge(judge)
                elif last_recorded(self.attempt) != self.told:
                    self.judge(judge, anew=False)
            except NobodyWatches:
                return 0
            if streams.fault():  # nobody reads the bar
                return 1
            if not self.wait():
                return 0
        self.screen.line(f"the folder of {self.attempt.name} is gone, and with it make watch")
        return 1

    def verdict(self, judge: Judge) -> tuple[Verdict, Snapshot]:
        """What the files come to, and those very files: they were the same before the run and after it.

        But for those that the code itself writes in every run: after the second one nobody waits for them.
        """
        runs = 0
        while True:
            self.drain()
            files = taken(self.attempt.folder)
            try:
                self.running = True
                verdict = judge(self.attempt)
                self.running = False
                runs += 1
            except Saved:
                if self.nobody_watches():
                    raise NobodyWatches from None
                continue
            finally:
                self.running = False
            now = taken(self.attempt.folder)
            if now == files or (runs > 1 and python(now) == python(files)):
                return verdict, now

    def judge(self, judge: Judge, *, anew: bool = True) -> Snapshot:
        """Judge, show and record; those files. The bar first: nobody waits for what is recorded.

        What another verb has run and recorded is not new: `make next` may have revealed a test.
        """
        files = taken(self.attempt.folder)
        try:
            self.told = last_recorded(self.attempt)
            self.lights = max(self.lights, len(all_lights(self.attempt)))
            verdict, files = self.verdict(judge)
            self.screen.bar(verdict)
            if files.left_out:
                self.screen.line(f"Not in this light: {named(files.left_out)}")
            light = None
            if anew or not last_recorded(self.attempt):
                light = record(
                    self.attempt,
                    verb="watch",
                    colour=verdict.colour,
                    counts=verdict.counts,
                    test=verdict.test,
                    snapshot=files,
                    after=self.lights,
                )
                self.told = last_recorded(self.attempt)
            lights = all_lights(self.attempt)
            if light not in (None, lights[-1]):
                self.told = 0  # another verb was between the two
            self.lights = len(lights)
            self.screen.recorded(light or lights[-1], last_green(lights))
        except NotRecorded as fault:
            self.screen.line(str(fault))
            self.lights, self.told = 0, last_recorded(self.attempt)
        return files

    def wait(self) -> bool:
        """Wait for a save, or for what another verb records; False when nobody watches any more."""
        while True:
            heard, _, _ = select.select([self.pokes, self.watcher], [], [], TICK)
            if self.watcher in heard:
                return False
            if self.pokes in heard:
                self.drain()
                return True
            if last_recorded(self.attempt) != self.told or self.changed():
                return True
            self.screen.tick(time.time())

    def changed(self) -> bool:
        """Is a file another one than in the last run? pytest-watch tells of Python files alone."""
        return self.judged is not None and taken(self.attempt.folder) != self.judged

    def nobody_watches(self) -> bool:
        """Is standard input at its end?"""
        return bool(select.select([self.watcher], [], [], 0)[0])

    def drain(self) -> None:
        """Forget the pokes until now: what they told of is judged next."""
        try:
            os.read(self.pokes, 65536)
        except BlockingIOError:
            return

    def stamp(self) -> list[tuple[str, int, int]]:
        """What the files of the suite are, by name, date and size."""
        files = sorted(self.attempt.story.suite.glob("*.py"))
        return [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]

    def begin_anew(self) -> NoReturn:
        """The suite has changed: become a new process, with the number that is known, which collects it."""
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        os.execv(sys.executable, [sys.executable, "-m", "dojo.coach.watching.server", *sys.argv[1:]])


def python(snapshot: Snapshot) -> dict[str, object]:
    """The Python files of a snapshot, kept or left out."""
    found = {os.fsdecode(name): file for name, file in snapshot.files.items()} | snapshot.left_out
    return {name: file for name, file in found.items() if name.endswith(".py")}


def main() -> int:
    """The folders of the attempt, of its story and of the workspace are what it is called with."""
    folder, story, workspace = map(Path, sys.argv[1:])
    server = Server(at(folder, described(story, workspace)))
    try:
        return served(server)
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # Python forgets handlers first: a poke would kill it


def served(server: Server) -> int:
    """Serve, as soon as the suite can be collected; gives a status."""
    try:
        return when_ready(server.attempt, server.serve)
    except Broken as broken:
        server.screen.line(f"The suite does not run: {broken}")
        if not server.wait():
            return 0
        return server.begin_anew()


if __name__ == "__main__":
    streams.make_them_last()
    sys.exit(streams.ended(main()))
