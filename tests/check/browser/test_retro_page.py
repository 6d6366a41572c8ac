"""The page of `make retro`, as a room sees it."""

import html5lib
import pytest
from axe_playwright_python.sync_playwright import Axe
from history.retro.conftest import MINUTE, START, record

from check.browser.places import AXE, told
from dojo.history.retro.page import page as retro
from dojo.room.models import Evening

ROUNDS = [(START, START + 20 * MINUTE)]
NAMES = [f"tables-{number}" for number in range(1, 13)]


def evening():
    """Twelve pairs, each with another rhythm."""
    colours = ["red", "green", "red", "amber", "red", "green"]
    pairs = [
        record(
            name,
            *[(place + n * (1 + n % 3), colour, {"code": 7 * n}) for n, colour in enumerate(colours * 4)],
        )
        for place, name in enumerate(NAMES)
    ]
    return Evening("the room plum-fox", pairs, ROUNDS)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("retro") / "retro.html"
    made.write_text(retro(evening(), anonymous=False), encoding="utf-8")
    return made


def test_three_questions_come_first_and_then_everybody_it_fits_and_axe_finds_nothing(opened, file):
    page = opened(file)
    assert page.locator(".questions > li").count() == 3
    assert page.locator(".rows .name").all_inner_texts() == NAMES
    assert page.locator(".rows .rhythm").first.get_attribute("aria-label").startswith("tables-1: 24 runs in ")
    for scheme, width in [("light", 1280), ("light", 400), ("dark", 1280), ("dark", 400)]:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert told(Axe().run(page, options=AXE).response["violations"]) == [], (scheme, width)
    assert page.wrong == []


def test_it_is_valid_html(file):
    html5lib.HTMLParser(strict=True).parse(file.read_text(encoding="utf-8"))
