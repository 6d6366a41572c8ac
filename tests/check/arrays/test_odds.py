"""What `make odds` says of two hands, and to a mistake; and what the census says of a count that is wrong."""

from math import comb

import pytest

from dojo.cli.status import exit_status
from katas.poker import odds
from katas.poker.census import KNOWN, faults


def test_a_count_that_differs_is_named():
    wrong = {5: KNOWN[5] | {"Flush": 5_107}, 7: KNOWN[7] | {"classes": 4_823}}
    told = ["5 cards: 5,107 hands are Flush, not 5,108", "7 cards: 4,823 classes, not 4,824"]
    assert list(faults(wrong)) == told
    assert {n: sum(KNOWN[n].values()) - KNOWN[n]["classes"] for n in KNOWN} == {n: comb(52, n) for n in KNOWN}


TWO = "HANDS=AsKh QdQc"
ASKED = [
    (["HANDS=  A♠kh   QdQ♣️ "], 0, "A♠K♥ against Q♦Q♣, on each of 1,712,304 boards:"),
    (["HANDS=10sKh QdQc", "BOARD=2c 3d 4h"], 0, "T♠K♥ against Q♦Q♣, on each of 990 boards:"),
    ([TWO, "BOARD=2c3d4h5s9h"], 0, "on the one board that there is:"),
    ([], 2, "two hands are needed: make odds HANDS="),
    (["HANDS=AsKh QdQc 2c2d"], 2, "two hands are needed"),
    (["HANDS=As QdQc"], 2, "As is 1 card, and a hand has two"),
    (["HANDS=AsKx QdQc"], 2, "Kx is no card"),
    ([TWO, "BOARD=2c 3d Kh"], 2, "K♥ is there twice"),
    ([TWO, "BOARD=2c 3"], 2, "3 is no card"),
]


@pytest.mark.parametrize(("words", "status", "said"), ASKED, ids=[said for *_, said in ASKED])
def test_hands_are_read_in_any_spelling_and_a_mistake_is_one_line(
    bulk, monkeypatch, capsys, words, status, said
):
    monkeypatch.setattr("sys.argv", ["odds.py", *words])
    monkeypatch.setattr(odds, "load", lambda: bulk)
    assert exit_status(odds.main) == status
    told = capsys.readouterr()
    heard, silent = (told.err, told.out) if status else (told.out, told.err)
    assert said in heard.splitlines()[0]
    assert (silent, status and heard.count("\n") - 1) == ("", 0)
