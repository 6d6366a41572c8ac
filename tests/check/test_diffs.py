"""Every step of poker hands changes as many lines as git says."""

import subprocess
from itertools import pairwise

import pytest

from dojo.diff import count_changes, split_lines
from katas.poker import story

PAIRS = [*pairwise(story().steps)]


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=[after.name for _, after in PAIRS])
def test_a_step_has_the_numbers_of_git(before, after):
    command = ["git", "diff", "--no-index", "--numstat", before.module, after.module]
    printed = subprocess.run(command, capture_output=True, text=True).stdout
    # nothing is printed of two equal files
    added, removed, _names = printed.split("\t") if printed else (0, 0, "")
    assert count_changes(split_lines(before.code), split_lines(after.code)) == (int(added), int(removed))
