"""Plain `pytest`: the suite on the last step, on any other, or on any poker.py, with nothing but pytest."""

import os
import sys

import pytest
from helpers import TOP

HALF = "steps/step_18_straight/poker.py"


def suite_on(workspace, file, *words):
    return workspace.run(sys.executable, "-m", "pytest", "tests/suite", "--poker", file, "--tb=short", *words)


def test_it_stops_at_the_next_test_in_teaching_order(here):
    made = suite_on(here, HALF, "-x")
    assert "test_the_stronger_hand_wins[poker-the wheel is a straight]" in made.stdout
    assert "5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠" in made.stdout
    assert "1 failed, 69 passed" in made.stdout


def test_nothing_is_expected_to_be_red(here):
    made = suite_on(here, "steps/step_71_hand_power/poker.py", "-q")
    assert (made.returncode, "xfailed" in made.stdout, "xpassed" in made.stdout) == (0, False, False)


WRONG = [
    pytest.param("--step 77", "there is no step 77: the steps are 0 to 74", id="a step too many"),
    pytest.param("--step=-7", "there is no step -7: the steps are 0 to 74", id="a step too few"),
    pytest.param("tests/suite --step x", "there is no step x: the steps are 0 to 74", id="no number"),
    pytest.param("tests/suite --poker nowhere.py", "there is no file nowhere.py", id="no such file"),
    pytest.param(
        f"tests/suite --poker {HALF} --step 7", "--poker FILE or --step N, not both", id="a step as well"
    ),
]


NO_TEST = "no test lies in the steps: the suite runs on them:"
OF_THE_STEPS = [
    pytest.param("steps", "pytest tests/suite --step N", id="all steps"),
    pytest.param("steps/step_07_flush_of_clubs", "pytest tests/suite --step 7", id="the folder of a step"),
    pytest.param("steps/step_18_straight/poker.py", "pytest tests/suite --step 18", id="the file of a step"),
    pytest.param("steps/step_07_flush_of_clubs --step 7", "pytest tests/suite --step 7", id="with an option"),
    pytest.param("tests steps/step_00_nothing_yet", "pytest tests/suite --step 0", id="beside the tests"),
]


@pytest.mark.parametrize(("words", "typed"), OF_THE_STEPS)
def test_whoever_names_a_step_is_told_what_to_type(here, words, typed):
    made = here.run(sys.executable, "-m", "pytest", *words.split())
    assert (made.returncode, made.stderr.strip()) == (4, f"ERROR: {NO_TEST} {typed}")


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_a_wrong_use_is_answered_in_one_line(here, words, said):
    made = here.run(sys.executable, "-m", "pytest", *words.split())
    assert made.returncode == 4
    assert made.stderr.strip() == f"ERROR: {said}"


@pytest.mark.parametrize("suite", [[], ["tests/suite"]], ids=["at the top", "the suite is named"])
def test_a_step_is_its_green_tests_and_those_not_yet(here, suite):
    made = here.run(sys.executable, "-m", "pytest", "-q", *suite, "--step", "7")
    assert made.returncode == 0
    assert "13 passed, 345 xfailed, 2 xpassed in " in made.stdout


LAST = "tests/suite: on step 74, the last; choose with --step N, --step 0-74 or --poker=FILE"
WITHOUT_A_STEP = [
    pytest.param([], id="nothing at all"),
    pytest.param(["."], id="the top"),
    pytest.param(["tests"], id="the tests"),
    pytest.param(["tests/suite"], id="the suite"),
    pytest.param([str(TOP), "tests"], id="the top by its path, and the tests"),
]


@pytest.mark.parametrize("words", WITHOUT_A_STEP)
def test_without_a_step_it_says_that_it_takes_the_last_and_how_to_choose(here, words):
    made = here.run(sys.executable, "-m", "pytest", "--collect-only", *words)
    assert made.stdout.count(LAST) == 1
    assert "360 tests collected in " in made.stdout


def test_without_a_step_all_is_green(here):
    made = here.run(sys.executable, "-m", "pytest", "-q")
    assert (made.returncode, made.stdout.splitlines()[-1][:10]) == (0, "360 passed")


CHOSEN = [
    pytest.param("--step 7", "tests/suite: on step 7\n", "360 tests", id="a step"),
    pytest.param("--step 7-9", "tests/suite: on steps 7 to 9\n", "1080 tests", id="steps"),
    pytest.param("--step 0-74 tests", "tests/suite: on steps 0 to 74\n", "27000 tests", id="every step"),
    pytest.param(f"--poker={HALF}", f"tests/suite: on {HALF}, in", "360 tests", id="a file"),
    pytest.param(
        "tests/suite/test_cards.py", "on step 74, the last;", " tests collected", id="a file of tests"
    ),
    pytest.param("tests/suite/test_cards.py --step 3", "on step 3\n", " tests collected", id="and a step"),
    pytest.param(
        "tests/suite/test_cards.py::test_a_card_equals_itself",
        "on step 74, the last;",
        "1 test collected",
        id="one test",
    ),
    pytest.param(
        "tests/suite/test_cards.py::test_a_card_equals_itself[step_07]",
        "on step 7\n",
        "1 test collected",
        id="one test on a step",
    ),
    pytest.param("katas/roman/suite", "katas/roman/suite: on step ", " tests", id="another story"),
]


@pytest.mark.parametrize(("words", "said", "count"), CHOSEN)
def test_it_says_what_it_runs_on(here, words, said, count):
    made = here.run(sys.executable, "-m", "pytest", "--collect-only", *words.split())
    assert (made.returncode, made.stdout.count(said)) == (0, 1)
    assert count in made.stdout


@pytest.mark.parametrize("words", ["katas/holdem/attempts/tables-3", "tests/figures"])
def test_what_is_no_suite_is_run_as_it_is(workspace, words):
    folder = workspace.root / words
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "test_ours.py").write_text("def test_ours():\n    pass\n", encoding="utf-8")
    made = workspace.run(sys.executable, "-m", "pytest", words)
    assert "1 passed" in made.stdout
    assert "on step" not in made.stdout


def test_the_suite_never_imports_the_tooling():
    suite = "".join(file.read_text(encoding="utf-8") for file in (TOP / "tests" / "suite").glob("*.py"))
    assert "dojo" not in suite


SAVED_TWICE = [
    pytest.param("poker.py", id="the file itself"),
    pytest.param("cards.py", id="a file that it imports"),
]


@pytest.mark.parametrize("name", SAVED_TWICE)
def test_no_cached_bytecode_is_run(workspace, name):
    """Law 8: an edit of the same size within the same second is seen."""
    folder = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "poker.py").write_text("from cards import card\n")
    file = folder / name
    said = []
    for answer in ("return 6", "return x"):
        file.write_text(f"def card(text):\n    {answer}\n")
        os.utime(file, (1_700_000_000, 1_700_000_000))
        said.append(suite_on(workspace, folder / "poker.py", "-k", "equals_itself").stdout)
        workspace.run(sys.executable, "-c", f"import {name[:-3]}", PYTHONPATH=str(folder))  # leaves a .pyc
    assert list((folder / "__pycache__").glob(f"{name[:-3]}.*"))
    assert "1 passed" in said[0]
    assert "NameError: name 'x' is not defined" in said[1]


def test_an_error_that_is_asked_for_and_does_not_come_is_red(workspace):
    """It is the test's own assertion that fails; nothing is broken."""
    workspace.edit("step_42/poker.py", 'raise CardError(f"{word} is there twice")', "pass")
    made = workspace.make("step-42")
    assert "1 RED (“a card may not be there twice”)" in " ".join(made.stdout.split())
