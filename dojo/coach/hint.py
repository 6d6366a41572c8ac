"""`make hint`: help with the current test, more each time. A hint never quotes the code of a step.

Our suite: the test's own hint, then the step that solves it. A case: where its files are, and how to run it
by hand. MODE=mine: more about a wrong solution that passes all tests. If there is no hint, none is counted.
"""

import shlex

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import HintLight, RiddleLight
from dojo.attempt.recording import record
from dojo.coach.catching import ALL, judge_new, print_no_test, print_riddle
from dojo.coach.display import print_broken, print_left_out, print_onward
from dojo.coach.exercise import CaseExercise, first_failing, open_exercise
from dojo.coach.own_tests import doubt_failing
from dojo.coach.run import BarRun, run_tests
from dojo.coach.shape import find_closest
from dojo.files import relative_path
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.story.katas import STATEMENT, Case
from dojo.story.source import scope_of_hint
from dojo.story.steps import Step, StepKind, read_text
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, read_hints


def hint(attempt: Attempt, out: Console) -> None:
    """Give one hint, and record that; raises NotRecorded, CollectionError."""
    with open_exercise(attempt) as exercise:
        this = run_tests(exercise)
    own, taught = find_failing(this)
    light: HintLight | RiddleLight | None = None
    if this.outcome.broken:
        out.print(f"Your code does not load, so no test says anything yet: {this.outcome.broken.why}")
    elif own:
        print_own(this, own, out)
    elif taught:
        light = print_hint(this, taught, out)
    else:
        light = print_riddle_hint(this, out)
    if light:
        print_left_out(out, this.snapshot)
        record(attempt, light, this.snapshot)


def find_failing(this: BarRun) -> tuple[Result | None, Result | None]:
    """Return the first failing test of the participant, and the first of the kata; the former counts."""
    own = first_failing(this.outcome.own)
    taught = first_failing(this.outcome.ours)
    if this.known:
        # it came with the kata, whose own tests have hints
        if own and taught and is_given(this.attempt, own):
            own = None
        return own, taught
    # nothing is revealed yet, and the participant's first test asks what the first one of the kata asks
    if taught and not this.attempt.is_own and (own or not this.outcome.own):
        return None, taught
    return own, None


def is_given(attempt: Attempt, own: Result) -> bool:
    """True for the first test of an attempt, which `make start` has written."""
    name, first = own.id.rpartition("::")[2], attempt.kata.first_test
    return not attempt.is_own and first.is_file() and f"def {name}(" in read_text(first)


def print_own(this: BarRun, own: Result, out: Console) -> None:
    """Say what to ask of a test that the participant wrote."""
    attempt = this.attempt
    if print_broken(out, this, own):
        return
    if attempt.is_own:
        doubt_failing(this, out)
    paragraph(out, f"“{own.rule}” is {own.colour}, and it is yours: we have no hint for it.", "bold")
    statement = attempt.story.shown(attempt.kata.folder / STATEMENT)
    out.print(
        f"{own.why}\nIs it right? Compare it with {statement}. Then what is the least that makes it green?"
    )


def print_hint(this: BarRun, failing: Result, out: Console) -> HintLight:
    """Print the next hint for a test of the kata, and return the light that says so."""
    exercise = this.exercise
    test_by_id = {test.id: test for test in exercise.tests}
    test = test_by_id[failing.id]
    newest = exercise.tests[this.revealed - 1] if this.revealed else test
    if newest != test and test.written != this.attempt.story.steps[0].number:
        # the newest test came when all were green, so a change since then broke this one
        last = this.lights[-1] if this.lights else None
        if not isinstance(last, HintLight) or last.test != newest.id:
            paragraph(
                out,
                f"“{test.rule}” was green when “{newest.rule}” came, and a change since then has broken it."
                f" To undo what came after the last green: {this.attempt.command('back')}",
            )
            out.print()
        test = newest
    if isinstance(exercise, CaseExercise):
        hints = [describe_case(this.attempt, exercise.cases[test.id])]
    else:
        hints = hints_for(this.attempt.story, exercise.tests, test)
    before = 0
    for light in this.lights:
        if isinstance(light, HintLight) and light.test == test.id:
            before = max(before, light.hints)
    number = min(before + 1, len(hints))
    out.print(f"“{test.rule}”, hint {number} of {len(hints)}", style="bold")
    out.print(hints[number - 1], soft_wrap=bool(this.attempt.program))
    return HintLight(test=test.id, hints=number)


def describe_case(attempt: Attempt, case: Case) -> str:
    """Say where the files of a case are, and how to run it by hand."""
    shown = attempt.story.shown
    by_hand = f"{attempt.program} < {shlex.quote(relative_path(attempt.folder, case.file))}"
    return "\n".join(
        [
            f"The input: {shown(case.file)}",
            f"The output: {shown(case.output)}",
            f"The rules: {shown(attempt.kata.folder / STATEMENT)}",
            f"By hand, in {shown(attempt.folder)}: {by_hand}",
        ]
    )


def print_riddle_hint(this: BarRun, out: Console) -> RiddleLight | None:
    """Say more of a wrong solution that passes the participant's tests; None if there is none."""
    if this.attempt.is_own and not this.outcome.own:
        print_no_test(this, out)
        return None
    caught = judge_new(this) if this.attempt.is_own else None
    if caught and caught.left:
        return RiddleLight(riddle=print_riddle(this, caught, out, most=ALL), catches=caught.names)
    again = this.attempt.command("next")
    refactoring = find_refactoring(this)
    if refactoring:
        print_onward(out, f"All is green. Our next refactoring is {name_refactoring(this, refactoring)}")
    elif this.revealed == len(this.exercise.tests) and not this.attempt.is_own:
        kata = this.attempt.kata.name
        print_onward(
            out, f"All is green, and that was the last of our tests of {kata}: there is no hint to give."
        )
    else:
        print_onward(out, f"All is green: there is no hint to give. Go on with {again}")
    return None


def find_refactoring(this: BarRun) -> Step | None:
    """Return the refactoring that follows the step that the code is closest to.

    It is one of the steps that the tests so far cannot tell apart: those before the next test drives one.
    Who writes the tests, or a program in any language, gets none.
    """
    if this.attempt.is_own or this.attempt.program or not this.revealed:
        return None
    tests, story = this.exercise.tests, this.attempt.story
    # a guard is green on the step before its own, so it tells no steps apart
    driven = [test.written for test in tests[: this.revealed] if test.kind == "drives"]
    still_to_drive = [test.written for test in tests[this.revealed :] if test.kind == "drives"]
    first = max(driven, default=0)
    end = min(still_to_drive, default=len(story.steps))
    steps = [step for step in story.steps if first <= step.number < end]
    if not steps:
        # the next test drives the same step
        return None
    code = this.attempt.module.read_text(encoding="utf-8", errors="replace")
    following = steps.index(find_closest(code, steps)) + 1
    # another design tidies nothing up
    is_there = following < len(steps) and steps[following].kind != StepKind.DESIGN
    return steps[following] if is_there else None


def name_refactoring(this: BarRun, step: Step) -> str:
    """Return the number and the title of a step, and what shows it."""
    return f"step {step.number}, {step.title}: {this.attempt.story.command(f'step-{step.number} story')}"


def hints_for(story: Story, tests: list[SuiteTest], test: SuiteTest) -> list[str]:
    """Return the hints for a test: its own, if the story has one, and the step to read."""
    if test.kind == "drives":
        number, does = test.written, "solves it"
        own = written_hint(story, tests, test)
    elif test.written == story.steps[0].number:
        # no step comes before it: the code that is given passes it, and a refactoring has broken it
        number, does = test.written, "passes it"
        own = (
            "The code that was given passes it. What have you changed since the last green, and can you do"
            " half of it?"
        )
    else:
        number, does = test.written - 1, "passes it already"
        own = (
            "No new rule is asked for here. Does a line of your code know some values by heart, where a rule"
            " would do? Go through your code line by line with the values of this test."
        )
    step = story.step(number)
    read = f"Step {number}, {step.title}, {does}: {story.command(f'step-{number} story')}"
    return [own, read] if own else [read]


def written_hint(story: Story, tests: list[SuiteTest], test: SuiteTest) -> str:
    """Return the hint that a story has for a test, or an empty text."""
    if not story.hints:
        return ""
    scope = scope_of_hint(test.id, story.top)
    of_function = ""
    for hint in read_hints(read_text(story.hints), tests):
        if hint.test == test:
            return hint.words
        # one hint may serve all values of a function
        if hint.test and scope_of_hint(hint.test.id, story.top) == scope:
            of_function = of_function or hint.words
    return of_function
