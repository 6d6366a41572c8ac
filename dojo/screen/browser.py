"""The browsers for the pages: those that are named, or some on this machine. None is installed."""

import re
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
FIREFOX_PACKAGE = "firefox-esr"
FIREFOX_NAMES = [FIREFOX_PACKAGE, "firefox"]
FIREFOX_APPLICATION = "/Applications/Firefox.app/Contents/MacOS/firefox"
# an older one lacks too much of what Playwright asks for
OLDEST_FIREFOX = 140
# Playwright drives no WebKit but its own, so we take one by its driver: that of GTK, or that of Safari
WEBKIT_PACKAGES = ["webkit2gtk-driver", "xvfb"]
WEBKIT_DRIVER, SAFARI_DRIVER = "WebKitWebDriver", "safaridriver"
# in which the WebKit of GTK is shown
SCREEN = "Xvfb"
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


def firefox_for(named: str = "") -> str:
    """Return the path of a Firefox that is new enough.

    Raises EnvironmentProblem, which says what to type.
    """
    found = [path for path in map(shutil.which, FIREFOX_NAMES) if path]
    for path in [named] if named else [*found, FIREFOX_APPLICATION]:
        if firefox_version(path) >= OLDEST_FIREFOX:
            return path
    raise EnvironmentProblem(
        f"the pages need a Firefox too, {OLDEST_FIREFOX} or newer, and {named or 'none'} does not start:"
        f" on Debian, sudo apt install {FIREFOX_PACKAGE}; on macOS, brew install --cask firefox; or name one:"
        " FIREFOX=path"
    )


def webkit_for(named: str = "") -> str:
    """Return the path of a driver of WebKit.

    Raises EnvironmentProblem, which says what to type.
    """
    found = [path for path in map(shutil.which, (WEBKIT_DRIVER, SAFARI_DRIVER)) if path]
    for path in [named] if named else found:
        has_screen = Path(path).name == SAFARI_DRIVER or shutil.which(SCREEN)
        if has_screen and succeeds([path, "--help"]):
            return path
    raise EnvironmentProblem(
        f"the pages need the driver of a WebKit too, and {named or 'none'} does not start: on Debian,"
        f" sudo apt install {' '.join(WEBKIT_PACKAGES)}; on macOS, {SAFARI_DRIVER} --enable; or name one:"
        " WEBKIT=path"
    )


def firefox_version(path: str) -> int:
    """Return the number of a Firefox's edition, or 0 if it does not start."""
    try:
        # some distributions install a script that only says what to install
        ended = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    version = re.search(r"Firefox (\d+)", ended.stdout)
    return int(version[1]) if version and not ended.returncode else 0


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
