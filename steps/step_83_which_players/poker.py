"""Poker hands."""

import re
import sys
from dataclasses import dataclass, field
from enum import IntEnum
from functools import reduce
from itertools import combinations, groupby
from operator import attrgetter
from typing import NamedTuple

VALUES = "23456789TJQKA"
SUITS = "♣♦♥♠"
DECK = {value + suit for value in VALUES for suit in SUITS}
SPELLINGS = {
    "T": ["10", "t"],
    "J": ["j"],
    "Q": ["q"],
    "K": ["k"],
    "A": ["a"],
    "♣": ["♣\ufe0f", "C", "c"],
    "♦": ["♦\ufe0f", "D", "d"],
    "♥": ["♥\ufe0f", "H", "h"],
    "♠": ["♠\ufe0f", "S", "s"],
}

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


SHAPES = {
    (4, 1): Ranking.FOUR_OF_A_KIND,
    (3, 2): Ranking.FULL_HOUSE,
    (3, 1, 1): Ranking.THREE_OF_A_KIND,
    (2, 2, 1): Ranking.TWO_PAIR,
    (2, 1, 1, 1): Ranking.PAIR,
    (1, 1, 1, 1, 1): Ranking.HIGH_CARD,
}


@dataclass(frozen=True, order=True)
class Card:
    """A card: the ace is worth 14, and the suit is worth nothing."""

    value: int
    suit: str = field(compare=False)


class Hand(NamedTuple):
    """A ranking, and the cards in the order in which they count."""

    ranking: Ranking
    cards: list

    def __str__(self):
        return str(self.ranking)


class CardError(ValueError):
    """What is wrong with a card, or with a line of cards."""


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for.

    Raises CardError if it stands for none.
    """
    spelled = normalise(text)
    if spelled not in DECK:
        raise CardError(f"{text} is no card")
    return Card(value(spelled[0]), spelled[1])


def normalise(text):
    """A text like 6c in the characters of the deck: 6♣."""
    for character, spellings in SPELLINGS.items():
        for spelling in spellings:
            text = text.replace(spelling, character)
    return text


def value(character):
    """What the first character of a card is worth."""
    return 2 + VALUES.index(character)


def cards(text):
    """The cards of a line, separated by spaces.

    Raises CardError if one is no card, or is there twice.
    """
    seen = {}
    for word in text.split():
        each = card(word)
        if (each.value, each.suit) in seen:
            raise CardError(f"{word} is there twice")
        seen[each.value, each.suit] = each
    return list(seen.values())


def flush(dealt):
    """True if these cards are all of one suit."""
    return len(groups(dealt, "suit")) == 1


def hand(dealt):
    """A hand from five cards; a stronger hand is greater."""
    return pipe(
        dealt,
        highest_first,
        grouped_by_value,
        largest_group_first,
        rank,
        promote_straight,
        promote_flush,
    )


def pipe(start, *stages):
    """Pass start through the stages, first to last."""
    return reduce(lambda result, stage: stage(result), stages, start)


def highest_first(dealt):
    """The cards from the highest to the lowest."""
    return sorted(dealt, reverse=True)


def grouped_by_value(dealt):
    """Sorted cards in groups, one for each value."""
    return groups(dealt, "value")


def largest_group_first(groups):
    """The largest group first; groups of one size stay in order."""
    return sorted(groups, key=len, reverse=True)


def groups(dealt, name):
    """Neighbours with the same value, or the same suit, in groups."""
    return [list(group) for _, group in groupby(dealt, attrgetter(name))]


def rank(grouped):
    """The hand that the shape of the groups makes."""
    shape = tuple(len(group) for group in grouped)
    return Hand(SHAPES[shape], [each for group in grouped for each in group])


def promote_straight(candidate):
    """Five values in a row are a straight; in a wheel the ace comes last."""
    ranking, (a, b, c, d, e) = candidate
    if ranking == Ranking.HIGH_CARD and a.value - e.value == 4:
        return Hand(Ranking.STRAIGHT, [a, b, c, d, e])
    if ranking == Ranking.HIGH_CARD and a.value == 14 and b.value == 5:
        return Hand(Ranking.STRAIGHT, [b, c, d, e, a])
    return candidate


def promote_flush(candidate):
    """If all cards share a suit, a high card becomes a flush.

    A straight becomes a straight flush.
    """
    ranking, ordered = candidate
    promoted = {
        Ranking.HIGH_CARD: Ranking.FLUSH,
        Ranking.STRAIGHT: Ranking.STRAIGHT_FLUSH,
    }
    if flush(ordered):
        return Hand(promoted.get(ranking, ranking), ordered)
    return candidate


def read_hand(text):
    """The hand of five cards that a text stands for.

    Raises CardError if there are not five.
    """
    return hand_of(cards(text))


def hand_of(dealt):
    """Five cards as a hand; raises CardError if there are not five."""
    if len(dealt) != 5:
        raise CardError(f"{len(dealt)} cards, and a hand has five")
    return hand(dealt)


def compare(left, right):
    """How the left hand does against the right one: win, lose or draw."""
    return outcome(read_hand(left), read_hand(right))


def outcome(left, right):
    """Win, lose or draw for the left hand."""
    if left == right:
        return "draw"
    return "win" if left > right else "lose"


def showdown(line):
    """Who wins a line of two named hands, and with what.

    Raises CardError if a name is missing, or a hand is faulty.
    """
    named = re.fullmatch(r"(\w+):(.*) (\w+):(.*)", line)
    if not named:
        raise CardError("two named hands are needed: Black: … White: …")
    black, left_cards, white, right_cards = named.groups()
    try:
        left, right = both_hands(left_cards, right_cards)
    except CardError as fault:
        raise CardError(f"{black} against {white}: {fault}") from None
    if left == right:
        return "Tie."
    if left > right:
        return f"{black} wins. - with {reason(left, right)}"
    return f"{white} wins. - with {reason(right, left)}"


def both_hands(left, right):
    """Two hands of five cards; raises CardError if they share one."""
    dealt = cards(f"{left} {right}")
    middle = len(left.split())
    return hand_of(dealt[:middle]), hand_of(dealt[middle:])


NAMED_BY_TWO_VALUES = {Ranking.TWO_PAIR, Ranking.FULL_HOUSE}
NAMED_BY_DECIDING_VALUE = {Ranking.HIGH_CARD, Ranking.FLUSH}


def reason(winner, loser):
    """What the winner won with: the ranking, its values, and the kicker."""
    decided = deciding_value(winner, loser)
    named = named_by(winner, decided)
    phrase = f"{str(winner).lower()}: {' over '.join(map(value_name, named))}"
    if decided in named:
        return phrase
    return f"{phrase}, kicker: {value_name(decided)}"


def named_by(winner, decided):
    """The values that name a hand: one, or two, or the one that decided."""
    if winner.ranking in NAMED_BY_DECIDING_VALUE:
        return [decided]
    return values(winner)[: 2 if winner.ranking in NAMED_BY_TWO_VALUES else 1]


def deciding_value(winner, loser):
    """The first value that differs; of two rankings, the winner's first."""
    if winner.ranking != loser.ranking:
        return values(winner)[0]
    side_by_side = zip(values(winner), values(loser))
    return next(higher for higher, lower in side_by_side if higher != lower)


def values(poker_hand):
    """The values of a hand in the order in which they count, each once."""
    return list(dict.fromkeys(each.value for each in poker_hand.cards))


def value_name(number):
    """What a value is called: 9, or Jack."""
    return NAMES.get(number, str(number))


def ladder(lines):
    """The hands from the strongest to the weakest, equal ones side by side."""
    return rungs(lines, {line: read_hand(line) for line in lines})


def rungs(lines, hand_by_line):
    """The lines by their hands, the strongest first, equal ones together."""
    strongest_first = sorted(lines, key=hand_by_line.get, reverse=True)
    equal_ones = groupby(strongest_first, key=hand_by_line.get)
    return [" = ".join(rung) for _, rung in equal_ones]


def best(dealt):
    """The best hand in seven cards; None if there are fewer.

    Raises CardError if there are more.
    """
    if len(dealt) < 7:
        return None
    if len(dealt) > 7:
        raise CardError(f"{len(dealt)} cards, and seven are the most")
    return max(hand(five) for five in combinations(dealt, 5))


def mark_results(results):
    """A mark for each result: nothing, a label, or a label and (winner)."""
    winner = max((each for each in results if each is not None), default=None)
    return [mark_of(result, winner) for result in results]


def mark_of(result, winner):
    """The mark of one result: a hand, or None."""
    if result is None:
        return ""
    if result == winner:
        return f"{result} (winner)"
    return f"{result}"


def scores(lines):
    """Each line of cards, followed by its mark; a faulty one as it is."""
    results, _ = read_all(lines, best_of)
    return list(marked_lines(lines, results))


def best_of(line):
    """The best hand of a line of cards."""
    return best(cards(line))


def read_all(lines, read):
    """Read each line; return the results, and the faults of faulty lines."""
    results, faults = [], []
    for number, line in enumerate(lines, start=1):
        try:
            results.append(read(line))
        except CardError as fault:
            results.append(None)
            faults.append(f"line {number}: {fault}")
    return results, faults


def marked_lines(lines, results):
    """Each line with the mark of its best hand."""
    for line, mark in zip(lines, mark_results(results)):
        yield f"{line} {mark}" if mark else line


def main():
    """Lines of cards on standard input, marked lines on standard output.

    What is wrong with a line goes to standard error, and the status is 1.
    With the name of another kata, its program is run in the same way.
    """
    kata = " ".join(sys.argv[1:]) or "holdem"
    if kata not in PROGRAMS:
        katas = ", ".join(PROGRAMS)
        known = f"the katas are {katas}; cards come on standard input"
        print(f"no {kata}: {known}", file=sys.stderr)
        return 2
    faults = PROGRAMS[kata](sys.stdin.read().splitlines())
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def run_holdem(lines):
    """Write each line as it came, with its mark; return the faults."""
    results, faults = read_all(lines, best_of)
    for line in marked_lines(lines, results):
        print(line)
    return faults


def run_ladder(lines):
    """Write the rungs of the ladder; return the faults."""
    lines = [line.strip() for line in lines]
    hands, faults = read_all(lines, read_hand)
    hand_by_line = dict(zip(lines, hands))
    readable = [line for line in lines if hand_by_line[line]]
    for rung in rungs(readable, hand_by_line):
        print(rung)
    return faults


def run_two_hands(lines):
    """Write who wins each line; return the faults."""
    stripped = [line.strip() for line in lines]
    verdicts, faults = read_all(stripped, showdown)
    for verdict in filter(None, verdicts):
        print(verdict)
    return faults


PROGRAMS = {
    "holdem": run_holdem,
    "ladder": run_ladder,
    "two_hands": run_two_hands,
}


if __name__ == "__main__":
    sys.exit(main())
