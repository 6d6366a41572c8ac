"""A board as a document: it stands alone, shows markup as text, and is printed whole."""

import io
import re
import unicodedata

from pypdf import PdfReader

from check.browser.places import BEATS, heading
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.story import read_story
from dojo.story.tests import SuiteTest
from dojo.tour.board_page import page as page_of
from katas.poker import story


def test_the_board_of_poker_hands_stands_alone_and_is_no_larger_than_a_stick_can_bear(poker_board, here):
    html = poker_board.read_text(encoding="utf-8")
    outside = re.findall(r'\b(?:src|href)=(?!"?#)[^> ]*|https?://[^"\'<\s]*|@import|url\(', html)
    assert outside == []
    assert poker_board.stat().st_size <= 3_000_000
    assert str(here.root) not in html


MARKUP = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"


def test_a_script_in_a_name_or_a_failure_stays_text(opened, small, tmp_path):
    """Also where the page draws it itself; tests/tour looks at the text of the page."""
    id = "suite/test_numbers.py::test_numbers[one is said]"
    steps = small.story.steps
    cells = {
        (id, step.number): Result(id, MARKUP, "green" if step.number else "red", MARKUP, MARKUP, MARKUP)
        for step in steps
    }
    file = tmp_path / "board.html"
    matrix = Matrix(small.story, steps, [SuiteTest(id, MARKUP, "drives", 1)], cells)
    file.write_text(page_of(matrix), encoding="utf-8")
    page = opened(file)
    page.locator(".matrix td").first.click()
    assert "<script>document.title = 'planted'</script>" in page.locator("#cell").inner_text()
    assert page.title() == "Progression · Fizz, step by step"
    assert page.locator("img").count() == 0


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
    for words in ("AssertionError: assert '1' == '2'", "names are said back", "return str(number)"):
        assert words in text
    assert text.count("Ask the room") == 5


def test_nor_of_the_board_of_poker_hands(opened, poker_board):
    """What is on its four hundred sheets is looked at as the browser lays them out: to read them is slow."""
    steps = story().steps
    page = opened(poker_board, "#step-19-change", color_scheme="dark")
    page.keyboard.press("h")
    page.emulate_media(media="print")
    assert "a.value == 14 and b.value == 5" in page.locator("#step-19-change").inner_text()
    text = said(page.evaluate("document.body.innerText"))
    assert lost(text, steps) == []
    assert "AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat" in text
    assert "How fast each step is" in text
    assert text.count("Ask the room") == len(steps)
    sheets = printed(page)
    assert len(sheets) >= 4 * len(steps)
    first, *tables = [said(sheet.extract_text()) for sheet in sheets[:4]]
    assert "a shuffled deck sorts" in "".join(tables)
    assert "42 Clear errors" in first + tables[0]
