"""What the lights of a pair tell; questions come from these data, and have them beside them."""

import pytest

from dojo.history import questions as the_questions
from dojo.history.pairs import PairHistory
from dojo.history.questions import choose_questions
from dojo.room.models import VerdictLine
from history.evenings import record
from history.session import rows


def pair(text, name="tables-3"):
    """A pair with lights like `0 red code=9, 4 green expected=red`: the minute, the colour, what it tells."""
    lights = []
    for minute, colour, *more in (light.split() for light in text.split(",") if light):
        told = dict(one.split("=") for one in more)
        told = {name: int(value) if value.isdigit() else value for name, value in told.items()}
        if "expected" in told:
            told["held"] = told["expected"] == colour
        if "first_green" in told:
            told["first_green"] = dict(one.split(":") for one in told["first_green"].split("/"))
        lights.append((float(minute), colour, told))
    return PairHistory(name, record(name, *lights))


QUIET = "0 red, 0.5 green, 1 red, 1.5 green"
CASES = rows("""
    long_reds :: long_reds | 0 red, 4 green, 5 red, 8 green
        => 4 min 00 s red on “rule 1” (tables-3) / 3 min 00 s red on “rule 3” (tables-3)
    large_steps :: large_steps | 0 red code=9, 1 green code=6, 2 green code=2, 3 green code=20
        => 15 lines of code, up to light 2 (tables-3) / 20 lines of code, from light 3 to 4 (tables-3)
    green_at_once :: green_at_once | 0 green first_green=a:green/b:red/c:green
        => 2 of 3 tests were green when they first ran / “a” (tables-3) / “c” (tables-3)
    guesses :: missed_guesses | 0 green expected=red, 1 green expected=green, 2 green expected=red
        => 1 of 3 guesses were right / red expected, green came: 2 times
    amber :: much_amber | 0 amber, 2 red, 4 green
        => 2 min 00 s of 4 min 00 s were amber / 2 min 00 s at a time (tables-3)
    nothing tidied :: changes_in_green | 0 red, 1 green, 2 red, 3 green, 4 red, 5 green, 6 red, 7 green
        => the bar turned green 4 times / the code changed in green 0 times
    waits :: long_waits | 0 red, 10 red, 17 green
        => 10 min 00 s after light 1 (tables-3) / 7 min 00 s after light 2 (tables-3)
""")


@pytest.mark.parametrize(("given", "data"), CASES)
def test_a_question_has_its_data_and_without_them_nothing_is_asked(given, data):
    candidate, lights = given.split(" | ")
    ask = getattr(the_questions, candidate)
    assert [one.data for one in ask([pair(lights)])] == [data.split(" / ")]
    assert list(ask([pair(QUIET)])) == []


def test_a_test_that_was_hard_for_several_is_one_question():
    def hard(*pairs):
        return [one for one in the_questions.long_reds(pairs) if "hard to see" in one.text]

    pairs = [pair("0 red, 4 green", name) for name in ("tables-3", "tables-4")]
    longer = pair("0 red, 5 green, 6 red test=Q, 10 green", "tables-5")
    (found,) = hard(*pairs)
    assert found.text == "What is hard to see about “rule 1”?"
    assert found.data == ["red for 4 min 00 s (tables-3)", "red for 4 min 00 s (tables-4)"]
    assert (
        hard(pairs[0]) == hard(pair("0 red test=, 4 green"), pair("0 red test=, 4 green", "tables-4")) == []
    )
    assert [one.text for one in hard(longer, *pairs)] == ["What is hard to see about “rule 1”?"]
    (found,) = hard(pair("0 red test=Q, 5 green", "tables-6"), longer)
    assert found.text == "What is hard to see about “Q”?"


ALONE = {"green_at_once": "0 green first_green=a:green/b:red", "missed_guesses": "0 green expected=red"}


@pytest.mark.parametrize(("candidate", "lights"), ALONE.items())
def test_one_alone_is_no_question(candidate, lights):
    assert list(getattr(the_questions, candidate)([pair(lights)])) == []


def test_the_three_that_weigh_most_are_asked():
    pairs = [pair(case.values[0].split(" | ")[1], f"tables-{n}") for n, case in enumerate(CASES)]
    every = [one for candidate in the_questions.CANDIDATES for one in candidate(pairs)]
    asked = choose_questions(pairs)
    assert len(every) > len(asked) == 3
    assert [one.text for one in asked] == [one.text for one in sorted(every, key=lambda one: -one.weight)[:3]]


def test_where_there_are_no_data_nothing_is_asked():
    assert choose_questions([]) == choose_questions([pair("")]) == []


def test_the_largest_are_shown_in_the_order_of_the_pairs_so_that_nobody_is_ranked():
    pairs = [pair(f"0 red, {minutes} green", f"tables-{n}") for n, minutes in enumerate((4, 5, 3, 4.5, 5))]
    asked, _ = the_questions.long_reds(pairs)
    assert [line.rpartition("(")[2] for line in asked.data] == [
        *["tables-0)", "tables-1)", "tables-3)", "tables-4)"],
        "and 1 more",
    ]


def test_tidying_up_changes_code_in_green_with_the_same_tests():
    told = pair("0 green, 1 green code=3 tests=1 green=1, 2 green code=3, 3 red, 4 green")
    assert told.changes_in_green == 1


def test_which_tests_were_seen_red_first_by_the_lights_or_by_the_proof():
    by_lights = pair("0 green first_green=one:green/two:red, 1 red")
    assert (by_lights.first, by_lights.at_once) == ({"one": False, "two": True}, ["one"])
    kinds = {"one": "proven", "two": "passes without this change", "three": "refactoring"}
    proof = [VerdictLine(rule, kind, "It was so.") for rule, kind in kinds.items()]
    assert PairHistory("a", record("a", proof=proof)).first == {"one": True, "two": False}
