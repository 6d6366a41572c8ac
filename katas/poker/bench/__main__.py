"""The story's own part of `make bench`: the same hands through each step, and what others install.

It prints what it measured as JSON, or says in one line why it stopped.
"""

import random
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from dojo.bench.timings import ROUNDS, Figures, Measured, Task, time_tasks
from dojo.cli.status import run_module
from katas.poker import story
from katas.poker.bench.bulk import bulk_tasks, peak
from katas.poker.bench.judging import judging
from katas.poker.bench.million import same_million
from katas.poker.bench.peers import DECK, Evaluator, loaded, measured_steps, peers
from katas.poker.bench.same import Differs, check
from katas.poker.bench.starting import starts
from katas.poker.bench.targets import TARGETS, WORK

FEW = 300
"""So many hands a round, others in each, for whom all of them would take too long."""
SLOW = 30e-6
"""Seconds for one hand."""
JUDGED = 5
"""Rounds of judging."""
HANDS, A_ROUND, LINES, SEED = 40_000, 20_000, 100_000, 8
FEW_LINES = 2_000
SCORED = (62, 97, 98, 99)
"""The last step of the documents, and those that are about speed."""


def dealt(count: int, seed: int = SEED) -> list[str]:
    """So many hands of seven cards, no two of them of the same cards."""
    dice, hands = random.Random(seed), dict[frozenset[str], str]()
    while len(hands) < count:
        cards = dice.sample(DECK, 7)
        hands.setdefault(frozenset(cards), " ".join(cards))
    return list(hands.values())


def share(evaluator: Evaluator, texts: list[str]) -> int:
    """How many of the hands it gets in each round: a few where it is slow."""
    few = [evaluator.prepare(evaluator.spell(text)) for text in texts[:50]]
    evaluator.run(few)  # tables that are built when they are first needed
    start = time.process_time()
    evaluator.run(few)
    return FEW if (time.process_time() - start) / len(few) > SLOW else A_ROUND


def main() -> int:
    found, missing = peers()
    steps = measured_steps()
    texts = dealt(HANDS)
    shares = {one.name: share(one, texts) for one in [*steps, *found]}
    try:
        check(steps[-1], [(one, texts[: ROUNDS * shares[one.name]]) for one in [*steps[:-1], *found]])
        million = same_million(found)
    except Differs as differs:
        print(f"nothing was timed: {differs}", file=sys.stderr)
        return 1
    answers = (
        f"All gave the same answers before they were timed: to {HANDS:,} hands (the slow ones, to"
        f" {ROUNDS * FEW:,}) and in bulk to {len(million):,}."
    )
    versions = {one.name: version(one.name) for one in found} | {"numpy": version("numpy")}
    figures = Figures(work=WORK, versions=versions, missing=missing, notes=[answers], targets=TARGETS)
    time_tasks(singly([*steps, *found], texts, shares), "hands, one by one", figures)
    time_tasks(scored(), "lines with their marks", figures)
    time_tasks(bulk_tasks(found, million), "hands in bulk", figures)
    time_tasks(starts(), "starts of the program", figures, clock=time.perf_counter)
    judge, pytests = judging(JUDGED)
    figures.measured += [
        Measured("memory", f"step {SCORED[-1]}", [peak()]),
        Measured("judge", "make judge", judge),
        Measured("judge", "pytest for each evaluator", pytests),
    ]
    print(msgspec.json.encode(figures).decode())
    return 0


def singly(evaluators: Sequence[Evaluator], texts: list[str], shares: dict[str, int]) -> list[Task]:
    """One hand at a time: from prepared cards, and from text."""
    tasks = []
    for one in evaluators:
        hands = shares[one.name]
        spelled = [one.spell(text) for text in texts[: ROUNDS * hands]]
        prepared = [one.prepare(text) for text in spelled]
        tasks += [
            Task("prepared", one.name, one.run, in_parts(prepared, hands), hands),
            Task("text", one.name, one.run_texts, in_parts(spelled, hands), hands),
        ]
    return tasks


def scored() -> list[Task]:
    """`scores` on many lines: the slow one gets a few of them, which is the same for one line."""
    lines = dealt(LINES, SEED + 1)
    tasks = []
    for step in story().steps:
        if step.number in SCORED:
            size = FEW_LINES if step.number == SCORED[0] else LINES
            scores = loaded(step).scores
            tasks.append(Task("scores", f"step {step.number}", scores, in_parts(lines, size), size))
    return tasks


def in_parts(work: list[Any], size: int) -> list[list[Any]]:
    """The work of each round."""
    return [work[start : start + size] for start in range(0, len(work), size)]


if __name__ == "__main__":
    sys.exit(run_module(main))
