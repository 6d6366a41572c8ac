"""What a test came to, read from its light and from a replay."""

import pytest

from dojo.engine.cell import Cell
from dojo.history.session.trail import ASSERTED, CRASH, DOUBT, NAME, SILENT, of_colour, shown

TEST, FILE = "test_fizz.py::test_one", "test_fizz.py"
CAME = {
    "an assertion": ("red", Cell(TEST, "", "red", "AssertionError: no"), ASSERTED),
    "pytest.raises": ("red", Cell(TEST, "", "red", "Failed: DID NOT RAISE"), ASSERTED),
    "an attribute": ("red", Cell(TEST, "", "red", "AttributeError: no say"), NAME),
    "an import": ("red", Cell(FILE, "", "red", "ImportError: cannot import"), NAME),
    "a bare name": ("amber", Cell(TEST, "", "amber", "NameError: name 'say'"), NAME),
    "a module": ("amber", Cell(FILE, "", "amber", "ModuleNotFoundError: No"), NAME),
    "a crash in the code": ("amber", Cell(TEST, "", "amber", "IndexError: list"), CRASH),
    "what the code raises": ("amber", Cell(TEST, "", "amber", "fizz.Refused: 4"), CRASH),
    "a slip of the keyboard": ("amber", Cell(FILE, "", "amber", "SyntaxError: invalid"), SILENT),
    "a fall": ("amber", Cell(TEST, "", "amber", "RuntimeError: no", fell=True), SILENT),
    "not tried": ("amber", Cell(TEST, "", "amber", "not tried, after those that hang"), SILENT),
    "a slip, seen late": ("amber", Cell(TEST, "", "amber", "SyntaxError: invalid"), SILENT),
    "a replay that is green": ("red", Cell(TEST, "", "green"), DOUBT),
    "a replay that is amber": ("red", Cell(TEST, "", "amber", "RuntimeError: no"), DOUBT),
    "a red without a replay": ("red", None, DOUBT),
    "an amber without a replay": ("amber", None, SILENT),
}


@pytest.mark.parametrize(("colour", "cell", "came"), CAME.values(), ids=CAME)
def test_the_light_says_the_colour_and_the_replay_says_why(colour, cell, came):
    assert of_colour(colour, cell) == came


def test_a_failure_is_shown_as_far_as_it_is_known():
    cells = Cell(TEST, "", "red", "why", "drawn"), Cell(TEST, "", "red", "why"), Cell(TEST, "", "red"), None
    assert [*map(shown, cells)] == ["drawn", "E   why", "", ""]
