"""`make hint`: help with the current test, more each time. A hint never quotes the code of a step.

Our suite: the test's own hint, then the step that solves it. A case: where its files are, and how to run it
by hand. MODE=mine: more about a wrong solution that passes all tests. If there is no hint, none is counted.
"""

import shlex

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import HintLight, RiddleLight
from dojo.attempt.recording import record
from dojo.coach.catching import ALL, judge_new, print_riddle
from dojo.coach.display import print_left_out, print_onward
from dojo.coach.exercise import CaseExercise, open_exercise
from dojo.coach.own_tests import doubt_failing
from dojo.coach.run import run_tests
from dojo.screen.console import paragraph
from dojo.story.katas import STATEMENT
from dojo.story.steps import read_text
from dojo.story.story import Story, relative_path
from dojo.story.tests import SuiteTest, read_hints


def hint(attempt: Attempt, out: Console) -> None:
    """Give one hint, and record that; raises NotRecorded, CollectionError."""
    with open_exercise(attempt) as exercise:
        this = run_tests(exercise)
    outcome = this.outcome
    light: HintLight | RiddleLight | None = None
    own = next((result for result in outcome.own if result.colour != "green"), None)
    ours = next((result for result in outcome.ours if result.colour != "green"), None)
    if not this.known:  # their first test asks what ours asks
        ours = ours if not attempt.is_own and (own or not outcome.own) else None
        own = None if ours else own
    if outcome.broken:
        out.print(f"Your code does not load, so no test says anything yet: {outcome.broken.why}")
    elif own:
        if attempt.is_own:
            doubt_failing(this, out)
        paragraph(out, f"“{own.rule}” is {own.colour}, and it is yours: we have no hint for it.", "bold")
        statement = attempt.story.shown(attempt.kata.folder / STATEMENT)
        out.print(f"{own.why}\nIs it right? {statement} says. Then what is the least that makes it green?")
    elif ours:
        test = next(test for test in exercise.tests if test.id == ours.id)
        if isinstance(exercise, CaseExercise):
            case, shown = exercise.cases[test.id], attempt.story.shown
            by_hand = f"{attempt.program} < {shlex.quote(relative_path(attempt.folder, case.file))}"
            files = f"The input: {shown(case.file)}\nThe output: {shown(case.output)}"
            rules = f"The rules: {shown(attempt.kata.folder / STATEMENT)}"
            hints = [f"{files}\n{rules}\nBy hand, in {shown(attempt.folder)}: {by_hand}"]
        else:
            hints = hints_for(attempt.story, exercise.tests, test)
        earlier = [one for one in this.lights if isinstance(one, HintLight)]
        before = max((one.hints for one in earlier if one.test == test.id), default=0)
        number = min(before + 1, len(hints))
        out.print(f"“{test.rule}”, hint {number} of {len(hints)}", style="bold")
        out.print(hints[number - 1], soft_wrap=bool(attempt.program))
        light = HintLight(test=test.id, hints=number)
    else:
        caught = judge_new(this) if attempt.is_own else None
        if caught and caught.left:
            light = RiddleLight(riddle=print_riddle(this, caught, out, most=ALL), catches=caught.names)
        else:
            print_onward(out, f"All is green: there is no hint to give. Go on with {attempt.command('next')}")
    if light:
        print_left_out(out, this.snapshot)
        record(attempt, light, this.snapshot)


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
