"""What an editor shows: the tests of one step, or of one's attempt, and tasks for the verbs."""

import json
import re
import sys

import pytest
from helpers import TOP, Copy

from dojo.cli.run import possible
from dojo.cli.words import calls
from dojo.errors import Mistake
from dojo.story.workspace import Workspace

OFFERED = TOP / "dojo.code-workspace"
PAGE = TOP / "docs" / "participating.md"
ARGS = "python.testing.pytestArgs"
VERBS = ["next", "watch", "where"]
PLUGIN = '''
"""Writes down what VS Code's own plugin of this name sends to the test explorer: the name of each test."""

import os


def pytest_collection_finish(session):
    with open(os.environ["TEST_RUN_PIPE"], "w", encoding="utf-8") as file:
        file.writelines(f"{item.path}::{item.nodeid.partition('::')[2]}\\n" for item in session.items)
'''


def the_workspace():
    return json.loads(OFFERED.read_text(encoding="utf-8"))


def on_the_page():
    """The settings that the page shows, in their order."""
    shown = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [json.loads(text) for text in shown]


class Explorer:
    """The test explorer of VS Code, with a folder open in it: it makes the calls of its Python extension.

    They stand in pytestDiscoveryAdapter.ts and pytestExecutionAdapter.ts of microsoft/vscode-python.
    """

    def __init__(self, tmp_path):
        self.plugins, self.found = tmp_path / "python_files", tmp_path / "found"
        self.plugins.mkdir()
        (self.plugins / "vscode_pytest.py").write_text(PLUGIN, encoding="utf-8")

    def shown(self, folder, args):
        """The names of the tests that it finds with these arguments of pytest."""
        said = self.called(folder, "--collect-only", *args)
        assert said.returncode == 0, said.stdout[-500:]
        return self.found.read_text(encoding="utf-8").splitlines()

    def clicked(self, folder, args, names):
        """What pytest says when somebody runs tests: their names come in place of files and folders."""
        return self.called(folder, *(arg for arg in args if arg.startswith("-")), *names).stdout

    def called(self, folder, *words):
        where = {"PYTHONPATH": str(self.plugins), "TEST_RUN_PIPE": str(self.found)}
        command = [sys.executable, "-m", "pytest", "-p", "vscode_pytest", *words, f"--rootdir={folder}"]
        return Copy(folder).run(*command, **where)


@pytest.fixture
def explorer(tmp_path):
    return Explorer(tmp_path)


def versions(names):
    """The steps on which these tests run."""
    return {found[1] for name in names if (found := re.search(r"\[(step_\d+)", name))}


STEPS = [
    pytest.param(the_workspace()["settings"][ARGS], {"step_74"}, 360, id="the file that is offered"),
    pytest.param(on_the_page()[0][ARGS], {"step_07"}, 360, id="the page, of a step"),
    pytest.param(["."], {"step_74"}, 360, id="what VS Code asks for first"),
    pytest.param(["tests"], {"step_74"}, 360, id="what it asks for next"),
    pytest.param([], {"step_74"}, 360, id="nothing"),
    pytest.param(["tests/suite", "--step=6-7"], {"step_06", "step_07"}, 720, id="and two are two"),
]


@pytest.mark.parametrize(("args", "steps", "count"), STEPS)
def test_the_explorer_shows_the_tests_of_one_step(explorer, args, steps, count):
    names = explorer.shown(TOP, args)
    assert (versions(names), len(names)) == (steps, count)


@pytest.mark.parametrize(
    ("args", "said"),
    [(["tests/suite"], "2 passed"), (on_the_page()[0][ARGS], "1 passed, 1 xfailed")],
    ids=["on the last step", "on step 7"],
)
def test_a_click_runs_the_tests_that_it_names(explorer, args, said):
    names = explorer.shown(TOP, args)
    wanted = ["::test_a_card_equals_itself[", "::test_the_program_counts_empty_lines_too["]
    chosen = [name for name in names if any(one in name for one in wanted)]
    assert said in explorer.clicked(TOP, args, chosen)


@pytest.fixture
def attempt(workspace):
    """The folder of an attempt that was started, beside another one."""
    for name in ("tables-3", "tables-4"):
        workspace.verb("start", f"NAME={name}")
    return workspace.root / "katas" / "holdem" / "attempts" / "tables-3"


def test_the_explorer_shows_the_tests_of_an_attempt(explorer, workspace, attempt):
    names = explorer.shown(workspace.root, on_the_page()[1][ARGS])
    assert names == [f"{attempt / 'test_poker.py'}::test_a_card_equals_itself"]
    assert "has no attribute 'card'" in explorer.clicked(workspace.root, on_the_page()[1][ARGS], names)


def test_so_it_does_where_the_folder_of_the_attempt_is_open_alone(explorer, attempt):
    names = explorer.shown(attempt, [])
    assert names == [f"{attempt / 'test_poker.py'}::test_a_card_equals_itself"]


# The tasks


def faults(workspace):
    """What is wrong with the tasks of a workspace: a line each."""
    tasks = workspace["tasks"]["tasks"]
    lines = [f"there is no task {verb}" for verb in VERBS if verb not in [task["label"] for task in tasks]]
    for task in tasks:
        verb = task["label"]
        try:
            for call in calls([verb], Workspace(TOP)):
                possible(call)
        except Mistake as fault:
            lines.append(f"{verb}: {fault}")
        if [task["command"], *task["args"]] != ["make", verb]:
            lines.append(f"{verb} is not make {verb}")
        windows = task.get("windows", {})
        if [windows.get("command"), *windows.get("args", [])] != ["py", "-m", "dojo", verb]:
            lines.append(f"on Windows {verb} is not py -m dojo {verb}")
    return lines


def test_the_tasks_are_verbs_on_any_system():
    assert faults(the_workspace()) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"label": "where"', '"label": "wher"', "there is no task where"),
        ('["watch"]', '["wach"]', "watch is not make watch"),
        ('"-m", "dojo", "next"', '"-m", "dojo"', "on Windows next is not py -m dojo next"),
        ('"windows": {"command": "py", ', '"linux": {"command": "py", ', "on Windows next is not"),
    ],
    ids=["a misspelt label", "a misspelt verb", "no verb", "no Windows"],
)
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


# Offered, and never forced


OWN = ["/.vscode/", "/.idea/"]
"""The folders from which VS Code and PyCharm take their settings: each participant has their own."""


def shared(ignored):
    """The folders of settings that git does not keep out: everybody would get what lies there."""
    return [folder for folder in OWN if folder not in ignored.splitlines()]


def test_the_settings_of_an_editor_are_ones_own():
    assert shared((TOP / ".gitignore").read_text(encoding="utf-8")) == []


def test_settings_for_everybody_would_be_found():
    assert shared("/.cache/\n/.idea/\n") == ["/.vscode/"]
