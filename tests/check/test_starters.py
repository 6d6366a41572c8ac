"""The starters in eight languages, as the statement of holdem lists them; and two programs that solve it."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import TOP

from dojo.cli.checks import NEEDED
from dojo.sandbox.program import feed
from dojo.story.workspace import Workspace

STORY, KATA = Workspace(TOP).kata("holdem")
HOLDEM = KATA.folder
STATEMENT = (HOLDEM / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"\]\((starters/.+?)\) \| (?:`(.+?)`)? ?\| `(.+?)` \|", STATEMENT)
TOOLS = ["python3", "node", "javac", "ruby", "clojure", "ghc", "dotnet", "rustc"]


def tool(before, command):
    """What has to be installed for a starter."""
    return shlex.split(before or command)[0]


def installed(name):
    """Is there such a tool, and not only a stub that says where to get it?"""
    return (
        bool(shutil.which(name)) and subprocess.run([name, "--version"], capture_output=True).returncode == 0
    )


INSTALLED = [pytest.param(*row, id=row[0]) for row in ROWS if installed(tool(*row[1:]))]


def test_every_starter_is_listed_with_its_command():
    files = [file for file in HOLDEM.glob("starters/*/*") if file.is_file()]
    assert sorted(file for file, *_ in ROWS) == sorted(str(file.relative_to(HOLDEM)) for file in files)
    assert [tool(before, command) for _, before, command in ROWS] == TOOLS


@pytest.mark.parametrize("file", [file for file, *_ in ROWS])
def test_a_starter_has_at_most_fifteen_lines(file):
    lines = (HOLDEM / file).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 15
    assert max(map(len, lines)) <= 110
    assert [line for line in lines if "here it begins" in line]


def test_python_is_among_those_that_are_tried():
    assert installed("python3"), "there is no python3 on the PATH: it is the tool of the first starter"


def test_those_that_make_check_demands_are_tried_too():
    """The other ones are tried where they are installed."""
    assert {"node", "javac"} <= NEEDED.keys() & set(TOOLS)
    assert [name for name in ("node", "javac") if not installed(name)] == []


@pytest.mark.parametrize(("file", "before", "command"), INSTALLED)
def test_a_starter_writes_lines_back_and_is_red_at_the_third_case(tmp_path, file, before, command):
    shutil.copy2(HOLDEM / file, tmp_path)
    if before:
        subprocess.run(shlex.split(before), cwd=tmp_path, check=True)
    done = [
        feed(case.file, case.expected, shlex.split(command), tmp_path, limit=60) for case in KATA.cases[:3]
    ]
    assert [(outcome.colour, outcome.why) for outcome in done] == [
        ("green", ""),
        ("green", ""),
        ("red", "prints something else"),
    ]


SOLVED = [
    pytest.param([sys.executable, str(STORY.step(40).module)], id="step 40"),
    pytest.param([sys.executable, "scores.py"], id="Python"),
    *([pytest.param(["node", "scores.js"], id="JavaScript")] if installed("node") else []),
]


@pytest.mark.parametrize("command", SOLVED)
def test_a_program_that_solves_the_kata_passes_every_case(command):
    folder = Path(__file__).parent / "programs"
    colours = {case.rule: feed(case.file, case.expected, command, folder, 60).colour for case in KATA.cases}
    assert colours == {case.rule: "green" for case in KATA.cases}


def test_the_gatekeeper_runs_make_check_which_demands_what_the_starters_need():
    """That it stops where one of them is missing is a test of `make check` itself."""
    lines = (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert "make check" in lines
