"""The part of `make bench` that times the verbs on a story, beside bare pytest on the same tests.

Each round runs every command once, in turn, in a copy of the workspace; `test` and `check` run in itself.
"""

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dojo.attempt.create import create
from dojo.bench.rounds import numbered_rounds
from dojo.bench.timings import MOST, Figures, Measured, Target
from dojo.bench.watch import time_saves
from dojo.errors import EnvironmentProblem
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

ALL, ONE = "pytest, all steps in one process", "pytest, one step"
NOTHING, CHANGED, AGAIN = "from nothing", "one step changed", "nothing changed"
WHERE, SAVES, OPENED = (
    "make where, one by one",
    ("make watch", "pytest-watch", "a light recorded"),
    "make board",
)
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
    Target("verbs", "make test, one step", ONE, MOST, 1.15),
    Target("verbs", "make where, all", WHERE, MOST, 0.25),
    Target("verbs", SAVES[0], SAVES[1], MOST, 0.5, "from a save to the bar"),
    Target("verbs", SAVES[2], ONE, MOST, 0.15),
    Target("verbs", OPENED, "", MOST, 1, "from opened to its first answer", "seconds"),
]


@dataclass
class Timed:
    """Commands that are run one after the other, and the seconds that each round took."""

    name: str
    commands: list[list[str]]
    folder: Path
    prepare: Callable[[], object] = lambda: None
    seconds: list[float] = field(default_factory=list)
    fault: str = ""
    """Why it cannot be measured."""

    def run(self) -> None:
        """Run them once and note the seconds; after a command that fails, never again."""
        if self.fault:
            return
        self.prepare()
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
        start = time.perf_counter()
        for command in self.commands:
            quiet = subprocess.DEVNULL
            run = subprocess.run(command, cwd=self.folder, env=environment, stdout=quiet, stderr=quiet)
            if run.returncode:
                self.fault = f"{shlex.join(command)} fails: run it alone"
                return
        self.seconds.append(time.perf_counter() - start)


def measure_verbs(workspace: Workspace, story: Story, python: Path, browser: str, figures: Figures) -> None:
    """Time the quick ones in turn, then what watches; with a browser the board and the checks."""
    with copied_workspace(workspace, story) as copy:
        there = copy.at(copied_folder(copy.top, workspace, story))
        time_in_turn(short_ones(copy.top, there), "the verbs", ROUNDS, figures)
        if there.katas:
            attempt = create(copy, "watched", there.katas[0].name, there)
            note(figures, SAVES, lambda: time_saves(copy.top, attempt, 2 * ROUNDS))
        if browser:
            note(figures, [OPENED], lambda: [time_opening(copy.top, python, browser)])
    if browser:
        time_in_turn(long_ones(workspace.top, browser), "all checks", ONCE, figures)


def time_in_turn(timed: list[Timed], label: str, count: int, figures: Figures) -> None:
    """Run every command once a round, and note the seconds of those that never fail."""
    for _ in numbered_rounds(label, count):
        for one in timed:
            one.run()
    figures.missing |= {one.name: one.fault for one in timed if one.fault}
    figures.measured += [Measured("verbs", one.name, one.seconds) for one in timed if not one.fault]


def note(figures: Figures, names: Sequence[str], measure: Callable[[], Sequence[list[float]]]) -> None:
    """Note what is measured under some names, or why it cannot be."""
    try:
        figures.measured += [Measured("verbs", *one) for one in zip(names, measure())]
    except (EnvironmentProblem, OSError) as fault:
        figures.missing |= dict.fromkeys(names, str(fault))


@contextmanager
def copied_workspace(workspace: Workspace, story: Story) -> Iterator[Workspace]:
    """Make a copy of the workspace with a room's attempts in it, each at a different step of a story."""
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


def short_ones(top: Path, story: Story) -> list[Timed]:
    """List the commands that take seconds."""
    number, last = min(STEP, story.steps[-1].number), story.steps[-1].number
    pytest, module = [PYTHON, "-m", "pytest", story.shown(story.suite)], story.step(number).module

    def forget() -> None:
        shutil.rmtree(top / FOLDER, ignore_errors=True)
        for page in top.glob("board*.html"):
            page.unlink()

    def edit() -> None:  # in a way that changes no colour
        module.write_text(f"{module.read_text(encoding='utf-8')}\n", encoding="utf-8")

    def verbs(name: str, *calls: str, prepare: Callable[[], object] = lambda: None) -> Timed:
        commands = [[*MAKE, *call.split(), *shlex.split(story.word)] for call in calls]
        return Timed(f"make {name}", commands, top, prepare)

    found = [
        Timed(ALL, [[*pytest, "--step", f"0-{last}"]], top),
        Timed(ONE, [[*pytest, "--step", str(number)]], top),
        verbs("test, one step", f"step-{number} test"),
        verbs(f"progress, {NOTHING}", "progress", prepare=forget),
        verbs(f"progress, {AGAIN}", "progress"),
        verbs(f"progress, {CHANGED}", "progress", prepare=edit),
        verbs(f"gate, {NOTHING}", "gate", prepare=forget),
        verbs(f"gate, {AGAIN}", "gate"),
        verbs(f"board, {NOTHING}", "board", prepare=forget),
        verbs(f"board, {AGAIN}", "board"),
    ]
    if story.katas:
        singly = [f"where NAME=tables-{n}" for n in range(1, len(story.steps[: 2 * ATTEMPTS : 2]) + 1)]
        found += [verbs("where, all", "where NAME=all"), verbs("where, one by one", *singly)]
    return found


def long_ones(top: Path, browser: str) -> list[Timed]:
    """List what takes minutes, in the workspace itself, which has its environments."""
    test, check = [*MAKE, "test"], [*MAKE, "check", f"BROWSER={browser}"]
    return [Timed("make test", [test], top), Timed("make check", [check], top)]


def time_opening(top: Path, python: Path, browser: str) -> list[float]:
    """Time, in seconds, from opening the board to its first answer to a key, in that browser.

    Raises EnvironmentProblem.
    """
    command = [str(python), "-m", "dojo.bench.opening", str(top / "board.html"), browser, str(ROUNDS)]
    run = subprocess.run(command, cwd=top, capture_output=True, text=True)
    if run.returncode:
        raise EnvironmentProblem(f"the browser does not open it: {run.stderr.strip().rpartition(chr(10))[2]}")
    return list(map(float, run.stdout.split()))
