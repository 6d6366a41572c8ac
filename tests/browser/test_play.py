"""The buttons of the page, on an attempt that lives in memory; Python is this one here."""

import json
import os
import random
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers import TOP, copied

from dojo.browser.assets import KNOWN, home_of
from dojo.browser.in_place import InPlaceExecutor
from dojo.browser.play import Browser, KeptSuites, Play
from dojo.coach.exercise import SuiteExercise, open_exercise
from dojo.runner.child.messages import Began
from dojo.runner.collect import session
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.run import run_all

GREEN = "def said(n):\n    return str(n)\n"


@pytest.fixture
def play(small):
    return Play(small.workspace, "fizz", "ada", "[]")


def press(play, verb, code=None, word=""):
    return json.loads(play.play(verb, json.dumps({} if code is None else {"fizz.py": code}), word))


def test_a_new_attempt_begins_with_a_red_test_of_ones_own(play):
    state = press(play, "start")
    assert sorted(state["files"]) == ["fizz.py", "test_fizz.py"]
    assert (state["counts"], state["lights"]) == (
        "1 with a name missing",
        [{"number": 1, "verb": "start", "colour": "red", "judged": True}],
    )


def test_each_button_tells_its_lights_and_a_reload_goes_on_from_them(play, small):
    sent = press(play, "start")["new"]
    sent += press(play, "next", "x = (\n")["new"]
    assert [one["colour"] for one in press(play, "show")["lights"]] == ["red", "amber"]
    again = Play(small.workspace, "fizz", "bea", json.dumps(sent))
    assert press(again, "show")["files"]["fizz.py"] == "x = (\n"
    assert press(again, "bar")["lights"][-1] == {
        "number": 3,
        "verb": "bar",
        "colour": "amber",
        "judged": True,
    }


def test_back_brings_the_files_back(play):
    press(play, "start", None)
    press(play, "bar", "a = 1\n")
    press(play, "bar", "a = 2\n")
    state = press(play, "back", word="2")
    assert state["files"]["fizz.py"] == "a = 1\n"
    assert "Brought back: fizz.py\n  gone  a = 2\n  back  a = 1\n" in state["said"]


def test_a_mistake_is_a_line(play):
    press(play, "start")
    assert "EXPECT=blue" in press(play, "next", word="blue")["said"]


def test_a_run_that_was_ended_is_amber_and_keeps_the_code(play):
    press(play, "start")
    state = press(play, "ended", "while True: pass\n", "did not stop.")
    assert state["lights"][-1]["colour"] == "amber"
    assert "Your code did not stop." in state["said"]
    assert state["files"]["fizz.py"] == "while True: pass\n"


def test_in_a_browser_sentences_name_buttons(adapted):
    play, state = adapted, press(adapted, "start")
    assert "This is yours: ada/ with fizz.py and test_fizz.py." in state["said"]
    assert "The task is in README.md." in state["files"]["fizz.py"]
    assert "make" not in state["said"] + state["files"]["fizz.py"]
    assert play.attempt.command("next") == "“Next”"
    assert play.attempt.command("back TO=7") == "press 7 in “Your runs”"
    assert play.attempt.command("judge") == "on a laptop, make judge"
    assert play.attempt.story.command("step-2 story") == "“Tests and steps”"


ONE = "def say(number):\n    return '1'\n"
NUMBERS = "def say(number):\n    return str(number)\n"
FIZZ = "def say(number):\n    return 'Fizz' if number == 3 else str(number)\n"
DEBUGGED = "def say(number):\n    breakpoint()\n"
PRESSED = {
    "a red test": [("bar", ""), ("hint", ""), ("where", "")],
    "a syntax error": [("bar", "x = (\n"), ("hint", None), ("where", None)],
    "no green yet": [("back", None)],
    "no such light": [("back", None, "99")],
    "a breakpoint": [("bar", DEBUGGED)],
    "a test that follows": [("next", NUMBERS), ("next", None), ("hint", None), ("hint", None)],
    "the last test": [("next", FIZZ), ("next", None), ("next", None), ("next", None), ("hint", None)],
    "back to a light": [("bar", NUMBERS), ("bar", "x = 1\n"), ("back", None), ("back", None, "1")],
    "a run that was ended": [("ended", "while True: pass\n", "did not stop.")],
}
OF_A_TERMINAL = re.compile(r"(?<!on a laptop, )\bmake [a-z]|\b[A-Z]+=|terminal|Ctrl-C|\.started|\.venv")


@pytest.mark.parametrize("pressed", PRESSED.values(), ids=PRESSED)
def test_in_a_browser_no_sentence_is_about_a_terminal(adapted, pressed):
    said = press(adapted, "start")["said"]
    for verb, code, *word in pressed:
        said += press(adapted, verb, code, *word)["said"]
    assert OF_A_TERMINAL.findall(said) == []


def test_a_page_says_at_the_start_that_the_tests_run_by_themselves(adapted):
    said = press(adapted, "start")["said"]
    assert "Whenever you stop typing for a second, the tests run, and the bar above shows" in said
    assert "Go on with" not in said
    assert "When it is green: “Next”\n" in said


def test_after_the_last_test_a_page_names_what_it_has_itself(adapted):
    press(adapted, "start")
    said = press(adapted, "bar", "def say(number):\n    return 'x'\n")["said"]
    said += "".join(press(adapted, "next", FIZZ)["said"] for _ in range(4))
    assert re.search(r"\n  Your evening: 6 runs in \d+ s: 4 green, 2 red\.\n", said)
    assert "Run by run: “Your runs” above. Press one to go back to it." in said
    assert "“Download” takes it to a laptop, where “prove” says if each test was red first." in said
    assert "on a laptop, make" not in said


WITH_WORDS = "from words import word\ndef say(number):\n    return word(number)\n"


def test_a_second_module_is_read_anew_at_each_run(adapted, small):
    sent = press(adapted, "start")["new"]
    colours = []
    for word in ("def word(n):\n    return 'x'\n", "def word(n):\n    return str(n)\n"):
        files = {
            "fizz.py": WITH_WORDS,
            "words/__init__.py": "from words.table import word\n",
            "words/table.py": word,
        }
        state = json.loads(adapted.play("bar", json.dumps(files)))
        colours.append(state["lights"][-1]["colour"])
        sent += state["new"]
    assert colours == ["red", "green"]
    assert sorted(state["files"]) == ["fizz.py", "test_fizz.py", "words/__init__.py", "words/table.py"]
    again = Play(small.workspace, "fizz", "bea", json.dumps(sent))
    assert press(again, "show")["files"]["words/table.py"] == "def word(n):\n    return str(n)\n"


def test_in_a_browser_nothing_is_asked_about_saves(adapted):
    press(adapted, "start")
    press(adapted, "next")
    assert "No file has changed" not in press(adapted, "next")["said"]


def test_in_a_browser_a_file_that_nothing_imports_is_told_without_a_folder(adapted):
    press(adapted, "start")
    press(adapted, "next")
    state = json.loads(adapted.play("bar", json.dumps({"other.py": "ONE = 1\n"})))
    assert "Nothing imports “other.py”: the tests read fizz.py." in state["said"]


def test_in_a_browser_a_failure_leads_to_next_for_a_page_runs_by_itself(adapted):
    press(adapted, "start")
    assert "Make it green, then “Next”. A hint: “Hint”" in press(adapted, "bar", ONE + "1 +")["said"]


def test_a_breakpoint_in_a_browser_says_what_to_do_there(adapted):
    press(adapted, "start")
    said = press(adapted, "bar", DEBUGGED)["said"]
    assert "RuntimeError: breakpoint() does not stop in a browser: print what you want to see" in said


def test_a_run_that_was_ended_did_not_crash(adapted):
    press(adapted, "start")
    assert press(adapted, "ended", "while True: pass\n", "did not stop.")["counts"] == "1 ended Python"


def test_after_a_reload_the_bar_has_the_same_words(adapted, small):
    sent = press(adapted, "start")["new"]
    state = press(adapted, "bar", "x = (\n")
    assert state["counts"] == "1 did not load"
    again = Play(small.workspace, "fizz", "bea", json.dumps([*sent, *state["new"]]))
    assert press(again, "show")["counts"] == "1 did not load"


def test_after_a_reload_the_last_failure_is_shown_and_nothing_runs(adapted, small):
    sent = press(adapted, "start")["new"]
    ran = press(adapted, "next", "def say(number):\n    return 'one'\n")
    again = Play(small.workspace, "fizz", "bea", json.dumps([*sent, *ran["new"]]))
    state = press(again, "show")
    for part in ("“one is said” is red: AssertionError", "came    'one'", "Make it green, then"):
        assert part in ran["said"]
        assert part in state["said"]
    assert (state["new"], state["is_old"]) == ([], False)


def test_after_a_reload_a_green_run_says_how_to_go_on(adapted, small):
    sent = press(adapted, "start")["new"]
    sent += press(adapted, "next", ONE)["new"]
    again = Play(small.workspace, "fizz", "bea", json.dumps(sent))
    assert "All tests so far are green. Go on with make next" in press(again, "show")["said"]


def test_a_bar_is_old_once_something_was_typed_after_its_run(adapted):
    press(adapted, "start")
    assert press(adapted, "show", "x = 1\n")["is_old"]
    assert not press(adapted, "bar")["is_old"]


def test_back_runs_the_code_that_it_has_brought_back(adapted):
    press(adapted, "start")
    press(adapted, "next", ONE)
    press(adapted, "next", "x = (\n")
    state = press(adapted, "back")
    assert "ada is back at run 2, which was green.\n" in state["said"]
    assert "What you had just now is run 4: press 4 in “Your runs”\n" in state["said"]
    assert (state["files"]["fizz.py"], state["counts"], state["is_old"]) == (ONE, "1 green", False)


def test_start_afresh_brings_the_files_of_the_start_and_keeps_the_lights(adapted):
    start = press(adapted, "start")
    press(adapted, "bar", ONE)
    state = press(adapted, "reset")
    assert state["files"] == start["files"]
    assert [light["verb"] for light in state["lights"]] == ["start", "bar", "back", "bar"]


def test_the_tests_so_far_can_be_read_and_the_steps_once_they_are_green_or_named(adapted):
    def titles(state):
        return [(step["number"], bool(step["code"])) for step in state["reading"]["steps"]]

    press(adapted, "start")
    state = press(adapted, "read")
    assert state["reading"] == {"tests": [], "steps": []}
    while "“Tests and steps”" not in press(adapted, "hint")["said"]:
        pass
    assert titles(press(adapted, "read")) == [(1, False)]
    press(adapted, "next", ONE)
    press(adapted, "next")
    state = press(adapted, "read")
    assert [test["rule"] for test in state["reading"]["tests"]] == ["one is said", "two is said"]
    assert "assert fizz.say(number) == said" in state["reading"]["tests"][1]["text"]
    assert titles(state) == [(1, True)]
    assert state["reading"]["steps"][0]["page"].startswith("# Step 01")
    while "“Tests and steps”" not in press(adapted, "hint")["said"]:
        pass
    assert titles(press(adapted, "read")) == [(1, True), (2, False)]
    press(adapted, "next", FIZZ)
    assert titles(press(adapted, "read")) == [(1, True), (2, True)]
    for _ in range(4):
        press(adapted, "next", FIZZ)
    assert titles(press(adapted, "read")) == [(0, True), (1, True), (2, True), (3, True), (4, True)]


def test_one_test_that_hangs_is_enough_in_a_browser(adapted, monkeypatch):
    press(adapted, "start")
    press(adapted, "next", NUMBERS)
    press(adapted, "next")
    monkeypatch.setattr(InPlaceExecutor, "test_limit_s", 0.1)
    state = press(adapted, "bar", "def say(number):\n    while True:\n        pass\n")
    # one of their own, and one of the two of the kata
    assert state["counts"] == "2 of 3 ran: 2 did not end, 1 not tried"


def test_the_suite_is_collected_once_and_again_after_a_run_that_did_not_end(small):
    suites: list[Any] = []
    executor = InPlaceExecutor()

    @contextmanager
    def session(_story, _executor):
        suites.append(SimpleNamespace())
        yield suites[-1]

    kept = KeptSuites(executor, session)
    for faults in (0, 0, 1):
        executor.faults = faults
        with kept.collect(small.story) as suite:
            assert suite is suites[-1]
    assert len(suites) == 2


def test_a_browser_that_wakes_on_a_new_disk_runs_the_suite_that_it_has_collected(opened_browser, tmp_path):
    """The page keeps the memory of Python, and not its files."""
    suite = opened_browser.suites.kept
    assert suite
    suite.places.rmdir()
    os.chdir(tmp_path)
    opened_browser.wake()
    assert Path.cwd() == suite.story.top
    play = opened_browser.open("fizz", "ada", "[]")
    press(play, "start")
    assert press(play, "bar", GREEN)["lights"][-1]["colour"] == "red"
    assert opened_browser.suites.kept is suite


def test_two_that_wake_from_one_memory_draw_other_numbers(opened_browser):
    random.seed(1)
    first = random.random()
    random.seed(1)
    opened_browser.wake()
    assert random.random() != first


def test_of_two_versions_in_one_process_each_has_its_own_code(small):
    """As where code that was changed in green is compared with what it was."""
    with session(small.story, InPlaceExecutor()) as suite:
        steps = [small.story.step(1), small.story.step(2)]
        runs = [suite.prepare(step, suite.tests) for step in steps]
        run_all(runs)
    two = suite.tests[1].id
    assert [run.results[two].colour for run in runs] == ["red", "green"]


def test_work_in_place_says_that_it_is_alive():
    alive = []
    executor = InPlaceExecutor(lambda: alive.append(True))
    execution = executor.start(lambda tell: tell(Began("a", "rule")), 1)
    assert (execution.messages(), alive) == ([Began("a", "rule")], [True])
    assert (executor.test_limit_s, executor.faults) == (1.5, 0)


def test_work_that_does_not_come_to_its_end_is_counted():
    executor = InPlaceExecutor()
    executor.start(lambda _tell: sys.exit(), 1)
    assert executor.faults == 1


def test_a_test_has_less_time_in_a_browser(adapted):
    with open_exercise(adapted.attempt) as exercise:
        assert isinstance(exercise, SuiteExercise)
        run = exercise.suite.prepare(adapted.attempt, exercise.tests)
        own = prepare_own_tests(adapted.attempt, adapted.attempt.story, exercise.suite.executor)
    assert (run.limit, own.limit) == (1.5, 1.5)


# What is packed


def test_the_home_has_the_story_and_the_tooling_and_no_bytecode_or_attempt(small):
    story, kata = small.workspace.kata("fizz")
    (kata.attempts / "ada").mkdir(parents=True)
    (kata.attempts / "ada" / "fizz.py").write_text("secret")
    home = home_of(story, [kata])
    assert {"workspace/dojo/browser/play.py", "site/pytest/__init__.py", f"workspace/{KNOWN}"} < home.keys()
    assert [name for name in home if "attempts/" in name or "pyc" in name] == []
    for file in (story.file, story.mutants / "counts_from_zero.py"):
        assert home[f"workspace/{story.shown(file)}"] == file.read_text()


@pytest.fixture(scope="module")
def katas(tmp_path_factory):
    """The workspace, as a browser has it."""
    root = copied(tmp_path_factory.mktemp("katas")).root
    (root / KNOWN).write_text("{}")
    return root


@pytest.fixture
def opened(katas, monkeypatch):
    """Opens a kata of the workspace, as a browser does."""
    monkeypatch.chdir(katas)
    browser = Browser(lambda: None)
    yield lambda kata: browser.open(kata, kata, "[]")
    browser.suites.close()


def send(play, verb, step):
    """Press a button with the files of a step of the rover."""
    (folder,) = TOP.glob(f"katas/rover/steps/step_{step:02}_*")
    files = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.py")}
    return json.loads(play.play(verb, json.dumps(files)))


def go_on(play, words):
    """Press “Next” until Python says these words, once a step at most; what it says then."""
    for _ in range(18):
        said = press(play, "next")["said"]
        if words in said:
            return said
    return ""


def test_the_rover_comes_to_its_second_module_and_to_its_end(opened):
    play = opened("rover")
    press(play, "start")
    send(play, "bar", 14)
    said = go_on(play, "The next test, 35 of our 60")
    assert "there is no grid.py yet, and Grid has to be in it" in said
    send(play, "bar", 18)
    assert go_on(play, "That was the last of our tests of rover: all 60 are green.")


@pytest.mark.parametrize("kata", ["ladder", "two_hands", "deals"])
def test_a_program_of_poker_begins_with_a_card(opened, kata):
    state = press(opened(kata), "start")
    assert state["counts"] == "1 with a name missing"
    assert "“a card equals itself” is red" in state["said"]
