"""`make start NAME=tables-3`: a new attempt, and its own first test, which is red."""

from rich.console import Console

from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, record, revealed
from dojo.attempt.snapshot import taken
from dojo.coach.showing import bar, failure, left_out
from dojo.engine.cell import counted
from dojo.engine.own_tests import own_trial
from dojo.engine.trial import try_all
from dojo.story.story import Story
from dojo.story.workspace import Workspace


def start(workspace: Workspace, name: str, kata: str, out: Console, story: Story | None = None) -> None:
    """Make it, run its first test, and say how to go on; raises NoAttempt or NoKata."""
    attempt = create(workspace, name, kata, story)
    own = own_trial(attempt, attempt.story)
    try_all([own])
    counts = counted(own.cells.values())
    folder = attempt.story.shown(attempt.folder)
    module, test = attempt.module.name, f"test_{attempt.module.name}"
    if own.failing:
        failure(out, own.failing[0])
    out.print(f"\nIt is yours: {folder}/ with {module} and {test}.")
    out.print(f"The first test is there, and red. Make it green in {module}, and go on with\n")
    out.print(
        f"  {attempt.command('next')}     what the tests come to; green: a moment to tidy up; then one more"
    )
    out.print(f"  {attempt.command('watch')}    the bar at every save, and a key for each verb\n")
    known = revealed(all_lights(attempt))  # of an attempt whose folder was lost
    snapshot = taken(attempt.folder)
    left_out(out, snapshot)
    record(
        attempt,
        verb="start",
        colour=own.colour,
        counts=counts,
        snapshot=snapshot,
        revealed=known,
        own={cell.id: cell.colour for cell in own.cells.values()},
    )
    bar(out, attempt, own.colour, counts)
