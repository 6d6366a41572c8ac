"""The diff of the workspace gives the numbers that git gives, and a patch that git takes."""

from itertools import product
from random import Random

import pytest

from dojo.diff import (
    Block,
    count_changes,
    find_blocks,
    find_hunks,
    match_candidates,
    split_lines,
)
from dojo.screen.patch import format_patch
from katas.poker import story

# git diff --no-index --numstat steps/step_57_*/poker.py steps/step_58_*/poker.py, and so on
LONG_STEPS = [(58, 20, 11), (93, 44, 69), (94, 136, 75), (95, 69, 149), (96, 76, 68), (97, 83, 41)]


@pytest.mark.parametrize(
    ("number", "added", "removed"), LONG_STEPS, ids=[f"step {row[0]}" for row in LONG_STEPS]
)
def test_a_long_file_has_the_numbers_of_git(number, added, removed):
    before, after = (split_lines(story().steps[place].code) for place in (number - 1, number))
    assert count_changes(before, after) == (added, removed)


# what is removed and added: git diff --no-index --unified=0
HUNKS = {
    "nothing": ("abc", "abc", []),
    "two empty texts": ("", "", []),
    "a new text": ("", "ab", [("", "ab")]),
    "a text that is gone": ("ab", "", [("ab", "")]),
    "a line more in the middle": ("ac", "abc", [("", "b")]),
    "a line replaced": ("abc", "axc", [("b", "x")]),
    "two places": ("abcde", "axcye", [("b", "x"), ("d", "y")]),
    "the most lines in common, and not the longest block": (
        "abcxdefyz",
        "yzabcdef",
        [("", "yz"), ("x", ""), ("yz", "")],
    ),
    "a new function ends with its blank line": ("a--b", "a--c--b", [("", "c--")]),
    "it joins the change below it": ("a-b", "a-c-x", [("b", "c-x")]),
    "a blank line between many new lines is part of the change": (
        "abcd-efg----",
        "stuv-wxy----",
        [("abcd-efg", "stuv-wxy")],
    ),
    "a frequent line between two lines in common is in common": ("a--x--b", "a--y--b", [("x", "y")]),
}


@pytest.mark.parametrize(("old", "new", "hunks"), HUNKS.values(), ids=HUNKS)
def test_where_two_texts_differ(old, new, hunks):
    found = find_hunks(old, new)
    assert [(old[one.old_start : one.old_end], new[one.new_start : one.new_end]) for one in found] == hunks


def test_blocks_go_from_the_first_line_to_the_last():
    assert find_blocks("abc", "axc") == [
        Block(True, 0, 1, 0, 1),
        Block(False, 1, 2, 1, 2),
        Block(True, 2, 3, 2, 3),
    ]


def texts_by_chance(number):
    """Two texts of few different lines, where much can be matched in more than one way."""
    chance = Random(number)
    return ["".join(chance.choices("abc-", k=chance.randrange(12))) for _ in range(2)]


@pytest.mark.parametrize("number", range(60))
def test_blocks_make_the_new_text_of_the_old_one(number):
    old, new = texts_by_chance(number)
    kept = changed = ""
    for block in find_blocks(old, new):
        kept += old[block.old_start : block.old_end]
        changed += (
            old[block.old_start : block.old_end] if block.is_equal else new[block.new_start : block.new_end]
        )
    assert (kept, changed) == (old, new)


@pytest.mark.parametrize("number", range(60))
def test_no_more_lines_are_in_common(number):
    """The bits find as many as the table of the textbook."""
    old, new = texts_by_chance(number)
    common = dict.fromkeys(product(range(len(old) + 1), range(len(new) + 1)), 0)
    for i, j in product(range(1, len(old) + 1), range(1, len(new) + 1)):
        longer = max(common[i - 1, j], common[i, j - 1])
        common[i, j] = common[i - 1, j - 1] + 1 if old[i - 1] == new[j - 1] else longer
    assert len(match_candidates(old, new)) == common[len(old), len(new)]


LINES = "".join(f"{number}\n" for number in range(1, 31))
# the texts are from git diff --no-index
PATCHES = {
    "equal": ("1\n", "1\n", ""),
    "a new file": ("", "1\n2\n", "--- old\n+++ new\n@@ -0,0 +1,2 @@\n+1\n+2\n"),
    "an emptied file": ("1\n", "", "--- old\n+++ new\n@@ -1 +0,0 @@\n-1\n"),
    "a last line without a line feed": (
        "1\n2",
        "1\n2\n",
        "--- old\n+++ new\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+2\n",
    ),
    "three lines around it": (
        LINES,
        LINES.replace("10\n", "x\n"),
        "--- old\n+++ new\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+x\n 11\n 12\n 13\n",
    ),
    "six lines between two changes join them": (
        LINES,
        LINES.replace("10\n", "").replace("17\n", ""),
        "--- old\n+++ new\n@@ -7,14 +7,12 @@\n 7\n 8\n 9\n-10\n 11\n 12\n 13\n"
        " 14\n 15\n 16\n-17\n 18\n 19\n 20\n",
    ),
    "seven do not": (
        LINES,
        LINES.replace("10\n", "").replace("18\n", ""),
        "--- old\n+++ new\n@@ -7,7 +7,6 @@\n 7\n 8\n 9\n-10\n 11\n 12\n 13\n"
        "@@ -15,7 +14,6 @@\n 15\n 16\n 17\n-18\n 19\n 20\n 21\n",
    ),
    "a form feed is no end of a line": ("1\f2\n", "1\f3\n", "--- old\n+++ new\n@@ -1 +1 @@\n-1\f2\n+1\f3\n"),
}


@pytest.mark.parametrize(("old", "new", "patch"), PATCHES.values(), ids=PATCHES)
def test_a_patch(old, new, patch):
    assert format_patch(old, new, "old", "new") == patch
