"""What `make odds` says of two hands, and to a mistake; and what the census says of a count that is wrong."""

from math import comb

import pytest

from dojo.cli.ending import exit_status
from katas.poker import odds
from katas.poker.census import KNOWN, faults

WRONG = [
    pytest.param(5, {"Flush": 5_107}, "5 cards: 5,107 hands are Flush, not 5,108", id="a count of five"),
    pytest.param(7, {"Pair": 0}, "7 cards: 0 hands are Pair, not 58,627,800", id="a count of seven"),
    pytest.param(7, {"classes": 4_823}, "7 cards: 4,823 classes, not 4,824", id="a class too few"),
]


@pytest.mark.parametrize(("size", "change", "told"), WRONG)
def test_a_count_that_differs_is_named(size, change, told):
    assert list(faults(KNOWN | {size: KNOWN[size] | change})) == [told]


@pytest.mark.parametrize("size", [5, 7])
def test_the_known_counts_are_all_hands(size):
    assert sum(KNOWN[size].values()) - KNOWN[size]["classes"] == comb(52, size)


@pytest.fixture
def asked(bulk, monkeypatch):
    """The status of the verb on these words; what it prints is for capsys."""

    def ask(*words):
        monkeypatch.setattr("sys.argv", ["odds.py", *words])
        monkeypatch.setattr(odds, "load", lambda: bulk)
        return exit_status(odds.main)

    return ask


ODDS = [
    pytest.param(
        ["HANDS=  A♠kh   QdQ♣️ "], "A♠K♥ against Q♦Q♣, on each of 1,712,304 boards:", id="other spellings"
    ),
    pytest.param(
        ["HANDS=10sKh QdQc", "BOARD=2c 3d 4h"], "T♠K♥ against Q♦Q♣, on each of 990 boards:", id="a flop"
    ),
    pytest.param(
        ["HANDS=AsKh QdQc", "BOARD=2c3d4h5s9h"], "on the one board that there is:", id="a whole board"
    ),
]


@pytest.mark.parametrize(("words", "said"), ODDS)
def test_hands_are_read_in_any_spelling_and_the_boards_are_counted(asked, capsys, words, said):
    assert asked(*words) == 0
    told = capsys.readouterr()
    assert said in told.out
    assert told.err == ""


MISTAKES = [
    pytest.param([], "two hands are needed: make odds HANDS=", id="no hands"),
    pytest.param(["HANDS=AsKh QdQc 2c2d"], "two hands are needed", id="three hands"),
    pytest.param(["HANDS=As QdQc"], "As is 1 card, and a hand has two", id="a hand of one card"),
    pytest.param(["HANDS=AsKx QdQc"], "Kx is no card", id="no card"),
    pytest.param(
        ["HANDS=AsKh QdQc", "BOARD=2c 3d Kh"], "K♥ is there twice", id="a card on the board as well"
    ),
    pytest.param(["HANDS=AsKh QdQc", "BOARD=2c 3"], "3 is no card", id="no card on the board"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_is_one_line(asked, capsys, words, told):
    assert asked(*words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert told in line
