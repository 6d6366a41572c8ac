"""Plain `pytest` on the suite of poker: on the last step, on any other, on any poker.py, and in an editor."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from helpers import TOP, Copy

from dojo.cli.checks import read_testpaths

HALF = "steps/step_27_straight/poker.py"
ON = "tests/suite --code"
NO_STEP = "ERROR: there is no step 100: the steps are 0 to 99\n"
NO_TEST = "ERROR: no test lies in the steps: the suite runs on them: pytest tests/suite --step"
BOTH = "ERROR: --code FILE or --step N, not both\n"
CARD = "tests/suite/test_cards.py"
LAST = "tests/suite: on step_99; choose with --step N, --step 0-99 or --code FILE"
RED = ["FAILED tests/suite/test_hands.py::test_the_stronger_hand_wins"]
RED += ["5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠"]
SAID = [
    ("tests/suite --step 100", 4, [NO_STEP]),
    (f"{ON} nowhere.py", 4, ["ERROR: there is no file nowhere.py\n"]),
    (f"{ON} {HALF} --step 7", 4, [BOTH]),
    (HALF, 4, [f"{NO_TEST} 27\n"]),
    ("tests/suite steps/step_00_nothing_yet", 4, [f"{NO_TEST} 0\n"]),
    ("--collect-only tests/suite", 0, [LAST, "388 tests collected in "]),
    ("--collect-only --step 97-99 tests/suite", 0, ["on step_97 to step_99;", "1164 tests"]),
    (f"--collect-only tests/suite --code={HALF}", 0, ["tests/suite: on poker;", "388 tests"]),
    (f"--collect-only {CARD}::test_a_card_equals_itself[step_07]", 0, ["on step_07;", "1 test"]),
    ("--collect-only katas/roman", 0, ["katas/roman/suite: on step_15;", "79 tests"]),
    ("--collect-only katas/roman/suite", 0, ["katas/roman/suite: on step_15;", "79 tests"]),
    ("tests/suite", 0, [LAST, "388 passed in "]),
    ("tests/suite --step 7", 0, ["12 passed, 372 xfailed, 4 xpassed in "]),
    # from step 15 on, each step has a grid.py of its own beside its module
    ("katas/rover/suite --step 15-18", 0, ["on step_15 to step_18;", "196 passed, 40 xfailed, 4 xpassed"]),
    (f"{ON} {HALF} -x", 1, [*RED, "1 failed, 69 passed in "]),
    (f"{ON} katas/poker/mutants/no_wheel.py -x", 1, [*RED, "1 failed, "]),
]


def pytest_at(copy, *words, **where):
    return copy.run(sys.executable, "-m", "pytest", *words, **where)


@pytest.mark.parametrize(("words", "status", "said"), SAID, ids=[words or "alone" for words, *_ in SAID])
def test_it_says_in_one_line_what_it_runs_on_or_why_not_and_what_came_of_it(here, words, status, said):
    typed = [str(TOP) if word == "WORKSPACE" else word for word in words.split()]
    made = pytest_at(here, "--tb=short", *typed)
    assert made.returncode == status
    assert [text for text in said if (made.stderr if status == 4 else made.stdout).count(text) != 1] == []
    assert made.stderr.strip().count("\n") == 0


@pytest.mark.parametrize("words", [[], ["."], ["tests"]], ids=["alone", "the top", "tests"])
def test_at_the_top_it_runs_the_tests_of_the_workspace(here, words):
    collected = pytest_at(here, "--collect-only", "--quiet", *words).stdout.splitlines()
    folders = {line.split("/")[1] for line in collected if "::" in line}
    assert folders == {Path(folder).name for folder in read_testpaths(TOP)}


def test_the_page_says_what_is_tried_here():
    page = (TOP / "docs" / "setup.md").read_text(encoding="utf-8")
    typed = re.findall(r"(?<=pytest )tests/suite [^`\n]+", page)
    assert typed == ["tests/suite --step 7", f"{ON} FILE -x"]


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
    """Law 8: a file changed to the same size in the same second is the file that runs."""
    folder = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "poker.py").write_text("from cards import card\n")
    on_it = ("tests/suite", "--code", folder / "poker.py", "-k", "equals_itself")
    for answer, said in (("return 6", "1 passed"), ("return x", "NameError: name 'x' is not defined")):
        (folder / name).write_text(f"def card(text):\n    {answer}\n")
        os.utime(folder / name, (1_700_000_000, 1_700_000_000))
        assert said in pytest_at(workspace, *on_it).stdout
        workspace.run(sys.executable, "-c", f"import {name[:-3]}", PYTHONPATH=str(folder))  # leaves a .pyc
    assert list((folder / "__pycache__").glob(f"{name[:-3]}.*"))


# What an editor shows


def explore(folder, args):
    """The tests that the test explorer of VS Code finds, as it names them.

    The calls of its Python extension stand in pytestDiscoveryAdapter.ts and pytestExecutionAdapter.ts of
    microsoft/vscode-python.
    """
    said = pytest_at(Copy(folder), "--collect-only", "--quiet", *args, f"--rootdir={folder}").stdout
    return [f"{folder}/{line}" for line in said.splitlines() if "::" in line]


def click(folder, args, names):
    """What is printed when somebody runs tests there: their names come in place of files and folders."""
    options = [arg for arg in args if arg.startswith("-")]
    return pytest_at(Copy(folder), *options, *names, f"--rootdir={folder}").stdout


ARGS = "python.testing.pytestArgs"
OFFERED = json.loads((TOP / "dojo.code-workspace").read_text(encoding="utf-8"))["settings"][ARGS]
SETTINGS = re.findall(r"^```json\n(.*?)^```$", (TOP / "docs/setup.md").read_text("utf-8"), re.M | re.DOTALL)
ON_THE_PAGE = [json.loads(text)[ARGS] for text in SETTINGS]
STEPS = [
    pytest.param(OFFERED, "step_99", "2 passed", id="the file that is offered"),
    pytest.param(ON_THE_PAGE[0], "step_07", "1 passed, 1 xfailed", id="the page, of a step"),
]


@pytest.mark.parametrize(("args", "step", "said"), STEPS)
def test_the_explorer_shows_the_tests_of_a_step_and_a_click_runs_those_that_it_names(args, step, said):
    names = explore(TOP, args)
    assert {found for name in names for found in re.findall(r"\[(step_\d+)", name)} == {step}
    assert len(names) == 388
    wanted = ["::test_a_card_equals_itself[", "::test_the_program_counts_empty_lines_too["]
    assert said in click(TOP, args, [name for name in names if any(one in name for one in wanted)])


def test_the_explorer_shows_the_tests_of_an_attempt_opened_alone(workspace):
    for name in ("tables-3", "tables-4"):
        workspace.verb("start", f"NAME={name}")
    attempt = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    args = ON_THE_PAGE[1]
    names = explore(workspace.root, args)
    assert names == explore(attempt, []) == [f"{attempt / 'test_poker.py'}::test_a_card_equals_itself"]
    assert "has no attribute 'card'" in click(workspace.root, args, names)
