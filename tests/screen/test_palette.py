"""One palette: every colour of the pages is in it, for light and for dark."""

import re

import pytest
from helpers import TOP

from dojo.screen.palette import COLOURS, DARK, LIGHT, STATES, css

PAGES = [
    "dojo/board/pages/board.css",
    "dojo/board/pages/board.html",
    "dojo/history/pages/lights.html",
    "dojo/history/proving/pages/proof.css",
    "dojo/history/proving/pages/proof.html",
    "dojo/pages/shared/bars.css",
    "dojo/pages/shared/base.css",
    "dojo/pages/shared/code.css",
    "dojo/pages/shared/code.html",
    "dojo/pages/shared/dialogs.css",
    "dojo/pages/shared/frame.html",
    "dojo/pages/shared/highlighted.css",
]
BEHIND_A_DIALOG = "#000a"


def test_light_and_dark_name_the_same_colours():
    assert list(LIGHT) == list(DARK)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_colour_but_those_of_the_palette(page):
    text = (TOP / page).read_text(encoding="utf-8")
    used = set(re.findall(r"var\(--([a-z-]+)\)", text))
    assert used - LIGHT.keys() == set()
    literal = re.findall(r"(?<=[ :])#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(", text)
    assert [one for one in literal if one != BEHIND_A_DIALOG] == []


def test_every_colour_of_the_palette_is_on_a_page():
    texts = "".join((TOP / page).read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in LIGHT if f"var(--{name})" not in texts] == []


def test_the_system_chooses_unless_the_page_says_which():
    lines = css().splitlines()
    assert [line.partition("{")[0].strip() for line in lines] == [
        ":root",
        "@media (prefers-color-scheme: dark)",
        ':root[data-theme="light"]',
        ':root[data-theme="dark"]',
    ]
    assert [("--paper: #ffffff;" in line, "--paper: #14171a;" in line) for line in lines] == [
        (True, False),
        (False, True),
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize("looks", [COLOURS, STATES], ids=["colours", "states"])
def test_each_colour_can_be_told_by_its_shape(looks):
    shapes = [look.shape for look in looks.values()]
    assert len(set(shapes)) == len(shapes)
