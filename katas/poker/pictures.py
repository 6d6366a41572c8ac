"""`make pictures`: two pictures of the board for the pages, each with a note of the text that it shows."""

import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from dojo.cli.status import run_module
from dojo.screen.browser import browser_for
from dojo.tour.board import board
from katas.poker import story

HEAD = 33
"""The bytes of a PNG up to the first place where a note may stand: its signature, and its header."""
WINDOW: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "device_scale_factor": 0.6}


def cells(page: Any) -> None:
    """The table of cells, and what it tells of one: the red of the wheel."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".matrix").evaluate("(matrix) => matrix.scrollIntoView(false)")
    wheel = "data.tests.findIndex(([rule]) => rule === 'the wheel is a straight')"
    page.evaluate(f"go({{ test: {wheel}, step: 27 }})")


def red(page: Any) -> None:
    """The red of step 28 on a projector."""
    page.evaluate("location.hash = '#step-28-red'; project(true)")


PICTURES: dict[str, Callable[[Any], None]] = {"board_cells.png": cells, "board_red.png": red}
"""What each of them shows; they lie beside the steps."""


@contextmanager
def shown(browser: Any, file: Path, name: str) -> Iterator[Any]:
    """The board as a picture has to show it."""
    page = browser.new_page(**WINDOW)
    page.goto(file.as_uri())
    PICTURES[name](page)
    try:
        yield page
    finally:
        page.close()


def note(page: Any) -> bytes:
    """The text of what is shown, in a few letters."""
    text = page.locator(":is(.page, .beat):visible").inner_text()
    return sha256(text.encode()).hexdigest().encode()


def taken(browser: Any, file: Path, name: str) -> bytes:
    """A picture of the board, with its note."""
    with shown(browser, file, name) as page:
        return with_note(page.screenshot(), note(page))


def with_note(png: bytes, text: bytes) -> bytes:
    """A PNG with a note in it, as its specification has it: length, kind, text, checksum."""
    chunk = b"tEXtComment\0" + text
    note = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:HEAD] + note + png[HEAD:]


def main() -> int:
    asked = dict(word.partition("=")[::2] for word in sys.argv[1:])
    path = browser_for(Path(sys.executable), asked.get("BROWSER", ""))
    file = story().top / "board.html"
    with redirect_stdout(StringIO()):  # its path is not what was asked for
        status = board(story(), file)
    if status:
        return status
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for name in PICTURES:
            (story().folder / name).write_bytes(taken(browser, file, name))
            print(f"{story().shown(story().folder / name)} taken anew")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(run_module(main))
