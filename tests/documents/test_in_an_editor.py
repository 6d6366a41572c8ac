"""What an editor and a clone are offered: tasks for the verbs, a container, line ends.

What a test explorer shows with the arguments of pytest says tests/check/test_plain_pytest.py, and the schema
of the container tests/check/test_environment.py.
"""

import json
import re
import subprocess

import pytest
from helpers import TOP

from dojo.cli.main import parse_calls

PAGE = TOP / "docs" / "setup.md"
ARGS = "python.testing.pytestArgs"


def the_workspace():
    return json.loads((TOP / "dojo.code-workspace").read_text(encoding="utf-8"))


def on_the_page():
    """The settings that the page shows, in their order."""
    shown = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [json.loads(text) for text in shown]


def test_the_tasks_are_verbs_and_run_where_the_folder_is(here):
    """A name that no folder of the file has would be an error in VS Code."""
    offered = the_workspace()
    tasks = offered["tasks"]["tasks"]
    labels = [task["label"] for task in tasks]
    assert {"next", "watch", "where"} <= {*labels}
    assert [[task["command"], *task["args"]] for task in tasks] == [["make", label] for label in labels]
    assert all(parse_calls([label], here.workspace) for label in labels)
    (folder,) = offered["folders"]
    assert offered["tasks"]["options"]["cwd"] == f"${{workspaceFolder:{folder['name']}}}"
    assert folder["path"] == "."


@pytest.mark.parametrize("folder", ["/.vscode/", "/.idea/"])
def test_the_settings_of_an_editor_are_ones_own(folder):
    """Git keeps out the folders from which VS Code and PyCharm take theirs."""
    assert folder in (TOP / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_git_does_not_see_a_board(here):
    files = ["board.html", "board-small.html", "proof-tables-3.html", ".cache/pages/some.json"]
    assert here.run("git", "check-ignore", "--no-index", *files).stdout.split() == files


def test_the_set_up_of_the_container_is_a_line_of_ci_and_the_editor_waits_for_it():
    container = json.loads((TOP / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert container["postCreateCommand"] in (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert container["waitFor"] == "postCreateCommand"


LINE_ENDS = {
    "dojo/__main__.py": "text: auto eol: lf",
    "steps/step_07_a_pair/README.md": "text: auto eol: lf",
    "katas/roman/cases/a.in": "text: unset eol: lf",  # byte by byte
}


@pytest.mark.parametrize("file", LINE_ENDS)
def test_whatever_git_is_told_elsewhere_a_clone_has_the_line_ends_that_the_laws_want(file, tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitattributes").write_bytes((TOP / ".gitattributes").read_bytes())
    command = ["git", "-C", tmp_path, "check-attr", "text", "eol", "--", file]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert " ".join(line.split(": ", 1)[1] for line in said.splitlines()) == LINE_ENDS[file]
