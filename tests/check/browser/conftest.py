"""One browser for the tests here that a worker runs together, and in it one window for each page.

A test finds a page as it is at first. Firefox opens what test_firefox.py asks it to.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import NOT_COPIED, TOP, Copy, copied, small_copy
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, sync_playwright

from check.browser import made, relay
from check.browser.places import ERRORS, go, heard, watch_errors
from check.browser.rooms import Planted
from check.browser.sites import FIRST_MS, Served, serve
from dojo.browser.npm import MODULES, set_up
from dojo.cli.verbs.facilitator import find_npm
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
def playwright() -> Iterator[Playwright]:
    """What drives the browsers; other tests of a worker may start an event loop of their own."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The one that `make check` has found."""
    browser = playwright.chromium.launch(
        executable_path=path_from("BROWSER"), args=["--no-sandbox", "--disable-dev-shm-usage"]
    )
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The Firefox that `make check` has found, behind a relay."""
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    command = shlex.join([sys.executable, relay.__file__, path_from("FIREFOX")])
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=program,
        env={**os.environ, "TZ": "UTC"},
        timeout=FIRST_MS,
    )
    yield browser
    browser.close()


def path_from(variable: str) -> str:
    """Return the path of the browser that a variable names; fail where there is none."""
    path = os.environ.get(variable)
    if not path:
        pytest.fail(f"the pages need a browser: make check finds one, or {variable}= names it", pytrace=False)
    return path


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


@pytest.fixture(scope="package")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace with the small story as well, what the gate knows of it, and Python for the browser."""
    root = copied(tmp_path_factory.mktemp("browser")).root
    shutil.copytree(TOP / "tests" / "small", root / "katas" / "fizz", ignore=NOT_COPIED)
    if (TOP / ".cache" / "columns").is_dir():
        shutil.copytree(TOP / ".cache" / "columns", root / ".cache" / "columns")
    set_up(TOP, lambda: find_npm(TOP))
    (root / MODULES).symlink_to(TOP / MODULES)
    return root


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make site` writes."""
    copy: Copy = copied(tmp_path_factory.mktemp("site"))
    (copy.root / ".cache").symlink_to(TOP / ".cache")
    set_up(TOP, lambda: find_npm(TOP))
    (copy.root / MODULES).symlink_to(TOP / MODULES)
    made = copy.make("site")
    assert made.returncode == 0, made.stderr
    assert re.search(r"/site: \d+ files\n", made.stdout)
    return copy.root / "site"


@pytest.fixture(scope="package")
def server(site: Path) -> Iterator[Served]:
    """A server for all tests that don't end it."""
    served = serve(site)
    yield served
    served.end()


@pytest.fixture
def room() -> Planted:
    return Planted()


@pytest.fixture
def full_room(room: Planted) -> Planted:
    return made.fill(room)
