"""One palette: every colour of the pages is in it, for light and for dark."""

import re

import pytest
from helpers import TOP

from dojo.screen.palette import COLOURS, SCHEMES, STATES, css

PAGES = [file for file in sorted((TOP / "dojo").rglob("*")) if file.suffix in (".css", ".html")]
TEXTS = {file.relative_to(TOP / "dojo").as_posix(): file.read_text(encoding="utf-8") for file in PAGES}
NO_COLOURS = {
    "above",
    "across",
    "characters",
    "clock",
    "down",
    "fits",
    "foot",
    "head",
    "high",
    "least",
    "pairs",
    "room-for-rows",
    "row",
    "rows",
    "size",
}
"""What else a page has in variables."""


def test_each_colour_is_on_a_page():
    assert [name for name in SCHEMES if f"var(--{name})" not in "".join(TEXTS.values())] == []


@pytest.mark.parametrize("page", TEXTS)
def test_a_page_has_no_colour_but_those_of_the_palette(page):
    assert set(re.findall(r"var\(--([a-z-]+)\)", TEXTS[page])) - SCHEMES.keys() - NO_COLOURS == set()
    literal = re.findall(r"(?<=[ :])#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(", TEXTS[page])
    assert {*literal} <= {"#000a"}  # behind a dialog


def test_the_system_chooses_unless_the_page_says_which():
    papers = {"--paper: #ffffff;": "light", "--paper: #14171a;": "dark"}
    assert [
        (line.partition("{")[0].strip(), [name for paper, name in papers.items() if paper in line])
        for line in css().splitlines()
    ] == [
        (":root", ["light"]),
        ("@media (prefers-color-scheme: dark)", ["dark"]),
        (':root[data-theme="light"]', ["light"]),
        (':root[data-theme="dark"]', ["dark"]),
    ]


@pytest.mark.parametrize("looks", [COLOURS, STATES], ids=["colours", "states"])
def test_each_colour_can_be_told_by_its_shape(looks):
    shapes = [look.shape for look in looks.values()]
    assert len(set(shapes)) == len(shapes)
