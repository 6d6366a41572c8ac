"""`make hint`: help with the current test, more each time. A hint never quotes the code of a step.

Our suite: the test's own hint, then the step that solves it. A case: where its files are, and how to run it
by hand. MODE=mine: more about a wrong solution that passes all tests. If there is no hint, none is counted.
"""

import shlex
from typing import Any

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.coach.catching import ALL, judge_new, print_riddle
from dojo.coach.display import print_left_out, print_onward
from dojo.coach.exercise import CaseExercise, Exercise, open_exercise
from dojo.coach.own_tests import doubt_failing
from dojo.coach.run import BarRun, run_tests
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.story.katas import STATEMENT
from dojo.story.steps import read_text
from dojo.story.story import Story, relative_path
from dojo.story.tests import SuiteTest, read_hints


def hint(attempt: Attempt, out: Console) -> None:
    """Give one hint, and record that; raises NotRecorded, CollectionError."""
    with open_exercise(attempt) as exercise:
        give_hint(exercise, out)


def give_hint(exercise: Exercise, out: Console) -> None:
    """Run the tests, give one hint, and record that."""
    this = run_tests(exercise)
    if exercise.attempt.is_own:
        given = hint_at_wrong_solution(this, out)
    elif isinstance(exercise, CaseExercise):
        given = show_case(this, exercise, out)
    else:
        given = hint_at_test(this, out)
    if given:
        print_left_out(out, this.snapshot)
        last = this.lights[-1] if this.lights else Light(0, 0, "", "amber")
        state = {"colour": last.colour, "counts": last.counts, "revealed": None, "own": None, "of": 0}
        this.record("hint", **state | given)


def hint_at_test(this: BarRun, out: Console) -> dict[str, Any]:
    """Give the next hint for a test of our suite, or say why there is none; return fields of the light."""
    attempt, tests = this.attempt, this.exercise.tests
    own = next((result for result in this.outcome.own if result.colour != "green"), None)
    ours = next((result for result in this.outcome.ours if result.colour != "green"), None)
    if this.outcome.broken:
        out.print(f"Your code does not load, so no test says anything yet: {this.outcome.broken.why}")
    elif own and (this.known or not ours):  # before that, their first test asks what ours asks
        refuse_own(own, out)
        statement = attempt.story.shown(attempt.kata.folder / STATEMENT)
        out.print(f"What does it compare with what? {statement} says which of the two is right.")
    elif ours and (this.known or own or not this.outcome.own):
        test = next(test for test in tests if test.id == ours.id)
        hints = hints_for(attempt.story, tests, test)
        given = max((light.hints for light in this.lights if light.test == test.id), default=0)
        number = min(given + 1, len(hints))
        out.print(f"“{test.rule}”, hint {number} of {len(hints)}", style="bold")
        out.print(hints[number - 1])
        return {"test": test.id, "hints": number}
    else:
        refuse_at_green(attempt, out)
    return {}


def refuse_own(result: Result, out: Console) -> None:
    """Say that there is no hint for a test that the participant wrote, and why it is not green."""
    paragraph(out, f"“{result.rule}” is {result.colour}, and it is yours: we have no hint for it.", "bold")
    out.print(result.why)


def refuse_at_green(attempt: Attempt, out: Console) -> None:
    print_onward(out, f"All is green: there is no hint to give. Go on with {attempt.command('next')}")


def hints_for(story: Story, tests: list[SuiteTest], test: SuiteTest) -> list[str]:
    """Return the hints for a test: its own, if the story has one, and the step to read."""
    number, does = test.written, "solves it"
    if test.kind == "drives":
        found = read_hints(read_text(story.hints), tests) if story.hints else ()
        own = next((hint.words for hint in found if hint.test == test), "")
    else:
        number, does = number - 1, "passes it already"
        own = (
            f"No code had to be written for this one: step {number} was green on it at once."
            " Which part of it does your code treat differently from the tests before it?"
        )
    step = story.step(number)
    read = f"Step {number}, {step.title}, {does}: {story.command(f'step-{number} story')}"
    return [own, read] if own else [read]


def show_case(this: BarRun, exercise: CaseExercise, out: Console) -> dict[str, Any]:
    """Print where the files of the current case are, and how to run it; return fields of the light."""
    attempt, shown = this.attempt, this.attempt.story.shown
    if not this.failure:
        refuse_at_green(attempt, out)
        return {}
    test = next((test for test in exercise.tests if test.id == this.current_test), exercise.tests[0])
    case = exercise.cases[test.id]
    fed = shlex.quote(relative_path(attempt.folder, case.file))
    out.print(f"“{test.rule}”", style="bold")
    for line in (
        f"The input: {shown(case.file)}",
        f"The output: {shown(case.output)}",
        f"The rules: {shown(attempt.kata.folder / STATEMENT)}",
        f"By hand, in {shown(attempt.folder)}: {attempt.program} < {fed}",
    ):
        out.print(line, soft_wrap=True)
    return {"test": test.id, "hints": 1}


def hint_at_wrong_solution(this: BarRun, out: Console) -> dict[str, Any]:
    """Say one thing more about a wrong solution that passes all the participant's tests."""
    if this.failure:
        doubt_failing(this, out)
        refuse_own(this.failure, out)
        out.print("What is the least that makes it green? If you do not know, test less.")
        return {}
    caught = judge_new(this)
    if not caught.next:
        refuse_at_green(this.attempt, out)
    own = {result.id: result.colour for result in this.outcome.own}
    state = {"colour": this.colour, "counts": this.counts, "own": own, "test": ""}
    return state | caught.details | print_riddle(this, caught, out, most=ALL, more=True)
