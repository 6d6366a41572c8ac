"""A kata whose code is given: its tests are green at the start, and its design is what changes.

And `make start FROM_STEP=`: the code of a step, and the tests up to it.
"""

import shutil

import pytest
from gate.planting import lines_of
from helpers import TOP, all_runs

from coach.conftest import in_a_line
from dojo.attempt.attempt import find
from dojo.gate.checks import PROVEN
from dojo.gate.checks import find as find_violations
from dojo.gate.evidence import Evidence
from dojo.gate.katas import check_first_tests

UGLY = '''"""Tennis."""


def call(a, b):
    """What the umpire calls."""
    if a == 0:
        r = "love"
    else:
        r = "fifteen"
    if a == b:
        return r + " all"
    if b == 0:
        return r + " love"
    return r + " fifteen"
'''
NAMES = '''"""Tennis."""


def call(server, receiver):
    """What the umpire calls."""
    if server == 0:
        said = "love"
    else:
        said = "fifteen"
    if server == receiver:
        return said + " all"
    if receiver == 0:
        return said + " love"
    return said + " fifteen"
'''
TABLE = '''"""Tennis."""

POINTS = ["love", "fifteen", "thirty", "forty"]


def call(server, receiver):
    """What the umpire calls."""
    if server == receiver:
        return f"{POINTS[server]} all"
    return f"{POINTS[server]} {POINTS[receiver]}"
'''
DEUCE = TABLE.replace(
    "    if server ==", '    if server == receiver == 3:\n        return "deuce"\n    if server ==', 1
)
STEPS = {"00_given": UGLY, "01_names": NAMES, "02_table": TABLE, "03_deuce": DEUCE}
SUITE = '''"""What the umpire calls."""

import pytest
from rows import drives, guards

import tennis

CALLS = [
    guards(0, "a game begins at love all", 0, 0, "love all"),
    guards(0, "one point is fifteen", 1, 0, "fifteen love"),
    guards(0, "the receiver has points too", 0, 1, "love fifteen"),
    drives(3, "forty all is deuce", 3, 3, "deuce"),
]


@pytest.mark.parametrize(("server", "receiver", "call"), CALLS)
def test_a_call(server, receiver, call):
    assert tennis.call(server, receiver) == call
'''
FIRST_TEST = """import tennis


def test_a_game_begins_at_love_all():
    assert tennis.call(0, 0) == "love all"
"""
STORY = """name = "tennis"
title = "Tennis"
module = "tennis"
steps = "steps"
suite = "suite"
hints = "hints.txt"
mutants = "mutants"
finished = 3

[katas.tennis]
folder = "kata"
first_test = "kata/first_test.py"
tests = ["test_score.py"]
given = true
"""


@pytest.fixture
def tennis(bare):
    """A story whose first step has code, which its tests guard."""
    for folder in ("steps", "suite", "mutants", "kata"):
        shutil.rmtree(bare.path(folder))
        bare.path(folder).mkdir()
    for name, code in STEPS.items():
        bare.path(f"steps/step_{name}").mkdir()
        bare.path(f"steps/step_{name}/tennis.py").write_text(code)
    for name, text in {
        "story.toml": STORY,
        "hints.txt": "",
        "suite/test_score.py": SUITE,
        "kata/first_test.py": FIRST_TEST,
        "kata/README.md": "# Tennis\n\nTidy up what calls the score.\n",
    }.items():
        bare.path(name).write_text(text)
    for name in ("suite/rows.py", "mutants/finished.py"):
        shutil.copy(TOP / "tests/small" / name, bare.path(name))
    return bare


def test_its_code_and_its_tests_keep_the_laws(tennis):
    """Only words are missing, and mutants."""
    violations = find_violations(Evidence(tennis.story), PROVEN)
    assert lines_of(tennis, [violation for violation in violations if not violation.missing]) == []


def test_a_first_test_is_green_on_what_is_given(tennis):
    tennis.edit("kata/first_test.py", '"love all"', '"deuce"')
    [said] = lines_of(tennis, find_violations(Evidence(tennis.story), [[check_first_tests]]))
    assert said.startswith(
        "law 7 · kata/first_test.py:5: “a game begins at love all” is red on step_03_deuce: "
    )


def test_an_attempt_begins_with_the_code_and_all_tests_that_guard_it(tennis, show):
    shown = show("start", "NAME=a")
    message = "The code is there, and its 3 tests are green. Change its design, and keep the bar green."
    assert message in in_a_line(shown)
    assert shown.splitlines()[-1].startswith(" GREEN  a · 4 green")
    attempt = find(tennis.workspace, "a")
    assert attempt.module.read_text() == UGLY
    (light,) = all_runs(attempt)
    assert (light.verb, light.colour, light.revealed) == ("start", "green", 3)


SHAPES = [
    pytest.param(UGLY, "step 0, Given.", "step 1, Names", id="as it was given"),
    pytest.param(NAMES.replace("said", "words"), "step 1, Names.", "step 2, Table", id="another name"),
    pytest.param(TABLE, "step 2, Table.", None, id="the last refactoring before a new rule"),
]


@pytest.mark.parametrize(("code", "like", "following"), SHAPES)
def test_the_code_tells_steps_apart_that_their_tests_do_not(tennis, show, code, like, following):
    show("start", "NAME=a")
    find(tennis.workspace, "a").module.write_text(code)
    assert f"a's code behaves like our {like} 3 of our 4 tests are green" in in_a_line(show("where"))
    hint = "All is green: there is no hint to give."
    if following:
        hint = f"All is green. Our next refactoring is {following}: make step-"
    assert hint in in_a_line(show("hint"))


def test_a_guard_that_is_not_shown_yet_ends_no_refactorings(tennis, show):
    row = '    drives(3, "forty all is deuce", 3, 3, "deuce"),\n'
    guard = '    guards(1, "a point each is fifteen all", 1, 1, "fifteen all"),\n'
    tennis.edit("suite/test_score.py", row, f"{guard}{row}")
    show("start", "NAME=a")
    find(tennis.workspace, "a").module.write_text(NAMES)
    assert "a's code behaves like our step 1, Names." in in_a_line(show("where"))
    assert "Our next refactoring is step 2, Table" in in_a_line(show("hint"))


def test_a_test_that_a_refactoring_broke_has_hints_too(tennis, show):
    show("start", "NAME=a")
    find(tennis.workspace, "a").module.write_text(UGLY.replace('" all"', '" both"'))
    # what `start` has written breaks with it, and is not the participant's
    first, second = in_a_line(show("hint")), in_a_line(show("hint"))
    assert "“a game begins at love all”, hint 1 of 2 The code that was given passes it." in first
    assert "hint 2 of 2 Step 0, Given, passes it: make step-0 story" in second


def test_the_new_rule_comes_when_the_design_is_ready(tennis, show):
    show("start", "NAME=a")
    find(tennis.workspace, "a").module.write_text(TABLE)
    show("bar")
    assert "The next test, 4 of our 4\n\n“forty all is deuce” is red" in show("next")
    lights = in_a_line(show("lights"))
    assert "code changed in green: 1 time; the largest: 11 lines of code, from light 1 to 2" in lights


@pytest.mark.usefixtures("tennis")
def test_while_code_is_tidied_up_a_bar_names_the_hint(show):
    show("start", "NAME=a")
    ready = "Our next refactoring: make hint. A new rule, when you are ready: make next"
    assert ready in in_a_line(show("bar"))


def test_between_two_tests_of_a_new_rule_no_refactoring_is_ours(tennis, show):
    row = '    drives(3, "forty all is deuce", 3, 3, "deuce"),\n'
    both = f'{row}    drives(3, "so it is again", 4, 4, "deuce"),\n'
    tennis.edit("suite/test_score.py", row, both)
    show("start", "NAME=a")
    show("next")
    find(tennis.workspace, "a").module.write_text(DEUCE)
    shown = in_a_line(show("hint"))
    assert "All is green: there is no hint to give." in shown
    assert "The next test: make next" in in_a_line(show("bar"))


def test_a_late_participant_begins_at_a_step(bare, show):
    shown = show("start", "NAME=late", "FROM_STEP=2")
    begins = "It begins with what was in step 2: 2 of the 4 tests of fizz are done, which leaves 2."
    assert begins in in_a_line(shown)
    attempt = find(bare.workspace, "late")
    assert attempt.module.read_text() == bare.path("step_02/fizz.py").read_text()
    assert "“fizz is said” is red" in show("next")
    assert "It began with what was in step 2." in show("lights")


def test_a_step_that_is_not_there_is_refused(refuse):
    assert refuse("start", "NAME=late", "FROM_STEP=7") == "there is no step 7: the steps are 0 to 4"
    both = "FROM= or FROM_STEP=, not both"
    assert refuse("start", "NAME=late", "FROM_STEP=2", "FROM=a") == both
