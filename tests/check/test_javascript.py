"""The JavaScript of the pages: linted, its modules joined as a browser takes them, and its unit tests."""

import shutil
import subprocess

import pytest
from helpers import TOP

from dojo.cli.verbs.facilitator import find_npm
from dojo.screen.scripts import join_modules
from dojo.website.write import SCRIPTS

TESTS = TOP / "tests" / "javascript"
PAGES = ["browser/pages/kata", "history/pages/lights", "history/pages/retro", "prove/pages/proof"]
PAGES += ["room/pages/room", "tour/pages/board", *(f"website/pages/{name}" for name in SCRIPTS)]
INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def run(*command, cwd=TOP):
    """Run a command, and return its status with what it printed."""
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture(scope="session")
def oxlint(tmp_path_factory):
    """The linter, installed from its lock."""
    folder = tmp_path_factory.mktemp("oxlint")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(TESTS / name, folder)
    status, printed = run(*find_npm(TOP), *INSTALL, cwd=folder)
    assert status == 0, printed
    return folder / "node_modules" / ".bin" / "oxlint"


def lint(oxlint, *paths):
    """Lint files as `npm run lint` does."""
    return run(oxlint, "--config", TESTS / "oxlint.json", "--deny-warnings", *paths)


def test_the_linter_finds_nothing(oxlint):
    status, printed = lint(oxlint, "dojo", "tests/javascript")
    assert status == 0, printed
    assert "on 0 files" not in printed


@pytest.mark.parametrize(
    ("rule", "planted"),
    [
        ("no-undef", "missing();\n"),
        ("no-unused-vars", "const unused = 1;\n"),
        ("no-import-assign", 'import { a } from "./a.mjs";\na = 2;\n'),
    ],
)
def test_the_linter_names_a_planted_fault(oxlint, tmp_path, rule, planted):
    (tmp_path / "planted.mjs").write_text(planted)
    status, printed = lint(oxlint, tmp_path)
    assert status == 1, printed
    assert rule in printed


@pytest.mark.parametrize("page", PAGES)
def test_the_script_of_a_page_is_one_that_node_can_read(page, tmp_path):
    joined = tmp_path / "page.js"
    joined.write_text(join_modules(TOP / "dojo" / f"{page}.mjs"), encoding="utf-8")
    status, printed = run("node", "--check", joined)
    assert status == 0, printed


def test_two_modules_of_a_page_with_one_name_are_noticed(tmp_path):
    (tmp_path / "a.mjs").write_text("export const a = 1;\n")
    (tmp_path / "b.mjs").write_text('import "./a.mjs";\nconst a = 2;\n')
    joined = tmp_path / "page.js"
    joined.write_text(join_modules(tmp_path / "b.mjs"))
    status, printed = run("node", "--check", joined)
    assert status == 1
    assert "Identifier 'a' has already been declared" in printed


def test_the_unit_tests_pass():
    status, printed = run("node", "--test", "--test-reporter=tap", cwd=TESTS)
    assert status == 0, printed
    assert "# pass 0" not in printed
