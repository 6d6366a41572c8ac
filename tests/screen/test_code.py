"""Code and its changes as HTML, line by line."""

import pytest

from dojo.screen.code import fold_diff, highlight, widest_line

STRING = '<span class="s">{}</span>'
DRAWN = {
    "a number": ("x = 1", ['x = <span class="m">1</span>']),
    "a string over two lines": ('"""One,\ntwo."""', [STRING.format('"""One,'), STRING.format('two."""')]),
    "what HTML would take for its own": ("a < b & c", ["a &lt; b &amp; c"]),
    "empty lines around it": ("\nx\n", ["", "x", ""]),
}


@pytest.mark.parametrize(("text", "drawn"), DRAWN.values(), ids=DRAWN)
def test_there_are_as_many_lines_as_there_were(text, drawn):
    assert list(highlight(text.split("\n"))) == drawn


def test_nothing_has_no_line_and_the_width_counts_what_is_seen():
    assert highlight([]) == ()
    assert widest_line(highlight(["if a < b:", "x"])) == 9


CHANGES = {
    "a line came": ("1", "1 2", [(False, " 1 +2")]),
    "a line went": ("1 2", "1", [(False, " 1 -2")]),
    "a line changed": ("1", "2", [(False, "-1 +2")]),
    "a new file": ("", "1", [(False, "+1")]),
    "a file that is gone": ("1", "", [(False, "-1")]),
    "an empty file": ("", "", []),
    "nothing": ("1", "1", [(True, " 1")]),
    "three lines beside a change are shown": ("1 2 3 4", "0 1 2 3 4", [(False, "+0  1  2  3"), (True, " 4")]),
}


def told(fold):
    """A fold in a line."""
    return fold.folded, " ".join(f"{row.sign}{row.code.striptags()}" for row in fold.rows)


@pytest.mark.parametrize(("before", "after", "drawn"), CHANGES.values(), ids=CHANGES)
def test_what_changed_stands_among_some_lines_that_did_not(before, after, drawn):
    assert [told(fold) for fold in fold_diff(before.split(), after.split())] == drawn


def test_the_code_is_highlighted():
    (fold,) = fold_diff([], ["def f():"])
    assert fold.rows[0].code == '<span class="k">def</span> <span class="nf">f</span>():'
