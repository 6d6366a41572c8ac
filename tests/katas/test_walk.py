"""A participant on the way through a kata: what is taught, in which order, and where they stand.

The code is that of the steps: a test that is red is answered with the step that it drives.
"""

import pytest

from dojo.coach.where import columns, standing
from dojo.runner.matrix import matrix
from dojo.story.tests import first_drivers


@pytest.mark.parametrize(
    "name", ["deals", "holdem", "ladder", "two_hands", "roman", "fizzbuzz", "tennis", "rover", "yatzy"]
)
def test_each_test_that_opens_a_step_is_red_when_it_comes_and_no_other_is(here, name):
    story, kata = here.workspace.kata(name)
    found = matrix(story)
    tests, code, reds = kata.taught(found.tests), story.step(1), []
    for place, test in enumerate(tests):
        if found.cell(test, code).colour != "green":
            assert (test.kind, found.cell(test, code).colour) == ("drives", "red"), test.rule
            code = story.step(test.written)
            reds.append(test.rule)
        colours = {found.cell(known, code).colour for known in tests[: place + 1]}
        assert colours == {"green"}, test.rule
    opening = first_drivers(tests)
    assert reds == [test.rule for test in tests if test in opening and test.written > 1]


def test_the_code_of_a_step_stands_there(here):
    story = here.story
    cells, found = columns(story), matrix(story)
    tests = story.katas[0].taught(found.tests)
    for number in [0, 1, 11, 13, 27, 28, 45, 51, 61, 90]:
        colours = {test.id: found.cell(test, story.step(number)).colour for test in tests}
        place = standing(colours, tests, cells)
        assert (place.step, place.of, place.ahead, place.behind) == (number, 294, [], [])
