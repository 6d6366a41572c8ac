"""One browser for each worker, and two boards in it: of the small story, and of poker hands."""

import os
import shutil

import pytest
from helpers import small_copy
from playwright.sync_api import sync_playwright

from check.browser.places import go, switched_off
from dojo.board.board import board


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
def opened(browser):
    """Opens a file in a window of its own, watched for errors and for what it asks of a network."""
    contexts = []

    def opened(file, address="", width=1024, height=768, **how):
        context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **how)
        contexts.append(context)
        page = context.new_page()
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.on("console", lambda message: page.wrong.append(message.text))
        page.on("request", lambda request: request.url == file.as_uri() or page.wrong.append(request.url))
        page.goto(f"{file.as_uri()}{address}")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def of_small(opened, small_board):
    return opened(small_board)


@pytest.fixture(scope="session")
def of_poker(opened, poker_board):
    return opened(poker_board)


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
