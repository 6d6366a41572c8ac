"""One browser for the tests here that a worker runs together, and in it one window for each page.

A test finds a page as it is at first.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import Copy, small_copy
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from check.browser import made
from check.browser.places import ERRORS, go, heard, watch_errors
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


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The one that `make check` has found; other tests of a worker may start an event loop of their own."""
    path = os.environ.get("BROWSER")
    if not path:
        pytest.fail("the pages need a browser: make check finds one, or BROWSER= names it", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def window(
    browser: Browser,
    shown: Path | Planted,
    place: str = "",
    width: int = 1024,
    height: int = 768,
    **how: Any,
) -> Page:
    """A window with a file, or a room, that is watched for errors and for what it asks."""
    is_room = isinstance(shown, Planted)
    address = shown.address if isinstance(shown, Planted) else shown.as_uri()
    context = browser.new_context(
        viewport={"width": width, "height": height}, offline=not is_room, timezone_id="UTC", **how
    )
    page = context.new_page()
    errors = watch_errors(page)

    def note_foreign(request: Request) -> None:
        if not request.url.startswith(address):
            errors.append(request.url)

    def note_message(message: ConsoleMessage) -> None:
        errors.append(message.text)

    page.on("request", note_foreign)
    if isinstance(shown, Planted):
        context.route("**", shown.answer)
    else:  # a room without an answer is an error in the console, and no fault of the page
        page.on("console", note_message)
    page.goto(address + place)
    if is_room:
        heard(page, "state.heardAt > 0")
    return page


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page in a window of its own."""
    pages: list[Page] = []

    def opened(shown: Path | Planted, *words: Any, **how: Any) -> Page:
        pages.append(window(browser, shown, *words, **how))
        return pages[-1]

    yield opened
    wrong = [error for page in pages for error in ERRORS[page]]
    for page in pages:
        page.context.unroute_all(behavior="ignoreErrors")
        page.context.close()
    assert wrong == []


@pytest.fixture(scope="package")
def windows() -> dict[str, Page]:
    """Windows by the name of what they show: to draw a board for the first time takes a while."""
    return {}


@pytest.fixture
def seen(
    request: pytest.FixtureRequest,
    browser: Browser,
    windows: dict[str, Page],
    opened: Callable[..., Page],
) -> Iterator[Callable[..., Page]]:
    """Shows a place of a page in the window that all tests of a worker share; a room has one of its own."""
    used: list[Page] = []

    def seen(name: str, place: str = "", width: int = 1024, height: int = 768) -> Page:
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
    assert [error for page in used for error in ERRORS[page]] == []


@pytest.fixture
def page(seen: Callable[..., Page]) -> Page:
    """The board of the small story at its beginning."""
    return seen("small_board", "#progression")


@pytest.fixture
def poker(seen: Callable[..., Page]) -> Page:
    """The board of poker hands."""
    return seen("poker_board", "#step-0-red")


@pytest.fixture(scope="session")
def small_board(tmp_path_factory: pytest.TempPathFactory, small_cache: Path) -> Path:
    copy = small_copy(tmp_path_factory.mktemp("small"))
    shutil.copytree(small_cache, copy.root / ".cache")
    assert board(copy.story, copy.root / "board.html") == 0
    return copy.root / "board.html"


@pytest.fixture(scope="session")
def poker_board(tmp_path_factory: pytest.TempPathFactory, here: Copy) -> Path:
    file = tmp_path_factory.mktemp("poker") / "board.html"
    assert board(here.story, file) == 0
    return file


@pytest.fixture(scope="session")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.proof(tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="session")
def lights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.lights_of_a_session(tmp_path_factory.mktemp("lights"))


@pytest.fixture(scope="session")
def retro(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.retro(tmp_path_factory.mktemp("retro"))


@pytest.fixture
def room() -> Planted:
    return Planted()


@pytest.fixture
def full_room(room: Planted) -> Planted:
    return made.fill(room)
