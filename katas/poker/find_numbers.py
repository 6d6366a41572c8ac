"""Finds the NUMBERS of step 71, one for each value: a sum of seven of them tells which values they are.

    .venv/bin/python -m katas.poker.find_numbers

From the two up each value gets the smallest number with which no two selections of seven values have the
same sum; no value is there more than four times. It takes a minute or two. Kenneth Shackleton has published
the same numbers, with the same rule, for his evaluator in C++: https://github.com/kennethshackleton/SKPokerEval
"""

import sys
from collections.abc import Iterator
from itertools import combinations, count, islice

from dojo.cli.main import run_module

VALUES, CARDS, OF_A_VALUE = 13, 7, 4


def numbers() -> Iterator[int]:
    """The numbers, from that of the two on; more of them than a deck has values, if somebody asks."""
    sums: list[set[int]] = [
        {0},
        *(set() for _ in range(CARDS)),
    ]  # of no card, of one card, and so on, with the values so far
    candidates = count()
    while True:
        number = next(number for number in candidates if keeps_apart(number, sums))
        yield number
        sums = [with_one_more(number, sums, size) for size in range(CARDS + 1)]


def keeps_apart(number: int, sums: list[set[int]]) -> bool:
    """Does the sum of seven tell how many of them have this number?"""
    return all(
        sums[CARDS - few].isdisjoint(total + (many - few) * number for total in sums[CARDS - many])
        for few, many in combinations(range(OF_A_VALUE + 1), 2)
    )


def with_one_more(number: int, sums: list[set[int]], size: int) -> set[int]:
    """The sums of so many cards where some of them, four at most, may have this number."""
    times = range(min(OF_A_VALUE, size) + 1)
    return {total + n * number for n in times for total in sums[size - n]}


def main() -> None:
    """One number a line, as each is found."""
    for number in islice(numbers(), VALUES):
        print(number, flush=True)


if __name__ == "__main__":
    sys.exit(run_module(main))
