"""`make exhaustive`: all five-card hands, and many seven-card deals, through each finished evaluator.

Of each evaluator it is checked that the 2,598,960 hands fall into the known numbers a ranking and into
exactly 7,462 classes of strength, and of all of them together that they put the classes in one order
and find the best of each seven-card deal in the same class. It speaks to a step only through `hand`,
`best`, and how hands compare and print. What a design came to is kept: one that has not changed is not
run again, and one whose code is that of another is the same design.
"""

import multiprocessing
import random
import runpy
import sys
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from signal import SIGINT
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

from dojo.cli.status import run_module
from dojo.runner.cache import Cache, digest
from dojo.runner.child.worker import deferred_signals
from dojo.runner.recorder.recording import recording
from dojo.story.steps import Step
from katas.poker import story

DESIGNS = (95, 93, 92, 96, 94, 98, 97, 99)
"""The finished evaluators of different design, those first that take longest."""

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

DEALS, SEED = 20_000, 7
"""How many seven-card deals are compared, and from which seed they are dealt."""

NAMED = 5
"""So many faults of an evaluator are named."""

DECK = [value + suit for value in "23456789TJQKA" for suit in "♣♦♥♠"]

Signature = tuple[str, bool]
"""What can matter of five cards: their values, lowest first, and whether they are of one suit."""


Heard = Callable[[Iterator["Found"], int], Iterable["Found"]]
"""Hands on what is found, of so many, and shows how far it is."""


class Found(NamedTuple):
    """What one evaluator says of all hands."""

    step: str
    counts: dict[str, int]
    order: list[Signature]
    bests: list[int]
    faults: list[str]
    same: str = ""
    """The step that was run in its place, and has the same code."""


@cache
def signatures() -> tuple[list[Signature], "array[int]"]:
    """Every signature of five cards; and of each hand, in the order of the deck, the number of its own."""
    values, suits = ([card[n] for card in DECK] for n in (0, 1))
    all_values = map("".join, combinations(values, 5))
    all_suits = map(len, map(set, combinations(suits, 5)))
    found: dict[Signature, int] = {}
    numbers = array("H")
    numbers.extend(found.setdefault((a, b == 1), len(found)) for a, b in zip(all_values, all_suits))
    return list(found), numbers


def deals() -> Iterator[list[str]]:
    """The seven-card deals, the same ones for each step."""
    dice = random.Random(SEED)
    return (dice.sample(DECK, 7) for _ in range(DEALS))


def examine(module: Path, name: str) -> Found:
    """Put every five-card hand and every deal of seven to one evaluator."""
    poker = SimpleNamespace(**runpy.run_path(str(module)))  # compiled from the source as it stands
    cards = {text: poker.card(text) for text in DECK}
    known, numbers = signatures()
    faults: list[str] = []
    counts: Counter[str] = Counter()
    first: dict[int, Any] = {}
    fives = zip(numbers, combinations(DECK, 5), combinations(cards.values(), 5), strict=True)
    for number, texts, five in fives:
        hand = poker.hand(list(five))
        counts[str(hand)] += 1
        if first.setdefault(number, hand) != hand and len(faults) < NAMED:
            faults.append(f"{' '.join(texts)} differs in strength from a hand of the same values")
    order = sorted(first, key=first.__getitem__)
    ranked = [first[one] for one in order]
    faults += [
        f"{known[one][0]} and {known[two][0]} are equal"
        for one, two in pairwise(order)
        if first[one] == first[two]
    ]
    bests = [bisect_left(ranked, poker.best([cards[text] for text in seven])) for seven in deals()]
    return Found(name, dict(counts), [known[one] for one in order], bests, faults[:NAMED])


def examined(step: Step) -> Found:
    """The same of a step: from the disk while nothing that it depends on has changed."""
    kept = Cache(story().top, "exhaustive")
    key = digest([step.module], step.folder, [Path(__file__).read_text(encoding="utf-8"), sys.version])
    told = kept.read(key)
    if isinstance(told, dict) and told.keys() == set(Found._fields):
        order = [(values, suited) for values, suited in told["order"]]
        return Found(**told | {"step": step.name, "order": order})
    with recording() as recorder:
        found = examine(step.module, step.name)
    kept.write(key, found._asdict(), recorder.noted)
    return found


def all_examined(steps: list[Step], heard: Heard = lambda found, _: found) -> list[Found]:
    """Every design, by its number, on all cores; of several with the same code one is run."""
    first: dict[str, Step] = {}
    for step in steps:
        first.setdefault(step.code, step)
    found = {one.step: one for one in heard(on_cores(examined, [*first.values()]), len(first))}
    in_order = sorted(steps, key=lambda step: step.number)
    return [as_step(step, found[first[step.code].name]) for step in in_order]


def as_step(step: Step, found: Found) -> Found:
    """What was found, of a step that has the same code."""
    return found if found.step == step.name else found._replace(step=step.name, same=found.step)


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
    for name in ("", "known", *(heading(one) for one in found)):
        drawn.add_column(name, justify="right" if name else "left")
    for label, known in KNOWN.items():
        drawn.add_row(label, f"{known:,}", *(shown(one.counts.get(label, 0), known) for one in found))
    drawn.add_row("classes", f"{CLASSES:,}", *(shown(len(one.order), CLASSES) for one in found))
    return drawn


def heading(one: Found) -> str:
    """The number of a step; and that of the one that it is the same as."""
    return "=".join(str(int(name.split("_")[1])) for name in (one.step, one.same) if name)


def shown(count: int, known: int) -> str:
    """A dot for the known number, or else the number."""
    return "·" if count == known else f"{count:,}"


def main() -> int:
    steps = [story().step(number) for number in DESIGNS]
    screen = Console(stderr=True)

    def with_a_bar(examined: Iterator[Found], number: int) -> Iterable[Found]:
        return track(examined, "every hand", number, console=screen, disable=not screen.is_terminal)

    found = all_examined(steps, with_a_bar)
    Console(highlight=False).print(table(found))
    wrong = list(faults(found))
    print(*wrong or [f"All agree, also on {DEALS:,} deals of seven cards."], sep="\n")
    return 1 if wrong else 0


Part = TypeVar("Part")
Answer = TypeVar("Answer")


def on_cores(work: Callable[[Part], Answer], parts: Sequence[Part]) -> Iterator[Answer]:
    """Yield the result of each part as it is done; raises what the work raises, and then drops the rest."""
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            with deferred_signals(SIGINT):
                futures = [pool.submit(work, part) for part in parts]
            for future in as_completed(futures):
                yield future.result()
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    sys.exit(run_module(main))
