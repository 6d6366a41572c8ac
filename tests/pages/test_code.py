"""Code as HTML, line by line."""

import pytest

from dojo.pages.code import columns, highlighted

DRAWN = [
    pytest.param(["x = 1"], ("x = <span class=m>1</span>",), id="a number"),
    pytest.param(
        ['"""One,', 'two."""'],
        ('<span class=s>"""One,</span>', '<span class=s>two."""</span>'),
        id="a string over two lines",
    ),
    pytest.param(["a < b & c"], ("a &lt; b &amp; c",), id="what HTML would take for its own"),
    pytest.param(["", "x", ""], ("", "x", ""), id="empty lines around it"),
    pytest.param([], (), id="nothing"),
]


@pytest.mark.parametrize(("lines", "drawn"), DRAWN)
def test_there_are_as_many_lines_as_there_were(lines, drawn):
    assert highlighted(lines) == drawn


def test_the_width_counts_what_is_seen():
    assert columns(highlighted(["if a < b:", "x"])) == 9
