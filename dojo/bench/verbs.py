"""The part of `make bench` that times the verbs, beside bare pytest on the same tests.

Each round runs every command once, in turn, in a copy of the workspace; `test` and `check` run in itself.
For a story without a bench of its own, only the verbs of its loop are timed.
"""

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dojo.attempt.create import create
from dojo.bench.rounds import numbered_rounds
from dojo.bench.timings import MOST, Measured, Target
from dojo.bench.watch import time_saves
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
FILES = ("Makefile", "README.md", "conftest.py", "pytest.ini")
COPIED = (*FILES, "docs", "dojo", "katas", "requirements", "steps", "tests")

ALL, ONE = "pytest, all steps in one process", f"pytest, step {STEP}"
NOTHING, CHANGED, AGAIN = "from nothing", "one step changed", "nothing changed"
TARGETS = [
    Target("verbs", f"make progress, {AGAIN}", ALL, MOST, 1 / 60),
    Target("verbs", f"make progress, {CHANGED}", ALL, MOST, 1 / 15),
    Target("verbs", f"make progress, {NOTHING}", ALL, MOST, 1 / 5),
    Target("verbs", f"make gate, {AGAIN}", ALL, MOST, 1 / 40),
    Target("verbs", f"make gate, {NOTHING}", ALL, MOST, 1),
    Target("verbs", f"make board, {AGAIN}", ALL, MOST, 1 / 40),
    Target("verbs", f"make board, {NOTHING}", ALL, MOST, 1.1),
    Target("verbs", "make test", ALL, MOST, 1.5),
    Target("verbs", "make check", ALL, MOST, 4),
    Target("verbs", f"make step-{STEP} test", ONE, MOST, 1.15),
    Target("verbs", "make where NAME=all", f"{ATTEMPTS} × make where", MOST, 0.25),
    Target("verbs", "make watch", "pytest-watch", MOST, 0.5, "from a save to the bar"),
    Target("verbs", "a light recorded", ONE, MOST, 0.15),
    Target("verbs", "make board", "", MOST, 1, "from opened to its first answer", "seconds"),
]
LOOP_LIMIT_S = 1.0
"""A room waits so long without asking."""
LOOP_LIMITS_S = {f"make gate, {CHANGED}": 5.0}


@dataclass
class Timed:
    """Commands that are run one after the other, and the seconds that each round took."""

    name: str
    commands: list[list[str]]
    folder: Path
    prepare: Callable[[], object] = lambda: None
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Run them once and note the seconds; raises CalledProcessError if a command fails."""
        self.prepare()
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        start = time.perf_counter()
        for command in self.commands:
            subprocess.run(command, cwd=self.folder, env=environment, check=True, **quiet)  # type: ignore[call-overload]
        self.seconds.append(time.perf_counter() - start)


def measure_verbs(workspace: Workspace, python: Path, browser: str) -> list[Measured]:
    """Time the quick ones in turn, then what watches, what the browser opens, and what takes minutes."""
    with copied_workspace(workspace) as copy:
        timed = time_in_turn(short_ones(copy), "the verbs", ROUNDS)
        attempt = create(copy, "watched", copy.story().katas[0].name)
        ours, stock, recording = time_saves(copy.top, attempt, 2 * ROUNDS)
        opened = time_opening(copy.top, python, browser)
    timed += [("make watch", ours), ("pytest-watch", stock), ("a light recorded", recording)]
    timed += [("make board", opened)]
    timed += time_in_turn(long_ones(workspace.top, browser), "all checks", ONCE)
    return [Measured("verbs", name, seconds) for name, seconds in timed]


def measure_loop(workspace: Workspace, story: Story) -> list[Measured]:
    """Time the verbs of a story's loop in turn, in a copy; if there is a kata, watch an attempt at it."""
    with copied_workspace(workspace, story) as copy:
        there = copy.at(copied_folder(copy.top, workspace, story))
        timed = time_in_turn(loop(copy.top, there), "the loop", ROUNDS)
        if there.katas:
            attempt = create(copy, "watched", there.katas[0].name, there)
            ours, _, recording = time_saves(copy.top, attempt, ROUNDS)
            timed += [("make watch, from a save to the bar", ours), ("a light recorded", recording)]
    return [Measured("loop", name, seconds) for name, seconds in timed]


def loop_targets(measured: list[Measured]) -> list[Target]:
    """Ask each verb of the loop to answer within a second; an author waits longer for the gate."""
    limits = {one.name: LOOP_LIMITS_S.get(one.name, LOOP_LIMIT_S) for one in measured}
    return [Target("loop", name, "", MOST, limit, unit="seconds") for name, limit in limits.items()]


def time_in_turn(timed: list[Timed], label: str, count: int) -> list[tuple[str, list[float]]]:
    """Run every command once a round; returns each name with its seconds."""
    for _ in numbered_rounds(label, count):
        for one in timed:
            one.run()
    return [(one.name, one.seconds) for one in timed]


@contextmanager
def copied_workspace(workspace: Workspace, story: Story | None = None) -> Iterator[Workspace]:
    """Make a copy of the workspace with a room's attempts in it, each at a different step of a story."""
    story = story or workspace.story()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        for name in COPIED:
            source = workspace.top / name
            if source.is_dir():
                shutil.copytree(source, top / name, ignore=IGNORED)
            elif source.is_file():
                shutil.copy(source, top / name)
        for name in (".venv", ".venv-lint"):
            (top / name).symlink_to(workspace.top / name)
        there = copied_folder(top, workspace, story)
        if not there.exists():
            shutil.copytree(story.file.parent, there, ignore=IGNORED)
        copy = Workspace(top, (there,))
        for number, step in enumerate(copy.at(there).steps[: 2 * ATTEMPTS : 2], 1):
            for kata in copy.at(there).katas[:1]:
                attempt = create(copy, f"tables-{number}", kata.name, copy.at(there))
                attempt.module.write_text(step.code, encoding="utf-8")
        yield copy


def copied_folder(top: Path, workspace: Workspace, story: Story) -> Path:
    """Return where a story lies in a copy; one from another repository gets a folder of its own there."""
    folder, ours = story.file.parent, workspace.top.resolve()
    return top / (folder.relative_to(ours) if folder.is_relative_to(ours) else Path(ELSEWHERE, folder.name))


def short_ones(copy: Workspace) -> list[Timed]:
    """List the commands that take seconds."""
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
        verb("progress", CHANGED, lambda: edit(story, STEP)),
        verb("gate", NOTHING, forget),
        verb("gate", AGAIN),
        verb("board", NOTHING, forget),
        verb("board", AGAIN),
        Timed("make where NAME=all", [[*MAKE, "where", "NAME=all"]], top),
        Timed(f"{ATTEMPTS} × make where", singly, top),
    ]


def loop(top: Path, story: Story) -> list[Timed]:
    """List the verbs that a participant or an author waits for; the first fills the cache for the rest."""
    number = min(STEP, story.steps[-1].number)

    def verb(words: str, how: str = "", prepare: Callable[[], object] = lambda: None) -> Timed:
        name = f"make {words}, {how}" if how else f"make {words}"
        return Timed(name, [[*MAKE, *words.split(), *shlex.split(story.word)]], top, prepare)

    return [
        verb("progress", CHANGED, lambda: edit(story, number)),
        verb("progress", AGAIN),
        verb("gate", CHANGED),
        verb("gate", AGAIN),
        *(verb(f"step-{number} {name}") for name in ("test", "red", "diff")),
        *([verb("where"), verb("where NAME=all")] if story.katas else []),
    ]


def edit(story: Story, number: int) -> None:
    """Edit one step in a way that changes no colour."""
    module = story.step(number).module
    module.write_text(f"{module.read_text(encoding='utf-8')}\n", encoding="utf-8")


def long_ones(top: Path, browser: str) -> list[Timed]:
    """List what takes minutes, in the workspace itself, which has its environments."""
    test, check = [*MAKE, "test"], [*MAKE, "check", f"BROWSER={browser}"]
    return [Timed("make test", [test], top), Timed("make check", [check], top)]


def time_opening(top: Path, python: Path, browser: str) -> list[float]:
    """Time, in seconds, from opening the board to its first answer to a key, in that browser."""
    command = [str(python), "-m", "dojo.bench.opening", str(top / "board.html"), browser, str(ROUNDS)]
    run = subprocess.run(command, cwd=top, capture_output=True, text=True, check=True)
    return list(map(float, run.stdout.split()))
