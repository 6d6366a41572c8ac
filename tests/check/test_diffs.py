"""Every step of poker hands changes as many lines as git says, and the script of the pages says the same."""

import json
import subprocess
from itertools import pairwise
from random import Random

import pytest
from helpers import TOP

from dojo.diff import count_changes, find_blocks, split_lines
from katas.poker import story

PAIRS = [*pairwise(story().steps)]
SCRIPT = """\
import { readFileSync } from "node:fs";
import { diffLines } from "./dojo/screen/shared/diff.mjs";
const pairs = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(pairs.map(([old, now]) => diffLines(old, now))));
"""


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=[after.name for _, after in PAIRS])
def test_a_step_has_the_numbers_of_git(before, after):
    command = ["git", "diff", "--no-index", "--numstat", before.module, after.module]
    printed = subprocess.run(command, capture_output=True, text=True).stdout
    # nothing is printed of two equal files
    added, removed, _names = printed.split("\t") if printed else (0, 0, "")
    assert count_changes(split_lines(before.code), split_lines(after.code)) == (int(added), int(removed))


def signed_lines(old, new):
    """Each line of a diff with its sign, as the script of the pages gives them."""
    lines = []
    for block in find_blocks(old, new):
        removed = old[block.old_start : block.old_end]
        added = new[block.new_start : block.new_end]
        if block.is_equal:
            lines += [[" ", line] for line in removed]
        else:
            lines += [["-", line] for line in removed]
            lines += [["+", line] for line in added]
    return lines


def test_the_script_of_the_pages_finds_the_same():
    pairs = [[split_lines(before.code), split_lines(after.code)] for before, after in PAIRS]
    chance = Random(1)
    for _ in range(300):
        pairs.append([chance.choices("abcde-", k=chance.randrange(60)) for _ in range(2)])
    command = ["node", "--input-type=module", "--eval", SCRIPT]
    ran = subprocess.run(
        command, cwd=TOP, input=json.dumps(pairs), capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == [signed_lines(old, new) for old, new in pairs]
