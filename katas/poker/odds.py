"""`make odds HANDS="AsKh QdQc"`: on how many boards the first hand wins, ties and loses, exactly."""

import re
import sys
from typing import Any

from dojo.cli.status import run_module
from dojo.errors import UsageError
from katas.poker.in_bulk import load

USAGE = 'two hands are needed: make odds HANDS="AsKh QdQc", and if you like BOARD="2c 3d 4h"'
CARD = re.compile("(?:10|.).\ufe0f?")


class NoOdds(UsageError):
    """What was asked for is not two hands; the message says why."""


def cards(poker: Any, text: str) -> list[Any]:
    """The cards of a text, with or without spaces between them; raises poker's CardError."""
    return [poker.card(one) for word in text.split() for one in in_one(word)]


def in_one(word: str) -> list[str]:
    """The texts of cards that stand side by side; what is left over is one as well."""
    found = CARD.findall(word)
    rest = word[len("".join(found)) :]
    return [*found, rest] if rest else found


def hands(poker: Any, text: str) -> list[list[Any]]:
    """The two hands of a text like AsKh QdQc; raises NoOdds."""
    words = text.split()
    if len(words) != 2:
        raise NoOdds(USAGE)
    found = [cards(poker, word) for word in words]
    for word, hand in zip(words, found, strict=True):
        if len(hand) != 2:
            raise NoOdds(f"{word} is {len(hand)} card{'s' * (len(hand) != 1)}, and a hand has two")
    return found


def told(poker: Any, left: list[Any], right: list[Any], odds: Any) -> str:
    """The odds as a small table."""
    ours, theirs = ("".join(poker.VALUES[c.value - 2] + c.suit for c in hand) for hand in (left, right))
    boards = sum(odds)
    which = f"each of {boards:,} boards" if boards > 1 else "the one board that there is"
    lines = [f"{ours} against {theirs}, on {which}:"]
    for outcome, number in odds._asdict().items():
        lines.append(f"  {outcome:4} {number:>9,}  {100 * number / boards:6.2f} %")
    return "\n".join(lines)


def main() -> None:
    asked = dict(word.partition("=")[::2] for word in sys.argv[1:])
    bulk = load()
    try:
        left, right = hands(bulk.poker, asked.get("HANDS", ""))
        board = cards(bulk.poker, asked.get("BOARD", ""))
        print(told(bulk.poker, left, right, bulk.odds(left, right, board)))
    except bulk.poker.CardError as fault:
        raise NoOdds(fault) from None


if __name__ == "__main__":
    sys.exit(run_module(main))
