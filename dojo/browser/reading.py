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
    there once they are green, and that of a refactoring with it. At the end of the kata all steps are. If
    participants write the tests, they get none of ours, and the steps only at the end.
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
    to_come = {test.written for test in unrevealed if test.kind == "drives"}
    steps = []
    is_done = False
    for step in story.steps:
        # a refactoring belongs to the step before it, once all tests of that one are green
        follows = step.kind == StepKind.REFACTORING and is_done
        is_green = is_end or follows or step.number in green
        is_done = is_green and step.number not in to_come
        if is_green or step.number in hinted:
            steps.append(describe_step(step, has_code=is_green))
    return {"tests": None if attempt.is_own else texts, "steps": steps}


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
        for test in revealed:
            if isinstance(light, HintLight) and light.test == test.id:
                is_last = light.hints >= len(hints_for(attempt.story, every, test))
                hinted |= {test.written} if is_last else set()
    return reached - failing, hinted


def describe_step(step: Step, *, has_code: bool) -> dict[str, object]:
    """Return a step as the page shows it: its number, its title, its README, and its code or nothing."""
    code = step.code if has_code else ""
    return {"number": step.number, "title": step.title, "page": step.lesson, "code": code}
