"""What a kept story says by itself of the way to a step."""

import pytest

from dojo.history.keeping.telling import notes, title_of
from history.session import light, played

AMBER = light(1, "next", "amber", own={})
ONE = light(1, "next", "red", own={"one": "red", "two": "green"})
TWO = light(1, "next", "red", own={"one": "green", "two": "red"})
BOTH = light(1, "next", "red", own={"one": "red", "two": "red"})


@pytest.mark.parametrize(
    ("lights", "greens", "unseen", "said"),
    [
        pytest.param([], 0, [], [], id="nothing"),
        pytest.param([ONE], 0, [], [], id="one red, as it should be"),
        pytest.param([ONE, ONE], 0, [], [], id="red for the same reason"),
        pytest.param([BOTH, ONE], 0, [], [], id="one of two reds is left"),
        pytest.param([ONE, TWO], 0, [], ["One run was red for another reason."], id="another reason"),
        pytest.param([ONE, TWO, ONE], 0, [], ["Two runs were red for other reasons."], id="other reasons"),
        pytest.param([ONE, AMBER], 0, [], ["One run on the way could not speak."], id="amber"),
        pytest.param(
            [ONE, AMBER, AMBER, TWO],
            0,
            [],
            ["Two runs on the way could not speak, one was red for another reason."],
            id="both",
        ),
        pytest.param(
            [],
            2,
            [],
            ["Two green runs on the way are parts of this step: no test stands for them alone."],
            id="greens that are no steps",
        ),
        pytest.param(
            [],
            0,
            ["one is said"],
            ["“one is said” would have been red before, and nobody saw it."],
            id="unseen",
        ),
    ],
)
def test_a_step_says_what_happened_on_the_way(lights, greens, unseen, said):
    assert notes(played(*lights)[0], greens, unseen) == said


@pytest.mark.parametrize(
    ("rules", "number", "title"),
    [
        pytest.param(["one is said", "two"], 1, "One is said", id="the first rule"),
        pytest.param(["IV is 4"], 1, "IV is 4", id="its signs stay as they are"),
        pytest.param([], 3, "Tidied up", id="no test"),
        pytest.param([], 0, "The beginning", id="the first step"),
    ],
)
def test_a_step_is_called_by_the_test_that_drives_it(rules, number, title):
    assert title_of(rules, number) == title
