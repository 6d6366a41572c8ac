"""What an attempt is from each light on."""

from dojo.history.states import states
from history.session import light, played


def colours(*lights):
    return [state.colour for state in states(*played(*lights))]


def revealed(*lights):
    return [state.revealed for state in states(*played(*lights))]


GREEN = light(0, "next", "green", "a", revealed=1)
BROUGHT = light(0, "next", "red", "a", revealed=2)
LATER = light(9, "next", "amber", "ab", revealed=2)


def test_a_run_says_which_colour_the_attempt_is():
    assert colours(GREEN, BROUGHT, LATER) == ["green", "red", "amber"]


def test_what_nobody_ran_is_of_the_colour_that_it_was():
    assert colours(BROUGHT, light(9, "hint", "green", "ab")) == ["red", "red"]


def test_the_way_back_to_fewer_tests_is_green_again():
    assert colours(GREEN, BROUGHT, LATER, light(9, "back", "amber", "ab", to=1, revealed=1))[-1] == "green"


def test_the_way_back_with_the_test_in_hand_is_red():
    assert colours(GREEN, BROUGHT, LATER, light(9, "back", "amber", "ab", to=1, revealed=2))[-1] == "red"


def test_the_way_back_to_what_nobody_ran_is_of_no_colour():
    left = light(9, "back", "amber", "abc", to=1, revealed=1)
    assert colours(GREEN, left, light(9, "back", "amber", "a", to=2, revealed=1))[-1] == ""


def test_make_back_brings_its_files():
    *_, state = states(*played(GREEN, LATER, light(9, "back", "amber", "abc", to=1, revealed=1)))
    assert state.files[b"fizz.py"].content == b"a\n"
    assert state.found[b"fizz.py"].content == b"a\nb\nc\n"


def test_how_many_tests_are_revealed_is_what_was_told_last():
    assert revealed(GREEN, light(9, "watch", "red", "a"), BROUGHT, light(9, "hint", "red", "a")) == [
        1,
        1,
        2,
        2,
    ]
