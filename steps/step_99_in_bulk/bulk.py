"""bulk.py, beside poker.py: hands by the million, in arrays of NumPy.

A card is a number below 52, its index in a new deck; a hand is a row of seven
cards; its strength is its place among all powers: the higher one wins.
"""

from collections import Counter
from functools import cache, reduce
from itertools import combinations, product
from math import prod
from typing import NamedTuple

import poker

try:
    import numpy as np
except ModuleNotFoundError:
    raise SystemExit("bulk.py needs NumPy: pip install numpy") from None

# Their numbers fit into the processor's cache.
ROWS_AT_ONCE = 1 << 15
DECK = range(52)
WHOLE_SUIT = (1 << 13) - 1
FIRST_OF_SUITS = np.array([[0], [13], [26], [39]])


class Tables(NamedTuple):
    """What is looked up, as arrays.

    Of a card, and of a pair, there are the sum of bits and the sum of keys.
    Of seven cards there is the strength by the sum of their numbers, and
    whether there is a flush by the sum of their marks. Of values of one suit,
    as bits, there are: how many they are, the sum of their numbers, and the
    strength of their flush, which is 0 where they are too few.
    """

    card: np.ndarray
    pair: np.ndarray
    sevens: np.ndarray
    flush_in: np.ndarray
    sizes: np.ndarray
    numbers: np.ndarray
    flushes: np.ndarray


@cache
def tables():
    """What poker.py works out when it needs it, all worked out at once."""
    sevens = np.zeros(poker.LARGEST_SUM + 1, np.uint16)
    for total, places in selections(7):
        sevens[total] = strength_of()[poker.power(places, 0)]
    deck = [poker.card(v + s) for s in poker.SUITS for v in poker.VALUES]
    card = np.array([(card.bit, key(card)) for card in deck])
    pair = np.zeros((52, 256, 2), np.int64)
    pair[:, :52] = card[:, None] + card
    values = np.arange(WHOLE_SUIT + 1)
    suit = list(enumerate(deck[:13]))
    numbers = sum((values >> n & 1) * number(card) for n, card in suit)
    places = sum((values >> n & 1) * place(card) for n, card in suit)
    flushes = [flush_strength(some) for some in places.tolist()]
    return Tables(
        card,
        pair.reshape(-1, 2),
        sevens,
        np.array(poker.FLUSH_IN, bool),
        np.bitwise_count(values),
        numbers,
        np.array(flushes, np.uint16),
    )


@cache
def powers():
    """Every power that there is, the weakest first."""
    suits = combinations(poker.PLACES.values(), 5)
    flushes = {poker.best_flush(sum(suit)) for suit in suits}
    others = {poker.power(places, 0) for _, places in selections(5)}
    return sorted(flushes | others)


@cache
def strength_of():
    """The strength of each power."""
    return {power: strength for strength, power in enumerate(powers())}


def flush_strength(places):
    """The strength of these places in one suit; 0 if they are too few."""
    if places.bit_count() < 5:
        return 0
    return strength_of()[poker.best_flush(places)]


def selections(size):
    """The values of this many cards: the sums of numbers, and of places."""
    so_far = [(0, 0, size)]
    for value, number in poker.NUMBERS.items():
        so_far = [
            (total + n * number, places + n * poker.PLACES[value], left - n)
            for total, places, left in so_far
            for n in range(min(left, 4) + 1)
        ]
    return [(total, places) for total, places, left in so_far if not left]


def index(card):
    """Where a card is in a new deck, suit after suit."""
    return 13 * poker.SUITS.index(card.suit) + card.value - 2


def key(card):
    """The key of a card, counted from 0: none is negative here."""
    return card.key + (poker.MIDDLE << poker.BITS)


def place(card):
    """The place of a card's value."""
    return poker.PLACES[card.value]


def number(card):
    """The number of a card's value."""
    return poker.NUMBERS[card.value]


def strengths(hands):
    """The strength of each row of seven cards, or a CardError."""
    if not isinstance(hands, np.ndarray) or hands.dtype.kind not in "iu":
        kind = getattr(hands, "dtype", type(hands).__name__)
        raise poker.CardError(f"{kind}: an array of whole numbers is needed")
    if hands.ndim != 2 or hands.shape[1] != 7:
        raise poker.CardError(f"{hands.shape}: rows of seven cards are needed")
    result = np.empty(len(hands), np.uint16)
    for first in range(0, len(hands), ROWS_AT_ONCE):
        some = hands[first : first + ROWS_AT_ONCE]
        result[first : first + ROWS_AT_ONCE] = strengths_of_some(some, first)
    return result


def strengths_of_some(hands, first):
    """The same for a few rows; `first` is the number of the first one."""
    look = tables()
    if hands.max() > 51 or (hands.dtype.kind == "i" and hands.min() < 0):
        raise faulty(hands, first)
    rows = np.ascontiguousarray(hands, np.uint8)
    totals = look.card.take(rows[:, 6], axis=0)
    for place in (0, 2, 4):
        totals += look.pair.take(pairs(rows, place), axis=0)
    bits, keys = totals.T
    if (np.bitwise_count(bits) != 7).any():
        raise faulty(hands, first)
    result = look.sevens.take(keys >> poker.BITS)
    flush = np.flatnonzero(look.flush_in.take(keys & poker.SUITS_ONLY))
    suits = bits[flush] >> FIRST_OF_SUITS & WHOLE_SUIT
    result[flush] = look.flushes.take(suits).max(axis=0)
    return result


def pairs(rows, place):
    """The two bytes at this place of each row, as one number."""
    return np.ndarray(len(rows), "<u2", rows, place, strides=7)


def faulty(hands, first):
    """What is wrong with the first faulty one of these rows."""
    faults = [
        f"row {number}: {card} is "
        + ("there twice" if card in DECK else "no card")
        for number, row in enumerate(hands.tolist(), start=first)
        for card in row
        if card not in DECK or row.count(card) > 1
    ]
    return poker.CardError(faults[0])


def labels(strengths):
    """The label of each strength."""
    return all_labels()[strengths]


@cache
def all_labels():
    """The label of every strength there is."""
    return np.array([str(power) for power in powers()], dtype=object)


def census(size, counted=lambda _hands: None):
    """How many hands of five or seven cards have each strength.

    A hand is what it has in each of the four suits. These are alike, so one
    order of their sizes stands for all orders. `counted` is called again and
    again, with the number of hands that have been counted since.
    """
    if size not in (5, 7):
        raise poker.CardError(f"hands of five or of seven, not of {size}")
    strength_of = tables().sevens if size == 7 else strengths_of_five()
    counts = np.zeros(len(powers()), np.int64)
    sorted_sizes = Counter(tuple(sorted(s)) for s in in_four_suits(size))
    for sizes, orders in sorted_sizes.items():
        suits = [choices(WHOLE_SUIT, size) for size in sizes]
        if sizes[-1] >= 5:
            flushes = tables().flushes[suits[-1]]
            times = orders * prod(map(len, suits[:-1]))
            counts += times * np.bincount(flushes, minlength=len(counts))
            counted(times * len(flushes))
            continue
        a, b, c, d = (tables().numbers[suit] for suit in suits)
        left, right = sums(a, d).ravel(), sums(b, c).ravel()
        rows = -(-ROWS_AT_ONCE // len(right))
        for first in range(0, len(left), rows):
            numbers = sums(left[first : first + rows], right)
            some = strength_of.take(numbers)
            found = np.bincount(some.ravel(), minlength=len(counts))
            counts += orders * found
            counted(orders * some.size)
    return counts


def in_four_suits(size):
    """How many of this many cards there can be of each suit."""
    sizes = product(range(size + 1), repeat=4)
    return [some for some in sizes if sum(some) == size]


@cache
def choices(free, size):
    """Every choice of this many of the free values of a suit, as bits."""
    sizes = tables().sizes
    return np.flatnonzero(
        (sizes == size) & (np.arange(len(sizes)) & ~free == 0)
    )


def sums(*parts):
    """The sums of each number of each part with each of the others."""
    return reduce(np.add.outer, parts)


def strengths_of_five():
    """The strength of five cards, no flush, by the sum of their numbers."""
    largest_sum = 4 * poker.NUMBERS[14] + poker.NUMBERS[13]
    result = np.zeros(largest_sum + 1, np.uint16)
    for total, places in selections(5):
        result[total] = strength_of()[poker.power(places, 0)]
    return result


class Odds(NamedTuple):
    """On how many boards the left one of two hands wins, ties and loses."""

    win: int
    tie: int
    lose: int


def odds(left, right, board=()):
    """The odds of two cards against two, on all boards that can come."""
    known = [*left, *right, *board]
    if len(left) != 2 or len(right) != 2:
        raise poker.CardError("a hand has two cards")
    if len(board) > 5:
        raise poker.CardError(f"{len(board)} cards on the board: it has five")
    for card, times in Counter(map(index, known)).items():
        if times > 1:
            raise poker.CardError(f"{name(card)} is there twice")
    free = [WHOLE_SUIT & ~bits for bits in by_suit(known)]
    boards = Counter()
    for sizes in in_four_suits(5 - len(board)):
        suits = list(map(choices, free, sizes))
        numbers = sums(*(tables().numbers[suit] for suit in suits))
        left_strengths = on_boards(suits, numbers, [*left, *board])
        right_strengths = on_boards(suits, numbers, [*right, *board])
        boards["win"] += np.count_nonzero(left_strengths > right_strengths)
        boards["tie"] += np.count_nonzero(left_strengths == right_strengths)
        boards["lose"] += np.count_nonzero(left_strengths < right_strengths)
    return Odds(**{outcome: int(count) for outcome, count in boards.items()})


def name(card):
    """What the card with this index is called."""
    return poker.VALUES[card % 13] + poker.SUITS[card // 13]


def on_boards(suits, numbers, cards):
    """The strengths of these cards with each board that has these numbers."""
    look = tables()
    for axis, (suit, held) in enumerate(zip(suits, by_suit(cards))):
        flush = suit | held
        if look.sizes[flush].max(initial=0) >= 5:
            alone = [-1 if axis == other else 1 for other in range(4)]
            flushes = look.flushes[flush].reshape(alone)
            return np.broadcast_to(flushes, numbers.shape)
    return look.sevens[sum(map(number, cards)) :].take(numbers)


def by_suit(cards):
    """The values of these cards in each of the suits, as bits."""
    bits = sum(card.bit for card in cards)
    return [bits >> 13 * suit & WHOLE_SUIT for suit in range(4)]
