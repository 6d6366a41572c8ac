"""`make census` and `make odds`, as somebody types them, and what they say to a mistake."""

import os
import subprocess
from math import comb

import pytest
from conftest import ROOT

from dojo.census import KNOWN, faults


def make(*words, **environment):
    hiding = {"MAKEFLAGS", "MAKELEVEL", "HANDS", "BOARD"}
    kept = {name: value for name, value in os.environ.items() if name not in hiding}
    return subprocess.run(
        ["make", *words], cwd=ROOT, env=kept | environment, capture_output=True, text=True, encoding="utf-8"
    )


def test_the_census_prints_what_it_counts_beside_what_is_known():
    made = make("census")
    assert (made.returncode, made.stderr) == (0, "")
    lines = [line.split() for line in made.stdout.splitlines()]
    assert ["High", "Card", "1,302,540", "1,302,540", "23,294,460", "23,294,460"] in lines
    assert ["classes", "7,462", "7,462", "4,824", "4,824"] in lines
    assert made.stdout.endswith("Every count is the known one.\n")


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


ACE_KING = """\
A♠K♥ against Q♦Q♣, on each of 1,712,304 boards:
  win    730,541   42.66 %
  tie      5,854    0.34 %
  lose   975,909   56.99 %
"""
ODDS = [
    pytest.param(["HANDS=AsKh QdQc"], ACE_KING, id="two hands"),
    pytest.param(["HANDS=  A♠kh   QdQ♣️ "], ACE_KING, id="other spellings"),
    pytest.param(
        ["HANDS=10sKh QdQc", "BOARD=2c 3d 4h"], "T♠K♥ against Q♦Q♣, on each of 990 boards:", id="a flop"
    ),
    pytest.param(
        ["HANDS=AsKh QdQc", "BOARD=2c3d4h5s9h"], "on the one board that there is:", id="a whole board"
    ),
]


@pytest.mark.parametrize(("words", "said"), ODDS)
def test_the_odds_are_exact(words, said):
    made = make("odds", *words)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


MISTAKES = [
    pytest.param([], "two hands are needed: make odds HANDS=", id="no hands"),
    pytest.param(["HANDS=AsKh"], "two hands are needed", id="one hand"),
    pytest.param(["HANDS=AsKh QdQc 2c2d"], "two hands are needed", id="three hands"),
    pytest.param(["HANDS=As QdQc"], "As is 1 card, and a hand has two", id="a hand of one card"),
    pytest.param(["HANDS=AsKhQh QdQc"], "AsKhQh is 3 cards, and a hand has two", id="a hand of three cards"),
    pytest.param(["HANDS=AsKx QdQc"], "Kx is no card", id="no card"),
    pytest.param(["HANDS=AsK QdQc"], "K is no card", id="half a card"),
    pytest.param(["HANDS=AsKh AsQc"], "A♠ is there twice", id="a card in both hands"),
    pytest.param(
        ["HANDS=AsKh QdQc", "BOARD=2c 3d Kh"], "K♥ is there twice", id="a card on the board as well"
    ),
    pytest.param(["HANDS=AsKh QdQc", "BOARD=2c3d4h5h6h7h"], "6 cards on the board", id="a board of six"),
    pytest.param(["HANDS=AsKh QdQc", "BOARD=2c 3"], "3 is no card", id="no card on the board"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_is_one_line(words, told):
    made = make("odds", *words)
    assert made.returncode == 2
    assert made.stdout == ""
    first, *more = made.stderr.splitlines()
    assert told in first
    assert all(line.startswith("make: ") for line in more)


def test_hands_are_what_is_said_on_the_command_line():
    assert "two hands are needed" in make("odds", HANDS="AsKh QdQc").stderr
