"""Python for the browser is installed once, whole or not at all; and what is sent says its licence."""

import json
import shutil
import sys

import pytest

from dojo import bootstrap
from dojo.browser import npm
from dojo.browser.assets import licences
from dojo.browser.npm import LOCK, MODULES, files_of, set_up
from dojo.cli.verbs import facilitator
from dojo.errors import EnvironmentProblem

INSTALLS = "import os; os.makedirs('node_modules/pyodide')"
FAILS = "import sys; sys.exit('npm error code ENOTFOUND\\nmore')"


def python(code):
    """The command that does this in place of npm."""
    return lambda: [sys.executable, "-c", code]


def test_it_is_installed_once(tmp_path):
    package = set_up(tmp_path, python(INSTALLS))
    assert (package, package.is_dir()) == (tmp_path / ".browser" / "node_modules" / "pyodide", True)
    assert set_up(tmp_path, lambda: pytest.fail("once more")) == package
    assert [file.name for file in tmp_path.iterdir()] == [".browser"]


def test_it_is_installed_anew_where_the_lock_has_changed(tmp_path):
    set_up(tmp_path, python(INSTALLS))
    (tmp_path / MODULES / LOCK.name).write_text("{}")
    set_up(tmp_path, python(f"{INSTALLS}; open('new', 'w')"))
    assert (tmp_path / MODULES / "new").is_file()


def test_what_fails_says_why_in_a_line_and_leaves_the_older_one(tmp_path):
    set_up(tmp_path, python(INSTALLS))
    (tmp_path / MODULES / LOCK.name).write_text("{}")
    with pytest.raises(EnvironmentProblem) as problem:
        set_up(tmp_path, python(FAILS))
    why = "Python for the browser cannot be installed (is there a network?): npm error code ENOTFOUND"
    assert str(problem.value) == why
    assert (tmp_path / MODULES / "node_modules").is_dir()
    assert [file.name for file in tmp_path.iterdir()] == [".browser"]


def test_where_npm_is_missing_it_comes_with_an_environment_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(bootstrap, "ensure", lambda name, top: top / name)
    assert facilitator.find_npm(tmp_path) == [str(tmp_path / "node"), "-c", facilitator.NPM]


def test_a_bundle_takes_it_along(tmp_path, monkeypatch):
    monkeypatch.setattr(npm, "PYODIDE", ("pyodide.mjs",))
    package = set_up(tmp_path, python(INSTALLS))
    assert [file.relative_to(tmp_path).as_posix() for file in files_of(package)] == [
        ".browser/package-lock.json",
        ".browser/node_modules/pyodide/pyodide.mjs",
        ".browser/node_modules/pyodide/package.json",
        ".browser/node_modules/pyodide/pyodide-lock.json",
    ]


def test_the_notice_names_version_and_source_and_the_licence_of_each_package(here):
    version = json.loads((LOCK.parent / "package.json").read_text())["dependencies"]["pyodide"]
    text = licences([here.story])
    assert text.startswith(f"Python in the browser is Pyodide {version}, unchanged,")
    assert f"https://github.com/pyodide/pyodide/tree/{version}\n" in text
    assert "https://mozilla.org/MPL/2.0/" in text
    assert text.count("Permission is hereby granted") >= 7
    assert "Marijn Haverbeke" in text
