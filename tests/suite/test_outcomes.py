"""Chapter 11: two hands, and who wins."""

from itertools import count

import pytest
from rows import drives, guards

OUTCOMES = [
    drives(64, "the stronger hand on the left wins", "2♦ 2♣ 4♠ 5♥ 6♦", "K♠ A♦ 2♥ 3♦ 4♥", "win"),
    drives(64, "the weaker hand on the left loses", "K♠ A♦ 2♥ 3♦ 4♥", "2♦ 2♣ 4♠ 5♥ 6♦", "lose"),
    drives(64, "equal hands draw", "K♠ A♦ 2♥ 3♦ 4♥", "K♣ A♥ 2♠ 3♥ 4♦", "draw"),
    drives(64, "fives over tens lose to nines over twos", "5♠ 5♥ 5♦ T♣ T♥", "9♠ 9♥ 9♦ 2♣ 2♥", "lose"),
    drives(64, "aces and tens beat aces and nines", "T♠ T♥ A♦ A♣ 4♥", "9♠ 9♥ A♠ A♥ 5♥", "win"),
]


@pytest.mark.parametrize(("left", "right", "outcome"), OUTCOMES)
def test_compare(poker, left, right, outcome):
    assert poker.compare(left, right) == outcome


@pytest.mark.drives(64)
def test_a_hand_of_four_cards_is_an_error(poker):
    with pytest.raises(poker.CardError) as error:
        poker.compare("2♦ 2♣ 4♠ 5♥", "K♠ A♦ 2♥ 3♦ 4♥")
    assert "4 cards" in str(error.value)


@pytest.mark.drives(65)
def test_the_ladder_begins_with_the_strongest_hand(poker):
    assert poker.ladder(["A♠ K♦ Q♣ J♦ T♥", "9♥ 6♥ 4♥ 3♥ 2♥"]) == ["9♥ 6♥ 4♥ 3♥ 2♥", "A♠ K♦ Q♣ J♦ T♥"]


@pytest.mark.drives(65)
def test_equal_hands_stand_side_by_side_on_the_ladder(poker):
    assert poker.ladder(["A♥ 9♠ 8♠ 4♠ 3♠", "A♣ 9♦ 8♦ 4♦ 3♣"]) == ["A♥ 9♠ 8♠ 4♠ 3♠ = A♣ 9♦ 8♦ 4♦ 3♣"]


@pytest.mark.drives(65)
def test_the_same_line_twice_stands_on_the_ladder_twice(poker):
    assert poker.ladder(["A♥ 9♠ 8♠ 4♠ 3♠", "A♥ 9♠ 8♠ 4♠ 3♠"]) == ["A♥ 9♠ 8♠ 4♠ 3♠ = A♥ 9♠ 8♠ 4♠ 3♠"]


@pytest.mark.guards(86)
def test_a_hand_of_six_cards_is_an_error(poker):
    with pytest.raises(poker.CardError) as error:
        poker.compare("2♦ 2♣ 4♠ 5♥ 6♦ 7♦", "K♠ A♦ 2♥ 3♦ 4♥")
    assert "6 cards" in str(error.value)


RUNGS = [
    guards(
        86,
        "equal hands stand in the order in which they came",
        ["A♣ 9♦ 8♦ 4♦ 3♣", "K♥ Q♠ J♠ T♠ 8♠", "A♥ 9♠ 8♠ 4♠ 3♠", "A♦ 9♥ 8♥ 4♥ 3♦"],
        ["A♣ 9♦ 8♦ 4♦ 3♣ = A♥ 9♠ 8♠ 4♠ 3♠ = A♦ 9♥ 8♥ 4♥ 3♦", "K♥ Q♠ J♠ T♠ 8♠"],
    ),
    guards(
        86,
        "a last card that differs makes two rungs",
        ["A♥ 9♠ 8♠ 4♠ 2♠", "A♣ 9♦ 8♦ 4♦ 3♣"],
        ["A♣ 9♦ 8♦ 4♦ 3♣", "A♥ 9♠ 8♠ 4♠ 2♠"],
    ),
]


@pytest.mark.parametrize(("hands", "rungs"), RUNGS)
def test_the_rungs_of_the_ladder(poker, hands, rungs):
    assert poker.ladder(hands) == rungs


WINNERS = [
    drives(72, "two_hands: Black wins", "KH KD 5S 9C 2D", "QC QH 4S 8C AH", "Black wins."),
    drives(72, "two_hands: White wins", "JH JD 5S 9C 2D", "QC QH 4S 8C AH", "White wins."),
    drives(
        73, "two_hands: Black wins with a pair", "KH KD 5S 9C 2D", "QC QH 4S 8C AH", "Black wins. - with pair"
    ),
    drives(
        73,
        "two_hands: White wins with a flush",
        "TH JD QS KC AD",
        "2S 4S 6S 8S JS",
        "White wins. - with flush",
    ),
]


@pytest.mark.parametrize(("black", "white", "beginning"), WINNERS)
def test_who_wins_a_showdown(poker, black, white, beginning):
    verdict = poker.showdown(f"Black: {black}  White: {white}")
    assert verdict.startswith(beginning), f"{verdict} does not begin with {beginning}"


@pytest.mark.drives(75)
def test_the_winner_is_called_by_name(poker):
    assert poker.showdown("Jo: KH KD 5S 9C 2D  Bo: QC QH 4S 8C AH") == "Jo wins. - with pair: King"


SHOWDOWNS = [
    drives(70, "two_hands: a tie", "2H 3D 5S 9C KD", "2D 3H 5C 9S KH", "Tie."),
    drives(
        74, "two_hands: high card", "2H 3D 5S 9C KD", "2C 3H 4S 8C AH", "White wins. - with high card: Ace"
    ),
    drives(74, "two_hands: pair", "KH KD 5S 9C 2D", "QC QH 4S 8C AH", "Black wins. - with pair: King"),
    drives(
        74, "two_hands: the higher pair", "JH JD 5S 9C 2D", "QC QH 4S 8C AH", "White wins. - with pair: Queen"
    ),
    drives(
        74,
        "two_hands: three of a kind",
        "7H 7D 7S 3C 2D",
        "AC AH 4S 4C KH",
        "Black wins. - with three of a kind: 7",
    ),
    drives(74, "two_hands: straight", "TH JD QS KC AD", "9C 9H 9S 4C KH", "Black wins. - with straight: Ace"),
    drives(74, "two_hands: the wheel", "AH 2D 3S 4C 5D", "9C 9H 9S 4D KH", "Black wins. - with straight: 5"),
    drives(74, "two_hands: flush", "2H 4H 6H 8H JH", "7C 8D 9S TC JD", "Black wins. - with flush: Jack"),
    drives(
        74,
        "two_hands: four of a kind",
        "2H 2D 2S 2C JH",
        "TC TD TS 9C 9D",
        "Black wins. - with four of a kind: 2",
    ),
    drives(
        74,
        "two_hands: straight flush",
        "2H 3H 4H 5H 6H",
        "TC TD TS TH 9D",
        "Black wins. - with straight flush: 6",
    ),
    drives(
        74,
        "two_hands: a kicker of three of a kind",
        "9H 9D 9S KC 2D",
        "8C 8H 8S AC KH",
        "Black wins. - with three of a kind: 9",
    ),
    drives(
        76,
        "two_hands: two pair",
        "KH KD 3S 3C 2D",
        "QC QH 4S 4C AH",
        "Black wins. - with two pair: King over 3",
    ),
    drives(
        76,
        "two_hands: the lower of two pairs",
        "KH KD 3S 3C 2D",
        "KC KS 4S 4C AH",
        "White wins. - with two pair: King over 4",
    ),
    drives(
        76,
        "two_hands: full house",
        "2H 4S 4C 2D 4H",
        "2S 8S AS QS 3S",
        "Black wins. - with full house: 4 over 2",
    ),
    drives(
        77, "two_hands: a later card", "2H 3D 5S 9C KD", "2C 3H 4S 8C KH", "Black wins. - with high card: 9"
    ),
    drives(
        78,
        "two_hands: a flush by its last card",
        "KH QH 9H 5H 3H",
        "KS QS 9S 5S 2S",
        "Black wins. - with flush: 3",
    ),
    drives(
        79,
        "two_hands: the kicker of a pair",
        "KH KD 5S 9C 2D",
        "KC KS 4S 8C AH",
        "White wins. - with pair: King, kicker: Ace",
    ),
    drives(
        79,
        "two_hands: the last kicker of a pair",
        "KH KD TS 9C 3D",
        "KC KS TH 9D 2H",
        "Black wins. - with pair: King, kicker: 3",
    ),
    drives(
        79,
        "two_hands: the kicker of two pair",
        "KH KD 3S 3C JD",
        "KC KS 3H 3D TH",
        "Black wins. - with two pair: King over 3, kicker: Jack",
    ),
]


@pytest.mark.parametrize(("black", "white", "verdict"), SHOWDOWNS)
def test_showdown(poker, black, white, verdict):
    assert poker.showdown(f"Black: {black}  White: {white}") == verdict


WON_WITH = [
    guards(
        86,
        "two_hands: a full house of the lower three",
        "3H 3S 3C KD KH",
        "2S 8S AS QS 4D",
        "Black wins. - with full house: 3 over King",
    ),
    guards(
        86, "two_hands: a pair of tens", "TH TS 5C 3D 2H", "AS KS QS JC 9D", "Black wins. - with pair: 10"
    ),
    guards(
        86,
        "two_hands: a royal flush",
        "TH JH QH KH AH",
        "9C 9H 9S 9D 2H",
        "Black wins. - with straight flush: Ace",
    ),
]


@pytest.mark.parametrize(("black", "white", "verdict"), WON_WITH)
def test_what_a_showdown_is_won_with(poker, black, white, verdict):
    assert poker.showdown(f"Black: {black}  White: {white}") == verdict


FAULTY = [
    drives(71, "no names", "2H 3D 5S 9C KD  2C 3H 4S 8C AH", "two named hands"),
    drives(72, "four cards in a hand", "Black: 2H 3D 5S 9C  White: 2C 3H 4S 8C AH", "4 cards"),
    guards(81, "six cards against four", "Black: 2H 3D 5S 9C KD AD  White: 2C 3H 4S 8C", "6 cards"),
    drives(81, "one card in both hands", "Black: 2H 3D 5S 9C KD  White: 2H 3H 4S 8C AH", "2H is there twice"),
    guards(84, "no second name", "Black: : 2C 3H 4S 8C AH", "two named hands"),
    guards(
        84, "a card in front of a name", "8S Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C AH", "two named hands"
    ),
]


@pytest.mark.parametrize(("line", "told"), FAULTY)
def test_a_faulty_showdown_is_an_error(poker, line, told):
    with pytest.raises(poker.CardError) as error:
        poker.showdown(line)
    assert told in str(error.value)


LEFT = "TS JS QS KS AS 7D 3C AH 7C 7S"
RIGHT = "JH 2D 3S JC AS 7D 3C AH 7C 7S"
TIE = "2H 3D 5S 9C KD 2D 3H 5C 9S KH"

DEALS = [
    drives(86, "a pair loses to three of a kind", [RIGHT], 0),
    drives(86, "a royal flush wins", [LEFT], 1),
    drives(86, "a tie is nobody's win", [TIE], 0),
    drives(86, "the wins are counted", [LEFT, RIGHT, TIE, LEFT], 2),
    drives(86, "no deals, no wins", [], 0),
    drives(86, "a blank line is no deal", [LEFT, "", LEFT, " \n"], 2),
]


@pytest.mark.parametrize(("lines", "wins"), DEALS)
def test_left_wins(poker, lines, wins):
    assert poker.left_wins(lines) == wins


@pytest.mark.drives(86)
def test_a_deal_of_nine_cards_is_an_error(poker):
    with pytest.raises(poker.CardError) as error:
        poker.left_wins(["TS JS QS KS AS 7D 3C AH 7C"])
    assert "9 cards" in str(error.value)


@pytest.mark.drives(86)
def test_a_deal_with_a_card_on_both_sides_is_an_error(poker):
    with pytest.raises(poker.CardError) as error:
        poker.left_wins(["TS JS QS KS AS 7D 3C AH 7C AS"])
    assert "AS is there twice" in str(error.value)


@pytest.mark.drives(86)
def test_the_error_says_which_deal_is_faulty(poker):
    with pytest.raises(poker.CardError) as error:
        poker.left_wins([LEFT, RIGHT, "TS JS QS KS AS 7D 3C AH 7C"])
    assert "line 3" in str(error.value)


@pytest.mark.drives(86)
def test_deals_are_read_one_by_one(poker):
    """A faulty line ends the count before the next one is read, however many there are."""
    numbers = count(1)
    with pytest.raises(poker.CardError):
        poker.left_wins(LEFT if next(numbers) < 3 else "none" for _ in range(1000))
    assert next(numbers) == 4
