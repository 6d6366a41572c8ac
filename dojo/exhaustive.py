"""`make exhaustive`: all five-card hands, and many seven-card deals, through each finished evaluator.

Of each evaluator it is checked that the 2,598,960 hands fall into the known numbers a ranking and into
exactly 7,462 classes of strength, and of all of them together that they put the classes in one order
and find the best of each seven-card deal in the same class. It speaks to a step only through `hand`,
`best`, and how hands compare and print.
"""

import random
import runpy
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from dojo.processes import on_cores
from dojo.steps import Step, all_steps
from dojo.verb import ended

DESIGNS = (40, 44, 45, 46, 47, 48, 49, 50)
"""The finished evaluators of different design."""

KNOWN = {
    "Straight Flush": 40,
    "Four of a Kind": 624,
    "Full House": 3_744,
    "Flush": 5_108,
    "Straight": 10_200,
    "Three of a Kind": 54_912,
    "Two Pair": 123_552,
    "Pair": 1_098_240,
    "High Card": 1_302_540,
}
"""How many five-card hands of each ranking there are, of 2,598,960."""

CLASSES = 7_462
"""How many strengths five cards can have."""

DEALS, SEED = 100_000, 7
"""How many seven-card deals are compared, and from which seed they are dealt."""

DECK = [value + suit for value in "23456789TJQKA" for suit in "♣♦♥♠"]

Signature = tuple[str, bool]
"""What can matter of five cards: their values, lowest first, and whether they are of one suit."""


class Found(NamedTuple):
    """What one evaluator says of all hands."""

    step: str
    counts: dict[str, int]
    order: list[Signature]
    bests: list[int]
    faults: list[str]


def signature(five: tuple[str, ...]) -> Signature:
    """The signature of five cards that stand in the order of the deck."""
    return "".join(card[0] for card in five), len({card[1] for card in five}) == 1


def examine(step: Step) -> Found:
    """Put every five-card hand and every deal of seven to one step."""
    poker = SimpleNamespace(**runpy.run_path(str(step.module)))  # compiled from the source as it stands
    cards = {text: poker.card(text) for text in DECK}
    faults: list[str] = []
    counts: Counter[str] = Counter()
    first: dict[Signature, Any] = {}
    for five in combinations(DECK, 5):
        hand = poker.hand([cards[text] for text in five])
        counts[str(hand)] += 1
        if first.setdefault(signature(five), hand) != hand:
            faults.append(f"{' '.join(five)} differs in strength from a hand of the same values")
    order = sorted(first, key=first.__getitem__)
    ranked = [first[one] for one in order]
    faults += [f"{one[0]} and {two[0]} are equal" for one, two in pairwise(order) if first[one] == first[two]]
    bests = [bisect_left(ranked, poker.best([cards[text] for text in seven])) for seven in deals()]
    return Found(step.name, dict(counts), order, bests, faults[:5])


def deals() -> Iterator[list[str]]:
    """The seven-card deals, the same ones for each step."""
    dice = random.Random(SEED)
    return (dice.sample(DECK, 7) for _ in range(DEALS))


def faults(found: list[Found]) -> Iterator[str]:
    """Everything in which an evaluator differs from what is known, or from the first one."""
    for one in found:
        yield from (f"{one.step}: {fault}" for fault in one.faults)
        for label, known in KNOWN.items():
            if one.counts.get(label, 0) != known:
                yield f"{one.step}: {one.counts.get(label, 0):,} hands are {label}, not {known:,}"
        if len(one.order) != CLASSES:
            yield f"{one.step}: {len(one.order):,} classes of strength, not {CLASSES:,}"
        if one.order != found[0].order:
            yield f"{one.step}: puts the classes in another order than {found[0].step}"
        if one.bests != found[0].bests:
            deal = [a == b for a, b in zip(one.bests, found[0].bests, strict=True)].index(False)
            yield f"{one.step}: finds another best in deal {deal} than {found[0].step}"


def table(found: list[Found]) -> Table:
    """The known counts, and beside them those of each evaluator: a dot where they are the same."""
    drawn = Table(box=None, pad_edge=False)
    for name in ("", "known", *(str(int(one.step.split("_")[1])) for one in found)):
        drawn.add_column(name, justify="right" if name else "left")
    for label, known in KNOWN.items():
        drawn.add_row(label, f"{known:,}", *(shown(one.counts.get(label, 0), known) for one in found))
    drawn.add_row("classes", f"{CLASSES:,}", *(shown(len(one.order), CLASSES) for one in found))
    return drawn


def shown(count: int, known: int) -> str:
    """A dot for the known number, or else the number."""
    return "·" if count == known else f"{count:,}"


def main() -> int:
    steps = [step for step in all_steps() if step.number in DESIGNS]
    screen = Console(stderr=True)
    examined = on_cores(examine, steps)
    shown_as_done = track(examined, "every hand", len(steps), console=screen, disable=not screen.is_terminal)
    found = sorted(shown_as_done, key=lambda one: one.step)
    Console(highlight=False).print(table(found))
    wrong = list(faults(found))
    print(*wrong or [f"All agree, also on {DEALS:,} deals of seven cards."], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(ended(main))
