"""`make start NAME=tables-3`: a new attempt, and its own first test, which is red."""

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, count_revealed, record
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.cycle.course import Course, Result, open_course
from dojo.coach.showing import bar, left_out
from dojo.coach.taking_over import TakenOver, taken_over
from dojo.runner.failure.printing import failure
from dojo.runner.own_tests import own_trial
from dojo.runner.result import colour_of, counted
from dojo.runner.trial import try_all
from dojo.story.story import Story
from dojo.story.workspace import Workspace


def start(
    workspace: Workspace, name: str, kata_name: str, out: Console, asked: Story | None = None, other: str = ""
) -> None:
    """Make it, show its first bar, and say how to go on; it takes its code from the attempt `other`.

    Raises NoAttempt or NoKata.
    """
    story, kata = workspace.kata(kata_name, asked)
    if other:
        found = taken_over(workspace, other, story, kata)
        said = f"{other}, light {found.light.number}"
        attempt = create(workspace, name, kata_name, asked, found.files, origin=said)
        with open_course(attempt) as course:
            go_on(course, found, out)
    else:
        begin(create(workspace, name, kata_name, asked), out)


def begin(attempt: Attempt, out: Console) -> None:
    """Show the first test, which is the participant's own, and red."""
    own = own_trial(attempt, attempt.story)
    try_all([own])
    if own.failing:
        failure(out, own.failing[0])
    out.print(f"\n{yours(attempt)}")
    out.print(f"The first test is there, and red. Make it green in {attempt.module.name}, and go on with\n")
    how_to_go_on(attempt, out)
    result = Result(list(own.cells.values()), [])
    first_light(attempt, result, out, known=count_revealed(all_lights(attempt)))


def go_on(course: Course, found: TakenOver, out: Console) -> None:
    """Show how much of this kata is done with the code of another one."""
    attempt = course.attempt
    result = course.tried(course.tests[: found.done])
    out.print(yours(attempt))
    out.print(found.sentence)
    out.print("Go on with\n")
    how_to_go_on(attempt, out)
    first_light(attempt, result, out, known=found.done)


def yours(attempt: Attempt) -> str:
    """Where it lies."""
    folder, module = attempt.story.shown(attempt.folder), attempt.module.name
    return f"It is yours: {folder}/ with {module} and test_{module}."


def how_to_go_on(attempt: Attempt, out: Console) -> None:
    """The two verbs of the loop."""
    out.print(f"  {attempt.command('next')}     the bar; when it is green, the next test")
    out.print(f"  {attempt.command('watch')}    the bar at every save\n")


def first_light(attempt: Attempt, result: Result, out: Console, *, known: int) -> None:
    """Record its first files, and draw the bar; `known` tests count as revealed."""
    counts, snapshot = counted([*result.own, *result.ours]), take_snapshot(attempt.folder)
    left_out(out, snapshot)
    record(
        attempt,
        verb="start",
        colour=colour_of(counts),
        counts=counts,
        snapshot=snapshot,
        revealed=known,
        own={cell.id: cell.colour for cell in result.own},
    )
    bar(out, attempt, colour_of(counts), counts)
