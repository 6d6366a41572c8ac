"""Finds the browser in which the tests look at the pages, or gets one; prints its path.

An installed Chromium or Chrome; else the one that Playwright downloads, into its environment here; else,
for root on Debian and Ubuntu, the distribution's package. Else one line that says what to type, and exit 1.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from dojo.verb import ended

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
APPLICATIONS = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]
PACKAGES = ["chromium", "fonts-dejavu-core", "libatomic1"]
"""libatomic1 is what Playwright's own driver needs."""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
PLAYWRIGHT = [sys.executable, "-m", "playwright"]
WHERE_IT_IS = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
ADVICE = (
    "the tests of the pages need a browser, and Playwright's driver:"
    f" on Debian, sudo apt install {' '.join(PACKAGES)}; on macOS, brew install --cask chromium"
)


def found() -> str:
    """The path of a browser that starts and can be driven, or nothing."""
    if not succeeds([*PLAYWRIGHT, "--version"]):
        return ""
    paths = [path for name in NAMES if (path := shutil.which(name))] + APPLICATIONS
    return next((path for path in paths if Path(path).exists() and starts(path)), "")


def downloaded() -> str:
    """The path of Playwright's own browser, downloaded if it is not there; or nothing."""
    os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(Path(sys.prefix) / "browsers"))
    said = subprocess.run([sys.executable, "-c", WHERE_IT_IS], capture_output=True, text=True)
    path = said.stdout.strip()
    if path and not Path(path).exists():
        tell("Playwright downloads a browser, once.")
        succeeds([*PLAYWRIGHT, "install", "chromium"])
    return path if path and Path(path).exists() and starts(path) else ""


def from_the_distribution() -> str:
    """The path of the distribution's browser, installed; or nothing."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return ""
    tell(f"apt-get installs {' '.join(PACKAGES)}, once.")
    succeeds(["apt-get", "update"])
    succeeds(["apt-get", "install", "--yes", "--no-install-recommends", *PACKAGES])
    return found()


def starts(path: str) -> bool:
    """Does it draw an empty page? Some distributions install a script that only says what to install."""
    return succeeds([path, *FLAGS, "--dump-dom", "about:blank"])


def succeeds(command: list[str]) -> bool:
    """Does it end well, within some minutes?"""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    nowhere = subprocess.DEVNULL
    try:
        run = subprocess.run(command, env=environment, stdin=nowhere, capture_output=True, timeout=600)
        return run.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    if path := found() or downloaded() or from_the_distribution():
        print(path)
        return 0
    tell(ADVICE)
    return 1


if __name__ == "__main__":
    sys.exit(ended(main))
