"""Questions come from the data of the evening, and have them beside them."""

import pytest

from dojo.history.retro import questions as the_questions
from dojo.history.retro.pairs import Told
from dojo.history.retro.questions import questions
from history.retro.conftest import record


def told(name, *lights):
    return Told(name, record(name, *lights))


QUIET = [(n / 2, colour) for n, colour in enumerate(["red", "green"] * 2)]
CASES = [
    pytest.param(
        "long_reds",
        [(0, "red"), (4, "green"), (5, "red"), (8, "green")],
        ["4 min 00 s red on “rule 1” (tables-3)", "3 min 00 s red on “rule 3” (tables-3)"],
        id="long reds",
    ),
    pytest.param(
        "large_steps",
        [
            (0, "red", {"code": 9}),
            (1, "green", {"code": 6}),
            (2, "green", {"code": 2}),
            (3, "green", {"code": 20}),
        ],
        [
            "20 lines of code, from light 3 to 4 (tables-3)",
            "15 lines of code, from the start to 2 (tables-3)",
        ],
        id="large steps",
    ),
    pytest.param(
        "green_at_once",
        [(0, "green", {"first_green": {"a": "green", "b": "red", "c": "green"}})],
        ["2 of 3 tests were green when they first ran", "“a” (tables-3)", "“c” (tables-3)"],
        id="green at once",
    ),
    pytest.param(
        "missed_guesses",
        [
            (n, "green", {"expected": colour, "held": colour == "green"})
            for n, colour in enumerate(["red", "green", "red"])
        ],
        ["1 of 3 guesses held", "red expected, green came: 2 times"],
        id="guesses",
    ),
    pytest.param(
        "much_amber",
        [(0, "amber"), (2, "red"), (4, "green")],
        ["2 min 00 s of 4 min 00 s were amber", "2 min 00 s at a time (tables-3)"],
        id="amber",
    ),
    pytest.param(
        "tidied",
        [(n, colour) for n, colour in enumerate(["red", "green"] * 4)],
        ["the bar turned green 4 times", "the code changed in green 0 times"],
        id="nothing tidied",
    ),
    pytest.param(
        "long_waits",
        [(0, "red"), (10, "red"), (17, "green")],
        ["10 min 00 s after light 1 (tables-3)", "7 min 00 s after light 2 (tables-3)"],
        id="waits",
    ),
]


@pytest.mark.parametrize(("candidate", "lights", "data"), CASES)
def test_a_question_has_its_data(candidate, lights, data):
    assert getattr(the_questions, candidate)([told("tables-3", *lights)]).data == data


@pytest.mark.parametrize("candidate", [case.values[0] for case in CASES])
def test_where_the_data_say_nothing_nothing_is_asked(candidate):
    assert getattr(the_questions, candidate)([told("tables-3", *QUIET)]) is None


def test_a_test_that_was_hard_for_several_is_one_question():
    pairs = [told(name, (0, "red"), (4, "green")) for name in ("tables-3", "tables-4")]
    found = the_questions.hard_for_several(pairs)
    assert found.text == "What is hard to see about “rule 1”?"
    assert found.data == ["red for 4 min 00 s (tables-3)", "red for 4 min 00 s (tables-4)"]
    assert the_questions.hard_for_several(pairs[:1]) is None


def test_the_three_that_weigh_most_are_asked():
    pairs = [told(f"tables-{n}", *case.values[1]) for n, case in enumerate(CASES)]
    every = [one for candidate in the_questions.CANDIDATES if (one := candidate(pairs))]
    asked = questions(pairs)
    assert len(every) > len(asked) == 3
    assert [one.text for one in asked] == [one.text for one in sorted(every, key=lambda one: -one.weight)[:3]]


def test_much_data_is_told_in_short():
    lights = [(n * 5, colour) for n, colour in enumerate(["red", "green"] * 6)]
    (found,) = [one for one in questions([told("tables-3", *lights)]) if "cut" in one.text]
    assert found.data[4:] == ["and 2 more"]


def test_where_there_are_no_data_nothing_is_asked():
    assert questions([]) == questions([told("tables-3")]) == questions([told("tables-3", *QUIET)]) == []
