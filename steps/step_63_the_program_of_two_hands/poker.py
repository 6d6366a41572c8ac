"""Poker hands."""

import re
import sys
from contextlib import suppress
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
BYTE_ORDER_MARK = "\ufeff"
LONGEST_QUOTE = 20

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
        raise CardError(f"{quoted(text)} is no card")
    return Card(value(spelled[0]), spelled[1])


def quoted(text):
    """A text in a complaint: cut, and with the code points of odd characters.

    No card has these, and they may look like those of a card, or like none.
    """
    start = text[:LONGEST_QUOTE]
    odd = [c for c in start if not c.isascii() and c not in SUITS]
    points = [f"U+{ord(c):04X}" for c in odd if c.isprintable()]
    shown = start if start == text else f"{start}…"
    return f"{shown} ({' '.join(points)})" if points else shown


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
    """The cards of a line, separated by white space.

    Raises CardError if one is no card, or is there twice.
    """
    found = {}
    for word in text.replace(BYTE_ORDER_MARK, " ").split():
        one = card(word)
        if (one.value, one.suit) in found:
            raise CardError(f"{word} is there twice")
        found[one.value, one.suit] = one
    return list(found.values())


def flush(dealt):
    """True if these cards are all of one suit."""
    return all(one.suit == dealt[0].suit for one in dealt)


def hand(dealt):
    """Five cards as a hand: the stronger one compares higher."""
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
    """The start, sent through the stages in reading order."""
    return reduce(lambda result, stage: stage(result), stages, start)


def highest_first(dealt):
    """The cards from the highest to the lowest."""
    return sorted(dealt, reverse=True)


def grouped_by_value(dealt):
    """Sorted cards in groups, one for each value."""
    return [list(group) for _, group in groupby(dealt, attrgetter("value"))]


def largest_group_first(groups):
    """The largest group first; groups of one size stay in order."""
    return sorted(groups, key=len, reverse=True)


def rank(grouped):
    """The hand that the shape of the groups makes."""
    shape = tuple(len(group) for group in grouped)
    return Hand(SHAPES[shape], [one for group in grouped for one in group])


def promote_straight(ranked):
    """Five values in a row are a straight; in a wheel the ace comes last."""
    ranking, (a, b, c, d, e) = ranked
    if ranking == Ranking.HIGH_CARD and a.value - e.value == 4:
        return Hand(Ranking.STRAIGHT, [a, b, c, d, e])
    if ranking == Ranking.HIGH_CARD and a.value == 14 and b.value == 5:
        return Hand(Ranking.STRAIGHT, [b, c, d, e, a])
    return ranked


def promote_flush(ranked):
    """In one suit a high card is a flush, a straight a straight flush."""
    ranking, dealt = ranked
    promoted = {
        Ranking.HIGH_CARD: Ranking.FLUSH,
        Ranking.STRAIGHT: Ranking.STRAIGHT_FLUSH,
    }
    if flush(dealt):
        return Hand(promoted.get(ranking, ranking), dealt)
    return ranked


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
    """What the left one of two hands does: win, lose or draw."""
    return outcome(read_hand(left), read_hand(right))


def outcome(left, right):
    """Win, lose or draw, for the left one."""
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
    left, ours, right, theirs = named.groups()
    try:
        mine, other = both_hands(ours, theirs)
    except CardError as fault:
        players = f"{quoted(left)} against {quoted(right)}"
        raise CardError(f"{players}: {fault}") from None
    if mine == other:
        return "Tie."
    if mine > other:
        return f"{left} wins. - with {reason(mine, other)}"
    return f"{right} wins. - with {reason(other, mine)}"


def both_hands(ours, theirs):
    """Two hands of five cards; raises CardError if they share one."""
    found = cards(f"{ours} {theirs}")
    middle = len(ours.split())
    return hand_of(found[:middle]), hand_of(found[middle:])


NAMED_BY_TWO_VALUES = {Ranking.TWO_PAIR, Ranking.FULL_HOUSE}
NAMED_BY_DECIDING_VALUE = {Ranking.HIGH_CARD, Ranking.FLUSH}


def reason(winner, loser):
    """What the winner won with: the ranking, its values, and the kicker."""
    decided = deciding_value(winner, loser)
    named = named_by(winner, decided)
    made = f"{str(winner).lower()}: {' over '.join(map(value_name, named))}"
    if decided in named:
        return made
    return f"{made}, kicker: {value_name(decided)}"


def named_by(winner, decided):
    """The values that name a hand: one, or two, or the one that decided."""
    if winner.ranking in NAMED_BY_DECIDING_VALUE:
        return [decided]
    return values(winner)[: 2 if winner.ranking in NAMED_BY_TWO_VALUES else 1]


def deciding_value(winner, loser):
    """In one ranking the first value that differs, else the first value."""
    if winner.ranking != loser.ranking:
        return values(winner)[0]
    both = zip(values(winner), values(loser))
    return next(ours for ours, theirs in both if ours != theirs)


def values(ranked):
    """The values of a hand in the order in which they count, each once."""
    return list(dict.fromkeys(one.value for one in ranked.cards))


def value_name(worth):
    """What a value is called: 9, or Jack."""
    return NAMES.get(worth, str(worth))


def ladder(lines):
    """The hands from the strongest to the weakest, equal ones side by side."""
    return rungs(lines, {line: read_hand(line) for line in lines})


def rungs(lines, hand_by_line):
    """The lines by their hands, the strongest first, equal ones together."""
    strongest_first = sorted(lines, key=hand_by_line.get, reverse=True)
    equal_ones = groupby(strongest_first, key=hand_by_line.get)
    return [" = ".join(rung) for _, rung in equal_ones]


def best(dealt):
    """The best hand that five of seven cards make; of fewer cards, none.

    Raises CardError if there are more.
    """
    if len(dealt) < 7:
        return None
    if len(dealt) > 7:
        raise CardError(f"{len(dealt)} cards, and seven are the most")
    return max(hand(five) for five in combinations(dealt, 5))


def mark_results(results):
    """A mark for each result: nothing, a label, or a label and (winner)."""
    winner = max((one for one in results if one is not None), default=None)
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
    results, _ = judge(lines, best_of)
    return list(marked_lines(lines, results))


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


def marked_lines(lines, results):
    """Each line with the mark of its best hand before its line end."""
    for line, mark in zip(lines, mark_results(results)):
        end = line[len(line.rstrip("\r\n")) :]
        yield f"{line.rstrip()} {mark}{end}" if mark else line


def main():
    """Lines of cards on standard input, marked lines on standard output.

    What is wrong with a line goes to standard error, and the status is 1.
    With the name of another kata, its program is run in the same way.
    """
    keep_bytes_as_is()
    kata = " ".join(sys.argv[1:]) or "holdem"
    if kata not in PROGRAMS:
        katas = ", ".join(PROGRAMS)
        known = f"the katas are {katas}; cards come on standard input"
        complain(f"no {quoted(kata)}: {known}")
        return 2
    faults = PROGRAMS[kata](sys.stdin)
    for fault in faults:
        complain(fault)
    return 1 if faults else 0


def write(lines):
    """Write lines on standard output, until nobody reads on.

    Raises OSError if they cannot be written.
    """
    try:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    except OSError as fault:
        with suppress(OSError):  # it tries to write what is left
            sys.stdout.close()
        if not isinstance(fault, BrokenPipeError):
            raise


def complain(fault):
    """Write a complaint on standard error, in printable characters."""
    if sys.stderr:  # it may be closed
        print(escaped(fault), file=sys.stderr)


def escaped(fault):
    """A fault in printable characters: ESC is \\x1b, like any odd byte."""
    given = str(fault).encode(errors="surrogateescape")
    text = given.decode(errors="backslashreplace")
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def run_holdem(given):
    """Write each line as it came, with its mark; give back the faults."""
    lines = list(given)
    results, faults = judge(lines, best_of)
    write(marked_lines(lines, results))
    return faults


def run_ladder(given):
    """Write the rungs of the ladder; give back the faults."""
    lines = [line.replace(BYTE_ORDER_MARK, " ").strip() for line in given]
    hands, faults = judge(lines, read_hand)
    hand_by_line = dict(zip(lines, hands))
    sound = [line for line in lines if hand_by_line[line]]
    write(f"{rung}\n" for rung in rungs(sound, hand_by_line))
    return faults


def run_two_hands(given):
    """Write who wins each line; give back the faults."""
    verdicts, faults = judge((line.strip() for line in given), showdown)
    write(f"{verdict}\n" for verdict in filter(None, verdicts))
    return faults


PROGRAMS = {
    "holdem": run_holdem,
    "ladder": run_ladder,
    "two_hands": run_two_hands,
}


def keep_bytes_as_is():
    """Line ends are not translated, and bytes that are no UTF-8 go through."""
    as_is = {"errors": "surrogateescape", "newline": ""}
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", **as_is)


def main_without_traceback():
    """The status of main; of streams that fail 2, and of Ctrl-C 130."""
    if sys.stdin is None or sys.stdout is None:
        complain("standard input or standard output is closed")
        return 2
    try:
        return main()
    except OSError as fault:
        complain(f"reading or writing has failed: {fault.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main_without_traceback())
