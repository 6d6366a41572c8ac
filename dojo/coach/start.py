"""`make start NAME=tables-3`: a new attempt, and its own first test, which is red."""

from rich.console import Console

from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, record
from dojo.coach.next import revealed
from dojo.coach.showing import failure, in_numbers
from dojo.engine.cell import colour_of, counted
from dojo.engine.own_tests import own_trial
from dojo.engine.trial import try_all
from dojo.screen.bars import line
from dojo.story.story import Story
from dojo.story.workspace import Workspace


def start(workspace: Workspace, name: str, kata: str, out: Console, story: Story | None = None) -> None:
    """Make it, run its first test, and say how to go on; raises NoAttempt or NoKata."""
    attempt = create(workspace, name, kata, story)
    own = own_trial(attempt, attempt.story)
    try_all([own])
    counts = counted(own.cells.values())
    colour = colour_of(counts)
    out.print(line(colour, f"{attempt.name} · {in_numbers(counts)}", out.width))
    if own.failing:
        failure(out, own.failing[0])
    folder = attempt.story.shown(attempt.folder)
    module, test = attempt.module.name, f"test_{attempt.module.name}"
    out.print(f"\nIt is yours: {folder}/ with {module} and {test}.")
    out.print(f"The first test is there, and red. Make it green in {module}, and go on with\n")
    out.print(f"  {attempt.command('next')}     the first test that fails, or the next one")
    out.print(f"  {attempt.command('watch')}    the bar at every save")
    known = revealed(all_lights(attempt))  # of an attempt whose folder was lost
    record(attempt, verb="start", colour=colour, counts=counts, test="", revealed=known)
