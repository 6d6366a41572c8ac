"""A board as a document: valid, safe, printed whole, and in nobody's way."""

import io
import re
import unicodedata
from collections import Counter

import html5lib
import pytest
from pypdf import PdfReader

from check.browser.places import BEATS, go, heading, serious, with_a_script
from dojo.board.page import page as page_of
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.story import read_story
from dojo.story.tests import SuiteTest
from katas.poker import story

STEPS = story().steps


@pytest.mark.parametrize("board", ["small_board", "poker_board"])
def test_it_is_valid_html_and_no_id_is_given_twice(request, board):
    html = request.getfixturevalue(board).read_text(encoding="utf-8")
    document = html5lib.HTMLParser(strict=True).parse(html)
    ids = Counter(one.get("id") for one in document.iter() if one.get("id"))
    assert "progression" in ids
    assert [one for one, count in ids.items() if count > 1] == []


def test_the_board_of_poker_hands_stands_alone_and_is_no_larger_than_a_stick_can_bear(poker_board, here):
    html = poker_board.read_text(encoding="utf-8")
    outside = re.findall(r'\b(?:src|href)=(?!"?#)[^> ]*|https?://[^"\'<\s]*|@import|url\(', html)
    assert outside == []
    assert poker_board.stat().st_size <= 3_000_000
    assert str(here.root) not in html


MARKUP = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"


def test_a_script_in_a_name_or_a_failure_stays_text(opened, small, tmp_path):
    id = "suite/test_numbers.py::test_numbers[one is said]"
    test = SuiteTest(id, MARKUP, "drives", 1)
    steps = small.story.steps
    cells = {
        (id, step.number): Result(id, MARKUP, "green" if step.number else "red", MARKUP, MARKUP, MARKUP)
        for step in steps
    }
    file = tmp_path / "board.html"
    file.write_text(page_of(Matrix(small.story, steps, [test], cells)), encoding="utf-8")
    page = opened(file)
    page.locator(".matrix td").first.click()
    assert "<script>document.title = 'planted'</script>" in page.locator("#cell").inner_text()
    page.keyboard.press("Escape")
    go(page, "#step-1-red")
    assert page.get_by_text("<script>document.title = 'planted'").count() > 1
    assert page.title() == "01 Fake it · red · Fizz, step by step"
    assert page.locator("script").count() == 3
    assert page.locator("img").count() == 0
    assert page.wrong == []


def test_what_should_slip_through_is_not_run(opened, small_board, tmp_path):
    """The page's own policy: a script that it does not know is not run."""
    page = opened(with_a_script(small_board, tmp_path))
    assert page.title() == "Progression · Fizz, step by step"
    assert "Content Security Policy" in "".join(page.wrong)


SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
STEPS_OF_SMALL = [f"#step-{step}-{beat}" for step in (0, 2, 4) for beat in BEATS]
OF_SMALL = ["#progression", *STEPS_OF_SMALL, "#compare-2-4"]
OF_POKER = ["#step-65-red", "#step-66-change", "#step-23-story", "#compare-65-69", "#speed"]


def serious_at(page, scheme, places):
    """What axe-core calls serious at any of these places."""
    page.evaluate(f"theme('{scheme}')")
    found = {}
    for place in places:
        go(page, place)
        found[place] = serious(page)
    return {place: violations for place, violations in found.items() if violations}


@SCHEMES
def test_axe_finds_no_serious_violation(page, scheme):
    assert serious_at(page, scheme, OF_SMALL) == {}


@pytest.mark.parametrize("key", ["?", "p", "h"])
@SCHEMES
def test_nor_where_a_key_was_pressed(page, scheme, key):
    go(page, "#step-2-red")
    page.keyboard.press(key)
    assert serious_at(page, scheme, ["#step-2-red"]) == {}


@SCHEMES
def test_nor_on_what_the_board_of_poker_hands_has_besides(poker, scheme):
    assert serious_at(poker, scheme, OF_POKER) == {}


def test_axe_would_find_one(page):
    """The check is alive: pale letters are a serious violation."""
    pale = "document.querySelector('.here .prose li').style.cssText = '{}'"
    go(page, "#step-2-story")
    page.evaluate(pale.format("color: #ddd; background: #fff"))
    found = [name for name, _ in serious(page)]
    page.evaluate(pale.format(""))
    assert found == ["color-contrast"]


def said(text):
    """A text without its lines, and without ligatures."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text))


def lost(text, steps):
    """The beats whose heading is not in a text."""
    headings = [heading(step, beat) for step in steps for beat in BEATS]
    return [one for one in headings if one not in text]


def printed(page):
    """The sheets of paper that a page comes to."""
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages


def test_printed_no_beat_is_lost(opened, small_board, here):
    """Not even one that is hidden while the room predicts, from a page that shows another one in the dark."""
    page = opened(small_board, "#step-2-change", color_scheme="dark")
    page.keyboard.press("h")
    text = said(" ".join(sheet.extract_text() for sheet in printed(page)))
    assert lost(text, read_story(here.root / "tests" / "small").steps) == []
    assert "AssertionError: assert '1' == '2'" in text
    assert "names are said back" in text
    assert "return str(number)" in text
    assert text.count("Ask the room") == 5


def test_nor_of_the_board_of_poker_hands(opened, poker_board):
    """What is on its four hundred sheets is looked at as the browser lays them out: to read them is slow."""
    page = opened(poker_board, "#step-19-change", color_scheme="dark")
    page.keyboard.press("h")
    page.emulate_media(media="print")
    assert "a.value == 14 and b.value == 5" in page.locator("#step-19-change").inner_text()
    text = said(page.evaluate("document.body.innerText"))
    assert lost(text, STEPS) == []
    assert "AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat" in text
    assert "How fast each step is" in text
    assert text.count("Ask the room") == len(STEPS)
    sheets = printed(page)
    assert len(sheets) >= 4 * len(STEPS)
    assert "a shuffled deck sorts" in said("".join(sheet.extract_text() for sheet in sheets[1:4]))
    assert "42 Clear errors" in said(sheets[0].extract_text() + sheets[1].extract_text())


def test_without_scripts_everything_is_there(opened, poker_board):
    page = opened(poker_board, java_script_enabled=False)
    assert page.locator(".beat").count() == 4 * len(STEPS)
    assert page.locator("#step-19-red").is_visible()
    assert page.locator("#step-69-story").is_visible()
