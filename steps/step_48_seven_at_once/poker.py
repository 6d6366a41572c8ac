"""Poker hands."""

import re
import sys
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

VALUES = "23456789TJQKA"
SUITS = "♣♦♥♠"
SUIT_LETTERS = str.maketrans("CDHS", SUITS)
AS_EMOJI = "\ufe0f"
BYTE_ORDER_MARK = "\ufeff"

NAMES = {11: "Jack", 12: "Queen", 13: "King", 14: "Ace"}

LABELS = [
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
]


class Ranking(IntEnum):
    """What a hand can be, from the weakest to the strongest."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self):
        return LABELS[self]


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card: the ace is worth 14, and the suit is worth nothing.

    Its place is a one in the octal digit of its value, and its mark is a one
    in the hexadecimal digit of its suit: sums of either are counts.
    """

    value: int
    suit: str = field(compare=False)
    place: int = field(compare=False)
    mark: int = field(compare=False)


class HandPower(NamedTuple):
    """What a hand is, the places of the values that make it, and the rest."""

    ranking: Ranking
    made: int
    kickers: int

    def __str__(self):
        return str(self.ranking)


class CardError(ValueError):
    """What is wrong with a card, or with a line of cards."""


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for, or a CardError."""
    spelled = text.upper().removesuffix(AS_EMOJI).replace("10", "T", 1)
    sign, suit = spelled[:1], spelled[1:].translate(SUIT_LETTERS)
    if len(spelled) != 2 or sign not in VALUES or suit not in SUITS:
        raise CardError(f"{text} is no card")
    return Card(value(sign), suit, 8 ** value(sign), 16 ** SUITS.index(suit))


def value(sign):
    """What the first sign of a card is worth."""
    return 2 + VALUES.index(sign)


def cards(text):
    """The cards of a line, separated by white space, or a CardError."""
    found = {}
    for word in text.replace(BYTE_ORDER_MARK, " ").split():
        one = card(word)
        if (one.value, one.suit) in found:
            raise CardError(f"{word} is there twice")
        found[one.value, one.suit] = one
    return list(found.values())


def flush(cards):
    """Are these cards all of one suit?"""
    return all(card.suit == cards[0].suit for card in cards)


ONES = sum(8**value for value in range(2, 15))
THREE_MORE_OF_EACH = 0x3333
EIGHT_OF_ANY = 0x8888


def hand(cards):
    """The best hand that five, six or seven cards make."""
    values = suits = 0
    for card in cards:
        values += card.place
        suits += card.mark
    suit = suit_of_five(suits)
    return power(values, places_in(suit, cards) if suit else 0)


def suit_of_five(suits):
    """The suit of which there are five or more, if there is one."""
    eight = suits + THREE_MORE_OF_EACH & EIGHT_OF_ANY
    return SUITS[eight.bit_length() // 4 - 1] if eight else None


def places_in(suit, cards):
    """The places of the cards of this suit."""
    return sum([card.place for card in cards if card.suit == suit])


def power(values, flush):
    """The best hand of values so often, and of these places in one suit."""
    odd, twice, four = values & ONES, values >> 1 & ONES, values >> 2 & ONES
    three, each = odd & twice, odd | twice | four
    if run := straight(flush):
        return HandPower(Ranking.STRAIGHT_FLUSH, run, 0)
    if four:
        return HandPower(Ranking.FOUR_OF_A_KIND, four, top(1, each ^ four))
    if three and twice != top(1, three):
        three = top(1, three)
        return HandPower(Ranking.FULL_HOUSE, three, top(1, twice ^ three))
    if flush:
        return HandPower(Ranking.FLUSH, top(5, flush), 0)
    if run := straight(each):
        return HandPower(Ranking.STRAIGHT, run, 0)
    if three:
        return HandPower(Ranking.THREE_OF_A_KIND, three, top(2, each ^ three))
    pairs = top(2, twice)
    ranking, kickers = PAIRS[pairs.bit_count()]
    return HandPower(ranking, pairs, top(kickers, each ^ pairs))


# How many pairs there are: what that is, and how many kickers it has.
PAIRS = [(Ranking.HIGH_CARD, 5), (Ranking.PAIR, 3), (Ranking.TWO_PAIR, 1)]


def straight(places):
    """The place to which five of these run; 0 where they do not."""
    places |= places >> 39 & 0o10
    for _ in range(4):
        places &= places >> 3
    return top(1, places) << 12


def top(count, places):
    """The highest of these places, so many at most."""
    while places.bit_count() > count:
        places &= places - 1
    return places


def five(text):
    """The hand of five cards that a text stands for, or a CardError."""
    found = cards(text)
    if len(found) != 5:
        raise CardError(f"{len(found)} cards, and a hand has five")
    return hand(found)


def compare(left, right):
    """Does the left one of two hands win, lose or draw?"""
    return outcome(five(left), five(right))


def outcome(left, right):
    """Win, lose or draw, for the left one."""
    if left == right:
        return "draw"
    return "win" if left > right else "lose"


def showdown(line):
    """Who wins a line of two named hands, and with what, or a CardError."""
    named = re.fullmatch(r"\W*(\w+):(.*)\s(\w+):(.*)", line.rstrip())
    if not named:
        raise CardError("two named hands are needed: Black: … White: …")
    left, ours, right, theirs = named.groups()
    cards(f"{ours} {theirs}")
    mine, other = five(ours), five(theirs)
    if mine == other:
        return "Tie."
    if mine > other:
        return f"{left} wins. - with {reason(mine, other)}"
    return f"{right} wins. - with {reason(other, mine)}"


NAMED_BY = {
    "High Card": 0,
    "Pair": 1,
    "Two Pair": 2,
    "Three of a Kind": 1,
    "Straight": 1,
    "Flush": 0,
    "Full House": 2,
    "Four of a Kind": 1,
    "Straight Flush": 1,
}


def reason(winner, loser):
    """What the winner won with, in the words of the kata.

    A ranking is named by the values that make it (full house: 4 over 2), and
    by the kicker where these are equal. In a high card and in a flush every
    card is a kicker: the one that decided is named.
    """
    ours, theirs = values(winner), values(loser)
    same = str(winner) == str(loser)
    equal = [a == b for a, b in zip(ours, theirs)]
    decided = equal.index(False) if same else 0
    made = NAMED_BY[str(winner)]
    parts = [" over ".join(map(name, ours[:made]))] if made else []
    if decided >= made:
        parts.append(name(ours[decided]))
    return f"{str(winner).lower()}: {', kicker: '.join(parts)}"


def values(hand):
    """The values of a hand in the order in which they count, each once."""
    return [*spelled_out(hand.made), *spelled_out(hand.kickers)]


def spelled_out(places):
    """The values that have these places, the highest first."""
    return [value for value in range(14, 1, -1) if places >> 3 * value & 1]


def name(value):
    """What a value is called: 9, or Jack."""
    return NAMES.get(value, str(value))


def left_wins(lines):
    """How many deals of ten cards the left hand wins, or a CardError."""
    numbered = enumerate(lines, start=1)
    return sum(deal(number, line) == "win" for number, line in numbered)


def deal(number, line):
    """Does the left hand of a deal win, lose or draw?"""
    try:
        found = cards(line)
        if len(found) != 10:
            raise CardError(f"{len(found)} cards, and a deal has ten")
    except CardError as fault:
        raise CardError(f"line {number}: {fault}") from None
    return outcome(hand(found[:5]), hand(found[5:]))


def ladder(lines):
    """The hands from the strongest to the weakest, equal ones side by side."""
    strongest_first = sorted(lines, key=five, reverse=True)
    return [" = ".join(rung) for _, rung in groupby(strongest_first, key=five)]


def best(cards):
    """The best hand that five of seven cards make; of fewer cards, none."""
    if len(cards) < 7:
        return None
    if len(cards) > 7:
        raise CardError(f"{len(cards)} cards, and seven are the most")
    return hand(cards)


def mark_results(bests):
    """A mark for each best: nothing, a label, or a label and (winner)."""
    winner = max((best for best in bests if best is not None), default=None)
    return [mark(best, winner) for best in bests]


def mark(best, winner):
    """The mark of one best hand."""
    if best is None:
        return ""
    if best == winner:
        return f"{best} (winner)"
    return f"{best}"


def scores(lines):
    """Each line of cards, followed by its mark; a faulty one as it is."""
    bests, _ = judge(lines, best_of)
    return marked(lines, bests)


def best_of(line):
    """The best hand of a line of cards."""
    return best(cards(line))


def judge(lines, read):
    """What is read from each line, and what is wrong with the faulty ones."""
    results, faults = [], []
    for number, line in enumerate(lines, start=1):
        try:
            results.append(read(line))
        except CardError as fault:
            results.append(None)
            faults.append(f"line {number}: {fault}")
    return results, faults


def marked(lines, bests):
    """Each line with the mark of its best hand."""
    marks = zip(lines, mark_results(bests))
    return [f"{line} {mark}" if mark else line for line, mark in marks]


def main():
    """Lines of cards on standard input, marked lines on standard output.

    What is wrong with a line goes to standard error, and the status is 1.
    With the name of another kata, its program is run in the same way.
    """
    leave_every_byte_as_it_came()
    kata = " ".join(sys.argv[1:]) or "holdem"
    if kata not in PROGRAMS:
        katas = ", ".join(PROGRAMS)
        print(f"no {kata}: the katas are {katas}", file=sys.stderr)
        return 2
    faults = PROGRAMS[kata](sys.stdin)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def run_holdem(came):
    """Write each line as it came, with its mark; give back the faults."""
    came = list(came)
    lines = [line.rstrip("\r\n") for line in came]
    bests, faults = judge(lines, best_of)
    for line, old, new in zip(came, lines, marked(lines, bests)):
        sys.stdout.write(new + line[len(old) :])
    return faults


def run_ladder(came):
    """Write the rungs of the ladder; give back the faults."""
    lines = [line.strip() for line in came]
    hands, faults = judge(lines, five)
    sound = [line for line, hand in zip(lines, hands) if hand]
    for rung in ladder(sound):
        print(rung)
    return faults


def run_two_hands(came):
    """Write who wins each line; give back the faults."""
    verdicts, faults = judge(came, showdown)
    for verdict in filter(None, verdicts):
        print(verdict)
    return faults


def run_deals(came):
    """Write how many deals the left hand wins; give back the fault."""
    try:
        print(left_wins(came))
    except CardError as fault:
        return [fault]
    return []


PROGRAMS = {
    "holdem": run_holdem,
    "ladder": run_ladder,
    "two_hands": run_two_hands,
    "deals": run_deals,
}


def leave_every_byte_as_it_came():
    """Line ends are not translated, and bytes that are no UTF-8 go through."""
    as_it_came = {"errors": "surrogateescape", "newline": ""}
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", **as_it_came)
    sys.stderr.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
