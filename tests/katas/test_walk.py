"""A participant on the way through a kata: what is taught, in which order, and where they stand.

The code is that of the steps. All that stands here is in the matrix: tests/check/test_walk.py plays it.
"""

import pytest

from dojo.coach.where import columns, standing
from dojo.runner.matrix import matrix

WAYS = [
    pytest.param("holdem", 36, "the program marks the customer's file", id="holdem, chapters 1-8"),
    pytest.param("roman", 13, "a number comes back as a numeral", id="roman, up to the program"),
]


@pytest.mark.parametrize(("name", "last", "last_red"), WAYS)
def test_each_test_comes_when_all_before_it_are_green_and_only_what_drives_is_red(here, name, last, last_red):
    story, kata = here.workspace.kata(name)
    found = matrix(story)
    tests = [test for test in kata.taught(found.tests) if test.written <= last]
    code, reds = story.step(1), []
    for place, test in enumerate(tests):
        colours = {found.cell(known, code).colour for known in tests[:place]}
        assert colours <= {"green"}, test.rule
        if found.cell(test, code).colour != "green":
            assert (test.kind, found.cell(test, code).colour) == ("drives", "red"), test.rule
            code = story.step(test.written)
            reds.append(test.rule)
    assert {found.cell(test, code).colour for test in tests} == {"green"}
    assert reds[-1] == last_red
    drives = {test.written for test in tests if test.kind == "drives"}
    assert len(reds) >= len(drives) - 1  # the first step is there already


def test_the_code_of_a_step_stands_there(here):
    story = here.story
    cells, found = columns(story), matrix(story)
    tests = story.katas[0].taught(found.tests)
    for number in [0, 1, 9, 10, 18, 19, 32, 36, 44, 50]:
        colours = {test.id: found.cell(test, story.step(number)).colour for test in tests}
        place = standing(colours, tests, cells)
        assert (place.step, place.of, place.unlike) == (number, 285, [])
