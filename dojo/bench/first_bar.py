"""How long a step of the web site takes to its first bar, in seconds; for `make bench`.

Prints a line for each visit: the seconds of a browser that has seen nothing, and after a reload.
"""

import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Page, sync_playwright

HAS_RUN = "#try:not(.busy) #bar.green"
PATIENCE_MS = 120_000


class Quiet(SimpleHTTPRequestHandler):
    """Sends files, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        """Say nothing: what is printed here are figures."""


def time_bar(tab: Page) -> float:
    """Run the code of the step that is shown, and return the seconds until its bar is green."""
    start = time.perf_counter()
    tab.click("[data-from=here]")
    tab.wait_for_selector(HAS_RUN, timeout=PATIENCE_MS)
    return time.perf_counter() - start


def time_visits(site: str, page: str, browser_path: str, times: int) -> None:
    """Serve a site, and print what each visit to one of its pages took."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/{page}"
    for _ in range(times):
        with sync_playwright() as playwright:
            options = ["--no-sandbox", "--disable-dev-shm-usage"]
            tab = playwright.chromium.launch(executable_path=browser_path, args=options).new_page()
            tab.goto(address)
            cold = time_bar(tab)
            tab.reload()
            print(cold, time_bar(tab))
    server.shutdown()


if __name__ == "__main__":
    site, page, browser_path, times = sys.argv[1:]
    time_visits(site, page, browser_path, int(times))
