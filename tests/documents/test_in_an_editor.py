"""What an editor is offered: arguments of pytest, tasks for the verbs, and settings that are one's own.

What its test explorer shows with these arguments says tests/check/test_plain_pytest.py.
"""

import json
import re

import pytest
from helpers import TOP

from dojo.cli.words import parse_calls
from dojo.errors import UsageError
from dojo.story.workspace import Workspace

OFFERED = TOP / "dojo.code-workspace"
PAGE = TOP / "docs" / "setup.md"
ARGS = "python.testing.pytestArgs"
VERBS = ["next", "watch", "where"]


def the_workspace():
    return json.loads(OFFERED.read_text(encoding="utf-8"))


def on_the_page():
    """The settings that the page shows, in their order."""
    shown = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [json.loads(text) for text in shown]


def faults(workspace):
    """What is wrong with the tasks of a workspace: a line each."""
    tasks = workspace["tasks"]["tasks"]
    lines = [f"there is no task {verb}" for verb in VERBS if verb not in [task["label"] for task in tasks]]
    for task in tasks:
        verb = task["label"]
        try:
            parse_calls([verb], Workspace(TOP))
        except UsageError as fault:
            lines.append(f"{verb}: {fault}")
        if [task["command"], *task["args"]] != ["make", verb]:
            lines.append(f"{verb} is not make {verb}")
    return lines


def test_the_tasks_are_verbs():
    assert faults(the_workspace()) == []


PLANTED = [
    pytest.param('"label": "where"', '"label": "wher"', "there is no task where", id="a misspelt label"),
    pytest.param('["watch"]', '["wach"]', "watch is not make watch", id="a misspelt verb"),
]


@pytest.mark.parametrize(("old", "new", "said"), PLANTED)
def test_a_fault_in_a_task_is_found(old, new, said):
    text = OFFERED.read_text(encoding="utf-8")
    assert old in text
    assert any(line.startswith(said) for line in faults(json.loads(text.replace(old, new))))


def test_a_task_runs_where_the_folder_is():
    """A name that no folder of the file has would be an error in VS Code."""
    offered = the_workspace()
    (folder,) = offered["folders"]
    assert offered["tasks"]["options"]["cwd"] == f"${{workspaceFolder:{folder['name']}}}"
    assert folder["path"] == "."


@pytest.mark.parametrize("folder", ["/.vscode/", "/.idea/"])
def test_the_settings_of_an_editor_are_ones_own(folder):
    """Git keeps out the folders from which VS Code and PyCharm take theirs."""
    assert folder in (TOP / ".gitignore").read_text(encoding="utf-8").splitlines()
