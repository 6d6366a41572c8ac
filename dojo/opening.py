"""How long the board takes from being opened to its first answer to a key, in seconds; for `make bench`."""

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright  # type: ignore[import-not-found]

from dojo.steps import ROOT

NOTES_THE_ANSWER = "addEventListener('hashchange', () => { window.answered ??= performance.now() / 1000; })"


def opening(page: Path) -> float:
    """One opening, in a browser that has just been started."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["BROWSER"], args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        tab = browser.new_page()
        tab.add_init_script(NOTES_THE_ANSWER)
        tab.goto(page.as_uri(), wait_until="commit")
        while not (seconds := tab.evaluate("() => window.answered")):
            tab.keyboard.press("ArrowRight")
        browser.close()
    return float(seconds)


if __name__ == "__main__":
    print(*(opening(ROOT / "board.html") for _ in range(int(sys.argv[1]))), sep="\n")
