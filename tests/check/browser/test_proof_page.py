"""A proof as a page: walked by keys, filtered, and printed whole."""

import pytest

from check.browser import made
from check.browser.places import LIGHT, go, press, shown
from dojo.files import write_file
from dojo.prove.page import proof_page
from dojo.prove.verdict import Kind
from dojo.prove.versions import Proof

VERSIONS = [f"#version-{number}" for number in range(1, 7)]


@pytest.fixture
def page(seen):
    return seen("proof", "#summary")


def test_every_kind_is_on_it_and_markup_of_a_history_stays_text(page):
    said = page.locator(".counts li").all_inner_texts()
    assert [text.split(maxsplit=2)[2] for text in said] == [str(kind) for kind in Kind]
    go(page, "#version-6")
    assert page.locator("#version-6").inner_text().count(made.PLANTED) >= 6
    assert page.locator("img").count() == 0
    assert page.title().endswith("6 commits of bowling")


def test_keys_links_and_buttons_walk_and_the_focus_and_the_title_follow(page):
    assert (shown(page)[1], page.title()) == (["#summary"], "6 commits of bowling")
    for on, back in (("ArrowRight", "ArrowLeft"), ("j", "k")):
        walked = [place for _ in range(7) for place in press(page, on)[1]]
        assert walked == [*VERSIONS, VERSIONS[-1]]
        walked = [place for _ in range(7) for place in press(page, back)[1]]
        assert walked == [*VERSIONS[-2::-1], "#summary", "#summary"]
    for name, place in [("On", "#version-1"), ("On", "#version-2"), ("Back", "#version-1")]:
        page.locator(".walk").get_by_role("link", name=name).click()
        page.locator(place).wait_for()
    assert page.title() == "aaaaaa1 A spare · 6 commits of bowling"
    assert page.evaluate("document.activeElement.id") == "version-1-head"
    assert press(page, "g")[1] == ["#summary"]
    page.locator("#summary").get_by_role("link", name="“a strike” is passes").click()
    page.locator("#version-2").wait_for()
    assert shown(page)[1] == ["#version-2"]


def test_a_line_has_an_address_of_its_own_in_its_version(page):
    page.set_viewport_size({"width": 800, "height": 300})
    page.locator(".versions").get_by_role("link", name=f"{made.LONG}").last.click()
    page.locator("#version-5-line-7").wait_for()
    assert shown(page)[1] == ["#version-5"]
    assert page.evaluate("document.activeElement.id") == "version-5-line-7"
    place = page.locator("#version-5-line-7").bounding_box()
    assert 0 <= place["y"] <= 300 - place["height"]
    assert press(page, "j")[1] == ["#version-6"]


def test_failures_are_next_to_each_other_where_there_is_room(page):
    go(page, "#version-2")
    for width, columns in ((1280, 2), (390, 1)):
        page.set_viewport_size({"width": width, "height": 800})
        left = page.locator("#version-2 .failures > div").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().left)"
        )
        assert len(set(left)) == columns


FILTERS = {"look": ["#version-2", "#version-5"], "passes": ["#version-2", "#version-6"], "": VERSIONS}


def test_the_filter_shows_its_versions_and_walks_through_them(page):
    for word, places in FILTERS.items():
        go(page, "#summary")
        page.locator("#shown").select_option(word)
        links = page.locator(".versions > li:visible > a")
        assert links.evaluate_all("(all) => all.map((one) => one.hash)") == places
        page.locator("#summary-head").focus()
        assert [place for _ in places for place in press(page, "j")[1]] == places
    go(page, "#summary")
    page.keyboard.press("l")  # which a key does as well
    assert page.locator(".versions .lines li:visible").all_inner_texts() == [
        "!\na strike passes either way",
        "!\na strike asks less than before",
        f"!\n{made.LONG} code without a test",
        f"!\n{made.LONG} made green by changing the test",
        f"!\n{made.LONG} asked more before",
        f"!\n{made.LONG} switched off",
        f"!\n{made.LONG} broke a test",
    ]
    page.keyboard.press("l")
    assert page.locator(".versions > li:visible").count() == 6


def test_the_filter_says_how_many_there_are_and_outlives_a_reload_if_the_page_has_it(page):
    page.locator("#shown").select_option("look")
    go(page, "#version-5")
    page.reload()
    assert page.locator("#shown").input_value() == "look"
    assert page.locator("#here").inner_text() == "2 of 2 shown"
    go(page, "#summary")
    page.evaluate("sessionStorage.setItem('shown', 'refused')")
    page.reload()
    assert page.locator("#shown").input_value() == ""
    assert page.locator(".versions > li:visible").count() == 6


def test_on_paper_nothing_is_lost(page):
    """Not even what the filter does not show, from a page that is projected in the dark."""
    for key in ("l", "j", "p", "d"):
        page.keyboard.press(key)
    page.emulate_media(media="print")
    assert page.locator(".page:visible").count() == len(["#summary", *VERSIONS])
    assert page.locator(".versions li:visible").count() == page.locator(".versions li").count()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == LIGHT


def test_nothing_to_prove_is_a_page_too(opened, tmp_path):
    page = opened(write_file(tmp_path / "proof.html", proof_page(Proof("1 commit of bowling"))))
    for key in ("j", "l", "k", "d"):
        page.keyboard.press(key)
    assert shown(page)[1] == ["#summary"]
