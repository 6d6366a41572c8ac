"""An attempt as a browser plays it; Python is this one here."""

from collections.abc import Iterator

import pytest
from helpers import Copy

from dojo.browser.assets import KNOWN
from dojo.browser.play import Browser, Play


@pytest.fixture
def opened_browser(small: Copy, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """A browser with the small story: sentences name buttons, and the tests run in this process."""
    (small.root / KNOWN).write_text("{}")
    monkeypatch.chdir(small.root)
    browser = Browser(lambda: None)
    yield browser
    browser.suites.close()


@pytest.fixture
def adapted(opened_browser: Browser) -> Play:
    """A new attempt in that browser."""
    return opened_browser.open("fizz", "ada", "[]")
