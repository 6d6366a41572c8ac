"""What the thousand deals (F#) show at the prompt, asked of `poker`."""

import poker
import pytest


def test_a_king_of_spades():
    card = poker.card("KS")
    assert (card.value, card.suit) == (13, "♠")


def test_there_is_no_value_z():
    with pytest.raises(poker.CardError):
        poker.card("ZD")


READ = [
    ("8C TS KC 9H 4S 7D 2S 5D 3S AC", "8 10 13 9 4 7 2 5 3 14"),
    ("5C AD 5D AC 9C 7C 5H 8D TD KS", "5 14 5 14 9 7 5 8 10 13"),
]


@pytest.mark.parametrize(("line", "values"), READ)
def test_a_line_is_read(line, values):
    assert " ".join(str(card.value) for card in poker.cards(line)) == values


def test_three_sevens_beat_a_pair_of_jacks():
    assert poker.left_wins(["JH 2D 3S JC AS 7D 3C AH 7C 7S"]) == 0


def test_a_royal_flush_wins():
    assert poker.left_wins(["TS JS QS KS AS 7D 3C AH 7C 7S"]) == 1
