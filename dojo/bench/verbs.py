"""The part of `make bench` that times the verbs, beside bare pytest on the same tests.

Each round runs every command once, in turn, in a copy of the workspace; `test` and `check` run in itself.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dojo.attempt.creation import create
from dojo.bench.rounds import rounds
from dojo.bench.watch import saves
from dojo.figures.figures import MOST, Measured, Target
from dojo.runner.cache import FOLDER
from dojo.story.story import Story
from dojo.story.workspace import Workspace

ROUNDS = 5
ONCE = 1
"""Rounds of what takes minutes."""
ATTEMPTS = 20
STEP = 7
PYTHON = ".venv/bin/python"
MAKE = ["make", "--no-print-directory"]
ELSEWHERE = "elsewhere"
IGNORED = shutil.ignore_patterns("__pycache__", "attempts")
COPIED = ("Makefile", "pytest.ini", "dojo", "katas", "requirements", "steps", "tests")

ALL, ONE = "pytest, all steps in one process", f"pytest, step {STEP}"
NOTHING, CHANGED, AGAIN = "from nothing", "one step changed", "nothing changed"
TARGETS = [
    Target("verbs", f"make progress, {AGAIN}", ALL, MOST, 1 / 60),
    Target("verbs", f"make progress, {CHANGED}", ALL, MOST, 1 / 15),
    Target("verbs", f"make progress, {NOTHING}", ALL, MOST, 1 / 5),
    Target("verbs", f"make gate, {AGAIN}", ALL, MOST, 1 / 40),
    Target("verbs", f"make gate, {NOTHING}", ALL, MOST, 1 / 2),
    Target("verbs", f"make board, {AGAIN}", ALL, MOST, 1 / 40),
    Target("verbs", f"make board, {NOTHING}", ALL, MOST, 1 / 2),
    Target("verbs", "make test", ALL, MOST, 1.5),
    Target("verbs", "make check", ALL, MOST, 4),
    Target("verbs", f"make step-{STEP} test", ONE, MOST, 1.15),
    Target("verbs", "make where NAME=all", f"{ATTEMPTS} × make where", MOST, 0.25),
    Target("verbs", "make watch", "pytest-watch", MOST, 0.5, "from a save to the bar"),
    Target("verbs", "a light recorded", ONE, MOST, 0.15),
    Target("verbs", "make board", "", MOST, 1, "from opened to its first answer", "seconds"),
]


@dataclass
class Timed:
    """Commands that are run one after the other, and the seconds that each round took."""

    name: str
    commands: list[list[str]]
    where: Path
    prepare: Callable[[], object] = lambda: None
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Once; raises CalledProcessError if a command fails."""
        self.prepare()
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
        start = time.perf_counter()
        for command in self.commands:
            subprocess.run(
                command,
                cwd=self.where,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=True,
            )
        self.seconds.append(time.perf_counter() - start)


def measure_verbs(workspace: Workspace, python: Path, browser: str) -> list[Measured]:
    """Run the quick ones in turn, then what watches, what the browser opens, and what takes minutes."""
    with a_copy(workspace) as copy:
        timed = in_turn(short_ones(copy), "the verbs", ROUNDS)
        attempt = create(copy, "watched", copy.story().katas[0].name)
        watch, stock, recording = saves(copy.top, attempt, 2 * ROUNDS)
        opened = opening(copy.top, python, browser)
    timed += [("make watch", watch), ("pytest-watch", stock), ("a light recorded", recording)]
    timed += [("make board", opened)]
    timed += in_turn(long_ones(workspace.top, browser), "all checks", ONCE)
    return [Measured("verbs", name, seconds) for name, seconds in timed]


def in_turn(timed: list[Timed], told: str, count: int) -> list[tuple[str, list[float]]]:
    """Every command once a round, and what it took in each."""
    for _ in rounds(told, count):
        for one in timed:
            one.run()
    return [(one.name, one.seconds) for one in timed]


@contextmanager
def a_copy(workspace: Workspace, story: Story | None = None) -> Iterator[Workspace]:
    """A copy of the workspace with a room's attempts in it, each at a different step of a story."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        for name in COPIED:
            source = workspace.top / name
            if source.is_dir():
                shutil.copytree(source, top / name, ignore=IGNORED)
            elif source.is_file():
                shutil.copy(source, top / name)
        (top / ".venv").symlink_to(workspace.top / ".venv")
        there = where_copied(top, workspace, story or workspace.story())
        if not there.exists():
            shutil.copytree((story or workspace.story()).file.parent, there, ignore=IGNORED)
        copy = Workspace(top, (there,))
        for number, step in enumerate(copy.at(there).steps[: 2 * ATTEMPTS : 2], 1):
            for kata in copy.at(there).katas[:1]:
                attempt = create(copy, f"tables-{number}", kata.name, copy.at(there))
                attempt.module.write_text(step.code, encoding="utf-8")
        yield copy


def where_copied(top: Path, workspace: Workspace, story: Story) -> Path:
    """Where a story lies in a copy of the workspace; a story from another repository gets a folder there."""
    folder, ours = story.file.parent, workspace.top.resolve()
    return top / (folder.relative_to(ours) if folder.is_relative_to(ours) else Path(ELSEWHERE, folder.name))


def short_ones(copy: Workspace) -> list[Timed]:
    """What takes seconds."""
    top, story = copy.top, copy.story()
    pytest, last = [PYTHON, "-m", "pytest", story.shown(story.suite)], story.steps[-1].number
    singly = [[*MAKE, "where", f"NAME=tables-{number}"] for number in range(1, ATTEMPTS + 1)]

    def forget() -> None:
        shutil.rmtree(top / FOLDER, ignore_errors=True)
        (top / "board.html").unlink(missing_ok=True)

    def verb(name: str, how: str, prepare: Callable[[], object] = lambda: None) -> Timed:
        return Timed(f"make {name}, {how}", [[*MAKE, name]], top, prepare)

    return [
        Timed(ALL, [[*pytest, "--step", f"0-{last}"]], top),
        Timed(ONE, [[*pytest, "--step", str(STEP)]], top),
        Timed(f"make step-{STEP} test", [[*MAKE, f"step-{STEP}", "test"]], top),
        verb("progress", NOTHING, forget),
        verb("progress", AGAIN),
        verb("progress", CHANGED, lambda: change(story, STEP)),
        verb("gate", NOTHING, forget),
        verb("gate", AGAIN),
        verb("board", NOTHING, forget),
        verb("board", AGAIN),
        Timed("make where NAME=all", [[*MAKE, "where", "NAME=all"]], top),
        Timed(f"{ATTEMPTS} × make where", singly, top),
    ]


def change(story: Story, number: int) -> None:
    """An edit of one step that changes no colour."""
    module = story.step(number).module
    module.write_text(f"{module.read_text(encoding='utf-8')}\n", encoding="utf-8")


def long_ones(top: Path, browser: str) -> list[Timed]:
    """What takes minutes: in the workspace itself, which has its environments."""
    test, check = [*MAKE, "test"], [*MAKE, "check", f"BROWSER={browser}"]
    return [Timed("make test", [test], top), Timed("make check", [check], top)]


def opening(top: Path, python: Path, browser: str) -> list[float]:
    """The seconds from opening the board to its first answer to a key, in that browser."""
    command = [str(python), "-m", "dojo.bench.opening", str(top / "board.html"), browser, str(ROUNDS)]
    run = subprocess.run(command, cwd=top, capture_output=True, text=True, check=True)
    return list(map(float, run.stdout.split()))
