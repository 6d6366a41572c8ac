"""`make bench`: how fast the verbs are beside bare pytest, and what the story itself has timed.

All runs in turn, in rounds, the verbs in a copy of the workspace; a figure is the median of the rounds.
Ratios count: seconds depend on the machine, and ratios hardly do. The figures go into speed.json beside the
story.toml.
"""

import os
import platform
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from dojo.attempt.create import create
from dojo.bench.rounds import Task, time_tasks
from dojo.bench.timings import MOST, Figures, Measured, Target, format_figures, markdown, speed_file
from dojo.bench.watch import OURS, PYTHON, RECORDED, THEIRS, time_saves
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.screen.browser import browser_for
from dojo.story.story import Story
from dojo.story.workspace import CACHE, Workspace

ROUNDS = 5
ATTEMPTS = 20
STEP = 7
IGNORED = shutil.ignore_patterns(".*", "__pycache__", "attempts")

ALL, ONE = "pytest, all steps in one process", "pytest, one step"
NOTHING, CHANGED, AGAIN = "from nothing", "one step changed", "nothing changed"
SINGLY, OPENED = "make where, one by one", "make board"
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
    Target("verbs", "make where, all", SINGLY, MOST, 0.25),
    Target("verbs", OURS, THEIRS, MOST, 0.5, "from a save to the bar"),
    Target("verbs", RECORDED, ONE, MOST, 0.15),
    Target("verbs", OPENED, "", MOST, 1, "from opened to its first answer", "seconds"),
]


def bench(workspace: Workspace, story: Story, browser: str) -> int:
    """Measure all of it, show it and write it; returns a status. Raises EnvironmentProblem.

    What fails is said, and the rest is measured. For a story without a bench of its own, only the quick verbs
    are measured, and nothing is written.
    """
    python, figures = workspace.top / ".venv-check" / "bin" / "python", Figures()
    if story.own.bench:
        browser = browser_for(python, browser)
        figures = measure_story(story, workspace.top)
    figures.targets += TARGETS
    there = len(figures.missing)
    try:
        measure_verbs(workspace, story, python, browser, figures)
    except (OSError, UsageError, EnvironmentProblem) as fault:
        figures.missing["the rest"] = describe_error(fault)
    figures.date, figures.machine = time.strftime("%Y-%m-%d"), describe_machine()
    print(markdown(figures))
    if story.own.bench:
        speed_file(story).write_text(format_figures(figures), encoding="utf-8")
        print(f"{story.shown(speed_file(story))} is written; make contents puts it into the pages.")
    return int(len(figures.missing) > there)


def describe_machine() -> dict[str, str]:
    """Say what the figures belong to: the processor, the system and the Python."""
    processor = platform.processor() or "unknown processor"
    with suppress(OSError):  # Linux alone has this file, and calls a processor by its name there
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
    return {
        "cpu": f"{os.cpu_count()} × {processor}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def measure_story(story: Story, top: Path) -> Figures:
    """Run the story's own bench; raises EnvironmentProblem if it stopped, after it has said why."""
    command = [str(top / ".venv-bench" / "bin" / "python"), "-m", story.own.bench]
    run = subprocess.run(command, cwd=top, stdout=subprocess.PIPE)
    if run.returncode:
        raise EnvironmentProblem(f"{story.own.bench} has stopped, so nothing was written")
    return msgspec.json.decode(run.stdout, type=Figures)


def measure_verbs(workspace: Workspace, story: Story, python: Path, browser: str, figures: Figures) -> None:
    """Time what takes seconds, then the watches; with a browser also the checks, and how the board opens."""
    with copied_workspace(workspace, story) as (copy, copied):
        time_tasks(quick_tasks(copy, copied), "the verbs", figures, ROUNDS, time.perf_counter)
        for kata in copied.katas[:1]:
            ours, theirs = (create(copy, name, kata.name, copied) for name in ("watched", "spooled"))
            time_saves(copy.top, ours, theirs, figures, 2 * ROUNDS)
        if browser:
            time_tasks(slow_tasks(workspace.top, browser), "all checks", figures, 1, time.perf_counter)
            board = str(next(copy.top.glob("board*.html"), "board.html"))  # it may be that of another story
            command = shlex.join([str(python), "-m", "dojo.bench.opening", board, browser, str(ROUNDS)])
            seconds = map(float, run_command(command, copy.top).split())
            figures.measured.append(Measured("verbs", OPENED, list(seconds)))


@contextmanager
def copied_workspace(workspace: Workspace, story: Story) -> Iterator[tuple[Workspace, Story]]:
    """Give a copy of the workspace and of a story, which may come from another repository."""
    folder, ours = story.file.parent, workspace.top.resolve()
    with tempfile.TemporaryDirectory() as place:
        top = Path(place).resolve() / "dojo"
        shutil.copytree(ours, top, ignore=IGNORED)
        for name in (".venv", ".venv-lint"):
            (top / name).symlink_to(ours / name)
        is_here = folder.is_relative_to(ours)
        copied = top / folder.relative_to(ours) if is_here else top / "elsewhere" / folder.name
        if not copied.exists():
            shutil.copytree(folder, copied, ignore=IGNORED)
        copy = Workspace(top, (copied,))
        yield copy, copy.at(copied)


def quick_tasks(copy: Workspace, story: Story) -> list[Task]:
    """List what takes seconds; `make where` asks for a room's attempts, each at a different step."""
    top, last = copy.top, story.steps[-1].number
    step = story.step(min(STEP, last))

    def forget(_part: Any) -> None:
        shutil.rmtree(top / CACHE, ignore_errors=True)
        for page in top.glob("board*.html"):
            page.unlink()

    def edit(_part: Any) -> None:  # in a way that changes no colour
        step.module.write_text(f"{step.module.read_text(encoding='utf-8')}\n", encoding="utf-8")

    def pytest(name: str, steps: str) -> Task:
        return task(name, f"{PYTHON} -m pytest {shlex.quote(story.shown(story.suite))} --step {steps}", top)

    def verbs(name: str, *calls: str, **how: Callable[[Any], object]) -> Task:
        return task(f"make {name}", " && ".join(map(story.command, calls)), top, **how)

    tasks = [
        pytest(ALL, f"0-{last}"),
        pytest(ONE, str(step.number)),
        verbs("test, one step", f"step-{step.number} test"),
        verbs(f"progress, {NOTHING}", "progress", before=forget),
        verbs(f"progress, {AGAIN}", "progress"),
        verbs(f"progress, {CHANGED}", "progress", before=edit),
        verbs(f"gate, {NOTHING}", "gate", before=forget),
        verbs(f"gate, {AGAIN}", "gate"),
        verbs(f"board, {NOTHING}", "board", before=forget),
        verbs(f"board, {AGAIN}", "board"),
    ]
    for kata in story.katas[:1]:
        calls = []
        for number, one in enumerate(story.steps[: 2 * ATTEMPTS : 2], 1):
            attempt = create(copy, f"tables-{number}", kata.name, story)
            attempt.module.write_text(one.code, encoding="utf-8")
            calls.append(f"where NAME={attempt.name}")
        tasks += [verbs("where, all", "where NAME=all"), verbs("where, one by one", *calls)]
    return tasks


def slow_tasks(top: Path, browser: str) -> list[Task]:
    """List what takes minutes, in the workspace itself, which has its environments."""
    check = f"make check BROWSER={shlex.quote(browser)}"
    return [task("make test", "make test", top), task("make check", check, top)]


def task(name: str, command: str, top: Path, before: Callable[[Any], object] = lambda _part: None) -> Task:
    """Return the task to run a command of the shell at the top of a workspace."""
    return Task("verbs", name, lambda _part: run_command(command, top), before=before)


def run_command(command: str, folder: Path) -> str:
    """Run a command in a folder, and give what it prints; raises EnvironmentProblem if it fails."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
    run = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode:
        raise EnvironmentProblem(f"{command} fails: run it alone")
    return run.stdout
