"""The page as a document: valid, safe, printed whole, and in nobody's way."""

import io
import re
import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import html5lib
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PYTHON, ROOT, go, steps
from pypdf import PdfReader

from dojo import pictures


def test_it_is_valid_html(file):
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(file.read_text(encoding="utf-8"))
    assert parser.errors == []


def test_no_id_is_given_twice(page):
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert [one for one in set(ids) if ids.count(one) > 1] == []


PLANTED = """
import sys
from dojo.matrix import Cell, Matrix, SuiteTest
from dojo.page import board
from dojo.steps import all_steps
MARKUP = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"
test = SuiteTest("tests/suite/test_cards.py::test_a_card_equals_itself", MARKUP, "drives", 1)
cells = {
    (test.id, step.number): Cell("green" if step.number else "red", MARKUP, MARKUP, MARKUP)
    for step in all_steps()
}
sys.stdout.write(board(Matrix(all_steps(), [test], cells)))
"""


def test_a_script_in_a_name_or_a_failure_stays_text(browser, tmp_path):
    made = subprocess.run([PYTHON, "-c", PLANTED], cwd=ROOT, capture_output=True, text=True, check=True)
    file = tmp_path / "board.html"
    file.write_text(made.stdout, encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.locator(".matrix td").first.click()
    assert "<script>document.title = 'planted'</script>" in page.locator("#cell").inner_text()
    page.goto(f"{file.as_uri()}#step-1-red")
    assert page.get_by_text("<script>document.title = 'planted'").count() > 1
    assert page.title() == "01 Fake it · red · Poker hands, step by step"
    assert page.locator("script").count() == 3
    assert page.locator("img").count() == 0
    page.close()


def test_what_should_slip_through_is_not_run(file, browser, tmp_path):
    """The page's own policy: a script that it does not know is not run."""
    planted = tmp_path / "board.html"
    html = file.read_text(encoding="utf-8")
    planted.write_text(html.replace("</main>", "<script>document.title = 'planted'</script></main>"))
    page = browser.new_page()
    page.goto(planted.as_uri())
    assert page.title() == "Progression · Poker hands, step by step"
    page.close()


AXE = {"resultTypes": ["violations"]}
PLACES = [
    "#progression",
    *(f"#step-{step}-{beat}" for step in (0, 19, 23) for beat in ("red", "change", "green", "story")),
    "#step-43-red",
    "#compare-43-47",
    "#speed",
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(opened, scheme):
    page = opened("", color_scheme=scheme)
    found = {}
    for place in PLACES:
        go(page, place)
        found[place] = serious(page)
    for key in ("?", "p"):
        go(page, "#step-19-red")
        page.keyboard.press(key)
        found[f"with {key}"] = serious(page)
        page.keyboard.press("Escape")
    assert {place: told for place, told in found.items() if told} == {}


WITHOUT_THE_HIDDEN = """() => {
    for (const hidden of document.querySelectorAll(":is(.page, .beat):not(.here)")) {
        const place = document.createElement("template");
        place.hidden_section = hidden;
        hidden.replaceWith(place);
    }
}"""
WITH_THEM = """() => {
    for (const place of document.querySelectorAll("template")) place.replaceWith(place.hidden_section);
}"""


def serious(page):
    """What axe-core calls serious or critical on what is shown; it would walk through the rest as well."""
    page.evaluate(WITHOUT_THE_HIDDEN)
    violations = Axe().run(page, options=AXE).response["violations"]
    page.evaluate(WITH_THEM)
    return [
        (one["id"], node["html"][:100])
        for one in violations
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:2]
    ]


def test_axe_would_find_one(opened):
    """The check is alive: pale letters are a serious violation."""
    page = opened("#step-19-story")
    page.evaluate("document.querySelector('.here .prose p').style.color = '#ddd'")
    page.evaluate("document.querySelector('.here .prose p').style.background = '#fff'")
    assert [name for name, _ in serious(page)] == ["color-contrast"]


def test_printed_no_beat_is_lost(opened):
    """Not even one that is hidden while the room predicts, from a page that shows another one in the dark."""
    page = opened("#step-19-change", color_scheme="dark")
    page.keyboard.press("h")
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    pages = [sheet.extract_text() for sheet in printed.pages]
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", " ".join(pages)))  # without ligatures
    for number, title in enumerate(steps()):
        for beat in ("Red", "Change", "Green", "Story"):
            assert re.search(rf"{number:02} {re.escape(title)} (?:↻ )?{beat}", text), (number, beat)
    assert "AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat" in text
    assert "a.value == 14 and b.value == 5" in text
    assert "How fast each step is" in text
    assert text.count("Ask the room") == len(steps())
    assert "a shuffled deck sorts" in pages[1] + pages[2] + pages[3]


def test_without_scripts_everything_is_there(opened):
    page = opened("", java_script_enabled=False)
    assert page.locator(".beat").count() == 4 * len(steps())
    assert page.locator("#step-19-red").is_visible()
    assert page.locator("#step-47-story").is_visible()


@pytest.mark.usefixtures("file")
def test_the_pictures_of_the_readme_show_the_page_as_it_is():
    command = [sys.executable, "-m", "dojo.pictures", "--check"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_of_something_else_would_be_found(file, monkeypatch, tmp_path, capsys, name):
    for one in pictures.PICTURES:
        (tmp_path / one).parent.mkdir(exist_ok=True)
        (tmp_path / one).write_bytes((ROOT / one).read_bytes())
    png = (tmp_path / name).read_bytes()
    place = png.index(b"tEXtComment")
    (tmp_path / name).write_bytes(png[:place] + b"tEXtComment\0another" + png[place + 80 :])
    (tmp_path / "board.html").symlink_to(file)
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["pictures", "--check"])
    with ThreadPoolExecutor() as pool:  # the browser of the other tests has this thread
        assert pool.submit(pictures.main).result() == 1
    assert capsys.readouterr().err == f"{name} is not up to date: make pictures\n"
