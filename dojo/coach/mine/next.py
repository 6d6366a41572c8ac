"""`make next` for somebody who writes the tests: nothing of ours is revealed.

It shows a red test. If a new test is green, it says whether the test was red first, and whether it earned its
place. If no test is new, it says what is left: a wrong solution that no test catches, as a riddle.
"""

from typing import Any

from rich.console import Console

from dojo.coach.cycle import foreseeing, tidying
from dojo.coach.cycle.course import Course
from dojo.coach.cycle.run import Run, run
from dojo.coach.mine.catching import catch, sound
from dojo.coach.mine.left import left
from dojo.coach.mine.newest import Newest, newest
from dojo.coach.mine.own import is_a_test, own
from dojo.coach.mine.verdicts import doubts, verdicts
from dojo.coach.showing import bar, left_out
from dojo.runner.failure.printing import failure
from dojo.runner.result import COLOURS
from dojo.screen.console import paragraph

TOO_MANY = "{} new tests fail at once. One at a time: the others can wait in ideas.txt."


def play(course: Course, out: Console, expected: str = "") -> None:
    """One beat: the red test; or the worth of the new tests; or what is left. Record it."""
    this = run(course)
    every = newest(this)
    tests = [test for test in every if test.is_news]
    unseen = [test.cell for test in every if test.is_unseen]
    told = foreseen(this, out, expected)
    if this.failure:
        red(this, tests, out, "next")
    elif tests:
        told |= green(this, tests, out)
    elif this.turned_green:
        tidying.ask(this, out)
        onward(this, out)
    else:
        told |= left(this, unseen, out)
    finish(this, "next", out, told | {"unseen": [cell.id for cell in unseen]})


def so_far(this: Run, out: Console) -> None:
    """`make bar`: the colours of the tests, and no more."""
    if this.failure:
        red(this, [test for test in newest(this) if test.is_news], out, "bar")
    elif this.turned_green:
        tidying.ask(this, out)
    finish(this, "bar", out, {})


def foreseen(this: Run, out: Console, expected: str) -> dict[str, Any]:
    """Whether the colour is the expected one, if the participant expected any."""
    if expected not in COLOURS:
        return {}
    return foreseeing.judged(
        expected, this.colour, "the tests so far", this.lights, out, counts=this.has_changed
    )


def red(this: Run, tests: list[Newest], out: Console, verb: str) -> None:
    """The first failure; and a word on the new tests that fail."""
    assert this.failure
    failure(out, this.failure)
    out.print()
    doubted(this, out)
    if (failing := sum(test.cell.colour != "green" for test in tests)) > 1:
        paragraph(out, TOO_MANY.format(failing))
    out.print(f"Make it green, then {this.attempt.command(verb)}.", style="dim")


def doubted(this: Run, out: Console) -> None:
    """Say for which red tests nobody should write code: no right solution passes them."""
    failing = [cell for cell in own(this) if cell.colour != "green" and is_a_test(cell.id)]
    if failing:
        for doubt in doubts(failing, sound(this, {cell.id for cell in failing})):
            paragraph(out, doubt, "bold")


def green(this: Run, tests: list[Newest], out: Console) -> dict[str, Any]:
    """The worth of the new tests: a test for which somebody wrote code needs no judge."""
    caught = None if all(test.drove for test in tests) else catch(this)
    verdicts(tests, caught, out)
    if this.turned_green:
        tidying.ask(this, out)
    onward(this, out)
    return caught.told if caught else {}


def onward(this: Run, out: Console) -> None:
    """How to go on."""
    out.print(f"Then write the next test. What is left: {this.attempt.command('next')}", style="dim")


def finish(this: Run, verb: str, out: Console, told: dict[str, Any]) -> None:
    """Record it, and show the bar, which stays on a small screen."""
    left_out(out, this.snapshot)
    this.record(verb, **told)
    bar(out, this.attempt, this.colour, this.counts)
