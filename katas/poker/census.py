"""`make census`: every hand of five and of seven cards, counted by label, beside the known counts."""

import sys
from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from dojo.cli.status import run_module
from katas.poker.exhaustive import KNOWN as OF_FIVE
from katas.poker.in_bulk import load

OF_SEVEN = {
    "Straight Flush": 41_584,
    "Four of a Kind": 224_848,
    "Full House": 3_473_184,
    "Flush": 4_047_644,
    "Straight": 6_180_020,
    "Three of a Kind": 6_461_620,
    "Two Pair": 31_433_400,
    "Pair": 58_627_800,
    "High Card": 23_294_460,
}
"""How many hands of seven cards have a best of each label, of 133,784,560."""

CLASSES = "classes"
KNOWN = {5: OF_FIVE | {CLASSES: 7_462}, 7: OF_SEVEN | {CLASSES: 4_824}}
"""What is known of five and of seven cards: hands by label, and different strengths."""

Counts = dict[str, int]


def counted(bulk: Any, size: int, shown: Progress) -> Counts:
    """The same as bulk.py counts it."""
    task = shown.add_task(f"{size} cards", total=comb(52, size))
    hands = bulk.census(size, lambda some: shown.update(task, advance=some)).tolist()
    counts = Counter({CLASSES: sum(number > 0 for number in hands)})
    for label, number in zip(bulk.all_labels(), hands, strict=True):
        counts[label] += number
    return counts


def faults(found: dict[int, Counts]) -> Iterator[str]:
    """Where a count is not the known one."""
    for size, counts in found.items():
        for label, known in KNOWN[size].items():
            if counts.get(label, 0) != known:
                what = "classes" if label == CLASSES else f"hands are {label}"
                yield f"{size} cards: {counts.get(label, 0):,} {what}, not {known:,}"


def table(found: dict[int, Counts]) -> Table:
    """What was counted, each beside what is known."""
    drawn = Table(box=None, pad_edge=False)
    drawn.add_column("")
    for size in found:
        drawn.add_column(f"{size} cards", justify="right")
        drawn.add_column("known", justify="right", style="dim")
    for label in KNOWN[5]:
        cells = [f"{counts.get(label, 0):,}" for size in found for counts in (found[size], KNOWN[size])]
        drawn.add_row(label, *cells)
    return drawn


def main() -> int:
    bulk = load()
    screen = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as shown:
        found = {size: counted(bulk, size, shown) for size in KNOWN}
    Console(highlight=False).print(table(found))
    wrong = list(faults(found))
    print(*wrong or ["Every count is the known one."], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run_module(main))
