"""One browser for each worker, and in it one window for each page: a test finds it as it is at first."""

import os
import shutil

import pytest
from helpers import small_copy
from playwright.sync_api import sync_playwright

from check.browser import made
from check.browser.places import go, heard
from check.browser.rooms import Planted
from dojo.tour.board import board

AS_AT_FIRST = """() => {
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
    document.querySelectorAll("#letters").forEach((letters) => { letters.checked = true; });
    window.project?.(false);
    window.predict?.(false);
    window.filter?.("");
    window.cellOf && window.go({ test: 0, step: 0 });
    delete document.documentElement.dataset.theme;
    sessionStorage.clear();
}"""


@pytest.fixture(scope="session")
def browser():
    """The one that `make check` has found."""
    path = os.environ.get("BROWSER")
    if not path:
        pytest.fail("the pages need a browser: make check finds one, or BROWSER= names it", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def window(browser, shown, place="", width=1024, height=768, **how):
    """A window with a file, or a room, that is watched for errors and for what it asks."""
    is_room = isinstance(shown, Planted)
    address = shown.address if is_room else shown.as_uri()
    size = {"width": width, "height": height}
    context = browser.new_context(viewport=size, offline=not is_room, timezone_id="UTC", **how)
    page = context.new_page()
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("request", lambda one: one.url.startswith(address) or page.wrong.append(one.url))
    if is_room:
        context.route("**", shown.answer)
    else:  # a room without an answer is an error in the console, and no fault of the page
        page.on("console", lambda message: page.wrong.append(message.text))
    page.goto(address + place)
    if is_room:
        heard(page, "state.heardAt > 0")
    return page


@pytest.fixture
def opened(browser):
    """Opens a page in a window of its own."""
    pages = []

    def opened(*words, **how):
        pages.append(window(browser, *words, **how))
        return pages[-1]

    yield opened
    wrong = [error for page in pages for error in page.wrong]
    for page in pages:
        page.context.unroute_all(behavior="ignoreErrors")
        page.context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def windows():
    """Windows by the name of what they show: to draw a board for the first time takes a while."""
    return {}


@pytest.fixture
def seen(request, browser, windows, opened):
    """Shows a place of a page in the window that all tests of a worker share; a room has one of its own."""
    used = []

    def seen(name, place="", width=1024, height=768):
        if name.endswith("room"):
            return opened(request.getfixturevalue(name), place or "#lead=key", width, height)
        if name not in windows:
            windows[name] = window(browser, request.getfixturevalue(name))
        page = windows[name]
        used.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(media="null", color_scheme="light")
        page.evaluate(AS_AT_FIRST)
        if name != "lights":  # of which there is but one place
            go(page, place)
        return page

    yield seen
    assert [error for page in used for error in page.wrong] == []


@pytest.fixture
def page(seen):
    """The board of the small story at its beginning."""
    return seen("small_board", "#progression")


@pytest.fixture
def poker(seen):
    """The board of poker hands."""
    return seen("poker_board", "#step-0-red")


@pytest.fixture(scope="session")
def small_board(tmp_path_factory, small_cache):
    copy = small_copy(tmp_path_factory.mktemp("small"))
    shutil.copytree(small_cache, copy.root / ".cache")
    assert board(copy.story, copy.root / "board.html") == 0
    return copy.root / "board.html"


@pytest.fixture(scope="session")
def poker_board(tmp_path_factory, here):
    file = tmp_path_factory.mktemp("poker") / "board.html"
    assert board(here.story, file) == 0
    return file


@pytest.fixture(scope="session")
def proof(tmp_path_factory):
    return made.proof(tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="session")
def lights(tmp_path_factory):
    return made.lights_of_a_session(tmp_path_factory.mktemp("lights"))


@pytest.fixture(scope="session")
def retro(tmp_path_factory):
    return made.retro(tmp_path_factory.mktemp("retro"))


@pytest.fixture
def room():
    return Planted()


@pytest.fixture
def full_room(room):
    return made.fill(room)
