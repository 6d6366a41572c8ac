"""Code as HTML, line by line."""

import pytest

from dojo.pages.code import highlight, widest_line

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


def test_nothing_has_no_line():
    assert highlight([]) == ()


def test_the_width_counts_what_is_seen():
    assert widest_line(highlight(["if a < b:", "x"])) == 9
