"""Plain `pytest` on the suite of poker: on the last step, on any other, on any poker.py, and in an editor."""

import json
import os
import re
import sys

import pytest
from helpers import TOP, Copy

HALF = "steps/step_18_straight/poker.py"
ON = "tests/suite --code"
NO_STEP = "the steps are 0 to 72"
NO_TEST = "no test lies in the steps: the suite runs on them: pytest tests/suite --step"
ANSWERED = [
    pytest.param("--step 77", f"there is no step 77: {NO_STEP}", id="a step too many"),
    pytest.param("tests/suite --code nowhere.py", "there is no file nowhere.py", id="no such file"),
    pytest.param(f"{ON} {HALF} --step 7", "--code FILE or --step N, not both", id="a step as well"),
    pytest.param(HALF, f"{NO_TEST} 18", id="the file of a step"),
    pytest.param("tests steps/step_00_nothing_yet", f"{NO_TEST} 0", id="a step beside the tests"),
]


def pytest_at(copy, *words, **where):
    return copy.run(sys.executable, "-m", "pytest", *words, **where)


@pytest.mark.parametrize(("words", "said"), ANSWERED)
def test_a_wrong_use_is_answered_in_one_line(here, words, said):
    made = pytest_at(here, *words.split())
    assert (made.returncode, made.stderr.strip()) == (4, f"ERROR: {said}")


CARD = "tests/suite/test_cards.py"
LAST = "tests/suite: on step_72; choose with --step N, --step 0-72 or --code FILE"
CHOSEN = [
    pytest.param([], LAST, "361 tests collected in ", id="nothing at all"),
    pytest.param([str(TOP), "tests"], LAST, "361 tests", id="the top by its path, and the tests"),
    pytest.param(["--step", "70-72", "tests"], "on step_70 to step_72;", "1083 tests", id="steps"),
    pytest.param([f"--code={HALF}"], "tests/suite: on poker;", "361 tests", id="a file"),
    pytest.param([f"{CARD}::test_a_card_equals_itself[step_07]"], "on step_07;", "1 test", id="on a step"),
    pytest.param(["katas/roman/suite"], "katas/roman/suite: on step_", " tests", id="another story"),
]


@pytest.mark.parametrize(("words", "said", "count"), CHOSEN)
def test_it_says_what_it_runs_on(here, words, said, count):
    made = pytest_at(here, "--collect-only", *words)
    assert (made.returncode, made.stdout.count(said)) == (0, 1)
    assert count in made.stdout


RUNS = [
    pytest.param("", 0, "361 passed in ", id="the last step is green"),
    pytest.param("--step 7", 0, "13 passed, 345 xfailed, 3 xpassed in ", id="a step"),
    pytest.param(f"{ON} {HALF} -x", 1, "1 failed, 69 passed in ", id="up to the next test"),
    pytest.param(f"{ON} katas/poker/mutants/no_wheel.py -x", 1, "1 failed, ", id="a mutant as it stands"),
]


def test_the_page_says_what_is_tried_here():
    page = (TOP / "docs" / "participating.md").read_text(encoding="utf-8")
    typed = re.findall(r"(?<=pytest )tests/suite [^`\n]+", page)
    assert typed == ["tests/suite --step 7", f"{ON} FILE -x"]


@pytest.mark.parametrize(("words", "status", "counts"), RUNS)
def test_a_run_is_counted_and_stops_at_the_next_test_in_teaching_order(here, words, status, counts):
    made = pytest_at(here, "-q", "--tb=short", *words.split())
    assert made.returncode == status
    assert counts in made.stdout.splitlines()[-1]
    assert ("FAILED tests/suite/test_hands.py::test_the_stronger_hand_wins" in made.stdout) == bool(status)
    assert ("5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠" in made.stdout) == bool(status)


@pytest.mark.parametrize("words", ["katas/holdem/attempts/tables-3", "tests/figures"])
def test_what_is_no_suite_is_run_as_it_is(workspace, words):
    folder = workspace.root / words
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "test_ours.py").write_text("def test_ours():\n    pass\n", encoding="utf-8")
    made = pytest_at(workspace, words)
    assert "1 passed" in made.stdout
    assert "on step" not in made.stdout


@pytest.mark.parametrize("name", ["poker.py", "cards.py"], ids=["the file itself", "a file that it imports"])
def test_no_cached_bytecode_is_run(workspace, name):
    """Law 8: an edit of the same size within the same second is seen."""
    folder = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "poker.py").write_text("from cards import card\n")
    said = []
    for answer in ("return 6", "return x"):
        (folder / name).write_text(f"def card(text):\n    {answer}\n")
        os.utime(folder / name, (1_700_000_000, 1_700_000_000))
        said.append(
            pytest_at(workspace, "tests/suite", "--code", folder / "poker.py", "-k", "equals_itself").stdout
        )
        workspace.run(sys.executable, "-c", f"import {name[:-3]}", PYTHONPATH=str(folder))  # leaves a .pyc
    assert list((folder / "__pycache__").glob(f"{name[:-3]}.*"))
    assert "1 passed" in said[0]
    assert "NameError: name 'x' is not defined" in said[1]


# What an editor shows

PLUGIN = '''
"""Writes down what VS Code's own plugin of this name sends to the test explorer: the name of each test."""

import json
import os


def pytest_collection_finish(session):
    with open(os.environ["TEST_RUN_PIPE"], "w", encoding="utf-8") as file:
        json.dump([f"{item.path}::{item.nodeid.partition('::')[2]}" for item in session.items], file)
'''


@pytest.fixture
def explorer(tmp_path):
    """What pytest prints when the test explorer of VS Code calls it, and the names of its tests.

    The calls of its Python extension stand in pytestDiscoveryAdapter.ts and pytestExecutionAdapter.ts of
    microsoft/vscode-python: when somebody runs tests, their names come in place of files and folders.
    """
    plugin, found = tmp_path / "vscode_pytest.py", tmp_path / "found"
    plugin.write_text(PLUGIN, encoding="utf-8")

    def call(folder, args, clicked=None):
        words = ["--collect-only", *args]
        if clicked is not None:
            words = [*(arg for arg in args if arg.startswith("-")), *clicked]
        where = {"PYTHONPATH": str(tmp_path), "TEST_RUN_PIPE": str(found)}
        said = pytest_at(Copy(folder), "-p", "vscode_pytest", *words, f"--rootdir={folder}", **where).stdout
        return said, json.loads(found.read_text(encoding="utf-8"))

    return call


ARGS = "python.testing.pytestArgs"
OFFERED = json.loads((TOP / "dojo.code-workspace").read_text(encoding="utf-8"))["settings"][ARGS]
PAGE = (TOP / "docs" / "setup.md").read_text(encoding="utf-8")
ON_THE_PAGE = [
    json.loads(text) for text in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]
STEPS = [
    pytest.param(OFFERED, ["step_72"], 361, "2 passed", id="the file that is offered"),
    pytest.param(ON_THE_PAGE[0][ARGS], ["step_07"], 361, "1 passed, 1 xfailed", id="the page, of a step"),
]


@pytest.mark.parametrize(("args", "steps", "count", "said"), STEPS)
def test_the_explorer_shows_the_tests_of_a_step_and_a_click_runs_those_that_it_names(
    explorer, args, steps, count, said
):
    _, names = explorer(TOP, args)
    assert sorted({found[1] for name in names if (found := re.search(r"\[(step_\d+)", name))}) == steps
    assert len(names) == count
    wanted = ["::test_a_card_equals_itself[", "::test_the_program_counts_empty_lines_too["]
    chosen = [name for name in names if any(one in name for one in wanted)]
    assert said in explorer(TOP, args, chosen)[0]


def test_the_explorer_shows_the_tests_of_an_attempt_also_where_its_folder_is_open_alone(explorer, workspace):
    for name in ("tables-3", "tables-4"):
        workspace.verb("start", f"NAME={name}")
    attempt = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    args = ON_THE_PAGE[1][ARGS]
    _, names = explorer(workspace.root, args)
    assert names == explorer(attempt, [])[1] == [f"{attempt / 'test_poker.py'}::test_a_card_equals_itself"]
    assert "has no attribute 'card'" in explorer(workspace.root, args, names)[0]
