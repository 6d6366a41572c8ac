"""Poker hands."""

import re
import sys
from array import array
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations, groupby, product
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

    Its place is a one in the octal digit of its value. Its key is the number
    of its value, and above that the mark of its suit.
    """

    value: int
    suit: str = field(compare=False)
    place: int = field(compare=False)
    key: int = field(compare=False)


class HandPower(NamedTuple):
    """What a hand is, the places of the values that make it, and the rest."""

    ranking: Ranking
    made: int
    kickers: int

    def __str__(self):
        return str(self.ranking)


class CardError(ValueError):
    """What is wrong with a card, or with a line of cards."""


# No two selections of seven values have the same sum of numbers.
NUMBERS = {
    2: 0,
    3: 1,
    4: 5,
    5: 22,
    6: 98,
    7: 453,
    8: 2_031,
    9: 8_698,
    10: 22_854,
    11: 83_661,
    12: 262_349,
    13: 636_345,
    14: 1_479_181,
}
LARGEST_SUM = 4 * NUMBERS[14] + 3 * NUMBERS[13]
BITS = LARGEST_SUM.bit_length()
SUM_ONLY = (1 << BITS) - 1

# The sum of seven marks tells whether five are of one suit, and of which.
MARKS = {"♣": 0, "♦": 1, "♥": 25, "♠": 32}
FLUSH_IN = [None] * (7 * MARKS["♠"] + 1)
for suit, one, other in product(SUITS, repeat=3):
    FLUSH_IN[5 * MARKS[suit] + MARKS[one] + MARKS[other]] = suit


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for, or a CardError."""
    return SPELLED[text]


class Spellings(dict):
    """The card of each text that is one, read when it first comes."""

    def __missing__(self, text):
        self[text] = read(text)
        return self[text]


SPELLED = Spellings()


def read(text):
    """The card that a text stands for."""
    spelled = text.upper().removesuffix(AS_EMOJI).replace("10", "T", 1)
    sign, suit = spelled[:1], spelled[1:].translate(SUIT_LETTERS)
    if len(spelled) != 2 or sign not in VALUES or suit not in SUITS:
        raise CardError(f"{text} is no card")
    key = (MARKS[suit] << BITS) + NUMBERS[value(sign)]
    return Card(value(sign), suit, 8 ** value(sign), key)


def value(sign):
    """What the first sign of a card is worth."""
    return 2 + VALUES.index(sign)


def cards(text):
    """The cards of a line, separated by white space, or a CardError."""
    found = {}
    for word in text.replace(BYTE_ORDER_MARK, " ").split():
        one = SPELLED[word]
        if one.key in found:
            raise CardError(f"{word} is there twice")
        found[one.key] = one
    return list(found.values())


def flush(cards):
    """Are these cards all of one suit?"""
    return all(card.suit == cards[0].suit for card in cards)


ONES = sum(8**value for value in range(2, 15))


def hand(cards):
    """Five cards as a hand: the stronger one compares higher."""
    values = sum(card.place for card in cards)
    return power(values, values if flush(cards) else 0)


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
    try:
        a, b, c, d, e, f, g = cards
    except ValueError:
        return none_of_fewer(cards)
    if not POWERS:
        fill_the_tables()
    key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
    if suit := FLUSH_IN[key >> BITS]:
        return POWERS[FLUSHES[places_in(suit, cards)]]
    return POWERS[SEVENS[key & SUM_ONLY]]


def none_of_fewer(cards):
    """Fewer than seven cards have no best; more are a CardError."""
    if len(cards) > 7:
        raise CardError(f"{len(cards)} cards, and seven are the most")
    return None


# Every power that there is, the weakest first; and which of them it is for a
# sum of seven numbers, and for the places of five or more of one suit.
POWERS = []
SEVENS = array("H")
FLUSHES = {}


def fill_the_tables():
    """Work out every power that there is, once: it takes a moment."""
    flushes = {values: power(values, values) for values in of_one_suit()}
    sevens = {number: power(values, 0) for number, values in selections(7)}
    fives = {power(values, 0) for _, values in selections(5)}
    powers = sorted(fives.union(flushes.values()))
    strength = {power: number for number, power in enumerate(powers)}
    FLUSHES.update(
        (values, strength[best]) for values, best in flushes.items()
    )
    SEVENS.frombytes(bytes(SEVENS.itemsize * (LARGEST_SUM + 1)))
    for number, best in sevens.items():
        SEVENS[number] = strength[best]
    POWERS.extend(powers)


def of_one_suit():
    """The places of all that five, six or seven cards of one suit can be."""
    suit = [8**value for value in NUMBERS]
    return [sum(some) for n in (5, 6, 7) for some in combinations(suit, n)]


def selections(size):
    """All values of so many cards: the sums of numbers, and of places."""
    found = [(0, 0, size)]
    for value, number in NUMBERS.items():
        found = [
            (total + times * number, values + times * 8**value, left - times)
            for total, values, left in found
            for times in range(min(left, 4) + 1)
        ]
    return [(total, values) for total, values, left in found if not left]


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
