"""Every page that the workspace writes or serves: valid, for everybody, on any screen, and led by keys."""

import re
from collections import Counter

import html5lib
import pytest

from check.browser.places import (
    BEATS,
    DARK,
    ERRORS,
    IS_TOO_WIDE,
    LIGHT,
    go,
    paper_of,
    press,
    shown,
    violations,
)
from check.browser.rooms import HOST, WORD
from dojo.room.app import page as page_of_room

LOOKS = {
    "small_board": [
        "#progression",
        *(f"#step-{step}-{beat}" for step in (0, 2) for beat in BEATS),
        "#compare-2-4",
        *(f"#step-2-red {key}" for key in "?ph"),
    ],
    "poker_board": ["#step-91-red", "#step-93-change", "#step-33-story", "#compare-92-96", "#speed"],
    "proof": ["#summary", *(f"#version-{number}" for number in range(1, 7)), "#version-2 p"],
    "lights": [""],
    "retro": ["#questions", "#evening", "#pair-3", "#pair-3 p"],
    "room": [""],
    "full_room": [
        f"{place}{key}"
        for place in ("", "#minutes", "#pair=tables-3", "#pair=tables-2", "#clock", "#join", "#question")
        for key in ("", " p")
    ],
}
"""The places of each page that are looked at, some of them after a key."""
ONLY_WIDE = {"poker_board": ["#progression", "#step-96-green", "#step-92-story"]}
SCREENS = [(1920, 1080), (390, 844), (1024, 768)]


def look(page, place):
    """Go to a place, and press the key that is named behind it."""
    address, _, key = place.partition(" ")
    page.keyboard.press("Escape")
    if page.evaluate("location.hash") != address:
        go(page, address)
    if address == "#pair=tables-3":
        page.locator("#diff .new").wait_for()
    if key:
        page.keyboard.press(key)


@pytest.mark.parametrize("name", LOOKS)
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_any_screen(seen, name):
    """What axe-core finds depends on dark and light for its contrast alone."""
    page = seen(name, LOOKS[name][0])
    too_wide = set()
    found = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for place in LOOKS[name] + ONLY_WIDE.get(name, []):
            look(page, place)
            if page.evaluate(IS_TOO_WIDE):
                too_wide.add((place, width))
    for place in LOOKS[name]:
        look(page, place)
        page.emulate_media(color_scheme="dark")
        found[place, DARK] = violations(page, runOnly=["color-contrast"])
        page.emulate_media(color_scheme="light")
        serious = [one for one in violations(page) if one.startswith(("serious", "critical"))]
        found[place, LIGHT] = serious
    assert too_wide == set()
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_axe_would_find_one(page):
    """The check is alive: pale letters are a violation."""
    pale = "document.querySelector('.here .prose li').style.cssText = '{}'"
    go(page, "#step-2-story")
    page.evaluate(pale.format("color: #ddd; background: #fff"))
    found = violations(page)
    page.evaluate(pale.format(""))
    assert [one.partition(":")[0] for one in found] == ["serious color-contrast"]


# of ten thousands of cells, and of seventy steps, the first ones are enough
BULK = r'<td( class=\w)?>[■×·○]|<section class="beat" id="step-(?!\d-|65-).*?</section>'


@pytest.mark.parametrize("name", [name for name in LOOKS if name != "full_room"])
def test_it_is_valid_html_and_no_id_is_given_twice(request, name):
    if name == "room":
        html = page_of_room(WORD, HOST)
    else:
        html = request.getfixturevalue(name).read_text(encoding="utf-8")
    document = html5lib.HTMLParser(strict=True).parse(re.sub(BULK, "", html, flags=re.DOTALL))
    ids = Counter(one.get("id") for one in document.iter() if one.get("id"))
    assert [one for one, count in ids.items() if count > 1] == []


LETTERS = {"small_board": "g", "proof": "j", "lights": "", "retro": "g", "room": "c"}


@pytest.mark.parametrize(("name", "letter"), LETTERS.items())
def test_it_is_dark_or_light_and_its_keys_can_be_switched_off(seen, name, letter):
    """For who speaks to a page, and is heard as letters; the lights of a session have none."""
    page = seen(name, "#step-3-red" if name == "small_board" else "")
    assert [paper_of(page, system) for system in ("light", "dark")] == [LIGHT, DARK]
    if letter:
        page.keyboard.press("d")
        assert paper_of(page, "dark") == LIGHT
        keys = page.locator("#keys")
        page.keyboard.press("?")
        keys.get_by_label("Use single letters as keys").uncheck()
        page.keyboard.press("Escape")
        keys.wait_for(state="hidden")
        before = shown(page)[0]
        assert press(page, letter)[0] == before
        page.evaluate("$('letters').checked = true")
        assert press(page, letter)[0] != before
        for then in ("visible", "hidden"):
            page.keyboard.press("?")
            keys.wait_for(state=then)


# the first line of the reason, and the size of its letters
REASON = """() => {
    const failure = document.querySelector(".here .failure");
    const line = failure.querySelector(".error") ?? failure;
    return [line.getBoundingClientRect().bottom, parseFloat(getComputedStyle(failure).fontSize)];
}"""
SIZES = "(all) => all.filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize))"
# Twenty-two pixels of 768: a letter of code is some 16 mm high on a screen of one metre, read from ten.
PROJECTED = dict.fromkeys(
    ("#step-28-red", "#step-91-red", "#step-28-change", "#step-28-story"), "poker_board"
)
PROJECTED["#version-1"] = "proof"


@pytest.mark.parametrize("height", [720, 1080])
def test_the_reason_of_each_red_is_above_the_fold_in_letters_that_follow_the_height(seen, height):
    page = seen("poker_board", "#step-28-red", height * 16 // 9, height)
    page.keyboard.press("p")
    below = []
    smallest = float(height)
    for beat in page.locator(".beat[id$=-red]:has(.failure)").evaluate_all("(all) => all.map((e) => e.id)"):
        go(page, f"#{beat}")
        bottom, size = page.evaluate(REASON)
        smallest = min(smallest, size)
        if bottom > height:
            below.append(beat)
    assert below == []
    assert smallest >= height / 33


def test_the_keys_open_at_their_top_while_projecting(seen):
    page = seen("small_board", "#step-2-red", 1280, 720)
    page.keyboard.press("p")
    page.keyboard.press("?")
    assert page.locator("#keys").evaluate("(e) => e.scrollTop") == 0
    assert page.locator("#keys-head").evaluate("(e) => e.getBoundingClientRect().top >= 0")


def test_projecting_leaves_nothing_but_the_place_and_its_letters_are_large(seen):
    for place, name in PROJECTED.items():
        page = seen(name, place)
        page.keyboard.press("p")
        least = 20 if name == "proof" else 22
        assert min(page.locator(f"{place} :is(p, pre, li)").evaluate_all(SIZES)) >= least
        assert [page.locator(around).is_hidden() for around in (".top", ".walk")] == [True, True]
        page.keyboard.press("Escape")
        assert page.locator(".top").is_visible()


def test_a_script_that_should_slip_through_is_not_run(opened, small_board, tmp_path):
    """The page's own policy, which is in the frame of all: a script that it does not know is not run."""
    planted, html = tmp_path / "planted.html", small_board.read_text(encoding="utf-8")
    planted.write_text(html.replace("</main>", "<script>document.title = 'planted'</script></main>"))
    page = opened(planted)
    assert page.title() != "planted"
    assert "Content Security Policy" in "".join(ERRORS[page])
    ERRORS[page].clear()


def test_without_scripts_everything_is_there(opened, small_board, proof, retro):
    for file, part, count in ((small_board, ".beat", 20), (proof, ".page", 7), (retro, ".page", 14)):
        page = opened(file, java_script_enabled=False)
        assert page.locator(f"{part}:visible").count() == count
