"""Questions come from the data of the evening, and have them beside them."""

import pytest

from dojo.history.retro import questions as the_questions
from dojo.history.retro.pairs import Told
from dojo.history.retro.questions import questions
from history.retro.conftest import record


def told(name, *lights):
    return Told(name, record(name, *lights))


def turns(number, *, minutes=1):
    """Red and green in turn."""
    return [(n * minutes, ("red", "green")[n % 2]) for n in range(number)]


def guess(minute, colour):
    """A green that somebody expected to be of a colour."""
    return minute, "green", {"expected": colour, "held": colour == "green"}


QUIET = turns(4, minutes=0.5)
AT_ONCE = {"first_green": {"a": "green", "b": "red", "c": "green"}}
CASES = {
    "long_reds": (
        [(0, "red"), (4, "green"), (5, "red"), (8, "green")],
        ["4 min 00 s red on “rule 1” (tables-3)", "3 min 00 s red on “rule 3” (tables-3)"],
    ),
    "large_steps": (
        [(n, "red" if n == 0 else "green", {"code": code}) for n, code in enumerate((9, 6, 2, 20))],
        [
            "20 lines of code, from light 3 to 4 (tables-3)",
            "15 lines of code, from the start to 2 (tables-3)",
        ],
    ),
    "green_at_once": (
        [(0, "green", AT_ONCE)],
        ["2 of 3 tests were green when they first ran", "“a” (tables-3)", "“c” (tables-3)"],
    ),
    "missed_guesses": (
        [guess(0, "red"), guess(1, "green"), guess(2, "red")],
        ["1 of 3 guesses held", "red expected, green came: 2 times"],
    ),
    "much_amber": (
        [(0, "amber"), (2, "red"), (4, "green")],
        ["2 min 00 s of 4 min 00 s were amber", "2 min 00 s at a time (tables-3)"],
    ),
    "tidied": (turns(8), ["the bar turned green 4 times", "the code changed in green 0 times"]),
    "long_waits": (
        [(0, "red"), (10, "red"), (17, "green")],
        ["10 min 00 s after light 1 (tables-3)", "7 min 00 s after light 2 (tables-3)"],
    ),
}


@pytest.mark.parametrize(
    ("candidate", "lights", "data"), [(name, *case) for name, case in CASES.items()], ids=CASES
)
def test_a_question_has_its_data_and_without_them_nothing_is_asked(candidate, lights, data):
    ask = getattr(the_questions, candidate)
    assert ask([told("tables-3", *lights)]).data == data
    assert ask([told("tables-3", *QUIET)]) is None


def test_a_test_that_was_hard_for_several_is_one_question():
    pairs = [told(name, (0, "red"), (4, "green")) for name in ("tables-3", "tables-4")]
    found = the_questions.hard_for_several(pairs)
    assert found.text == "What is hard to see about “rule 1”?"
    assert found.data == ["red for 4 min 00 s (tables-3)", "red for 4 min 00 s (tables-4)"]
    assert the_questions.hard_for_several(pairs[:1]) is None


def test_the_three_that_weigh_most_are_asked():
    pairs = [told(f"tables-{n}", *lights) for n, (lights, _) in enumerate(CASES.values())]
    every = [one for candidate in the_questions.CANDIDATES if (one := candidate(pairs))]
    asked = questions(pairs)
    assert len(every) > len(asked) == 3
    assert [one.text for one in asked] == [one.text for one in sorted(every, key=lambda one: -one.weight)[:3]]


def test_much_data_is_told_in_short():
    (found,) = [one for one in questions([told("tables-3", *turns(12, minutes=5))]) if "cut" in one.text]
    assert found.data[4:] == ["and 2 more"]


def test_where_there_are_no_data_nothing_is_asked():
    assert questions([]) == questions([told("tables-3")]) == questions([told("tables-3", *QUIET)]) == []
