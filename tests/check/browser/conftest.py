"""One browser for each worker, and the pages that it shows."""

import os
import shutil
from contextlib import contextmanager

import pytest
from helpers import small_copy
from playwright.sync_api import sync_playwright

from check.browser import made
from check.browser.places import go, heard, switched_off
from check.browser.rooms import Planted, served
from dojo.tour.board import board


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


@contextmanager
def windows(browser):
    """Opens a file, or the page of a room, in windows that are watched for errors and for what they ask."""
    pages = []

    def opened(shown, place="", width=1024, height=768, **how):
        address = shown.address if isinstance(shown, Planted) else shown.as_uri()
        size = {"width": width, "height": height}
        is_file = address.startswith("file:")
        context = browser.new_context(viewport=size, offline=is_file, timezone_id="UTC", **how)
        page = context.new_page()
        pages.append(page)
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.on("request", lambda one: one.url.startswith(address) or page.wrong.append(one.url))
        if is_file:  # of a room it is told there whenever the room does not answer
            page.on("console", lambda message: page.wrong.append(message.text))
        page.goto(address + place)
        if not is_file:
            heard(page, "state.heardAt > 0")
        return page

    yield opened
    wrong = [error for page in pages for error in page.wrong]
    for page in pages:
        page.context.close()
    assert wrong == []


@pytest.fixture
def opened(browser):
    """Opens a page in a window of its own."""
    with windows(browser) as opened:
        yield opened


@pytest.fixture(scope="session")
def small_board(tmp_path_factory, small_cache):
    """The board of the small story: its address is all that there is of it."""
    copy = small_copy(tmp_path_factory.mktemp("small"))
    shutil.copytree(small_cache, copy.root / ".cache")
    assert board(copy.story, copy.root / "board.html") == 0
    return copy.root / "board.html"


@pytest.fixture(scope="session")
def poker_board(tmp_path_factory, here):
    """The board of poker hands."""
    file = tmp_path_factory.mktemp("poker") / "board.html"
    assert board(here.story, file) == 0
    return file


@pytest.fixture(scope="session")
def of_small(browser, small_board):
    with windows(browser) as opened:
        yield opened(small_board)


@pytest.fixture(scope="session")
def of_poker(browser, poker_board):
    with windows(browser) as opened:
        yield opened(poker_board)


@pytest.fixture
def page(of_small):
    """The board of the small story at its beginning; nobody else is on it."""
    switched_off(of_small)
    of_small.evaluate("go({ test: 0, step: 0 })")
    go(of_small, "#progression")
    yield of_small
    assert of_small.wrong == []


@pytest.fixture
def poker(of_poker):
    """The board of poker hands, at any of its places: to draw its first page takes a while."""
    switched_off(of_poker)
    yield of_poker
    assert of_poker.wrong == []


@pytest.fixture(scope="session")
def proof(tmp_path_factory):
    """A proof with each kind of verdict."""
    return made.proof(tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="session")
def lights(tmp_path_factory):
    """The lights of a short session."""
    return made.lights_of_a_session(tmp_path_factory.mktemp("lights"))


@pytest.fixture(scope="session")
def retro(tmp_path_factory):
    """The evening of twelve pairs."""
    return made.retro(tmp_path_factory.mktemp("retro"))


@pytest.fixture(scope="session")
def server():
    """A room that tests fill."""
    room = Planted()
    with served(room) as room.address:
        yield room


@pytest.fixture
def room(server):
    """An empty room."""
    server.clear()
    return server
