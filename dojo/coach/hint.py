"""`make hint`: help with the test in hand: first its own hint, and then the step that solves it.

A hint never quotes the code of a step. Where there is no hint to give, none is counted.
"""

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, all_lights, count_revealed, record
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.cases import hint as cases
from dojo.coach.cycle.course import open_course
from dojo.coach.mine import hint as mine
from dojo.coach.mine.start import MODE as MINE
from dojo.coach.showing import left_out
from dojo.runner.collect import collect
from dojo.runner.own_tests import own_trial
from dojo.runner.result import Cell
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.story.hints import hints as hints_of
from dojo.story.katas import STATEMENT
from dojo.story.story import Story
from dojo.story.tests import SuiteTest


def hints(story: Story, tests: list[SuiteTest], test: SuiteTest) -> list[str]:
    """The hints for a test: its own, if the story has one, and the step to read."""
    if test.kind == "guards":
        return [of_a_guard(test), reading(story, test.written - 1, "passes it already")]
    own = hints_of(story, tests).get(test.id)
    return [*([own] if own else []), reading(story, test.written, "solves it")]


def of_a_guard(test: SuiteTest) -> str:
    """Help with a test that needed no step of ours."""
    return (
        f"Nobody had to write code for this one: step {test.written - 1} was green on it at once."
        " Which part of it does your code treat differently from the tests before it?"
    )


def reading(story: Story, number: int, does: str) -> str:
    """Which step there is to read."""
    step = story.step(number)
    return f"Step {number}, {step.title}, {does}: {story.command(f'step-{number} story')}"


def given(lights: list[Light], test: SuiteTest) -> int:
    """How many hints for this test have been given."""
    return max((light.hints for light in lights if light.test == test.id), default=0)


def failing(trial: Trial) -> list[Cell]:
    """The tests that are not green."""
    return [cell for cell in trial.cells.values() if cell.colour != "green"]


def give(attempt: Attempt, suite: Suite, own: Trial, out: Console) -> None:
    """Show the next hint, and record that; or say why there is none."""
    lights = all_lights(attempt)
    tests = attempt.kata.taught(suite.tests)
    seen = tests[: min(count_revealed(lights), len(tests))]
    ours = suite.trial(attempt, seen or tests[:1])
    try_all([own, ours])
    first = next(iter(failing(ours)), None)
    if ours.broken and first:
        out.print(f"Your code does not load, so no test says anything yet: {first.why}")
    elif failing(own) and (seen or not first):  # the very first one asks what ours asks
        about_their_own(attempt, failing(own)[0], out)
    elif first and first.fell:
        out.print(f"“{first.rule}” {first.why} Stop that first.")
    elif first and first.id in {test.id for test in seen[:-1]}:
        it_was_green(attempt, first, out)
    elif first and (seen or failing(own) or not own.cells):
        show(attempt, lights, tests, next(test for test in tests if test.id == first.id), out)
    elif len(seen) == len(tests):
        out.print("All is green, and no test is left: there is no hint to give.")
    else:
        out.print(f"All is green: there is no hint to give. The next test: {attempt.command('next')}")


def it_was_green(attempt: Attempt, cell: Cell, out: Console) -> None:
    """Help with a test that was green already: first all older tests have to be green again."""
    out.print(f"“{cell.rule}” was green before: what have you changed since?", style="bold")
    out.print(f"The last green again: {attempt.command('back')}. What changed: {attempt.command('lights')}")


def about_their_own(attempt: Attempt, cell: Cell, out: Console) -> None:
    """Help with a test that the participant wrote."""
    if cell.colour == "amber":
        out.print(f"“{cell.rule}” is amber, and it is yours: it broke before it could compare anything.")
        out.print(cell.why)
        return
    statement = attempt.story.shown(attempt.kata.folder / STATEMENT)
    out.print(f"“{cell.rule}” is {cell.colour}, and it is yours: we have no hint for it.", style="bold")
    out.print(f"What does it compare with what? Which of the two is right, you find in {statement}.")


def show(
    attempt: Attempt, lights: list[Light], tests: list[SuiteTest], test: SuiteTest, out: Console
) -> None:
    """Show one hint for a test of ours, and record that."""
    to_give = hints(attempt.story, tests, test)
    place = min(given(lights, test), len(to_give) - 1)
    out.print(f"“{test.rule}”, hint {place + 1} of {len(to_give)}", style="bold")
    out.print(to_give[place])
    colour, counts = (lights[-1].colour, lights[-1].counts) if lights else ("amber", {})
    snapshot = take_snapshot(attempt.folder)
    left_out(out, snapshot)
    record(
        attempt,
        verb="hint",
        colour=colour,
        counts=counts,
        test=test.id,
        snapshot=snapshot,
        hints=place + 1,
    )


def hint(attempt: Attempt, out: Console) -> None:
    """Give a hint for the test in hand; raises NotRecorded, Broken."""
    if attempt.setting("mode") == MINE:
        with open_course(attempt) as course:
            mine.hint(course, out)
        return
    if attempt.program:
        cases.hint(attempt, out)
        return
    own = own_trial(attempt, attempt.story)
    with collect(attempt.story) as suite:
        give(attempt, suite, own, out)
