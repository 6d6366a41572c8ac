"""How much memory the program takes: it keeps the lines as they came and their bests, and no more."""

import random
import subprocess
import sys

import pytest
from helpers import TOP

from katas.poker import story

MILLION, LIMIT = 1_000_000, 200
"""So many MiB may a million lines take."""
FEW, MANY = 100_000, 300_000
"""So many lines are tried; the tables that are filled first take more than fewer lines do."""
DECK = [value + suit for value in "23456789TJQKA" for suit in "♣♦♥♠"]
TRIED = """\
import runpy
import sys
from contextlib import suppress

program, told = sys.argv[1:]
sys.argv = [program]
with suppress(SystemExit):
    runpy.run_path(program, run_name="__main__")

from katas.poker.bench.peak import peak

with open(told, "w") as file:
    file.write(str(peak()))
"""
"""It is run in a process of its own; what it writes last is its peak."""
GREEDY = """\
import sys

came = list(sys.stdin)
lines = [line.rstrip() for line in came]
marked = [line + " Pair" for line in lines]
for line in marked:
    print(line)
"""


@pytest.fixture
def lines():
    """Some lines of seven cards, over and over."""
    dice = random.Random(73)
    return [" ".join(dice.sample(DECK, 7)) + "\n" for _ in range(1_000)]


def peak_of(program, lines, number, folder):
    """The MiB that a program takes for so many lines."""
    given, told = folder / "given.txt", folder / "told.txt"
    given.write_text("".join(lines * (number // len(lines))), encoding="utf-8")
    with given.open("rb") as source:
        command = [sys.executable, "-X", "utf8", "-c", TRIED, str(program), str(told)]
        subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, cwd=TOP, check=True)
    return float(told.read_text())


def peak_of_a_million(program, lines, folder):
    """The same of a million lines, as it grows from few to many."""
    few, many = (peak_of(program, lines, number, folder) for number in (FEW, MANY))
    return few + (many - few) * (MILLION - FEW) / (MANY - FEW)


def test_a_million_lines_fit_unless_a_program_keeps_each_line_three_times(lines, tmp_path):
    program = tmp_path / "greedy.py"
    program.write_text(GREEDY, encoding="utf-8")
    assert peak_of_a_million(story().step(71).module, lines, tmp_path) < LIMIT
    assert peak_of_a_million(program, lines, tmp_path) > LIMIT
