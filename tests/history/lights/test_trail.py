"""What a test came to, read from its light and from a replay."""

import pytest

from dojo.engine.cell import Cell
from dojo.history.session.trail import ASSERTED, CRASH, DOUBT, NAME, SILENT, of_colour, shown

TEST, FILE = "test_fizz.py::test_one", "test_fizz.py"
CAME = [
    pytest.param("red", Cell(TEST, "", "red", "AssertionError: no"), ASSERTED, id="an assertion"),
    pytest.param("red", Cell(TEST, "", "red", "Failed: DID NOT RAISE"), ASSERTED, id="pytest.raises"),
    pytest.param("red", Cell(TEST, "", "red", "AttributeError: no say"), NAME, id="an attribute"),
    pytest.param("red", Cell(FILE, "", "red", "ImportError: cannot import"), NAME, id="an import"),
    pytest.param("amber", Cell(TEST, "", "amber", "NameError: name 'say'"), NAME, id="a bare name"),
    pytest.param("amber", Cell(FILE, "", "amber", "ModuleNotFoundError: No"), NAME, id="a module"),
    pytest.param("amber", Cell(TEST, "", "amber", "IndexError: list"), CRASH, id="a crash in the code"),
    pytest.param("amber", Cell(TEST, "", "amber", "fizz.Refused: 4"), CRASH, id="what the code raises"),
    pytest.param(
        "amber", Cell(FILE, "", "amber", "SyntaxError: invalid"), SILENT, id="a slip of the keyboard"
    ),
    pytest.param("amber", Cell(TEST, "", "amber", "RuntimeError: no", fell=True), SILENT, id="a fall"),
    pytest.param(
        "amber", Cell(TEST, "", "amber", "not tried, after those that hang"), SILENT, id="not tried"
    ),
    pytest.param("amber", Cell(TEST, "", "amber", "SyntaxError: invalid"), SILENT, id="a slip, seen late"),
    pytest.param("red", Cell(TEST, "", "green"), DOUBT, id="a replay that is green"),
    pytest.param("red", Cell(TEST, "", "amber", "RuntimeError: no"), DOUBT, id="a replay that is amber"),
    pytest.param("red", None, DOUBT, id="a red without a replay"),
    pytest.param("amber", None, SILENT, id="an amber without a replay"),
]


@pytest.mark.parametrize(("colour", "cell", "came"), CAME)
def test_the_light_says_the_colour_and_the_replay_says_why(colour, cell, came):
    assert of_colour(colour, cell) == came


SHOWN = [
    pytest.param(Cell(TEST, "", "red", "why", "drawn"), "drawn", id="as it is drawn"),
    pytest.param(Cell(TEST, "", "red", "why"), "E   why", id="by its last line"),
    pytest.param(Cell(TEST, "", "red"), "", id="not at all"),
    pytest.param(None, "", id="nobody knows it"),
]


@pytest.mark.parametrize(("cell", "text"), SHOWN)
def test_a_failure_is_shown_as_far_as_it_is_known(cell, text):
    assert shown(cell) == text
