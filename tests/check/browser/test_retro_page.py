"""The page of `make retro`, as a room sees it."""

import html5lib
import pytest
from axe_playwright_python.sync_playwright import Axe
from history.evenings import MINUTE, START, record

from check.browser.places import AXE, told
from dojo.history.retro import Evening, format_retro

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
    made.write_text(format_retro(evening(), anonymous=False), encoding="utf-8")
    return made


PLACES = ["questions", "evening", "pair-3"]


def test_each_place_fits_and_axe_finds_nothing(opened, file):
    page = opened(file)
    assert page.locator(".questions > li").count() == 3
    assert page.locator(".rows .name").all_inner_texts() == NAMES
    assert page.locator(".rows .rhythm").first.get_attribute("aria-label").startswith("tables-1: 24 runs in ")
    for place in PLACES:
        page.evaluate("place => { location.hash = place }", place)
        for scheme, width in [("light", 1280), ("light", 400), ("dark", 1280), ("dark", 400)]:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 720})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert told(Axe().run(page, options=AXE).response["violations"]) == [], (place, scheme, width)
    assert page.wrong == []


def test_forty_pairs_are_on_one_screen_also_projected_and_keys_walk(opened, tmp_path):
    pairs = [record(f"ada-and-bea-{n}", (n, "red"), (n + 9, "green")) for n in range(40)]
    file = tmp_path / "retro.html"
    forty = Evening("the room plum-fox", pairs, ROUNDS)
    file.write_text(format_retro(forty, anonymous=False), encoding="utf-8")
    page = opened(file)
    page.set_viewport_size({"width": 1280, "height": 720})
    for keys in ("g", "p"):
        page.keyboard.press(keys)
        assert page.locator(".rows .name").last.is_visible()
        assert page.evaluate("document.documentElement.scrollHeight") == 720
    page.keyboard.press("ArrowRight")
    assert page.locator("#pair-1").is_visible()
    before = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.keyboard.press("d")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != before


def test_it_is_valid_html(file):
    html5lib.HTMLParser(strict=True).parse(file.read_text(encoding="utf-8"))
