"""A cell of the matrix is shown in the light of what it had to be."""

import pytest

from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.tests import SuiteTest

DRIVES, GUARDS = (SuiteTest("id", "a rule", kind, 3) for kind in ("drives", "guards"))
STATES = {
    "not written yet": (DRIVES, 1, "red", "not yet"),
    "not written yet, whatever it comes to": (DRIVES, 1, "amber", "not yet"),
    "luck": (DRIVES, 1, "green", "luck"),
    "skipped is never right": (DRIVES, 1, "skipped", "broken"),
    "missing is never right": (DRIVES, 1, None, "broken"),
    "red just before": (DRIVES, 2, "red", "red"),
    "green too early": (DRIVES, 2, "green", "broken"),
    "a crash is no red": (DRIVES, 2, "amber", "broken"),
    "green from its step on": (DRIVES, 3, "green", "green"),
    "red on its step": (DRIVES, 3, "red", "broken"),
    "missing later": (DRIVES, 4, None, "broken"),
    "a guard, not written yet": (GUARDS, 1, "red", "not yet"),
    "a guard about to be written": (GUARDS, 2, "green", "luck"),
    "a guard that is red when it is written": (GUARDS, 2, "red", "broken"),
    "a guard, green from its step on": (GUARDS, 3, "green", "green"),
}


@pytest.mark.parametrize(("test", "number", "colour", "shown"), STATES.values(), ids=STATES)
def test_a_cell_is_shown_in_the_light_of_what_it_had_to_be(bare, test, number, colour, shown):
    step = bare.story.step(number)
    cells = {(test.id, number): Result(test.id, test.rule, colour)} if colour else {}
    assert Matrix(bare.story, [step], [test], cells).state(test, step) == shown
