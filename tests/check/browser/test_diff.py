"""The pages compare two texts as the workspace does everywhere else."""

from itertools import pairwise
from random import Random

from dojo.diff import find_blocks, split_lines
from katas.poker import story


def rows_of(old, new):
    """Each line of a diff with its sign, as the script of the pages gives them."""
    rows = []
    for block in find_blocks(old, new):
        removed = old[block.old_start : block.old_end]
        added = new[block.new_start : block.new_end]
        if block.is_equal:
            rows += [[" ", line] for line in removed]
        else:
            rows += [["-", line] for line in removed]
            rows += [["+", line] for line in added]
    return rows


def test_the_script_finds_what_python_finds(page):
    steps = story().steps
    pairs = [(split_lines(before.code), split_lines(after.code)) for before, after in pairwise(steps)]
    chance = Random(1)
    for _ in range(200):
        old, new = ([*"".join(chance.choices("abcde-", k=chance.randrange(60)))] for _ in range(2))
        pairs.append((old, new))
    found = page.evaluate("(pairs) => pairs.map(([old, now]) => diffLines(old, now))", pairs)
    assert found == [rows_of(old, new) for old, new in pairs]


def test_two_long_steps_side_by_side_have_the_numbers_of_git(poker):
    """As `git diff --no-index --numstat` has them: 45 lines were added, and 62 removed."""
    signs = poker.evaluate("diffLines(data.code[65], data.code[66]).map(([sign]) => sign)")
    assert (signs.count("+"), signs.count("-")) == (45, 62)
