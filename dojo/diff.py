"""The diff of the workspace: which lines differ between two texts, how many, and the same as a patch.

The numbers are those of `git diff --numstat`. The standard library's `difflib` gives others: it looks for
long blocks that are equal, and not for the most lines in common; and from 200 lines on it leaves out frequent
lines.
`screen/shared/diff.mjs` does the same for the pages, step by step.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

SEARCH_LINES = 100  # how far from a frequent line its neighbours are looked at


class Block(NamedTuple):
    """Lines of the old text and of the new one: equal ones, or ones that differ; one side may be empty."""

    is_equal: bool
    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def removed(self) -> int:
        return self.old_end - self.old_start

    @property
    def added(self) -> int:
        return self.new_end - self.new_start


def split_lines(text: str) -> list[str]:
    """Split a text into lines: a line feed ends one, as in git, and what Windows writes.

    `str.splitlines` would take a form feed and seven more for an end.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def find_blocks(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Block]:
    """Return what two texts have in common and where they differ, from their first line to their last."""
    blocks: list[Block] = []
    old_place, new_place = 0, 0
    for hunk in find_hunks(old, new):
        if hunk.old_start > old_place:
            blocks.append(Block(True, old_place, hunk.old_start, new_place, hunk.new_start))
        blocks.append(hunk)
        old_place, new_place = hunk.old_end, hunk.new_end
    if len(old) > old_place:
        blocks.append(Block(True, old_place, len(old), new_place, len(new)))
    return blocks


def find_hunks(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Block]:
    """Return where two texts differ."""
    hunks: list[Block] = []
    old_place, new_place = 0, 0
    ends = (len(old), len(new))
    for old_match, new_match in [*match_lines(old, new), ends]:
        if (old_match, new_match) != (old_place, new_place):
            hunks.append(Block(False, old_place, old_match, new_place, new_match))
        old_place, new_place = old_match + 1, new_match + 1
    return slide_hunks(hunks, old, new)


def count_changes(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[int, int]:
    """Return how many lines were added, and how many removed."""
    added, removed = 0, 0
    for hunk in find_hunks(old, new):
        added += hunk.added
        removed += hunk.removed
    return added, removed


def match_lines(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return the lines in common, in order: the place of each in the old text and in the new one."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old_places = find_candidates(old, new, start, len(old) - end)
    new_places = find_candidates(new, old, start, len(new) - end)
    old_candidates = [old[place] for place in old_places]
    new_candidates = [new[place] for place in new_places]
    # what both begin with, what is in common in the middle, and what both end with
    matches = list(zip(range(start), range(start)))
    for i, j in match_candidates(old_candidates, new_candidates):
        matches.append((old_places[i], new_places[j]))
    matches.extend(zip(range(len(old) - end, len(old)), range(len(new) - end, len(new))))
    return matches


def find_candidates(lines: Sequence[Hashable], others: Sequence[Hashable], start: int, end: int) -> list[int]:
    """Return the places of the lines that may be in common with another text, between `start` and `end`.

    Not those that the other text lacks. And not a frequent line, like a blank one, if nearly all lines around
    it are lacking there: it would tear one change in two. This rule is git's, and so are its numbers.
    """
    counts = Counter(others)
    # a line is frequent from about the root of the number of lines on: a power of two, found by quarters
    frequent = 1
    quarter = len(lines)
    while quarter:
        frequent *= 2
        quarter //= 4
    frequent = min(frequent, 1024)

    def count_neighbours(places: range) -> tuple[int, int]:
        """Count the frequent lines and the lacking ones, up to the next line of another kind."""
        common, lacking = 0, 0
        for place in places:
            count = counts[lines[place]]
            if 0 < count < frequent:
                break
            if count:
                common += 1
            else:
                lacking += 1
        return common, lacking

    candidates = []
    for place in range(start, end):
        count = counts[lines[place]]
        if count >= frequent:
            common_above, lacking_above = count_neighbours(
                range(place - 1, max(start, place - SEARCH_LINES) - 1, -1)
            )
            common_below, lacking_below = count_neighbours(
                range(place + 1, min(end, place + SEARCH_LINES + 1))
            )
            common = common_above + 1 + common_below + 1
            lacking = lacking_above + lacking_below
            if lacking_above and lacking_below and lacking > 3 * common:
                continue
        if count:
            candidates.append(place)
    return candidates


def match_candidates(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return a longest common subsequence: the place of each line in both texts.

    It is the table of the textbook, common[i][j]: how many lines `old[i:]` and `new[j:]` have in common. Only
    where its numbers grow matters, and that is a bit each. So a row, for one `j`, is one integer, and one
    addition makes the next row (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). Two loops in
    Python would take seconds for two files of some thousand lines.
    """
    size = len(old)
    all_bits = (1 << size) - 1
    # the highest bit is the first line: an addition carries from the end of the text to its beginning
    bits_of_line: dict[Hashable, int] = {}
    for i, line in enumerate(old):
        bits_of_line[line] = bits_of_line.get(line, 0) | (1 << (size - 1 - i))
    # a bit is set where old[i] has no part in what is common: common[i][j] == common[i + 1][j]
    row = all_bits
    rows = [row]
    for line in reversed(new):
        matching = row & bits_of_line.get(line, 0)
        row = ((row + matching) | (row - matching)) & all_bits
        rows.append(row)
    rows.reverse()

    matches = []
    i, j = 0, 0
    while i < size and j < len(new):
        if old[i] == new[j]:
            matches.append((i, j))
            i, j = i + 1, j + 1
        elif rows[j] & (1 << (size - 1 - i)):
            i += 1
        else:
            j += 1
    return matches


def slide_hunks(hunks: list[Block], old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Block]:
    """Return the hunks at the places where a reader expects them.

    A hunk that only adds lines, or only removes some, may often be a few lines further up or down just as
    well: a new function has the same blank lines above and below. The hunk joins the one below or above if it
    can reach it, or else goes down as far as it can, so that a new function ends with its blank lines.
    """
    waiting = hunks[::-1]
    settled: list[Block] = []
    while waiting:
        hunk = waiting.pop()
        if hunk.added and hunk.removed:
            settled.append(hunk)
            continue
        next_start = waiting[-1].old_start if waiting else len(old)
        down = count_steps_down(hunk, next_start, old, new)
        if waiting and hunk.old_end + down == next_start:
            below = waiting.pop()
            joined = below._replace(old_start=hunk.old_start + down, new_start=hunk.new_start + down)
            waiting.append(joined)
            continue
        last_end = settled[-1].old_end if settled else 0
        up = count_steps_up(hunk, last_end, old, new)
        if settled and hunk.old_start - up == last_end:
            above = settled.pop()
            settled.append(above._replace(old_end=hunk.old_end - up, new_end=hunk.new_end - up))
            continue
        old_start, old_end = hunk.old_start + down, hunk.old_end + down
        new_start, new_end = hunk.new_start + down, hunk.new_end + down
        settled.append(Block(False, old_start, old_end, new_start, new_end))
    return settled


def count_steps_down(hunk: Block, last: int, old: Sequence[Hashable], new: Sequence[Hashable]) -> int:
    """Return how many lines a hunk can go down, its end to `last` at most; it only adds or only removes."""
    lines, start, end = changed_lines(hunk, old, new)
    down = 0
    # one further down, it has lost its first line, and has the one below its end
    while hunk.old_end + down < last and lines[start + down] == lines[end + down]:
        down += 1
    return down


def count_steps_up(hunk: Block, first: int, old: Sequence[Hashable], new: Sequence[Hashable]) -> int:
    """Return how many lines a hunk can go up, its start to `first` at least; it only adds or only removes."""
    lines, start, end = changed_lines(hunk, old, new)
    up = 0
    while hunk.old_start - up > first and lines[start - 1 - up] == lines[end - 1 - up]:
        up += 1
    return up


def changed_lines(
    hunk: Block, old: Sequence[Hashable], new: Sequence[Hashable]
) -> tuple[Sequence[Hashable], int, int]:
    """Return the text with the lines of a hunk that only adds or only removes, and where they are in it."""
    if hunk.removed:
        return old, hunk.old_start, hunk.old_end
    return new, hunk.new_start, hunk.new_end
