"""Who writes the tests in a browser: what the page shows is what `make next` says in a terminal."""

import json
import re
import shutil
import sys
from base64 import b64decode
from contextlib import redirect_stdout
from io import StringIO

import pytest

from dojo.attempt.attempt import find
from dojo.attempt.light import RunLight
from dojo.attempt.recording import all_lights
from dojo.judge import judge
from dojo.judge.judge import Judgement

FAKE = "def say(number):\n    return '1'\n"
NUMBERS = "def say(number):\n    return str(number)\n"
RIGHT = "def say(number):\n    return str(number) if number % 3 else 'Fizz'\n"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def own_file(**says):
    """A file of tests, by the name of each and what it asserts."""
    functions = [f"\n\ndef test_{name}():\n    assert {what}\n" for name, what in says.items()]
    return f"import fizz\n{''.join(functions)}"


ONE = own_file(one="fizz.say(1) == '1'")
TWO = own_file(one="fizz.say(1) == '1'", two="fizz.say(2) == '2'")
THREE = own_file(one="fizz.say(1) == '1'", two="fizz.say(2) == '2'", fizz="fizz.say(3) == 'Fizz'")
ALL = own_file(
    one="fizz.say(1) == '1'",
    two="fizz.say(2) == '2'",
    fizz="fizz.say(3) == 'Fizz'",
    four="fizz.say(4) == '4'",
)


def press(play, verb, code=None, tests=None, word="", **others):
    """Press a button with these files; what the page gets, and what it says without its colours."""
    files = dict(others)
    if code is not None:
        files["fizz.py"] = code
    if tests is not None:
        files["test_fizz.py"] = tests
    state = json.loads(play.play(verb, json.dumps(files), word))
    state["said"] = COLOUR.sub("", state["said"])
    return state


@pytest.fixture
def own(adapted):
    """An attempt that has just been started, by somebody who writes the tests."""
    press(adapted, "start", word="mine")
    return adapted


@pytest.fixture
def finished(own):
    """The same, when its tests catch every wrong solution."""
    for tests, code in ((ONE, FAKE), (TWO, NUMBERS), (THREE, RIGHT), (ALL, RIGHT)):
        press(own, "next", tests=tests)
        press(own, "next", code)
        press(own, "next")
    return own


def test_it_begins_with_two_empty_files_and_a_list_of_ideas(adapted):
    state = press(adapted, "start", word="mine")
    assert sorted(state["files"]) == ["fizz.py", "ideas.txt", "test_fizz.py"]
    assert state["is_own"]
    first = "You write the tests. Take the easiest line of ideas.txt, and test it in test_fizz.py."
    assert first in state["said"]
    assert state["lights"] == [{"number": 1, "verb": "start", "colour": "amber", "judged": True}]
    assert "“Next”" in state["said"]


def test_a_cycle_is_red_green_and_a_place_that_was_earned(own):
    state = press(own, "next", tests=ONE)
    assert "“one” is red: AttributeError: module 'fizz' has no attribute 'say'" in state["said"]
    assert "Make it green, then “Next”." in state["said"]
    state = press(own, "next", FAKE)
    assert "“one”: earned a place, red first and then 2 lines of code." in state["said"]
    state = press(own, "next")
    assert (
        "Your tests catch 1 of our 3 wrong solutions: all of them for 0 of 2 rules, some for 1."
        in (state["said"])
    )
    assert [light["colour"] for light in state["lights"]] == ["amber", "red", "green", "green"]


def test_the_page_says_what_a_terminal_says(own, small):
    """But for the names of what one presses there, and types here."""
    presses = [
        ("next", None, ONE),
        ("bar", FAKE, None),
        ("next", None, None),
        ("next", NUMBERS, None),
        ("next", None, None),
        ("hint", None, None),
        ("next", None, TWO),
        ("next", None, own_file(one="fizz.say(1) == 'one'")),
    ]
    with_buttons = [press(own, verb, code, tests)["said"] for verb, code, tests in presses]
    small.verb("start", "NAME=ada-2", "MODE=mine")
    attempt = find(small.workspace, "ada-2")
    for (verb, code, tests), said in zip(presses, with_buttons, strict=True):
        if code is not None:
            attempt.module.write_text(code)
        if tests is not None:
            (attempt.folder / "test_fizz.py").write_text(tests)
        assert in_words(said) == in_words(typed(small, verb))


def typed(small, verb):
    """What a verb says in a terminal."""
    with redirect_stdout(StringIO()) as out:
        small.verb(verb, "NAME=ada-2")
    return out.getvalue()


def in_words(said):
    """A text in one line, with the names of buttons in place of commands, and no name of an attempt."""
    text = COLOUR.sub("", said)
    text = re.sub(r"make back TO=(\d+) NAME=ada-2", r"press \1 in “Your runs”", text)
    text = re.sub(r"make (\w+) NAME=ada-2", lambda found: f"“{found[1].capitalize()}”", text)
    text = text.replace("kata/README.md", "README.md").replace("ada-2", "ada")
    return re.sub(r"\s+", " ", text).strip()


SLIPS = {
    "no assertion": ("def test_six():\n    fizz.say(6)\n", "test_fizz.py:4: test_six: "),
    "a comparison is returned": (
        "def test_six():\n    return fizz.say(6) == '6'\n",
        "test_fizz.py:4: test_six: ",
    ),
    "two of one name": (
        "def test_six():\n    assert fizz.say(6)\n\n\ndef test_six():\n    assert fizz.say(6)\n",
        "test_six is there twice, and the one on line 4 never runs; rename one",
    ),
    "tets": (
        "def tets_six():\n    assert fizz.say(6) == '6'\n",
        "tets_six has an assertion, and pytest does not run it; begin its name with test_",
    ),
}


@pytest.mark.parametrize(("tests", "told"), SLIPS.values(), ids=SLIPS)
@pytest.mark.parametrize("mode", ["", "mine"], ids=["the tests come", "own tests"])
def test_a_slip_in_a_test_is_told_in_both_modes(adapted, mode, tests, told):
    press(adapted, "start", word=mode)
    assert told in press(adapted, "bar", NUMBERS, f"import fizz\n\n\n{tests}")["said"]


def test_back_keeps_the_test_that_was_just_written_and_names_it(own):
    press(own, "next", tests=ONE)
    press(own, "next", FAKE)
    state = press(own, "back", "def say(number):\n    return number\n", TWO)
    assert (state["files"]["fizz.py"], state["files"]["test_fizz.py"]) == (FAKE, TWO)
    assert "As you have it now: test_fizz.py" in state["said"]
    assert "To take that back, too: press 3 in “Your runs”" in state["said"]
    assert state["lights"][-1]["colour"] == "red"
    assert press(own, "back", word="3")["files"]["test_fizz.py"] == ONE


def test_back_keeps_the_test_after_a_run_that_was_ended(own):
    press(own, "next", tests=ONE)
    press(own, "next", FAKE)
    press(own, "ended", "while True: pass\n", TWO, word="did not stop.")
    state = press(own, "back")
    assert (state["files"]["fizz.py"], state["files"]["test_fizz.py"]) == (FAKE, TWO)


def test_a_test_that_no_right_solution_passes_is_doubted(own):
    said = press(own, "next", FAKE, own_file(one="fizz.say(1) == 'one'"))["said"]
    assert "“one”: No right solution passes it: what does the statement say?" in said


def test_while_code_is_written_the_tests_are_judged_once(own, small, monkeypatch):
    judged = []

    def judge_tests(tests, *_, **__):
        judged.append(tests)
        return Judgement(small.story)

    monkeypatch.setattr(judge, "judge_tests", judge_tests)
    for code in ("", FAKE, "x = 1\n"):
        press(own, "bar", code, TWO)
    assert len(judged) == 1
    press(own, "bar", "", THREE)
    assert len(judged) == 2


def test_a_right_solution_that_was_edited_is_judged_anew(own, small):
    tests = own_file(one="fizz.say(1) == '1'")
    press(own, "bar", "", tests)
    for step in small.story.designs:
        step.module.write_text(FAKE.replace("'1'", "'one'"))
    assert "“one”: No right solution passes it" in press(own, "bar", "x = 1\n", tests)["said"]


def test_a_wrong_solution_that_hangs_is_caught_and_the_page_goes_on(own, small, monkeypatch):
    monkeypatch.setattr("dojo.browser.in_place.InPlaceExecutor.test_limit_s", 0.2)
    file = small.path("mutants/counts_from_zero.py")
    text = file.read_text()
    file.write_text(text.replace("return right_say(number - 1)", "while True:\n        pass"))
    press(own, "next", tests=ONE)
    press(own, "next", FAKE)
    assert "catch" in press(own, "next")["said"]
    assert press(own, "bar")["lights"][-1]["colour"] == "green"


def test_judging_leaves_no_trace_in_this_process(own):
    press(own, "next", tests=ONE)
    press(own, "next", FAKE)
    before = sys.getprofile(), sys.path[:], sys.modules.get("fizz")
    press(own, "next", tests=TWO)
    press(own, "next", NUMBERS)
    press(own, "next")
    assert (sys.getprofile(), sys.path, sys.modules.get("fizz")) == before


def test_a_light_of_a_page_says_what_its_tests_catch(finished):
    last = [light for light in all_lights(finished.attempt) if isinstance(light, RunLight)][-1]
    assert last.catches == ("always_fizz_from_three", "counts_from_zero", "never_above_one")


def test_the_end_names_what_was_caught_and_the_steps_can_be_read(finished):
    state = press(finished, "next")
    assert "catch 3 of our 3 wrong solutions:" in state["said"]
    assert "That is the end of fizz." in state["said"]
    reading = press(finished, "read")["reading"]
    assert reading["tests"] is None
    assert [step["number"] for step in reading["steps"]] == [0, 1, 2, 3, 4]


def test_before_the_end_no_test_of_ours_and_no_step_can_be_read(own):
    press(own, "next", RIGHT, ONE)
    assert press(own, "read")["reading"] == {"tests": None, "steps": []}


def test_the_steps_can_be_read_once_all_ideas_are_ticked_off(own):
    press(own, "next", RIGHT, ONE, **{"ideas.txt": "[x] one\n"})
    assert len(press(own, "read")["reading"]["steps"]) == 5


SHOWN = {
    "no test yet": (None, "You write the tests. Take the easiest line of ideas.txt"),
    "red": (("", ONE), "Make it green, then “Next”."),
    "green": ((FAKE, ONE), "Your tests are green. What they are worth: “Next”"),
}


@pytest.mark.parametrize(("run", "told"), SHOWN.values(), ids=SHOWN)
def test_a_reload_goes_on_in_the_same_mode_and_says_how(opened_browser, adapted, run, told):
    sent = press(adapted, "start", word="mine")["new"]
    if run:
        sent += press(adapted, "bar", *run)["new"]
    shutil.rmtree(adapted.attempt.folder)
    state = press(opened_browser.open("fizz", "ada", json.dumps(sent)), "show")
    assert told in state["said"]
    assert "A hint" not in state["said"]
    assert (state["is_own"], state["new"]) == (True, [])


def test_start_afresh_takes_code_tests_and_ideas_back_and_stays_in_the_mode(adapted):
    start = press(adapted, "start", word="mine")
    press(adapted, "bar", FAKE, ONE, **{"ideas.txt": "[x] one\n"})
    state = press(adapted, "reset")
    assert (state["files"], state["is_own"]) == (start["files"], True)


def test_a_laptop_goes_on_with_the_download_in_the_same_mode(finished, small, tmp_path, capsys):
    state = press(finished, "download")
    shutil.rmtree(finished.attempt.folder)
    (tmp_path / "ada.zip").write_bytes(b64decode(state["download"]))
    assert small.verb("start", "NAME=bea", f"FROM={tmp_path / 'ada.zip'}") == 0
    attempt = find(small.workspace, "bea")
    assert attempt.is_own
    assert (attempt.folder / "ideas.txt").is_file()
    capsys.readouterr()
    assert small.verb("next", "NAME=bea") == 0
    assert "catch 3 of our 3 wrong solutions:" in in_words(capsys.readouterr().out)
    assert small.verb("prove", "NAME=bea") == 0
    assert "“fizz” was red for the right reason, then green." in capsys.readouterr().out


def test_no_command_is_taken_from_a_download(finished, small, tmp_path):
    started = finished.attempt.folder / ".started"
    started.write_text(started.read_text() + "command = touch planted\n")
    state = press(finished, "download")
    shutil.rmtree(finished.attempt.folder)
    (tmp_path / "ada.zip").write_bytes(b64decode(state["download"]))
    assert small.verb("start", "NAME=bea", f"FROM={tmp_path / 'ada.zip'}") == 0
    assert find(small.workspace, "bea").settings == {"mode": "mine"}
