"""The browsers for the pages are some that are there; else one line says what to type. None is installed."""

import pytest
from helpers import TOP

from dojo.errors import EnvironmentProblem
from dojo.screen import browser
from dojo.screen.browser import (
    FIREFOX_PACKAGE,
    PACKAGES,
    WEBKIT_PACKAGES,
    browser_for,
    firefox_for,
    webkit_for,
)

FAILS = "echo 'this needs the snap' >&2; exit 1"
NEEDS = (
    "the pages need a browser, and {} does not start: on Debian, sudo apt install chromium fonts-dejavu-core"
    " libatomic1; on macOS, brew install --cask chromium; or name one: BROWSER=path"
).format
ADVICE = NEEDS("none")
NEEDS_FIREFOX = (
    "the pages need a Firefox too, 140 or newer, and {} does not start: on Debian, sudo apt install"
    " firefox-esr; on macOS, brew install --cask firefox; or name one: FIREFOX=path"
).format
NEEDS_WEBKIT = (
    "the pages need the driver of a WebKit too, and {} does not start: on Debian, sudo apt install"
    " webkit2gtk-driver xvfb; on macOS, safaridriver --enable; or name one: WEBKIT=path"
).format
ESR_140 = "echo Mozilla Firefox 140.12.0esr"


class Machine:
    """A machine with nothing but what a test puts there: first, a Python whose Playwright works."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        self.playwrights = folder.parent / "chrome"
        self.python = self.program("python", f'[ "$1" = -m ] || echo "{self.playwrights}"')

    def program(self, name, does="exit 0"):
        file = self.folder / name
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
        return str(file)

    def found(self, named=""):
        """The browser that is taken, or what is said where there is none."""
        try:
            return browser_for(self.python, named)
        except EnvironmentProblem as trouble:
            return str(trouble)

    def found_firefox(self, named=""):
        """The Firefox that is taken, or what is said where there is none."""
        try:
            return firefox_for(named)
        except EnvironmentProblem as trouble:
            return str(trouble)

    def found_webkit(self, named=""):
        """The driver of a WebKit that is taken, or what is said where there is none."""
        try:
            return webkit_for(named)
        except EnvironmentProblem as trouble:
            return str(trouble)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    made = Machine(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(made.folder))
    monkeypatch.setattr(browser, "APPLICATIONS", [])
    monkeypatch.setattr(browser, "FIREFOX_APPLICATION", "/nowhere/firefox")
    return made


@pytest.mark.parametrize("name", ["chromium", "google-chrome", "google-chrome-stable", "chrome"])
def test_one_that_is_installed_is_taken(machine, name):
    assert machine.found() == ADVICE
    path = machine.program(name)
    assert machine.found() == path


def test_else_an_application_of_macos_and_then_the_one_that_playwright_has(machine, monkeypatch):
    """One that does not start is passed over."""
    machine.program("chromium", FAILS)
    machine.program("../chrome")
    assert machine.found() == str(machine.playwrights)
    monkeypatch.setattr(browser, "APPLICATIONS", [machine.program("Google Chrome")])
    assert machine.found() == browser.APPLICATIONS[0]


def test_one_that_is_named_is_taken_and_no_other_one_for_it(machine):
    """Without Playwright's driver no browser helps."""
    machine.program("chromium")
    assert machine.found("/nowhere/mine") == NEEDS("/nowhere/mine")
    mine = machine.program("mine", FAILS)
    assert machine.found(mine) == NEEDS(mine)
    machine.program("mine")
    assert machine.found(mine) == mine
    machine.program("python", FAILS)
    assert machine.found() == ADVICE


@pytest.mark.parametrize("name", ["firefox-esr", "firefox"])
def test_a_firefox_that_is_installed_is_taken(machine, name):
    assert machine.found_firefox() == NEEDS_FIREFOX("none")
    path = machine.program(name, ESR_140)
    assert machine.found_firefox() == path


PASSED_OVER = {
    "it does not start": FAILS,
    "it only says what to install": f"{ESR_140}; exit 1",
    "it is too old": "echo Mozilla Firefox 128.14.0esr",
    "it is no Firefox": "echo Chromium 150.0",
}


@pytest.mark.parametrize("does", PASSED_OVER.values(), ids=PASSED_OVER)
def test_a_firefox_is_passed_over(machine, monkeypatch, does):
    mine = machine.program("firefox-esr", does)
    assert machine.found_firefox() == NEEDS_FIREFOX("none")
    assert machine.found_firefox(mine) == NEEDS_FIREFOX(mine)
    application = machine.program("Firefox.app", ESR_140)
    monkeypatch.setattr(browser, "FIREFOX_APPLICATION", application)
    assert machine.found_firefox() == application


def test_a_firefox_that_is_named_is_taken_and_no_other_one_for_it(machine):
    machine.program("firefox-esr", ESR_140)
    assert machine.found_firefox("/nowhere/mine") == NEEDS_FIREFOX("/nowhere/mine")
    mine = machine.program("mine", ESR_140)
    assert machine.found_firefox(mine) == mine


def test_ci_installs_what_the_advice_names():
    script = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    packages = [*PACKAGES, FIREFOX_PACKAGE, *WEBKIT_PACKAGES]
    assert f'packages="{" ".join(packages)}"' in script


def test_a_webkit_is_taken_where_it_starts_and_has_a_screen(machine):
    driver = machine.program("WebKitWebDriver")
    assert machine.found_webkit() == NEEDS_WEBKIT("none")
    machine.program("Xvfb")
    assert machine.found_webkit() == driver
    machine.program("WebKitWebDriver", FAILS)
    assert machine.found_webkit() == NEEDS_WEBKIT("none")
    assert machine.found_webkit("/nowhere/driver") == NEEDS_WEBKIT("/nowhere/driver")


def test_a_safari_needs_no_screen_of_ours(machine):
    driver = machine.program("safaridriver")
    assert machine.found_webkit() == driver
