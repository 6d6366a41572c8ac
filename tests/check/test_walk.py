"""A participant walks from `make start` to the last test of chapter 8, by the functions behind `make next`.

The participant's code is that of the steps: a test that is red is answered with the step that it drives.
"""

import io

from rich.console import Console

from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights
from dojo.coach.next import play
from dojo.engine.own_tests import own_trial
from dojo.engine.suite import with_suite

LAST_OF_CHAPTER_8 = 36


def test_the_walk_to_the_last_test_of_chapter_8(workspace):
    attempt = create(workspace.workspace, "tables-3", "holdem")
    story = attempt.story

    def shown(suite):
        screen = io.StringIO()
        own = own_trial(attempt, story)
        play(attempt, suite, own, "green", Console(file=screen, width=80, markup=False))
        return screen.getvalue()

    def walk(suite):
        tests = [test for test in attempt.kata.taught(suite.tests) if test.written <= LAST_OF_CHAPTER_8]
        attempt.module.write_text(story.step(1).code)
        met = []
        for test in tests:
            said = " ".join(shown(suite).split())
            assert said.startswith("GREEN"), said
            colour = "green" if "already green" in said else "red"
            met.append((test.rule, f"The next test, {len(met) + 1} of 247: “{test.rule}”" in said, colour))
            if colour == "red":
                attempt.module.write_text(story.step(test.written).code)
        assert shown(suite).startswith(f" GREEN  tables-3 · {len(tests) + 1} green")
        return tests, met

    tests, met = with_suite(story, walk)
    assert [rule for rule, told, _ in met if not told] == []
    assert met[-1] == ("the program marks the customer's file", True, "red")
    reds = {rule for rule, _, colour in met if colour == "red"}
    guards = {test.rule for test in tests if test.kind == "guards"}
    assert reds & guards == set()
    lights = all_lights(attempt)
    assert [light.told["held"] for light in lights if "held" in light.told] == [True] * (len(reds) + 1)
    assert lights[-1].told["revealed"] == len(tests) + 1
