"""The board in a real browser: `make browser` names it in BROWSER."""

import os
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"


def said(*command):
    """What a command of the workspace prints, also where it was make that called these tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["BROWSER"], args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def file():
    """The page, up to date."""
    return Path(said("make", "board").strip())


@pytest.fixture(scope="session")
def opened(browser, file):
    """Opens the page at an address; every page is watched for errors and for what it asks of a network."""
    contexts = []

    def opened(address="", width=1024, height=768, **how):
        context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **how)
        contexts.append(context)
        page = context.new_page()
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.on("console", lambda message: page.wrong.append(message.text))
        page.on("request", lambda request: request.url == file.as_uri() or page.wrong.append(request.url))
        page.goto(f"{file.as_uri()}{address}")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def shared(opened):
    """One page for the tests that only walk about in it."""
    return opened()


@pytest.fixture
def page(shared):
    """The shared page at its beginning, every switch as it is at first."""
    shared.evaluate("predict(false); project(false); sessionStorage.clear()")
    shared.evaluate("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
    go(shared, "#progression")
    yield shared
    assert shared.wrong == []


def go(page, address):
    """Show another place of the page."""
    page.evaluate(
        """(address) => new Promise((done) => {
            if (location.hash === address) return done(show(true));
            addEventListener("hashchange", done, { once: true });
            location.hash = address;
        })""",
        address,
    )


def steps():
    """The steps by number: their titles, as their folders' stories say."""
    heads = [next(iter(f.open(encoding="utf-8"))) for f in sorted((ROOT / "steps").glob("step_*/README.md"))]
    return [head.strip().partition(" · ")[2] for head in heads]
