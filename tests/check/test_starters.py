"""The starters in eight languages, as the statement of a kata lists them; and programs that solve it."""

import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers import TOP

from dojo.cli.checks import NEEDED
from dojo.runner.program import run_with_input
from dojo.story.workspace import Workspace

TOOLS = ["python3", "node", "javac", "ruby", "clojure", "ghc", "dotnet", "rustc"]
PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Started:
    """A kata with starters: how many cases they pass, what its statement says of that, and what solves it.

    That is a program in JavaScript; law 7 says of the steps that they do.
    """

    name: str
    passes: int
    says: str
    program: str

    @property
    def kata(self):
        return Workspace(TOP).kata(self.name)[1]

    @property
    def rows(self):
        """Of each starter that the statement lists: its file, what is typed once, and its command."""
        return re.findall(r"\]\((starters/.+?)\) \| (?:`(.+?)`)? ?\| `(.+?)` \|", self.kata.statement)


def tool(before, command):
    """What has to be installed for a starter."""
    return shlex.split(before or command)[0]


def installed(name):
    """Is there such a tool, and not only a stub that says where to get it?"""
    return (
        bool(shutil.which(name)) and not subprocess.run([name, "--version"], capture_output=True).returncode
    )


HOLDEM = Started("holdem", 2, "it passes the first two cases, and the third one is red", "scores.js")
ROMAN = Started("roman", 1, "it passes the first case, and the second one is red", "numerals.js")
KATAS = [HOLDEM, ROMAN]
ROWS = [
    pytest.param(started, *row, id=f"{started.name} {row[0]}") for started in KATAS for row in started.rows
]
INSTALLED = [row for row in ROWS if installed(tool(*row.values[2:]))]


def test_every_kata_with_starters_is_looked_at():
    names = sorted(folder.parent.name for folder in TOP.glob("katas/*/starters"))
    assert names == [started.name for started in KATAS]


@pytest.mark.parametrize("started", KATAS, ids=lambda started: started.name)
def test_every_starter_is_short_and_listed_with_its_command(started):
    folder = started.kata.folder
    files = [file for file in folder.glob("starters/*/*") if file.is_file()]
    assert sorted(folder / file for file, *_ in started.rows) == sorted(files)
    assert [tool(before, command) for _, before, command in started.rows] == TOOLS
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert (len(lines) <= 15, max(map(len, lines)) <= 110) == (True, True), file
        assert any("here it begins" in line for line in lines), file
        assert any(f"katas/{started.name}/README.md" in line for line in lines), file


def test_python_and_those_that_make_check_demands_are_tried():
    """The other ones are tried where they are installed."""
    assert {"node", "javac"} <= NEEDED.keys() & set(TOOLS)
    assert [name for name in ("python3", "node", "javac") if not installed(name)] == []


@pytest.mark.parametrize(("started", "file", "before", "command"), INSTALLED)
def test_a_starter_writes_lines_back_and_is_red_where_the_statement_says(
    tmp_path, started, file, before, command
):
    shutil.copy2(started.kata.folder / file, tmp_path)
    if before:
        subprocess.run(shlex.split(before), cwd=tmp_path, check=True)
    done = [
        run_with_input(case.file, case.expected, shlex.split(command), tmp_path, limit=60)
        for case in started.kata.cases[: started.passes + 1]
    ]
    assert [(outcome.colour, outcome.why) for outcome in done] == [
        *[("green", "")] * started.passes,
        ("red", "prints something else"),
    ]
    assert started.says in " ".join(started.kata.statement.split())


@pytest.mark.parametrize("started", KATAS, ids=lambda started: started.name)
def test_a_program_that_solves_the_kata_passes_every_case(started):
    def colour(case):
        limits = {"limit": 60, "complaints": case.complaints}
        return run_with_input(case.file, case.expected, ["node", started.program], PROGRAMS, **limits).colour

    assert [case.rule for case in started.kata.cases if colour(case) != "green"] == []


def test_the_gatekeeper_runs_make_check_which_demands_what_the_starters_need():
    """That it stops where one of them is missing is a test of `make check` itself."""
    lines = (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert "make check" in lines
