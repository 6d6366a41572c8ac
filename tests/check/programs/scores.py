"""Hold'em, as somebody might solve it in Python: groups of equal values, and a key that compares."""

import re
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
CARD = re.compile("(10|[2-9TJQKAtjqka])(?:([♣♦♥♠])\ufe0f?|([CDHScdhs]))")


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


class Faulty(Exception):
    """What is wrong with a line."""


def card(text):
    """Its value and its suit."""
    found = CARD.fullmatch(text)
    if not found:
        raise Faulty(f"{harmless(text)} is no card")
    value, suit, letter = found.groups()
    return value.upper().replace("10", "T") + (suit or "♣♦♥♠"["CDHS".index(letter.upper())])


def harmless(text):
    """A text that steers no terminal."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def best(line):
    """The strongest hand of seven cards; of fewer, none."""
    cards = []
    for text in line.removeprefix("\ufeff").split():
        if card(text) in cards:
            raise Faulty(f"{text} is there twice")
        cards.append(card(text))
    if len(cards) > 7:
        raise Faulty(f"{len(cards)} cards are more than seven")
    return max(map(strength, combinations(cards, 5))) if len(cards) == 7 else None


def judged(lines):
    """The best hand of each line; and the status."""
    hands, status = [], 0
    for number, line in enumerate(lines, 1):
        try:
            hands.append(best(line))
        except Faulty as fault:
            print(f"line {number}: {fault}", file=sys.stderr)
            hands.append(None)
            status = 1
    return hands, status


def marked(lines, hands):
    winner = max(filter(None, hands), default=None)
    for line, hand in zip(lines, hands):
        yield f"{line.rstrip()} {hand[1]}{' (winner)' * (hand == winner)}" if hand else line


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")
    parts = re.split("(\r\n|\r|\n)", sys.stdin.read())
    lines, ends = parts[::2], [*parts[1::2], ""]
    hands, status = judged(lines)
    for text, end in zip(marked(lines, hands), ends):
        print(text, end=end)
    sys.exit(status)
