"""How long the board takes from being opened to its first answer to a key, in seconds; for `make bench`."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ANSWERED = "addEventListener('hashchange', () => { window.answered ??= performance.now() / 1000; })"

if __name__ == "__main__":
    file, path, times = sys.argv[1:]
    # each time in a browser that has just been started
    for _ in range(int(times)):
        with sync_playwright() as playwright:
            options = ["--no-sandbox", "--disable-dev-shm-usage"]
            tab = playwright.chromium.launch(executable_path=path, args=options).new_page()
            tab.add_init_script(ANSWERED)
            tab.goto(Path(file).as_uri(), wait_until="commit")
            seconds = None
            while not seconds:
                tab.keyboard.press("ArrowRight")
                seconds = tab.evaluate("() => window.answered")
        print(seconds)
