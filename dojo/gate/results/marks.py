"""Laws 1 and 2: the mark that a test needs, if all steps together show that its own is wrong."""

from collections.abc import Mapping

from dojo.gate.results.rows import colours_of_tests
from dojo.gate.violation import Law, Violation, at_test
from dojo.model.outcome import Colour
from dojo.runner.matrix import Matrix
from dojo.story.tests import Mark, SuiteTest


def explain_mark(test: SuiteTest, matrix: Matrix) -> Violation | None:
    """Say which mark a test needs that turns green once, on a later step than its own mark says."""
    colours = colours_of(test, matrix)
    if test.kind == Mark.DRIVES:
        return explain_early_driver(test, colours, matrix)
    return explain_early_guard(test, colours, matrix)


def explain_early_driver(test: SuiteTest, colours: Mapping[int, str], matrix: Matrix) -> Violation | None:
    """Say which mark a driver needs that a later step has made green, if its own step does what drove it."""
    turn = find_turn(colours, test.written)
    if turn is None or turn <= test.written or colours[turn - 1] != Colour.RED:
        return None
    step = matrix.story.step(test.written)
    others = [driver for driver in matrix.driving(step) if driver != test]
    # without another one, the step may have been forgotten
    if Colour.GREEN not in colours_of_tests(others, step, matrix):
        return None
    problem = f"drives step {test.written}, but is red on step {turn - 1}"
    mend = f"it turns green at step {turn}: mark it drives({turn})"
    return at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend)


def explain_early_guard(test: SuiteTest, colours: Mapping[int, str], matrix: Matrix) -> Violation | None:
    """Say which mark a guard needs that only its own step, or a later one, has turned green."""
    turn = find_turn(colours, test.written - 1)
    if turn is None or turn < test.written:
        return None
    before = turn - 1
    if not is_sound(before, matrix):
        return None
    problem = f"guards step {test.written}, but is {colours[before]} on step {before}"
    if colours[before] == Colour.RED:
        mend = f"it turns green at step {turn}: mark it drives({turn})"
        return at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend)
    problem += f", it breaks there: {matrix.cell(test, matrix.story.step(before)).why}"
    mend = f"let it fail by an assertion there, and mark it drives({turn})"
    # as a guard, it is green on the step before its own
    if turn + 1 in colours:
        mend = f"mark it guards({turn + 1}), or {mend}"
    return at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend)


def find_true_mark(test: SuiteTest, matrix: Matrix) -> str:
    """Say which mark to give a test that turns green once and for all, or that is green on every step."""
    colours = colours_of(test, matrix)
    mark_guards = f"it is green by then: mark it guards({test.written})"
    if set(colours.values()) == {Colour.GREEN}:
        return mark_guards
    # on the steps before its own it may be green by luck; a guard has to be green on the one before
    since = test.written - 1 if test.kind == Mark.GUARDS else test.written
    turn = find_turn(colours, since)
    if turn is None:
        return ""
    was_red = colours[turn - 1] == Colour.RED
    is_early = turn < test.written
    if is_early:
        return f"{mark_guards}, or drives({turn}), which made it green" if was_red else mark_guards
    return f"it turns green at step {turn}: mark it drives({turn})" if was_red else ""


def find_turn(colours: Mapping[int, str], since: int) -> int | None:
    """Return the number of the step on which a test turns green for good, from its colour on each step.

    None if it is green on all steps, or not on the last one. None, too, if it was green on a step from
    `since` on and is not on a later one: that step broke it, and is to blame. On steps before `since` it may
    be green by luck.
    """
    last_not_green = None
    for number in sorted(colours):
        if colours[number] != Colour.GREEN:
            last_not_green = number
    if last_not_green is None or last_not_green == max(colours):
        return None
    for number in range(since, last_not_green):
        if colours.get(number) == Colour.GREEN:
            return None
    return last_not_green + 1


def colours_of(test: SuiteTest, matrix: Matrix) -> dict[int, str]:
    """Return the colour of a test on each step, by its number."""
    return {step.number: matrix.cell(test, step).colour for step in matrix.steps}


def is_sound(number: int, matrix: Matrix) -> bool:
    """True if a step passes all tests that drove it and those before; else it is to blame, and no mark."""
    for test in matrix.tests:
        is_driver = test.kind == Mark.DRIVES and test.written <= number
        if is_driver and matrix.cell(test, matrix.story.step(number)).colour != Colour.GREEN:
            return False
    return True
