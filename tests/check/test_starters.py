"""The starters in eight languages, as the statement of a kata lists them."""

import re
import shlex
import shutil
import subprocess

import pytest
from helpers import TOP

from dojo.cli.checks import NEEDED
from dojo.runner.programs.command import run_with_input
from dojo.story.workspace import Workspace

TOOLS = ["python3", "node", "javac", "ruby", "clojure", "ghc", "dotnet", "rustc"]
SAYS = {
    "holdem": (2, "it passes the first two cases, and the third one is red"),
    "fizzbuzz": (1, "it passes the first case, and the second one is red"),
    "rover": (1, "it passes the first case, and the second one is red"),
    "roman": (1, "it passes the first case, and the second one is red"),
    "yatzy": (1, "it passes the first case, and the second one is red"),
}
"""By a kata with starters: how many cases they pass, and what its statement says of that."""
KATAS = {name: Workspace(TOP).kata(name)[1] for name in SAYS}
ROW = re.compile(r"\]\((starters/.+?)\) \| (?:`(.+?)`)? ?\| `(.+?)` \|")
"""A starter that a statement lists: its file, what is typed once, and its command."""
ROWS = [(name, *row) for name, kata in KATAS.items() for row in ROW.findall(kata.statement)]


def tool(before, command):
    """What has to be installed for a starter."""
    return shlex.split(before or command)[0]


def is_installed(name):
    """True if there is such a tool, and not only a stub that says where to get it."""
    return (
        shutil.which(name) is not None
        and not subprocess.run([name, "--version"], capture_output=True).returncode
    )


def test_every_starter_is_short_and_listed_with_its_command():
    files = [file for file in TOP.glob("katas/*/starters/*/*") if file.is_file()]
    assert sorted(KATAS[name].folder / file for name, file, *_ in ROWS) == sorted(files)
    assert [tool(*row[2:]) for row in ROWS] == TOOLS * len(KATAS)
    for file in files:
        text, kata = file.read_text(encoding="utf-8"), file.relative_to(TOP).parts[1]
        assert [line for line in text.splitlines() if len(line) > 110] == []
        assert len(text.splitlines()) <= 15
        assert "here it begins" in text, file
        assert f"katas/{kata}/README.md" in text, file


def test_python_and_those_that_make_check_demands_are_tried():
    """The other ones are tried where they are installed. CI runs `make check`, which stops without them."""
    assert {"node", "javac"} <= NEEDED.keys() & set(TOOLS)
    assert [name for name in ("python3", "node", "javac") if not is_installed(name)] == []
    lines = (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert {"set -euo pipefail", "make check"} <= {*lines}


@pytest.mark.parametrize(
    ("name", "file", "before", "command"), [row for row in ROWS if is_installed(tool(*row[2:]))]
)
def test_a_starter_writes_lines_back_and_is_red_where_the_statement_says(
    tmp_path, name, file, before, command
):
    kata, (passes, says) = KATAS[name], SAYS[name]
    shutil.copy2(kata.folder / file, tmp_path)
    if before:
        subprocess.run(shlex.split(before), cwd=tmp_path, check=True)
    done = [
        run_with_input(case.file, case.expected, shlex.split(command), tmp_path, limit=60)
        for case in kata.cases[: passes + 1]
    ]
    assert [one.colour for one in done] == ["green"] * passes + ["red"]
    assert done[-1].why == "prints something else"
    assert says in " ".join(kata.statement.split())
