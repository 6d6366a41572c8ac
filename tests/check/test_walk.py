"""A participant plays each kata to its end by the functions behind `make next`, with the code of the steps.

A test that is red is answered with the step that it drives.
"""

import io

import pytest
from rich.console import Console

from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights
from dojo.coach.cycle.course import with_course
from dojo.coach.cycle.next import play
from dojo.story.tests import openers

KATAS = ["deals", "holdem", "ladder", "two_hands", "roman"]


class Player:
    """Types `make next`, and writes the code of the steps."""

    def __init__(self, course):
        self.course, self.attempt = course, course.attempt
        self.by_id = {test.id: test for test in course.tests}
        self.asked = []
        """What each green that a change has made was followed by."""

    def next(self):
        """What `make next` shows."""
        screen = io.StringIO()
        play(self.course, Console(file=screen, width=80, markup=False))
        return " ".join(screen.getvalue().split())

    def write(self, step):
        """Write the code of a step, and look at the bar, which has to be green."""
        self.attempt.module.write_text(self.attempt.story.step(step).code)
        self.asked.append("Is there anything to tidy up?" in self.next())

    def walk(self):
        """To the end: the ids of the tests that were red when they came."""
        self.next()
        self.write(1)
        reds = []
        while "That was the last test" not in (shown := self.next()):
            light = all_lights(self.attempt)[-1]
            assert light.colour != "amber", shown
            if light.colour == "red":
                reds.append(light.test)
                self.write(self.by_id[light.test].written)
            else:
                assert "you had it already" not in shown, shown
            assert all_lights(self.attempt)[-1].colour == "green", shown
        return reds


@pytest.mark.parametrize("kata", KATAS)
def test_each_test_that_opens_a_step_is_red_when_it_comes_and_no_other_is(workspace, kata):
    attempt = create(workspace.workspace, "tables-3", kata, workspace.workspace.kata(kata)[0])

    def walk(course):
        player = Player(course)
        return course.tests, player.walk(), player.asked

    tests, reds, asked = with_course(attempt, walk)
    opening = openers(tests)
    assert reds == [test.id for test in tests if test in opening and test.written > 1]
    assert asked == [True] * (len(reds) + 1)
    assert all_lights(attempt)[-1].told["revealed"] == len(tests)
