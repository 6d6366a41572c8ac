"""Hold'em, as somebody might solve it in Python: groups of equal values, and a key that compares."""

import sys
from collections import Counter
from itertools import combinations

VALUES = "23456789TJQKA"
LABELS = {
    (1, 1, 1, 1, 1): (0, "High Card"),
    (2, 1, 1, 1): (1, "Pair"),
    (2, 2, 1): (2, "Two Pair"),
    (3, 1, 1): (3, "Three of a Kind"),
    "straight": (4, "Straight"),
    "flush": (5, "Flush"),
    (3, 2): (6, "Full House"),
    (4, 1): (7, "Four of a Kind"),
    "both": (8, "Straight Flush"),
}
WHEEL = (12, 3, 2, 1, 0)


def strength(five):
    """Ranking, label and values of five cards: the stronger hand is the greater one."""
    counts = Counter(VALUES.index(card[0]) for card in five)
    values = tuple(sorted(counts, key=lambda value: (counts[value], value), reverse=True))
    straight = len(values) == 5 and (values[0] - values[4] == 4 or values == WHEEL)
    flush = len({card[1] for card in five}) == 1
    if values == WHEEL:
        values = (*values[1:], -1)
    shape = tuple(sorted(counts.values(), reverse=True))
    kind = "both" if straight and flush else "straight" if straight else "flush" if flush else shape
    return (*LABELS[kind], values)


def best(line):
    """The strongest hand of seven cards; of fewer, none."""
    cards = line.split()
    return max(map(strength, combinations(cards, 5))) if len(cards) == 7 else None


def marked(lines):
    hands = [best(line) for line in lines]
    winner = max(filter(None, hands), default=None)
    for line, hand in zip(lines, hands):
        yield line + (f" {hand[1]}" if hand else "") + (" (winner)" if hand and hand == winner else "")


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in marked(sys.stdin.read().splitlines()):
        print(line)
