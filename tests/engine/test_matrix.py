"""A cell of the matrix is shown in the light of what it had to be."""

import pytest

from dojo.engine.cell import Cell
from dojo.engine.matrix import Matrix
from dojo.story.tests import SuiteTest

DRIVES = SuiteTest("id", "a rule", "drives", 3)
GUARDS = SuiteTest("id", "a rule", "guards", 3)
STATES = [
    pytest.param(DRIVES, 1, "red", "not yet", id="not written yet"),
    pytest.param(DRIVES, 1, "amber", "not yet", id="not written yet, whatever it comes to"),
    pytest.param(DRIVES, 1, "green", "luck", id="luck"),
    pytest.param(DRIVES, 1, "skipped", "broken", id="skipped is never right"),
    pytest.param(DRIVES, 1, "missing", "broken", id="missing is never right"),
    pytest.param(DRIVES, 2, "red", "red", id="red just before"),
    pytest.param(DRIVES, 2, "green", "broken", id="green too early"),
    pytest.param(DRIVES, 2, "amber", "broken", id="a crash is no red"),
    pytest.param(DRIVES, 3, "green", "green", id="green from its step on"),
    pytest.param(DRIVES, 3, "red", "broken", id="red on its step"),
    pytest.param(DRIVES, 4, "missing", "broken", id="missing later"),
    pytest.param(GUARDS, 1, "red", "not yet", id="a guard, not written yet"),
    pytest.param(GUARDS, 2, "green", "luck", id="a guard about to be written"),
    pytest.param(GUARDS, 2, "red", "broken", id="a guard that is red when it is written"),
    pytest.param(GUARDS, 3, "green", "green", id="a guard, green from its step on"),
]


@pytest.mark.parametrize(("test", "number", "colour", "shown"), STATES)
def test_a_cell_is_shown_in_the_light_of_what_it_had_to_be(small, test, number, colour, shown):
    step = small.story.step(number)
    matrix = Matrix(small.story, [step], [test], {(test.id, number): Cell(test.id, test.rule, colour)})
    assert matrix.state(test, step) == shown


def test_what_did_not_run_is_missing(small):
    step = small.story.step(1)
    assert Matrix(small.story, [step], [DRIVES]).cell(DRIVES, step).colour == "missing"
