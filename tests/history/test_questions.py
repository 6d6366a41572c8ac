"""What the lights of a pair tell; questions come from these data, and have them beside them."""

import pytest

from dojo.history import questions as the_questions
from dojo.history.pairs import PairHistory
from dojo.history.questions import CANDIDATES, choose_questions
from history.session import record, rows


def pair(text, name="t1"):
    """A pair with lights like `0 red code=9, 4 green expected=red`: the minute, the colour, what it tells."""
    lights = []
    for minute, colour, *more in (light.split() for light in text.split(",") if light):
        told = dict(one.split("=") for one in more)
        told = {name: int(value) if value.isdigit() else value for name, value in told.items()}
        if told.get("in_green") == "None":
            told["in_green"] = None
        if "expected" in told:
            told["held"] = told["expected"] == colour
        if "first_green" in told:
            told["first_green"] = dict(one.split(":") for one in told["first_green"].split("/"))
        lights.append((float(minute), colour, told))
    return PairHistory(name, record(name, *lights))


def pairs_of(text):
    """Pairs t1, t2 …, with `;` between them."""
    return [pair(lights, f"t{n}") for n, lights in enumerate(text.split(";"), 1)]


CASES = rows("""
    long_reds :: long_reds | 0 red, 4 green, 5 red, 8 green => 4 min 00 s red on “rule 1” (t1)
        / 3 min 00 s red on “rule 3” (t1)
    a test that was hard for several :: long_reds | 0 red, 4 green; 0 red, 4 green; 0 red test=Q, 5 green
        => 4 min 00 s red on “rule 1” (t1) / 4 min 00 s red on “rule 1” (t2) / 5 min 00 s red on “Q” (t3)
        // red for 4 min 00 s (t1) / red for 4 min 00 s (t2)
    of two such tests, the one with more time :: long_reds
        | 0 red, 3 green, 4 red test=Q, 9 green; 0 red, 3 green, 4 red test=Q, 9 green
        => 3 min 00 s red on “rule 1” (t1) / 5 min 00 s red on “Q” (t1) / 3 min 00 s red on “rule 1” (t2)
        / 5 min 00 s red on “Q” (t2) // red for 5 min 00 s (t1) / red for 5 min 00 s (t2)
    no test in hand, or one pair, is no hard test :: long_reds | 0 red test=, 4 green; 0 red test=, 4 green
        => 4 min 00 s red on “” (t1) / 4 min 00 s red on “” (t2)
    the largest, in the order of the pairs, so that nobody is ranked :: long_reds
        | 0 red test=A, 4 green; 0 red test=B, 5 green; 0 red test=C, 3 green; 0 red, 5 green
        ; 0 red test=E, 4.5 green
        => 4 min 00 s red on “A” (t1) / 5 min 00 s red on “B” (t2) / 5 min 00 s red on “rule 1” (t4)
        / 4 min 30 s red on “E” (t5) / and 1 more
    large_steps :: large_steps | 0 red code=9, 1 green code=6, 2 green code=2, 3 green code=20
        => 15 lines of code, up to light 2 (t1) / 20 lines of code, from light 3 to 4 (t1)
    green_at_once :: green_at_once | 0 green first_green=a:green/b:red/c:green
        => 2 of 3 tests were never seen red / “a” (t1) / “c” (t1)
    one green at once is no question :: green_at_once | 0 green first_green=a:green/b:red =>
    guesses :: missed_guesses | 0 green expected=red, 1 green expected=green, 2 green expected=red
        => 1 of 3 guesses were right / red expected, green came: 2 times
    one wrong guess is no question :: missed_guesses | 0 green expected=red =>
    amber :: much_amber | 0 amber, 2 red, 4 green => 2 min 00 s of 4 min 00 s were amber
        / 2 min 00 s at a time (t1)
    nothing tidied :: tidying | 0 red, 1 green, 2 red, 3 green, 4 red, 5 green, 6 red, 7 green
        => the bar turned green 4 times / the code changed in green 0 times
    tidied with the same tests :: tidying
        | 0 red, 1 green, 2 red, 3 green, 4 red, 5 green tests=1 green=1,
        6 green code=3 tests=1 green=1 in_green=refactoring, 7 green code=3, 8 red, 9 green
        => the bar turned green 4 times / the code changed in green 1 time
    lights that are too old to say what was tidied :: tidying
        | 0 red in_green=None, 1 green in_green=None, 2 red in_green=None, 3 green in_green=None,
        4 red in_green=None, 5 green in_green=None, 6 red in_green=None, 7 green in_green=None =>
    waits :: long_waits | 0 red, 10 red, 17 green => 10 min 00 s after light 1 (t1)
        / 7 min 00 s after light 2 (t1)
""")


@pytest.mark.parametrize(("given", "data"), CASES)
def test_a_question_has_its_data(given, data):
    candidate, _, lights = given.partition(" | ")
    found = getattr(the_questions, candidate)(pairs_of(lights))
    assert " // ".join(" / ".join(one.data) for one in found) == data


def test_where_the_data_say_too_little_nothing_is_asked():
    quiet = pair("0 red, 0.5 green, 1 red, 1.5 green")
    assert [one for candidate in CANDIDATES for one in candidate([quiet])] == []
    assert choose_questions([]) == choose_questions([pair("")]) == []


def test_the_three_that_weigh_most_are_asked():
    told = [str(case.values[0]).split(" | ")[1] for case in CASES]
    pairs = pairs_of(";".join(told))
    every = [one for candidate in CANDIDATES for one in candidate(pairs)]
    asked = choose_questions(pairs)
    assert len(every) > len(asked) == 3
    assert [one.text for one in asked] == [
        "What is hard to see about “rule 1”?",
        "How could you have cut one of these steps in two?",
        "How do we know that these tests can fail?",
    ]


def test_which_tests_were_seen_red_first_and_what_is_said_last_of_a_test_holds():
    earlier, later = "one:green/two:red/three:amber", "one:red/two:/four:green"
    found = pair(f"0 green first_green={earlier}, 1 red, 2 green first_green={later}")
    assert found.first == {"one": "red", "three": "amber", "four": "green"}
    assert (found.red_first, found.at_once) == (["one"], ["four"])
