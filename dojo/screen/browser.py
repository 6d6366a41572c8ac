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
PACKAGES = ["chromium", "fonts-dejavu-core", "libatomic1"]
"""libatomic1 is what Playwright's own driver needs."""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
PLAYWRIGHTS = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
"""The place where Playwright would install one."""
ADVICE = (
    "the pages need a browser, and none starts: on Debian, sudo apt install"
    f" {' '.join(PACKAGES)}; on macOS, brew install --cask chromium; or name one: BROWSER=path"
)


def browser_for(python: Path, named: str = "") -> str:
    """The path of a browser that starts, and that Playwright drives, in that Python's environment.

    Raises EnvironmentProblem, which says what to type.
    """
    if named and not (Path(named).exists() and starts(named)):
        raise EnvironmentProblem(
            f"{named} is not a browser that starts: BROWSER= is the path of Chromium or Chrome"
        )
    if not succeeds([str(python), "-m", "playwright", "--version"]):
        raise EnvironmentProblem(ADVICE)
    for path in [named] if named else installed_browsers(python):
        if Path(path).exists() and starts(path):
            return path
    raise EnvironmentProblem(ADVICE)


def installed_browsers(python: Path) -> list[str]:
    """The places to look: the path, the applications, and the one that Playwright has installed."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    said = subprocess.run([python, "-c", PLAYWRIGHTS], capture_output=True, text=True)
    return [*found, *APPLICATIONS, *said.stdout.split("\n")[:1]]


def starts(path: str) -> bool:
    """Does it draw an empty page? Some distributions install a script that only says what to install."""
    return succeeds([path, *FLAGS, "--dump-dom", "about:blank"])


def succeeds(command: list[str]) -> bool:
    """True if a command ends with status 0, within some minutes."""
    nowhere = subprocess.DEVNULL
    try:
        return subprocess.run(command, stdin=nowhere, capture_output=True, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
