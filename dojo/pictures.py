"""`make pictures`: two pictures of the board for README.md, each with a note of the text that it shows.

With --check it draws nothing, and fails where a picture shows another text than the board does now.
"""

import os
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from playwright.sync_api import sync_playwright  # type: ignore[import-not-found]

from dojo.steps import ROOT
from dojo.verb import ended

HEAD = 33
"""The bytes of a PNG up to the first place where a note may stand: its signature, and its header."""


def cells(page: Any) -> None:
    """The table of cells, and what it tells of one: the red of the wheel."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".matrix").evaluate("(matrix) => matrix.scrollIntoView(false)")
    wheel = "data.tests.findIndex(([rule]) => rule === 'the wheel is a straight')"
    page.evaluate(f"go({{ test: {wheel}, step: 18 }})")


def red(page: Any) -> None:
    """The red of step 19 on a projector."""
    page.evaluate("location.hash = '#step-19-red'; project(true)")


PICTURES: dict[str, Callable[[Any], None]] = {
    "steps/board_cells.png": cells,
    "steps/board_red.png": red,
}


def pages() -> Iterator[tuple[str, Any]]:
    """The board as each picture has to show it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["BROWSER"], args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for name, show in PICTURES.items():
            page = browser.new_page(viewport={"width": 1024, "height": 768}, device_scale_factor=0.6)
            page.goto((ROOT / "board.html").as_uri())
            show(page)
            yield name, page
        browser.close()


def note(page: Any) -> bytes:
    """The text of what is shown, in a few letters."""
    text = page.locator(":is(.page, .beat):visible").inner_text()
    return sha256(text.encode()).hexdigest().encode()


def with_note(png: bytes, text: bytes) -> bytes:
    """A PNG with a note in it, as its specification has it: length, kind, text, checksum."""
    chunk = b"tEXtComment\0" + text
    note = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:HEAD] + note + png[HEAD:]


def main() -> int:
    stale = 0
    for name, page in pages():
        file = ROOT / name
        if sys.argv[1:] != ["--check"]:
            file.write_bytes(with_note(page.screenshot(), note(page)))
        elif not file.exists() or note(page) not in file.read_bytes():
            stale += 1
            print(f"{name} is not up to date: make pictures", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(ended(main))
