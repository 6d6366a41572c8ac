"""Hands in bulk, the census and exact equity: the step that has them, beside a plain loop over eval7.

The loop gets a part of the work, and is given by the hand: the whole census would take it a minute.
"""

import subprocess
import sys
from collections import Counter
from importlib import import_module
from itertools import combinations, islice
from typing import Any

from dojo.bench.timings import Task
from katas.poker import STEPS
from katas.poker.bench.peers import DECK, Evaluator, looped
from katas.poker.bench.targets import LOOP
from katas.poker.in_bulk import load, step

FEW, MANY = 100_000, 10_000_000
PART, BOARDS = 200_000, 20_000
"""How many hands of the census and how many boards the loop gets in a round."""
SEVENS, ALL_BOARDS = 133_784_560, 1_712_304
LEFT, RIGHT = "As Kh", "Qd Qc"


def bulk_tasks(peers: list[Evaluator], hands: Any) -> list[Task]:
    """All of it, the arrays on these hands."""
    bulk, name = load(), f"step {step().number}"
    tasks = [*ours(bulk, name, hands), *growing(bulk, hands)]
    return tasks + [task for one in peers if one.name == "eval7" for task in loops(one, hands)]


def ours(bulk: Any, name: str, hands: Any) -> list[Task]:
    """What the step does: a million hands ten times, all of the census, and all of the boards ten times."""
    left, right = (bulk.poker.cards(text) for text in (LEFT, RIGHT))
    return [
        Task("bulk", name, looped(bulk.strengths), [[hands] * 10], 10 * len(hands)),
        Task("census", name, bulk.census, [7], SEVENS),
        Task("equity", name, looped(lambda _: bulk.odds(left, right)), [range(10)], 10 * ALL_BOARDS),
    ]


def growing(bulk: Any, hands: Any) -> list[Task]:
    """Ten million hands at once, and the same in a hundred parts."""
    numpy = import_module("numpy")
    many = numpy.concatenate([hands] * (MANY // len(hands)))
    few = [many[start : start + FEW] for start in range(0, MANY, FEW)]
    return [
        Task("growth", f"one of {MANY:,} hands", bulk.strengths, [many], MANY),
        Task("growth", f"one of {FEW:,} hands", looped(bulk.strengths), [few], MANY),
    ]


def loops(peer: Evaluator, hands: Any) -> list[Task]:
    """What somebody would write with a peer that takes a hand at a time."""
    evaluate = peer.evaluate
    deck = [peer.prepare(text)[0] for text in DECK]
    left, right = peer.prepare(LEFT), peer.prepare(RIGHT)
    rest = [card for card in deck if card not in left + right]

    def census(start: int) -> Counter[int]:
        return Counter(map(evaluate, islice(combinations(deck, 7), start, start + PART)))

    def equity(start: int) -> tuple[int, int]:
        wins = ties = 0
        for board in islice(combinations(rest, 5), start, start + BOARDS):
            ours, theirs = evaluate([*left, *board]), evaluate([*right, *board])
            wins += ours > theirs
            ties += ours == theirs
        return wins, ties

    return [
        Task("bulk", LOOP, peer.run, [[[deck[n] for n in row] for row in hands[:FEW].tolist()]], FEW),
        Task("census", LOOP, census, [0], PART),
        Task("equity", LOOP, equity, [0], BOARDS),
    ]


def peak() -> float:
    """The MiB that a process of its own takes for the census."""
    command = [sys.executable, "-B", "-m", "katas.poker.bench.peak"]
    return float(subprocess.run(command, cwd=STEPS.parent, capture_output=True, text=True, check=True).stdout)
