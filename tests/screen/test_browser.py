"""The browser for the pages is one that is there; else one line says what to type. None is installed."""

import pytest

from dojo.errors import EnvironmentProblem
from dojo.screen import browser
from dojo.screen.browser import browser_for

FAILS = "echo 'this needs the snap' >&2; exit 1"
NEEDS = (
    "the pages need a browser, and {} does not start: on Debian, sudo apt install chromium fonts-dejavu-core"
    " libatomic1; on macOS, brew install --cask chromium; or name one: BROWSER=path"
).format
ADVICE = NEEDS("none")


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


@pytest.fixture
def machine(tmp_path, monkeypatch):
    made = Machine(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(made.folder))
    monkeypatch.setattr(browser, "APPLICATIONS", [])
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
