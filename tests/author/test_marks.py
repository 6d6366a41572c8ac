"""Marks, comments and docstrings of Python say the new numbers; what is not certain is left, and found."""

from textwrap import dedent

import pytest

from dojo.author.marks import mentioned, renumbered

MARKS = [
    pytest.param("@pytest.mark.drives(4)\ndef test_a(fizz): ...\n", id="a decorator"),
    pytest.param("pytestmark = pytest.mark.guards(4)\n", id="of a module"),
    pytest.param("ROWS = [drives(4, 'four', 4), guards(\n    4,  # why\n    'é')]\n", id="rows"),
    pytest.param("ROWS = [pytest.param(4, marks=pytest.mark.drives(4))]\n", id="a parameter"),
    pytest.param("é = 'ß', drives(step=4, rule='a')\n", id="by its name, behind signs of two bytes"),
    pytest.param("mark.drives(4)  # 4 cards, since step 4\n", id="a comment"),
    pytest.param('"""All of step 4: 4 cards."""\n', id="a docstring"),
    pytest.param('"""A.\n\nstep: 4\ntheme: 4\n"""\n', id="the field of a mutant"),
]
NEW = {"drives(4": "drives(5", "guards(4": "guards(5", "guards(\n    4": "guards(\n    5"}
NEW |= {"step=4": "step=5", "step 4": "step 5", "step: 4": "step: 5"}


@pytest.mark.parametrize("old", MARKS)
def test_what_is_certain_is_changed_and_nothing_else(behind_three, old):
    new = old
    for before, after in NEW.items():
        new = new.replace(before, after)
    assert new != old
    assert renumbered(old, behind_three) == (new, [])


UNSURE = [
    pytest.param("LATE = 4\nROWS = [drives(LATE, 'four')]\n", [2], id="a name for a number"),
    pytest.param("from rows import drives as forces\n", [1], id="another name"),
    pytest.param("ROWS = map(drives, [4])\n", [1], id="no call"),
    pytest.param("SHOWN = 'it fails on step 4'\n", [1], id="a text"),
    pytest.param("story.step(4)\n", [1], id="a call"),
]


@pytest.mark.parametrize(("source", "lines"), UNSURE)
def test_what_is_not_certain_is_left_and_found(behind_three, source, lines):
    assert renumbered(source, behind_three) == (source, lines)


def test_in_other_modules_lists_of_steps_are_found_as_well(behind_three):
    source = """\
        DESIGNS = (3, 4)
        SOLVED = {"fizz": 1, "buzz": 4}
        EARLY = [1, 2]
        CARDS = [4, 52]
        few = [3, 4]
        """
    assert mentioned(dedent(source), behind_three) == [1, 2]
