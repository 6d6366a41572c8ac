"""Finds the NUMBERS of step 98, one for each value: a sum of seven of them tells which values they are.

    .venv/bin/python -m katas.poker.find_numbers

From the two up each value gets the smallest number with which no two selections of seven values have the
same sum; no value is there more than four times. It takes some seconds. Kenneth Shackleton has published
the same numbers, with the same rule, for his evaluator in C++: https://github.com/kennethshackleton/SKPokerEval
"""

import sys
from collections.abc import Iterator
from itertools import combinations, islice

from dojo.cli.status import run_module

VALUES, CARDS, OF_A_VALUE = 13, 7, 4


def numbers() -> Iterator[int]:
    """The numbers, from that of the two on; more of them than a deck has values, if somebody asks."""
    # of no card, of one card, and so on, with the values so far
    sums: list[set[int]] = [{0}, *(set() for _ in range(CARDS))]
    number = 0
    while True:
        yield number
        sums = [with_one_more(number, sums, size) for size in range(CARDS + 1)]
        number = smallest_free(sums)


def with_one_more(number: int, sums: list[set[int]], size: int) -> set[int]:
    """The sums of so many cards where some of them, four at most, may have this number."""
    times = range(min(OF_A_VALUE, size) + 1)
    return {total + n * number for n in times for total in sums[size - n]}


def smallest_free(sums: list[set[int]]) -> int:
    """The smallest number with which a sum of seven still tells how many of them have it.

    A number is not free if one selection has it `more` times than another, and the rest of the other has a
    sum that is greater by `more` times the number. Each shift finds all the differences from one sum at once.
    """
    taken = 1
    for few, many in combinations(range(OF_A_VALUE + 1), 2):
        totals, more = as_bits(sums[CARDS - few]), many - few
        differences = 0
        for total in sums[CARDS - many]:
            differences |= totals >> total
        digits = f"{differences:b}"[::-1]  # from difference 0 on
        taken |= int(digits[::more][::-1], 2)
    return (~taken & (taken + 1)).bit_length() - 1  # the lowest bit that is not set


def as_bits(totals: set[int]) -> int:
    """An integer whose bits are set at these places: as digits, that takes one pass."""
    digits = bytearray(b"0" * (max(totals, default=0) + 1))
    for total in totals:
        digits[-1 - total] = ord("1")
    return int(digits, 2)


def main() -> None:
    """One number a line, as each is found."""
    for number in islice(numbers(), VALUES):
        print(number, flush=True)


if __name__ == "__main__":
    sys.exit(run_module(main))
