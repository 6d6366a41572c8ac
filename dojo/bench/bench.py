"""`make bench`: how fast the verbs are beside bare pytest, and what the story itself has timed.

All runs in turn, in rounds, the verbs in a copy of the workspace; a figure is the median of the rounds.
Ratios count: seconds depend on the machine, and ratios hardly do. The figures go into speed.json beside the
story.toml.
"""

import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec

from dojo.attempt.create import create
from dojo.attempt.light import RunLight
from dojo.attempt.recording import record
from dojo.bench.commands import PYTHON, run_command
from dojo.bench.site import SITE_TARGETS, measure_site
from dojo.bench.tables import markdown
from dojo.bench.timings import MOST, Figures, Measured, Target, Task, time_tasks, write_figures
from dojo.bench.watched import Watched, pause
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.model.outcome import Colour, Outcome
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
OURS, THEIRS, RECORDED = "make watch", "pytest-watch", "a light recorded"
PROVEN = "make prove, sixty lights"
# what make test has passed does not run again
CHECKED = "make check, after make test"
LIGHTS = 60
TARGETS = [
    Target("verbs", f"make progress, {AGAIN}", ALL, MOST, 1 / 60),
    Target("verbs", f"make progress, {CHANGED}", ALL, MOST, 1 / 15),
    Target("verbs", f"make progress, {NOTHING}", ALL, MOST, 1 / 5),
    Target("verbs", f"make gate, {AGAIN}", ALL, MOST, 1 / 40),
    Target("verbs", f"make gate, {NOTHING}", ALL, MOST, 1),
    Target("verbs", f"make board, {AGAIN}", ALL, MOST, 1 / 40),
    Target("verbs", f"make board, {NOTHING}", ALL, MOST, 1.1),
    Target("verbs", "make test", ALL, MOST, 1.5),
    Target("verbs", CHECKED, ALL, MOST, 4),
    Target("verbs", "make test, one step", ONE, MOST, 1.15),
    Target("verbs", "make where, all", SINGLY, MOST, 0.25),
    Target("verbs", OURS, THEIRS, MOST, 0.5, "from a save to the bar"),
    Target("verbs", RECORDED, ONE, MOST, 0.01),
    Target("verbs", PROVEN, ALL, MOST, 1, "from nothing"),
    Target("verbs", OPENED, "", MOST, 1, "from opened to its first answer", "seconds"),
    *SITE_TARGETS,
]
MAX_GATE_S = 60  # of a kata, from nothing


def bench(workspace: Workspace, story: Story, browser: str) -> int:
    """Measure all of it, show it and write it; returns a status. Raises EnvironmentProblem.

    What fails is said, and the rest is measured. For a story without a bench of its own, only the quick verbs
    are measured, and nothing is written.
    """
    python = workspace.top / ".venv-dev" / "bin" / "python"
    figures = Figures()
    if story.own.bench:
        browser = browser_for(python, browser)
        command = [str(workspace.top / ".venv-bench" / "bin" / "python"), "-m", story.own.bench]
        run = subprocess.run(command, cwd=workspace.top, stdout=subprocess.PIPE)
        if run.returncode:
            raise EnvironmentProblem(f"{story.own.bench} has stopped, so nothing was written")
        figures = msgspec.json.decode(run.stdout, type=Figures)
    figures.targets += TARGETS
    for other in other_stories(workspace, story):
        figures.targets.append(Target("verbs", gate_of(other), "", MOST, MAX_GATE_S, unit="seconds"))
    missing_before = len(figures.missing)
    try:
        measure_verbs(workspace, story, python, browser, figures)
    except (OSError, UsageError, EnvironmentProblem) as error:
        figures.missing["the rest"] = describe_error(error)
    figures.date = time.strftime("%Y-%m-%d")
    figures.machine = describe_machine()
    print(markdown(figures))
    if story.own.bench:
        file = write_figures(story, figures)
        print(f"{story.shown(file)} is written; make contents puts it into the pages.")
    return int(len(figures.missing) > missing_before)


def describe_machine() -> dict[str, str]:
    """Say what the figures belong to: the processor, the system and the Python."""
    processors = [platform.processor() or "unknown processor"]
    # Linux alone has this file, and calls a processor by its name there
    with suppress(OSError):
        processors += re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return {
        "cpu": f"{os.cpu_count()} × {processors[-1]}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def measure_verbs(workspace: Workspace, story: Story, python: Path, browser: str, figures: Figures) -> None:
    """Time what takes seconds, then the watches; with a browser also the checks, and how the board opens."""
    with copied_workspace(workspace, story) as (copy, copied):
        time_tasks(quick_tasks(copy, copied), "the verbs", figures, ROUNDS, time.perf_counter)
        if story.katas:
            time_saves(copy, copied, figures)
        if browser:
            # not in the copy, which has not their environments
            checks = [
                task("make test", "make test", workspace.top),
                task(CHECKED, f"make check BROWSER={shlex.quote(browser)}", workspace.top),
            ]
            time_tasks(checks, "all checks", figures, 1, time.perf_counter)
            # its name says of which story it is
            board = next(copy.top.glob("board*.html"), Path("board.html"))
            command = [str(python), "-m", "dojo.bench.opening", str(board), browser, str(ROUNDS)]
            output = run_command(shlex.join(command), copy.top)
            seconds = list(map(float, output.split()))
            figures.measured.append(Measured("verbs", OPENED, seconds))
            figures.measured += measure_site(copied, python, browser, ROUNDS)


def other_stories(workspace: Workspace, story: Story) -> list[Story]:
    """Return the stories of a workspace besides one."""
    return [other for other in workspace.stories if other.file != story.file]


def gate_of(story: Story) -> str:
    """Name the gate of a story, as a figure."""
    return f"make gate, {story.name}, {NOTHING}"


@contextmanager
def copied_workspace(workspace: Workspace, story: Story) -> Iterator[tuple[Workspace, Story]]:
    """Yield a copy of the workspace and of a story, which may come from another repository."""
    folder = story.file.parent
    original = workspace.top.resolve()
    with tempfile.TemporaryDirectory() as place:
        top = Path(place).resolve() / "dojo"
        shutil.copytree(original, top, ignore=IGNORED)
        (top / ".venv").symlink_to(original / ".venv")
        # what the browser needs is there once it was needed
        if (original / ".browser").is_dir():
            (top / ".browser").symlink_to(original / ".browser")
        if folder.is_relative_to(original):
            copied = top / folder.relative_to(original)
        else:
            copied = shutil.copytree(folder, top / "elsewhere" / folder.name, ignore=IGNORED)
        copy = Workspace(top, (copied,))
        yield copy, copy.at(copied)


def quick_tasks(copy: Workspace, story: Story) -> list[Task]:
    """List what takes seconds; `make where` asks for a room's attempts, each at a different step."""
    top = copy.top
    last = story.steps[-1].number
    step = story.step(min(STEP, last))
    pytest = f"{PYTHON} -m pytest {shlex.quote(story.shown(story.suite))} --step"

    def forget(_part: object) -> None:
        shutil.rmtree(top / CACHE, ignore_errors=True)
        for page in top.glob("board*.html"):
            page.unlink()

    def edit(_part: object) -> None:
        # in a way that changes no colour
        step.module.write_text(f"{step.module.read_text(encoding='utf-8')}\n", encoding="utf-8")

    tasks = [
        task(ALL, f"{pytest} 0-{last}", top),
        task(ONE, f"{pytest} {step.number}", top),
        task("make test, one step", story.command(f"step-{step.number} test"), top),
    ]
    if story.katas:
        tasks.append(task(PROVEN, prepare_evening(copy, story), top, forget))
    # a gate without a name would be that of the story named last
    named = story.word or f"STORY={story.name}"

    def add_verb(verb: str) -> None:
        tasks.append(task(f"make {verb}, {NOTHING}", f"make {verb} {named}", top, forget))
        tasks.append(task(f"make {verb}, {AGAIN}", f"make {verb} {named}", top))

    add_verb("progress")
    add_verb("gate")
    # before the board, which the last check opens
    for other in other_stories(copy, story):
        tasks.append(task(gate_of(other), other.command("gate"), top, forget))
    add_verb("board")
    tasks.append(task(f"make progress, {CHANGED}", story.command("progress"), top, edit))
    if story.katas:
        calls = []
        for number, reached in enumerate(story.steps[: 2 * ATTEMPTS : 2], 1):
            attempt = create(copy, f"tables-{number}", story.katas[0].name, story)
            attempt.module.write_text(reached.code, encoding="utf-8")
            calls.append(story.command(f"where NAME={attempt.name}"))
        tasks.append(task("make where, all", story.command("where NAME=all"), top))
        tasks.append(task(SINGLY, " && ".join(calls), top))
    return tasks


def prepare_evening(copy: Workspace, story: Story) -> str:
    """Make an attempt with many lights, red and green in turn; return the command that proves it."""
    attempt = create(copy, "proven", story.katas[0].name, story)
    red, green = story.steps[0].code, story.steps[-1].code
    for number in range(LIGHTS):
        code = green if number % 2 else red
        # a light is of code that was saved
        attempt.module.write_text(f"{code}\n# {number}\n", encoding="utf-8")
        with suppress(EnvironmentProblem):
            # it has a status of its own while it is red
            run_command(story.command(f"next NAME={attempt.name}"), copy.top)
    return story.command(f"prove NAME={attempt.name}")


def leave(_part: object) -> None:
    """Leave all as it is, before something is timed."""


def task(name: str, command: str, top: Path, before: Callable[[object], None] = leave) -> Task:
    """Return the task to run a command of the shell at the top of a workspace."""
    return Task("verbs", name, lambda _part: run_command(command, top), before=before)


def time_saves(copy: Workspace, story: Story, figures: Figures) -> None:
    """Time a save to its bar, by `make watch` and by pytest-watch as it comes; and what a light takes."""
    ours = create(copy, "watched", story.katas[0].name, story)
    theirs = create(copy, "spooled", story.katas[0].name, story)
    verb = ["dojo", "watch", f"NAME={ours.name}", *shlex.split(story.word)]
    folder = str(theirs.folder.relative_to(copy.top))
    other = ["pytest_watch", folder, "--nobeep", "--", folder]
    watches = {
        OURS: Watched(copy.top, ours, verb, " GREEN · ", " RED · "),
        THEIRS: Watched(copy.top, theirs, other, "1 passed", "1 failed"),
    }
    outcome = Outcome("a test", Colour.GREEN)
    run = RunLight(verb="next", colour=Colour.GREEN, own={outcome.test: outcome})
    light = partial(record, light=run)
    tasks = []
    for name, watched in watches.items():
        tasks.append(Task("verbs", name, watched.save_and_wait, (1, 0), before=watched.get_ready))
    tasks.append(Task("verbs", RECORDED, light, [theirs], before=pause))
    time_tasks(tasks, "saves", figures, 2 * ROUNDS, time.perf_counter)
    for watched in watches.values():
        watched.process.terminate()
        watched.process.wait()
