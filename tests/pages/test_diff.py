"""A change as the pages draw it."""

import pytest

from dojo.pages.diff import folds

LINES = [str(number) for number in range(12)]
CHANGES = [
    pytest.param(["1"], ["1", "2"], [(False, " 1 +2")], id="a line came"),
    pytest.param(["1", "2"], ["1"], [(False, " 1 -2")], id="a line went"),
    pytest.param(["1"], ["2"], [(False, "-1 +2")], id="a line changed"),
    pytest.param([], ["1"], [(False, "+1")], id="a new file"),
    pytest.param(["1"], [], [(False, "-1")], id="a file that is gone"),
    pytest.param([], [], [], id="an empty file"),
    pytest.param(["1"], ["1"], [(True, " 1")], id="nothing"),
    pytest.param(
        LINES,
        ["new", *LINES],
        [(False, "+new  0  1  2"), (True, " 3  4  5  6  7  8  9  10  11")],
        id="three lines around a change are not folded",
    ),
]


def told(fold):
    """A fold in a line."""
    return fold.folded, " ".join(f"{row.sign}{row.code.striptags()}" for row in fold.rows)


@pytest.mark.parametrize(("before", "after", "drawn"), CHANGES)
def test_what_changed_stands_among_some_lines_that_did_not(before, after, drawn):
    assert [told(fold) for fold in folds(before, after)] == drawn


def test_the_code_is_highlighted():
    (fold,) = folds([], ["def f():"])
    assert fold.rows[0].code == "<span class=k>def</span> <span class=f>f</span>():"
