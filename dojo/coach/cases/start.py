"""`make start CMD="node scores.js"`: an attempt in any language, and the first case that it does not pass."""

from typing import NamedTuple

from rich.console import Console

from dojo.attempt.attempt import STARTED, Attempt
from dojo.attempt.create import build_for, create
from dojo.attempt.light import all_lights, count_revealed, record
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.cases.course import OfCases
from dojo.coach.showing import bar, left_out
from dojo.runner.cases.command import WrongCall, seconds, words
from dojo.runner.failure.printing import failure
from dojo.runner.result import Cell, colour_of, counted
from dojo.story.katas import Kata
from dojo.story.story import Story
from dojo.story.workspace import Workspace


class Asked(NamedTuple):
    """What starts the program; what compiles it, if it needs that; the seconds for a case."""

    command: str
    build: str = ""
    limit: str = ""


def start(workspace: Workspace, name: str, kata: Kata, story: Story, asked: Asked, out: Console) -> None:
    """Make it, try it, and say how to go on; raises NoAttempt, NoKata, WrongCall."""
    settings = checked(asked, kata)._asdict()
    attempt = create(workspace, name, kata.name, story, **settings)
    snapshot = take_snapshot(attempt.folder)
    out.print(f"It is yours: {attempt.story.shown(attempt.folder)}/ {contents(attempt)}")
    course = OfCases(attempt)
    cells = course.tried(course.tests).ours
    counts = counted(cells)
    show(attempt, course, cells, out)
    left_out(out, snapshot)
    known = count_revealed(all_lights(attempt))  # of an attempt whose folder was lost
    record(
        attempt,
        verb="start",
        colour=colour_of(counts),
        counts=counts,
        test=cells[-1].id,
        snapshot=snapshot,
        revealed=max(known, len(cells)),
        own={},
    )
    bar(out, attempt, colour_of(counts), counts)


def checked(asked: Asked, kata: Kata) -> Asked:
    """The options, with the command that compiles the starter; raises WrongCall if they cannot be used."""
    build = asked.build or build_for(kata, asked.command)
    for option, command in (("CMD", asked.command), ("BUILD", build)):
        if len(command.splitlines()) > 1:
            raise WrongCall(f"{option} is one line: what takes more goes into a script")
        if command != "":
            words(command, option)
    seconds(asked.limit)
    return asked._replace(build=build)


def show(attempt: Attempt, course: OfCases, cells: list[Cell], out: Console) -> None:
    """The first case that does not pass, and how to go on."""
    if build := attempt.setting("build"):
        out.print(f"It runs this first, after every change: {build}")
    if cells[-1].colour == "green":
        out.print(f"\nIt passes all {len(cells)} cases. Go on with\n")
    else:
        failure(out, cells[-1])
        out.print(f"\n{so_far(len(cells) - 1, len(course.tests))} Make this one green, and go on with\n")
    out.print(f"  {attempt.command('next')}     green: a moment to tidy up; then the next case")
    out.print(f"  {attempt.command('watch')}    the bar at every save\n")


def so_far(passed: int, of: int) -> str:
    """How many cases pass from the first one on."""
    first = "one passes" if passed == 1 else f"{passed} pass"
    return f"Of {of} cases, the first {first}." if passed else f"There are {of} cases."


def contents(attempt: Attempt) -> str:
    """The files of the starter, or what to put there."""
    files = sorted(file.name for file in attempt.folder.iterdir() if file.name != STARTED)
    if files:
        return f"with {' and '.join(files)}."
    return f"is empty: put the program there that you start with {attempt.program}."
