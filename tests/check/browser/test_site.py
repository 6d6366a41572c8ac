"""The web site: written by its verb, sent by a plain server below a path, read and run in a browser."""

import gzip
import re
from collections.abc import Iterator

import html5lib
import pytest
from helpers import TOP
from playwright.sync_api import Browser, BrowserContext, Page

from check.browser.places import ERRORS, IS_TOO_WIDE, violations, watch_errors
from check.browser.sites import FIRST_MS, STEPS, Served, bar, do_kata, press_next, serve, type_code

WIDTHS = (390, 1280)
MAX_COMPRESSED_BYTES = 60_000
"""Of the page of a step with its style and its script, before anything runs."""
LOOKED_AT = [
    "index.html",
    "sessions.html",
    "terminal.html",
    "docs/index.html",
    "docs/laws.html",
    "stories/poker/index.html",
    "stories/poker/28.html",
    "stories/poker/99.html",
    "stories/roman/katas/roman.html",
    "stories/roman/katas/roman/index.html",
]

IS_PYTHON_KEPT = "caches.match(new URL('python_stdlib.zip', told.base)).then(Boolean)"
SLOW_STORE = """
const get = IDBObjectStore.prototype.get;
IDBObjectStore.prototype.get = function (name) {
  const asked = get.call(this, name);
  const slow = { get result() { return asked.result; } };
  asked.onsuccess = () => setTimeout(() => slow.onsuccess(), 2000);
  return slow;
};
"""
"""What this browser keeps is read two seconds late: it may be writing what Python has in memory."""
(PYTHON,) = re.findall('const MEMORY = "(.+)";', (TOP / "dojo/browser/pages/interpreter.mjs").read_text())
"""The name under which a browser keeps Python."""
FORGET_KATAS = """(python) => new Promise((done) => {
  localStorage.clear();
  indexedDB.open("dojo", 1).onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("pairs", "readwrite");
    const all = transaction.objectStore("pairs");
    all.getAllKeys().onsuccess = ({ target: { result } }) => {
      result.filter((name) => name !== python).forEach((name) => all.delete(name));
    };
    transaction.oncomplete = () => done(result.close());
  };
})"""
"""Of what a browser keeps, Python stays."""


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: Served) -> Iterator[BrowserContext]:
    """A browser that has been on the site before: Python need not come a second time, nor the pages."""
    context = browser.new_context(viewport={"width": WIDTHS[-1], "height": 800})
    page = context.new_page()
    page.goto(f"{server.address}stories/fizzbuzz/2.html")
    page.click("[data-from=here]")
    bar(page, "green")
    page.close()
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext, server: Served) -> Iterator[Page]:
    """A page of that browser, which keeps no kata, watched for errors."""
    page = visitor.new_page()
    page.goto(f"{server.address}python/licences.txt")
    page.evaluate(FORGET_KATAS, PYTHON)
    watch_errors(page)
    yield page
    assert ERRORS[page] == []
    page.close()


@pytest.fixture
def first_visit(browser: Browser) -> Iterator[Page]:
    """A page of a browser that has seen nothing yet, watched for errors."""
    context = browser.new_context(viewport={"width": WIDTHS[-1], "height": 800})
    page = context.new_page()
    watch_errors(page)
    yield page
    assert ERRORS[page] == []
    context.close()


def test_each_page_is_valid_and_opens_without_an_error(site, server, page):
    wrong = {}
    for file in sorted(site.rglob("*.html")):
        path = file.relative_to(site).as_posix()
        parser = html5lib.HTMLParser()
        parser.parse(file.read_bytes(), transport_encoding="utf-8")
        page.goto(server.address + path)
        found = [code for _, code, _ in parser.errors] + ERRORS[page]
        ERRORS[page].clear()
        if found:
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize("path", LOOKED_AT)
def test_axe_finds_nothing_and_nothing_is_wider_than_a_screen(server, page, path):
    page.goto(server.address + path)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        if page.evaluate(IS_TOO_WIDE):
            found.append(f"wider than {width}")
    found += violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, runOnly=["color-contrast"])
    assert found == []


@pytest.mark.parametrize("path", STEPS)
def test_a_step_is_green_in_its_page(server, page, path):
    page.goto(server.address + path)
    page.click("[data-from=here]")
    assert "GREEN" in bar(page, "green")


def test_a_red_is_made_green_by_typing(server, first_visit):
    first_visit.goto(f"{server.address}stories/roman/2.html")
    first_visit.click("[data-from=before]")
    assert bar(first_visit, "red") == "× RED · 1 green, 1 failed"
    assert first_visit.inner_text("#why") == "“2 is II”: AssertionError: assert 'I' == 'II'"
    type_code(first_visit, "def to_roman(number):\n    return 'I' * number\n")
    assert bar(first_visit, "green") == "■ GREEN · 2 green"
    assert not first_visit.is_visible("#failure")


def test_a_loop_is_ended_and_the_next_code_runs(server, page):
    page.goto(f"{server.address}stories/roman/2.html")
    page.click("[data-from=before]")
    bar(page, "red")
    type_code(page, "while True: pass\n")
    bar(page, "amber")
    type_code(page, "def to_roman(number):\n    return 'I' * number\n")
    assert bar(page, "green") == "■ GREEN · 2 green"


def test_without_javascript_all_of_a_step_is_there_to_read(browser, server):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.address}stories/roman/2.html")
    text = page.inner_text("main")
    context.close()
    assert "With JavaScript, the tests run here on what you type." in text
    assert 'return "I" * number' in text
    assert "AssertionError: assert 'I' == 'II'" in text


def test_a_search_finds_the_steps_that_speak_of_something(server, page):
    page.goto(f"{server.address}stories/poker/index.html")
    page.fill("#search", "the wheel is a straight")
    page.wait_for_selector("#list a")
    title, excerpt, *_ = page.inner_text("#list").splitlines()
    assert title == "28 The wheel"
    assert excerpt.startswith("… meet the best three of a kind. drives(28, ")
    assert excerpt.endswith(" …")


def test_what_somebody_typed_comes_back_after_a_look_at_the_code_of_the_step(server, page):
    page.goto(f"{server.address}stories/roman/2.html")
    page.click("[data-from=before]")
    bar(page, "red")
    assert not page.is_visible("[data-from=yours]")
    type_code(page, "to_roman = 'mine'")
    bar(page, "amber")
    page.click("[data-from=here]")
    bar(page, "green")
    page.click("[data-from=yours]")
    bar(page, "amber")
    assert page.inner_text(".cm-content") == "to_roman = 'mine'"


def test_who_types_what_is_no_address_of_a_room_stays_and_is_told(server, page):
    page.goto(f"{server.address}index.html")
    page.fill("#room", "plum fox")
    page.click("#join button")
    assert page.inner_text("#no-room").startswith("The address of a room looks like 192.168.1.20:8765")
    assert page.url == f"{server.address}index.html"


def test_dark_or_light_is_chosen_against_the_system_and_stays(server, page):
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server.address}stories/roman/2.html")
        of_the_system = page.evaluate(paper)
        page.click("#theme")
        chosen = page.evaluate(paper)
        assert chosen != of_the_system
        page.goto(f"{server.address}index.html")
        assert page.evaluate(paper) == chosen
        page.evaluate("localStorage.clear()")


def test_arrows_turn_the_pages_of_a_story_and_move_the_cursor_in_the_editor(server, page):
    page.goto(f"{server.address}stories/roman/2.html")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/stories/roman/3.html")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/stories/roman/2.html")
    page.click("[data-from=before]")
    bar(page, "red")
    page.click(".cm-content")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("stories/roman/2.html")


LABEL = "getComputedStyle(document.querySelector('.prose pre:has(> .language-sh)'), '::before').content"


@pytest.mark.parametrize("path", ["stories/fizzbuzz/0.html", "stories/fizzbuzz/katas/fizzbuzz.html"])
def test_a_command_says_where_it_is_typed(server, page, path):
    page.goto(server.address + path)
    assert page.evaluate(LABEL) == '"In a terminal, in the workspace:"'


def test_on_paper_a_step_has_its_whole_code(server, page):
    page.goto(f"{server.address}stories/roman/2.html")
    page.emulate_media(media="print")
    assert page.is_visible("#shown")
    page.emulate_media(media="screen")
    page.click("[data-from=here]")
    bar(page, "green")
    page.emulate_media(media="print")
    assert page.is_visible("#shown")
    assert not page.is_visible("#editor")


def test_a_kata_is_done_without_a_room_and_goes_on_after_a_reload(server, page):
    page.goto(f"{server.address}stories/fizzbuzz/katas/fizzbuzz.html")
    page.click("text=Do it here")
    page.fill("[name=name]", "ada")
    page.click("text=Begin")
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    page.reload()
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    assert page.locator("#lights li").count() == 1
    with page.expect_download() as download:
        page.click("[data-verb=download]")
    assert download.value.suggested_filename == "ada.zip"


def test_a_kata_has_one_copy_at_both_of_its_addresses(server, page):
    page.goto(f"{server.address}stories/fizzbuzz/katas/fizzbuzz/index.html")
    page.fill("[name=name]", "ada")
    page.click("text=Begin")
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    page.goto(f"{server.address}stories/fizzbuzz/katas/fizzbuzz/")
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    assert page.inner_text("#who") == "ada"


def test_who_begins_before_the_browser_has_read_what_it_keeps_begins_all_the_same(server, page):
    page.add_init_script(SLOW_STORE)
    page.goto(f"{server.address}stories/fizzbuzz/katas/fizzbuzz/index.html")
    page.fill("[name=name]", "ada")
    page.click("text=Begin")
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    assert page.inner_text("#who") == "ada"


OWN_TEST = "import roman\n\n\ndef test_one():\n    assert roman.to_roman(1) == 'I'\n"
OWN_CODE = "def to_roman(number):\n    return 'I'\n"


def replace_text(page: Page, text: str) -> None:
    """Type in place of what is in the editor that has the focus."""
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def test_who_writes_the_tests_needs_no_mouse_and_chooses_again_after_erasing(server, page):
    page.goto(f"{server.address}stories/roman/katas/roman/index.html")
    page.focus("[name=name]")
    page.keyboard.type("ada")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("html:not(.busy) #bar.amber", timeout=FIRST_MS)
    page.uncheck("#each-pause")
    page.keyboard.press("Alt+j")
    replace_text(page, OWN_TEST)
    assert press_next(page)[0] == "red"
    page.keyboard.press("Alt+j")
    replace_text(page, OWN_CODE)
    colour, said = press_next(page)
    assert (colour, "“one”: earned a place, red first" in said) == ("green", True)
    colour, said = press_next(page)
    assert (colour, "Your tests catch 1 of our 47 wrong solutions" in said) == ("green", True)
    page.reload()
    page.wait_for_selector("html:not(.busy) #bar.green", timeout=FIRST_MS)
    assert page.inner_text("#tests .files [aria-pressed=true]") == "test_roman.py"
    assert page.evaluate("panes.tests.editor.text") == OWN_TEST
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#erase")
    page.wait_for_selector("#enter")
    assert page.is_checked("[name=mode][value='']")


@pytest.mark.parametrize("kata", ["fizzbuzz", "roman"])
def test_a_kata_is_done_to_its_end_without_a_room(server, page, kata):
    page.goto(f"{server.address}stories/{kata}/katas/{kata}/index.html")
    said = do_kata(page, kata)
    assert f"That was the last of our tests of {kata}: all " in said


def test_after_the_first_visit_it_works_without_a_network(browser, site):
    served = serve(site)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.address}stories/roman/2.html")
    page.click("[data-from=before]")
    bar(page, "red")
    # the last page that the worker keeps
    page.wait_for_function("caches.match(new URL('../../terminal.html', location)).then(Boolean)")
    page.wait_for_function(IS_PYTHON_KEPT)
    served.end()
    page.goto(f"{served.address}stories/poker/28.html")
    assert page.inner_text("h1") == "28 The wheel"
    page.goto(f"{served.address}stories/roman/2.html")
    page.click("[data-from=before]")
    assert bar(page, "red") == "× RED · 1 green, 1 failed"
    page.goto(f"{served.address}stories/roman/katas/roman/index.html")
    page.fill("[name=name]", "ada")
    page.click("text=Begin")
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    context.close()


def test_the_page_of_a_room_is_opened_by_its_address(server, page):
    page.route("http://192.168.1.20:8765/**", lambda route: route.fulfill(body="a room"))
    page.goto(f"{server.address}index.html")
    page.fill("#room", "192.168.1.20:8765/plum-fox")
    page.click("#join button")
    page.wait_for_url("http://192.168.1.20:8765/plum-fox/")


def test_the_page_of_a_step_is_small(site):
    shared = sum(len(gzip.compress((site / name).read_bytes())) for name in ("site.css", "step.js"))
    too_large = {}
    for file in site.glob("stories/*/[0-9]*.html"):
        size = len(gzip.compress(file.read_bytes())) + shared
        if size > MAX_COMPRESSED_BYTES:
            too_large[file.name] = size
    assert too_large == {}
