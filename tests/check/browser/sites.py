"""The web site as a plain server sends it below a path, and what a reader does in its pages."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from helpers import TOP
from playwright.sync_api import Page

FIRST_MS = 120_000
"""Until Python has started: on a machine that does other work it takes its time."""
STEPS = [
    *(f"stories/fizzbuzz/{number}.html" for number in (2, 10)),
    *(f"stories/roman/{number}.html" for number in (1, 7, 15)),
    *(f"stories/poker/{number}.html" for number in (1, 6, 28, 46, 92, 99)),
]


class Served(NamedTuple):
    """A site below a path, and what ends its server."""

    address: str
    end: Callable[[], None]


def serve(site: Path) -> Served:
    """Start the server that docs/site.md names, on the folder around the site."""
    words = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(site.parent)]
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout
    port = re.search(r"port (\d+)", process.stdout.readline())
    assert port

    def end() -> None:
        process.kill()
        process.wait()

    return Served(f"http://127.0.0.1:{port[1]}/{site.name}/", end)


def bar(page: Page, colour: str) -> str:
    """Wait until the bar has that colour, and nothing runs; what it says."""
    page.wait_for_selector(f"#try:not(.busy) #bar.{colour}", timeout=FIRST_MS)
    return str(page.inner_text("#bar"))


def type_code(page: Page, code: str) -> None:
    """Type code in place of what is there."""
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def press_next(page: Page) -> tuple[str, str]:
    """Run what is red, or ask for the next test of a kata; the colour of the bar, and what the page says."""
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("html:not(.busy)", timeout=FIRST_MS)
    return str(page.get_attribute("#bar", "class")), str(page.inner_text("#said"))


def do_kata(page: Page, kata: str) -> str:
    """Do a kata as a participant who types the code of one step after the other; return what is said last."""
    page.fill("[name=name]", "ada")
    page.click("text=Begin")
    page.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    page.uncheck("#each-pause")
    colour, said = "red", ""
    for file in sorted(TOP.glob(f"katas/{kata}/steps/step_*/{kata}.py"))[1:]:
        if colour == "red":
            type_code(page, file.read_text(encoding="utf-8"))
            colour, said = press_next(page)
        while colour == "green" and "That was the last of our tests" not in said:
            before = said
            colour, said = press_next(page)
            # else this would go on for ever
            assert said != before
    return said
