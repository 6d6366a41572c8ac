"""A participant in a browser: the page, Python in WebAssembly, the runner and the coach, and the room."""

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers import TOP, typed_copy

from check.browser.places import AXE
from check.room_load import Served
from dojo.browser.assets import MODULES, set_up

FIRST = 90_000
"""Milliseconds until Python has started: on a machine that does other work it takes its time."""
GREEN = "def say(n):\n    return str(n)\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A workspace with the small story, and Python for the browser."""
    root = typed_copy(tmp_path_factory.mktemp("browser")).root
    set_up(TOP)
    (root / MODULES).symlink_to(TOP / MODULES)
    return root


@pytest.fixture
def room(root):
    served = Served(root, "127.0.0.1:0", "KATA=fizz", "NEW=1")
    yield served
    if served.process.poll() is None:
        served.end()


@pytest.fixture
def visit(browser, room):
    """Opens the page of the kata in a browser of its own, watched for errors."""
    contexts = []

    def visit(width=1280, height=720, context=None, **how):
        if context is None:
            context = browser.new_context(viewport={"width": width, "height": height}, **how)
            contexts.append(context)
        page = context.new_page()
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.goto(f"http://{room.address}/{room.word}/kata/")
        return page

    yield visit
    for context in contexts:
        context.close()


def enter(page, name="ada"):
    page.fill("[name=name]", name)
    page.click("text=Begin")
    bar(page, "red", FIRST)
    return page


def bar(page, colour, patience=30_000):
    """Wait until the bar has that colour, and nothing runs."""
    page.wait_for_selector(f"html:not(.busy) #bar.{colour}", timeout=patience)


def until(page, so):
    """Wait until an expression of the page is true: its policy lets the driver do no more than ask."""
    end = time.monotonic() + FIRST / 1000
    while not page.evaluate(so):
        assert time.monotonic() < end, f"never: {so}"
        page.wait_for_timeout(50)


def write(page, code):
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def said(page):
    return page.inner_text("#said")


def lights(page):
    return page.locator("#lights").inner_text().split()


def in_room(room):
    """The colours of each pair's lights in the room."""
    pairs = room.ask("GET", "state?era=&after=0")[1]["pairs"]
    return {pair["name"]: [light["colour"] for light in pair["lights"]] for pair in pairs}


def wait_for_sent(page):
    until(page, "pair.sent === pair.lights.length")


def test_a_pair_plays_and_its_lights_are_in_the_room(visit, room):
    page = enter(visit())
    page.uncheck("#each-pause")
    assert "Your first test is red. Make it green in fizz.py" in said(page)
    write(page, GREEN)
    page.keyboard.press("Control+Enter")
    bar(page, "green")
    wait_for_sent(page)
    (colours,) = in_room(room).values()
    assert colours[:2] == ["red", "green"]
    assert page.wrong == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def say(n):\n    while True:\n        pass\n", "is there a loop without an end?"),
        ("import time\ndef say(n):\n    time.sleep(99)\n", "did not stop"),
        ("def say(n):\n    return sum(range(10**12))\n", "did not stop"),
        ("import os\ndef say(n):\n    os._exit(0)\n", "did not stop"),
    ],
    ids=["a loop in Python", "sleep", "a loop in C", "an end of Python"],
)
def test_what_does_not_stop_is_amber_and_the_next_run_is_green(visit, code, told):
    page = enter(visit())
    page.uncheck("#each-pause")
    until(page, "spare")
    write(page, code)
    page.keyboard.press("Control+s")
    bar(page, "amber", FIRST)
    assert told in said(page)
    write(page, GREEN)
    page.keyboard.press("Control+s")
    bar(page, "green", FIRST)
    assert page.wrong == []


def test_a_reload_and_another_computer_go_on_where_it_was(visit):
    page = enter(visit())
    page.uncheck("#each-pause")
    write(page, GREEN)
    page.keyboard.press("Control+s")
    bar(page, "green")
    write(page, GREEN + "# typed, and not run\n")
    wait_for_sent(page)
    words = page.inner_text("#word")
    page.reload()
    bar(page, "green", FIRST)
    assert "typed, and not run" in page.inner_text(".cm-content")
    other = visit()
    other.click("summary:has-text('another computer')")
    other.fill("[name=word]", words)
    other.click("text=Go on")
    bar(other, "green", FIRST)
    assert (lights(other), "return str(n)" in other.inner_text(".cm-content")) == (lights(page), True)


def test_a_room_that_goes_away_gets_the_lights_when_it_is_back(visit, room, root):
    page = enter(visit())
    page.uncheck("#each-pause")
    wait_for_sent(page)
    room.end()
    write(page, GREEN)
    page.keyboard.press("Control+s")
    bar(page, "green")
    until(page, "$('sent').textContent.includes('does not answer: 1 to send')")
    again = Served(root, room.address, "KATA=fizz", f"ROOM={room.word}")
    try:
        until(page, "pair.sent === pair.lights.length")
        assert in_room(again) == {"ada": ["red", "green"]}
    finally:
        again.end()


def test_what_a_participant_types_cannot_reach_the_room_or_what_others_keep(visit, room):
    page = enter(visit())
    page.uncheck("#each-pause")
    reach = """
import js
from pyodide.ffi import run_sync
def say(n):
    request = js.XMLHttpRequest.new()
    try:
        request.open("GET", "http://ADDRESS/WORD/state?era=&after=0", False)
        request.send()
        reached = request.status
    except Exception as error:
        reached = type(error).__name__
    raise Exception(f"reached {reached}, kept {js.indexedDB}, {js.BroadcastChannel}")
"""
    write(page, reach.replace("ADDRESS", room.address).replace("WORD", room.word))
    page.keyboard.press("Control+s")
    bar(page, "amber")
    assert re.search(
        r"reached JsException, kept (None|undefined|jsnull), (None|undefined|jsnull)", said(page)
    ), said(page)


@pytest.mark.parametrize(
    "how", [{}, {"color_scheme": "dark"}, {"width": 390}], ids=["light", "dark", "a phone"]
)
def test_everybody_can_use_it(visit, how):
    page = visit(**how)
    assert Axe().run(page, options=AXE).response["violations"] == []
    enter(page)
    found = [
        node["html"] for one in Axe().run(page, options=AXE).response["violations"] for node in one["nodes"]
    ]
    assert [
        html for html in found if "cm-scroller" not in html
    ] == []  # what scrolls there has the focus in it
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_pairs_play_at_once_and_a_download_is_a_folder(visit, room):
    pages = [enter(visit(), name) for name in ("ada", "bea")]
    for page in pages:
        write(page, GREEN)
        page.keyboard.press("Control+s")
    for page in pages:
        bar(page, "green")
        wait_for_sent(page)
    assert {name: colours[-1] for name, colours in in_room(room).items()} == {"ada": "green", "bea": "green"}
    with pages[0].expect_download() as download:
        pages[0].click("text=Download")
    assert download.value.suggested_filename == "ada.zip"
