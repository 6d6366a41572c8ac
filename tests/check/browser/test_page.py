"""A board as a document: it stands alone, shows markup as text, is printed whole, and has its pictures."""

import io
import os
import re
import shutil
import struct
import unicodedata

from helpers import TOP
from pypdf import PdfReader

from check.browser.places import BEATS, go, heading
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.story import read_story
from dojo.story.tests import Mark, SuiteTest
from dojo.tour.board_page import page as page_of
from katas.poker.pictures import PICTURES


def test_the_board_of_poker_hands_stands_alone_and_is_not_too_large(poker_board, here):
    """tests/tour looks at what another board needs."""
    html = poker_board.read_text(encoding="utf-8")
    assert [one for one in ("http:", "https:", str(here.root)) if one in html] == []
    assert poker_board.stat().st_size <= 3_000_000


MARKUP = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"


def test_a_script_in_a_name_or_a_failure_stays_text(opened, bare, tmp_path):
    """Also where the page draws it itself; tests/tour looks at the text of the page."""
    id, steps = "suite/test_numbers.py::test_numbers[one is said]", bare.story.steps
    red = Result(id, MARKUP, "red", MARKUP, MARKUP, MARKUP)
    cells = {(id, step.number): Result(id, MARKUP, "green") if step.number else red for step in steps}
    file = tmp_path / "board.html"
    matrix = Matrix(bare.story, steps, [SuiteTest(id, MARKUP, Mark.DRIVES, 1)], cells)
    file.write_text(page_of(matrix), encoding="utf-8")
    page = opened(file)
    page.locator(".matrix td").first.click()
    assert "<script>document.title = 'planted'</script>" in page.locator("#cell").inner_text()
    assert page.title() == "Progression · Fizz, step by step"
    assert page.locator("img").count() == 0


def printed(page, **how):
    """The text of the sheets that a page comes to, without its lines and without ligatures."""
    sheets = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, **how))).pages
    text = " ".join(sheet.extract_text() for sheet in sheets)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)), len(sheets)


def test_printed_at_a_step_it_has_the_beats_of_that_step_alone(seen, here):
    page = seen("small_board", "#step-2-change")
    text, sheets = printed(page)
    steps = read_story(here.root / "tests" / "small").steps
    found = [(step.number, beat) for step in steps for beat in BEATS if heading(step, beat) in text]
    assert found == [(2, beat) for beat in BEATS]
    assert sheets < 10
    # and what comes after is as before
    assert page.locator(".printed").count() == 0


def test_a_button_prints_all_steps(seen):
    page = seen("small_board", "#progression")
    page.evaluate("window.print = () => { window.all = document.documentElement.className; }")
    page.get_by_role("button", name="Print all").click()
    assert "printing-all" in page.evaluate("all")
    page.evaluate("dispatchEvent(new Event('afterprint'))")


PRINT_ALL = "page.classList.add('printing-all')"


def test_printed_no_beat_is_lost(seen, here):
    """Not even one that is hidden while the room predicts, from a page that shows another one in the dark."""
    page = seen("small_board", "#step-2-change")
    page.emulate_media(color_scheme="dark")
    page.keyboard.press("h")
    page.evaluate(PRINT_ALL)
    text, sheets = printed(page)
    steps = read_story(here.root / "tests" / "small").steps
    headings = [heading(step, beat) for step in steps for beat in BEATS]
    assert [one for one in headings if one not in text] == []
    for words in ("AssertionError: assert '1' == '2'", "names are said back", "return str(number)"):
        assert words in text
    assert (text.count("Ask the room"), text.count("What is the least that makes it green?")) == (5, 0)
    assert sheets > len(headings)
    page.emulate_media(media="print")
    assert "return str(number)" in page.locator("#step-2-change").inner_text()


def test_nor_a_column_of_the_cells_nor_the_speeds(poker):
    go(poker, "#step-28-change")
    rules = poker.locator(".matrix th[scope=row]").all_text_contents()
    poker.evaluate(PRINT_ALL)
    text, _ = printed(poker, page_ranges="1-20")
    words = ("59 Clear errors", "a shuffled deck sorts", rules[-1])
    assert [one for one in words if one not in text] == []
    poker.emulate_media(media="print")
    poker.evaluate(PRINT_ALL)
    assert poker.locator("#speed-head").is_visible()


def note_of(png):
    """How wide a picture is, and a hash of the text that it shows."""
    (width,) = struct.unpack(">I", png[16:20])
    return width, png.partition(b"tEXtComment\0")[2][:64]


def test_the_pictures_on_the_pages_are_as_make_pictures_takes_them(poker_board, workspace):
    """Where this fails: make pictures."""
    for name in (".cache", ".venv-dev"):
        (workspace.root / name).symlink_to(TOP / name)
    # whatever a board is made from is the same: it is drawn once more only if its runs are not known
    for name in ("conftest.py", "forks.py", "helpers.py"):
        shutil.copy(TOP / "tests" / name, workspace.root / "tests")
    shutil.copy(poker_board, workspace.root / "board.html")
    files = [workspace.root / "steps" / name for name in PICTURES]
    before = [(note_of(file.read_bytes()), file.stat().st_mtime_ns) for file in files]
    made = workspace.make("pictures", f"BROWSER={os.environ['BROWSER']}")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "steps/board_cells.png taken anew\nsteps/board_red.png taken anew\n"
    for file, (note, written) in zip(files, before, strict=True):
        assert note_of(file.read_bytes()) == note, file.name
        assert file.stat().st_mtime_ns > written
    (_, cells), (width, red) = [note for note, _ in before]
    assert len({cells, red, b""}) == 3
    assert width == 614
