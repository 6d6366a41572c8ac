"""Projecting, and hiding first what the room is to predict."""

import pytest

from check.browser.places import go, paper_of


def texts(page, place):
    return page.locator(f"{place} .answer > *:visible").all_inner_texts()


def test_hidden_first_the_red_is_shown_bit_by_bit_and_is_hidden_again_for_the_next_room(page):
    go(page, "#step-2-red")
    page.keyboard.press("h")
    assert texts(page, "#step-2-red") == []
    assert page.locator("#step-2-red .title").is_hidden()
    test, failure = page.locator("#step-2-red .answer").all()
    page.keyboard.press("ArrowRight")
    assert "two is said" in test.inner_text()
    assert failure.locator(".failure").is_hidden()
    page.keyboard.press("Space")
    assert "assert '1' == '2'" in failure.locator(".failure").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#step-2-change"
    assert page.locator("#step-2-change .title").is_hidden()
    assert texts(page, "#step-2-change") == []
    page.keyboard.press("ArrowRight")
    assert "return str(number)" in "".join(texts(page, "#step-2-change"))
    go(page, "#step-2-green")
    assert page.locator("#step-2-green .bar-big").is_visible()
    go(page, "#step-2-change")
    assert texts(page, "#step-2-change") == []


def test_one_key_hides_and_shows(page):
    for address in ("#step-2-red", "#step-2-change", "#step-4-change"):
        go(page, address)
        before = page.locator(address).inner_text()
        page.keyboard.press("h")
        assert texts(page, address) == []
        assert page.locator("#predict").get_attribute("aria-pressed") == "true"
        page.keyboard.press("h")
        assert page.locator(address).inner_text() == before


def test_projecting_leaves_nothing_but_the_beat(page):
    go(page, "#step-2-red")
    page.keyboard.press("p")
    for around in (".top", ".walk", "#step-2-red nav"):
        assert page.locator(around).is_hidden()
    page.keyboard.press("Escape")
    assert page.locator(".top").is_visible()


def test_switches_outlive_a_reload(opened, small_board):
    page = opened(small_board, "#step-2-red", color_scheme="light")
    for key in "phd":
        page.keyboard.press(key)
    page.reload()
    for button in ("#project", "#predict"):
        assert page.locator(button).get_attribute("aria-pressed") == "true"
    assert paper_of(page, "light") == "rgb(20, 23, 26)"
    page.keyboard.press("Escape")
    page.locator("#theme").click()
    assert paper_of(page, "light") == "rgb(255, 255, 255)"


def test_dark_and_light_follow_the_system(opened, small_board):
    page = opened(small_board)
    papers = [paper_of(page, system) for system in ("light", "dark")]
    assert papers == ["rgb(255, 255, 255)", "rgb(20, 23, 26)"]


# Twenty-two pixels of 768: a letter of code is some 16 mm high on a screen of one metre, read from ten.
SIZES = "(all) => all.filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize))"


@pytest.mark.parametrize("address", ["#step-19-red", "#step-65-red", "#step-19-change", "#step-19-story"])
def test_projected_letters_are_large_and_no_line_is_cut(poker, address):
    go(poker, address)
    poker.keyboard.press("p")
    sizes = poker.locator(f"{address} :is(p, pre, li, span)").evaluate_all(SIZES)
    assert min(sizes) >= 22
    assert poker.evaluate("document.documentElement.scrollWidth") <= 1024


SCREENS = [(1024, 768), (390, 844), (1920, 1080)]
PLACES = ["#progression", "#step-65-red", "#step-66-change", "#step-69-green", "#step-51-story", "#speed"]


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: "×".join(map(str, size)))
def test_nothing_is_wider_than_the_screen(opened, poker_board, size):
    page = opened(poker_board, "", *size)
    for place in [*PLACES, "#compare-65-69"]:
        go(page, place)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], place
