"""A participant plays Roman numerals by `make next`, and writes the tests.

Where ours lead, tests/katas/test_walk.py goes the way of each kata, and the page of one is played to its end.
"""

from coach.mine.conftest import Player

WALK = [
    ("one", "roman.to_roman(1) == 'I'", '"I"', "“one”: earned a place, red first and then 6 lines of code."),
    ("two", "roman.to_roman(2) == 'II'", '"I" * number', "“two”: earned a place, red first and then"),
    ("three", "roman.to_roman(3) == 'III'", "", "Nothing new yet."),
    ("five", "roman.to_roman(5) == 'V'", '"V" if number == 5 else "I" * number', "“five”: earned a place"),
    ("four", "roman.to_roman(4) == 'IV'", '{4: "IV", 5: "V"}.get(number, "I" * number)', "“four”: earned a"),
]
"""What each test asserts, what the code gives then, where it has to change, and what is said of the test."""


class Roman(Player):
    """Plays the kata roman, as far as four."""

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
