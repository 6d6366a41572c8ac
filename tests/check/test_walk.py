"""A participant plays each kata to its end by the functions behind `make next`, with the code of the steps.

A test that is red is answered with the step that it drives. Whoever writes the tests plays Roman numerals.
"""

import io

import pytest
from coach.mine.conftest import Player as Writer
from rich.console import Console

from dojo.attempt.create import create
from dojo.attempt.light import all_lights
from dojo.coach.exercise import open_exercise
from dojo.coach.next import play
from dojo.story.tests import first_drivers

KATAS = ["deals", "holdem", "ladder", "two_hands", "roman"]


class Player:
    """Types `make next`, and writes the code of the steps."""

    def __init__(self, exercise):
        self.exercise, self.attempt = exercise, exercise.attempt
        self.by_id = {test.id: test for test in exercise.tests}
        self.asked = []
        """What each green that a change has made was followed by."""

    def next(self):
        """What `make next` shows."""
        screen = io.StringIO()
        play(self.exercise, Console(file=screen, width=80, markup=False))
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
    with open_exercise(attempt) as exercise:
        player = Player(exercise)
        tests, reds, asked = exercise.tests, player.walk(), player.asked
    opening = first_drivers(tests)
    assert reds == [test.id for test in tests if test in opening and test.written > 1]
    assert asked == [True] * (len(reds) + 1)
    assert all_lights(attempt)[-1].revealed == len(tests)


WALK = [
    ("one", "roman.to_roman(1) == 'I'", '"I"', "“one”: earned a place, red first and then 6 lines of code."),
    ("two", "roman.to_roman(2) == 'II'", '"I" * number', "“two”: earned a place, red first and then"),
    ("three", "roman.to_roman(3) == 'III'", "", "Nothing new yet."),
    ("five", "roman.to_roman(5) == 'V'", '"V" if number == 5 else "I" * number', "“five”: earned a place"),
    ("four", "roman.to_roman(4) == 'IV'", '{4: "IV", 5: "V"}.get(number, "I" * number)', "“four”: earned a"),
]
"""What each test asserts, what the code gives then, where it has to change, and what is said of the test."""


class Roman(Writer):
    """Plays the kata roman, and writes the tests, as far as four."""

    begins = ("start", "NAME=tables-3", "KATA=roman", "MODE=mine")
    module, function = "roman", "to_roman"


def test_each_test_of_ones_own_is_red_first_and_earns_its_place_or_is_asked_what_is_new(workspace):
    player, tests = Roman(workspace), {}
    for name, says, gives, told in WALK:
        tests[name] = says
        player.tests(**tests)
        if gives:
            assert f"“{name}” is red" in player.next()
            player.code(gives)
        assert told in player.next()
    shown = player.next()
    assert "Your tests check 2 of 25 rules fully and 2 in part, and catch 6 of 46 wrong solutions." in shown
    assert "You can tick off “Five is a letter of its own”" in shown
    assert "Never seen red: “three”." in shown
    assert "This wrong solution passes all your tests: " in shown
    assert "It is about “" in player.next()
