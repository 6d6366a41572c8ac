"""The browser for the pages: the one that BROWSER= names, or one on this machine. None is installed."""

import shutil
import subprocess
from pathlib import Path

from dojo.errors import EnvironmentProblem

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
APPLICATIONS = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]
# the last is for Playwright's own driver
PACKAGES = ["chromium", "fonts-dejavu-core", "libatomic1"]
EMPTY_PAGE = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --dump-dom about:blank"
# prints where Playwright would install one
FIND_PLAYWRIGHTS = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def browser_for(python: Path, named: str = "") -> str:
    """Return the path of a browser that starts, and that Playwright drives, in that Python's environment.

    Raises EnvironmentProblem, which says what to type.
    """
    if succeeds([str(python), "-m", "playwright", "--version"]):
        for path in [named] if named else installed_browsers(python):
            # some distributions install a script that only says what to install
            if succeeds([path, *EMPTY_PAGE.split()]):
                return path
    raise EnvironmentProblem(
        f"the pages need a browser, and {named or 'none'} does not start: on Debian, sudo apt install"
        f" {' '.join(PACKAGES)}; on macOS, brew install --cask chromium; or name one: BROWSER=path"
    )


def installed_browsers(python: Path) -> list[str]:
    """Return the paths at which a browser may be."""
    found = [path for path in map(shutil.which, NAMES) if path]
    output = subprocess.run([python, "-c", FIND_PLAYWRIGHTS], capture_output=True, text=True).stdout
    return [*found, *APPLICATIONS, output.partition("\n")[0]]


def succeeds(command: list[str]) -> bool:
    """True if a command ends with status 0, within some minutes."""
    nowhere = subprocess.DEVNULL
    try:
        return subprocess.run(command, stdin=nowhere, capture_output=True, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
