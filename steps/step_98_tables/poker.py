"""Poker hands."""

import sys
from array import array
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement, groupby
from typing import NamedTuple

VALUES = "23456789TJQKA"
SUITS = "♣♦♥♠"
DIGITS_AND_SUITS = set("0123456789" + SUITS)
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


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card: the ace is worth 14, and the suit is worth nothing."""

    value: int
    suit: str = field(compare=False)
    key: int = field(init=False, compare=False)
    bit: int = field(init=False, compare=False)

    def __post_init__(self):
        """Its key is the number of its value, then that of its suit."""
        number = NUMBERS[self.value] - MIDDLE
        key = (number << BITS) + SUIT_NUMBERS[self.suit]
        bit = 1 << 13 * SUITS.index(self.suit) + self.value - 2
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "bit", bit)


class HandPower(NamedTuple):
    """A ranking, the places of the values it is made of, and its kickers."""

    ranking: Ranking
    made_of: int
    kickers: int

    def __str__(self):
        return str(self.ranking)


class CardError(ValueError):
    """What is wrong with a card, or with a line of cards."""


# The card of each text that has been read.
KNOWN = {}


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for.

    Raises CardError if it stands for none.
    """
    if text not in KNOWN:
        spelled = normalise(text)
        if spelled not in DECK:
            raise CardError(f"{quoted(text)} is no card")
        KNOWN[text] = Card(value(spelled[0]), spelled[1])
    return KNOWN[text]


def quoted(text):
    """A text in a complaint: cut, and with the code points of odd characters.

    These may look like the characters of a card, or cannot be seen at all.
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
    dealt, bits = [], 0
    try:
        for word in text.split():
            each = KNOWN[word]
            dealt.append(each)
            bits += each.bit
    except KeyError:
        return one_by_one(text)
    # A card that is there twice leaves fewer bits than there are cards.
    return dealt if bits.bit_count() == len(dealt) else one_by_one(text)


def one_by_one(text):
    """The same where a word is new or faulty, or has a byte order mark."""
    seen = {}
    for word in text.replace(BYTE_ORDER_MARK, " ").split():
        each = card(word)
        if each.key in seen:
            raise CardError(f"{word} is there twice")
        seen[each.key] = each
    return list(seen.values())


def flush(dealt):
    """True if these cards are all of one suit."""
    return all(each.suit == dealt[0].suit for each in dealt)


# A one in an octal digit for each value, and in a hexadecimal digit for each
# suit: in a sum of them each digit says how many there are.
PLACES = {value: 8**value for value in range(2, 15)}
MARKS = {suit: 16**n for n, suit in enumerate(SUITS)}


def hand(dealt):
    """The best hand that five, six or seven cards make."""
    values = 0
    suits = 0
    for each in dealt:
        values += PLACES[each.value]
        suits += MARKS[each.suit]
    suit = suit_hand_of(suits)
    return power(values, places_in(suit, dealt) if suit else 0)


THREE_OF_EACH = sum(3 * mark for mark in MARKS.values())
EIGHT_OF = {8 * mark: suit for suit, mark in MARKS.items()}
EIGHT_OF_ANY = sum(EIGHT_OF)


def suit_hand_of(suits):
    """The suit of five cards or more: with three more of each it has eight."""
    return EIGHT_OF.get(suits + THREE_OF_EACH & EIGHT_OF_ANY)


def places_in(suit, dealt):
    """The places of the cards of this suit."""
    return sum([PLACES[each.value] for each in dealt if each.suit == suit])


ONES = sum(PLACES.values())


def power(values, suited):
    """The best hand by the sum of places, and by that of a suit of five."""
    odd, twice, four = values & ONES, values >> 1 & ONES, values >> 2 & ONES
    each = odd | twice | four
    three = top(1, odd & twice)
    pairs = top(2, twice ^ three)
    if run := straight(suited):
        return HandPower(Ranking.STRAIGHT_FLUSH, run, 0)
    if four:
        return HandPower(Ranking.FOUR_OF_A_KIND, four, top(1, each ^ four))
    if three and pairs:
        return HandPower(Ranking.FULL_HOUSE, three, top(1, pairs))
    if suited:
        return HandPower(Ranking.FLUSH, top(5, suited), 0)
    if run := straight(each):
        return HandPower(Ranking.STRAIGHT, run, 0)
    if three:
        return HandPower(Ranking.THREE_OF_A_KIND, three, top(2, each ^ three))
    ranking, kickers = PAIRS[pairs.bit_count()]
    return HandPower(ranking, pairs, top(kickers, each ^ pairs))


# How many pairs there are: what that is, and how many kickers it has.
PAIRS = [(Ranking.HIGH_CARD, 5), (Ranking.PAIR, 3), (Ranking.TWO_PAIR, 1)]


def top(count, places):
    """The highest of these places, at most this many."""
    while places.bit_count() > count:
        places &= places - 1  # the lowest one goes
    return places


ACE, LOW_ACE = 8**14, 8**1


def straight(places):
    """The place at which five in a row end; 0 if there are no five."""
    if places & ACE:
        places |= LOW_ACE
    # Each of the four below it is there, too: one octal digit has three bits.
    runs = places & places << 3 & places << 6 & places << 9 & places << 12
    return top(1, runs)


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
    black, left_cards, white, right_cards = parse_players(line)
    try:
        left, right = both_hands(left_cards, right_cards)
    except CardError as fault:
        players = f"{quoted(black)} against {quoted(white)}"
        raise CardError(f"{players}: {fault}") from None
    if left == right:
        return "Tie."
    if left > right:
        return f"{black} wins. - with {reason(left, right)}"
    return f"{white} wins. - with {reason(right, left)}"


def parse_players(line):
    """Both names and both hands; raises CardError if a name is missing."""
    *named, right_cards = line.replace(BYTE_ORDER_MARK, " ").split(":")
    match [cards_and_name(text) for text in named]:
        case [("", black), (left_cards, white)] if black and white:
            return black, left_cards, white, right_cards
    raise CardError("two named hands are needed: Black: … White: …")


def cards_and_name(text):
    """The cards and the name before a colon; the last word is a name.

    Raises CardError if another word of the name seems to be a card.
    """
    words, name = text.split(), []
    while words and not (name and is_card(words[-1])):
        name.insert(0, words.pop())
    player = " ".join(name)
    for word in name[:-1]:
        if set(word) & DIGITS_AND_SUITS:  # a card that is misspelt
            fault = f"{quoted(word)} is no card"
            raise CardError(f"{quoted(player)} is no player: {fault}")
    return " ".join(words), player


def is_card(word):
    """True if this word stands for a card."""
    try:
        card(word)
    except CardError:
        return False
    return True


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
    made_of, kickers = poker_hand.made_of, poker_hand.kickers
    return [*spelled_out(made_of), *spelled_out(kickers)]


def spelled_out(places):
    """The values that have these places, the highest first."""
    return [value for value in range(14, 1, -1) if places & 8**value]


def value_name(number):
    """What a value is called: 9, or Jack."""
    return NAMES.get(number, str(number))


def left_wins(lines):
    """How many deals the left hand wins.

    Raises CardError if one is faulty, and says on which line.
    """
    wins = 0
    for number, line in enumerate(lines, start=1):
        try:
            if deal(line) == "win":
                wins += 1
        except CardError as fault:
            raise CardError(f"line {number}: {fault}") from None
    return wins


def deal(line):
    """Win, lose or draw for the left hand; None for a blank line."""
    dealt = cards(line)
    if not dealt:
        return None
    if len(dealt) != 10:
        raise CardError(f"{len(dealt)} cards, and a deal has ten")
    return outcome(hand(dealt[:5]), hand(dealt[5:]))


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
    try:
        a, b, c, d, e, f, g = dealt
    except ValueError:
        return none_of_fewer(dealt)
    key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
    if suit := FLUSH_IN[key & SUITS_ONLY]:
        return best_flush(places_in(suit, dealt))
    return POWERS[SEVENS[key >> BITS]] or work_out(key >> BITS, dealt)


def none_of_fewer(dealt):
    """None for fewer than seven cards; raises CardError if there are more."""
    if len(dealt) > 7:
        raise CardError(f"{len(dealt)} cards, and seven are the most")
    return None


# The sum of seven of these tells which they are, if none is there five times.
# From the two up each is the smallest number for which that is so.
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
# Cards count from there: sums may be below 0, and none is far from it.
MIDDLE = LARGEST_SUM // 14

# The sum of seven of these tells which suit is there five times, if one is.
# No other four that do so have a smaller last one.
SUIT_NUMBERS = {"♣": 0, "♦": 1, "♥": 25, "♠": 32}
LARGEST_OF_SUITS = 7 * SUIT_NUMBERS["♠"]
BITS = LARGEST_OF_SUITS.bit_length()
SUITS_ONLY = (1 << BITS) - 1
FLUSH_IN = [None] * (LARGEST_OF_SUITS + 1)
for suits in combinations_with_replacement(SUITS, 7):
    number = sum(SUIT_NUMBERS[suit] for suit in suits)
    FLUSH_IN[number] = suit_hand_of(sum(MARKS[suit] for suit in suits))

# Where POWERS has what seven cards make, for a sum of seven numbers: it is at
# 0, which is nothing yet, until such cards come for the first time. The sums
# below 0 are at the end.
SEVENS = array("H", [0]) * (LARGEST_SUM + 1)
POWERS = [None]
KEPT_AT = {}


def work_out(number, dealt):
    """What seven cards without a flush make, kept for the next time."""
    strongest = hand(dealt)
    if strongest not in KEPT_AT:
        KEPT_AT[strongest] = len(POWERS)
        POWERS.append(strongest)
    SEVENS[number] = KEPT_AT[strongest]
    return POWERS[KEPT_AT[strongest]]


@cache
def best_flush(places):
    """What the places of five or more cards of one suit make."""
    return power(places, places)


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
    """Each line with the mark of its best hand before its line end."""
    for line, mark in zip(lines, mark_results(results)):
        end = line[len(line.rstrip("\r\n")) :]
        yield f"{line.rstrip()} {mark}{end}" if mark else line


def main():
    """Lines of cards on standard input, marked lines on standard output.

    What is wrong with a line goes to standard error, and the status is 1.
    With the name of another kata, its program is run in the same way.
    """
    kata = " ".join(sys.argv[1:]) or "holdem"
    if kata not in PROGRAMS:
        katas = ", ".join(PROGRAMS)
        known = f"the katas are {katas}; cards come on standard input"
        complain(f"no {quoted(kata)}: {known}")
        return 2
    keep_bytes_as_is()
    faults = PROGRAMS[kata](sys.stdin)
    for fault in faults:
        complain(fault)
    return 1 if faults else 0


def write(lines):
    """Write lines to standard output until nobody reads on.

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
    """Write a complaint to standard error, in printable characters."""
    if sys.stderr:  # it may be closed
        print(escaped(fault), file=sys.stderr)


def escaped(fault):
    """A fault in printable characters: ESC is \\x1b, like any odd byte."""
    given = str(fault).encode(errors="surrogateescape")
    text = given.decode(errors="backslashreplace")
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def run_holdem(given):
    """Write each line as it came, with its mark; return the faults."""
    lines = list(given)
    results, faults = read_all(lines, best_of)
    write(marked_lines(lines, results))
    return faults


def run_ladder(lines):
    """Write the rungs of the ladder; return the faults."""
    lines = [line.replace(BYTE_ORDER_MARK, " ").strip() for line in lines]
    hands, faults = read_all(lines, read_hand)
    hand_by_line = dict(zip(lines, hands))
    readable = [line for line in lines if hand_by_line[line]]
    write(f"{rung}\n" for rung in rungs(readable, hand_by_line))
    return faults


def run_two_hands(lines):
    """Write who wins each line; return the faults."""
    verdicts, faults = read_all(lines, showdown)
    write(f"{verdict}\n" for verdict in filter(None, verdicts))
    return faults


def run_deals(lines):
    """Write how many deals the left hand wins; return the fault."""
    try:
        write([f"{left_wins(lines)}\n"])
    except CardError as fault:
        return [fault]
    return []


PROGRAMS = {
    "holdem": run_holdem,
    "ladder": run_ladder,
    "two_hands": run_two_hands,
    "deals": run_deals,
}


def keep_bytes_as_is():
    """Leave line ends alone, and let bytes through that are not UTF-8."""
    unchanged = {"errors": "surrogateescape", "newline": ""}
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", **unchanged)


def main_without_traceback():
    """The status of main; 2 if a stream fails, and 130 after Ctrl-C."""
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
