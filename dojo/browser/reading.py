"""What can be read next to the code in a browser: the tests so far, and the steps that they led to."""

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import HintLight, count_revealed, last_run
from dojo.attempt.recording import all_lights
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.catching import is_over
from dojo.coach.exercise import SuiteExercise, open_exercise
from dojo.coach.hint import hints_for
from dojo.model.outcome import Colour
from dojo.story.steps import Step, StepKind
from dojo.story.tests import SuiteTest


def read_so_far(attempt: Attempt) -> dict[str, object]:
    """Return the tests that are revealed, each with its text, and the steps; raises CollectionError.

    The page of a step is there once its tests are green, or once the last hint has named it; its code is
    there once they are green. A refactoring is there with the step before it, and at the end of the kata
    all steps are. In MODE=mine, no test of ours is returned, and no step before the end.
    """
    with open_exercise(attempt) as exercise:
        assert isinstance(exercise, SuiteExercise)
        lights = all_lights(attempt)
        known = count_revealed(lights)
        tests, unrevealed = exercise.tests[:known], exercise.tests[known:]
        texts = [{"rule": test.rule, "text": exercise.text(test)} for test in tests]
        green, hinted = find_open_steps(attempt, exercise.tests, tests)
    story = attempt.story
    if attempt.is_own:
        is_end = is_over(attempt, lights, take_snapshot(attempt.folder).files)
    else:
        is_end = len(tests) == len(exercise.tests) and green >= {test.written for test in tests}
    if is_end:
        green = {step.number for step in story.steps}
    else:
        still_to_drive = {test.written for test in unrevealed if test.kind == "drives"}
        green |= find_refactorings(story.steps, green, still_to_drive)
    steps = []
    for step in story.steps:
        if step.number in green | hinted:
            steps.append(describe_step(step, has_code=step.number in green))
    return {"tests": None if attempt.is_own else texts, "steps": steps}


def find_refactorings(steps: list[Step], green: set[int], still_to_drive: set[int]) -> set[int]:
    """Return the numbers of the refactorings that follow a step of which all tests are green.

    Takes the numbers of the steps with a green test, and of those that a test still drives which is not
    revealed.
    """
    found = set()
    is_done = False
    for step in steps:
        if step.kind == StepKind.REFACTORING and is_done:
            found.add(step.number)
        else:
            is_done = step.number in green and step.number not in still_to_drive
    return found


def find_open_steps(
    attempt: Attempt, every: list[SuiteTest], revealed: list[SuiteTest]
) -> tuple[set[int], set[int]]:
    """Return the numbers of the steps whose tests are green, and of those that a hint has named."""
    lights = all_lights(attempt)
    last = last_run(lights)
    failing: set[int] = set()
    reached: set[int] = set()
    for test in revealed:
        outcome = last.taught.get(test.id) if last else None
        if outcome and outcome.colour == Colour.GREEN:
            reached.add(test.written)
        else:
            failing.add(test.written)
    hinted: set[int] = set()
    for light in lights:
        # the first test has hints before it is revealed: the participant's own asks the same
        for test in every:
            if isinstance(light, HintLight) and light.test == test.id:
                is_last = light.hints >= len(hints_for(attempt.story, every, test))
                hinted |= {test.written} if is_last else set()
    return reached - failing, hinted


def describe_step(step: Step, *, has_code: bool) -> dict[str, object]:
    """Return a step as the page shows it: its number, its title, its README, and its code or nothing."""
    code = step.code if has_code else ""
    return {"number": step.number, "title": step.title, "page": step.lesson, "code": code}
