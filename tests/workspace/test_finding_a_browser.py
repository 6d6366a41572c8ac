"""`make browser` finds a browser by itself, gets one, or says in one line what to type."""

import os

import pytest
from conftest import ROOT

from dojo import browser

DRAWS, FAILS = "exit 0", "echo 'this needs the snap' >&2; exit 1"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with nothing but what a test puts there; Playwright's driver works, its download fails."""
    programs = tmp_path / "bin"
    programs.mkdir()

    def install(name, does=DRAWS):
        file = programs / name
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
        return str(file)

    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setattr(browser, "APPLICATIONS", [])
    monkeypatch.setattr(browser, "PLAYWRIGHT", [install("playwright", '[ "$1" = --version ]')])
    monkeypatch.setattr(browser, "WHERE_IT_IS", f"print('{tmp_path}/downloaded')")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return install


def said(capsys):
    status = browser.main()
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("name", browser.NAMES)
def test_one_that_is_installed_is_taken(machine, capsys, name):
    assert said(capsys)[0] == 1
    path = machine(name)
    assert said(capsys) == (0, f"{path}\n", "")


def test_one_that_does_not_start_is_passed_over(machine, capsys):
    machine("chromium", FAILS)
    chrome = machine("google-chrome")
    assert said(capsys) == (0, f"{chrome}\n", "")


def test_an_application_of_macos_is_taken(machine, capsys, monkeypatch):
    monkeypatch.setattr(browser, "APPLICATIONS", [machine("Google Chrome")])
    assert said(capsys) == (0, f"{browser.APPLICATIONS[0]}\n", "")


def test_else_playwright_downloads_one(machine, capsys, tmp_path):
    downloaded = tmp_path / "downloaded"
    install = f"printf '#!/bin/sh\\nexit 0\\n' >'{downloaded}'; /bin/chmod 755 '{downloaded}'"
    machine("playwright", f"[ $1 = install ] || exit 0; {install}")
    assert said(capsys) == (0, f"{downloaded}\n", "Playwright downloads a browser, once.\n")
    assert said(capsys) == (0, f"{downloaded}\n", "")


def debian(machine, tmp_path):
    """apt-get as root: it installs a Chromium that starts."""
    chromium = tmp_path / "bin" / "chromium"
    log = tmp_path / "apt.log"
    machine(
        "apt-get",
        f'echo "$@" >>"{log}"; [ "$1" = install ] || exit 0\n'
        f"printf '#!/bin/sh\\nexit 0\\n' >'{chromium}'; /bin/chmod 755 '{chromium}'",
    )
    return chromium, log


def test_else_root_on_debian_installs_the_distributions(machine, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    chromium, log = debian(machine, tmp_path)
    status, out, err = said(capsys)
    assert (status, out) == (0, f"{chromium}\n")
    assert err.endswith("apt-get installs chromium fonts-dejavu-core libatomic1, once.\n")
    assert log.read_text().splitlines() == [
        "update",
        "install --yes --no-install-recommends chromium fonts-dejavu-core libatomic1",
    ]


def test_nobody_else_is_made_root(machine, capsys, tmp_path):
    _, log = debian(machine, tmp_path)
    assert said(capsys)[0] == 1
    assert not log.exists()


@pytest.mark.parametrize("what", ["no browser", "a browser, but no driver"])
def test_else_one_line_says_what_to_type(machine, capsys, what):
    if what == "a browser, but no driver":
        machine("chromium")
        machine("playwright", FAILS)
    status, out, err = said(capsys)
    assert (status, out) == (1, "")
    assert err.splitlines()[-1] == (
        "the tests of the pages need a browser, and Playwright's driver: on Debian,"
        " sudo apt install chromium fonts-dejavu-core libatomic1; on macOS, brew install --cask chromium"
    )


def test_the_verb_stops_there(workspace):
    """No test is skipped for want of a browser."""
    workspace.path("dojo/browser.py").write_text("import sys\nsys.exit('what to type')\n")
    workspace.path(".venv-browser").symlink_to(ROOT / ".venv")
    made = workspace.make("browser")
    assert made.returncode == 2
    assert made.stdout == ""
    assert made.stderr.splitlines()[0] == "what to type"
