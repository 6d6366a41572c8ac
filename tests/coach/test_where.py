"""`make where`: the step that an attempt behaves like; and a line for each attempt."""

import pytest

from coach.conftest import in_a_line
from dojo.attempt.create import create
from dojo.coach.where import standing
from dojo.story.tests import SuiteTest

NONE = "Its first test is not green yet."
ONE = "Of its 4 tests, the first one is green."
TWO = "Of its 4 tests, the first 2 are green."
ALL = "All its tests are green."
STEPS = {
    0: (f"step 0, Nothing yet. {NONE}", "Next test: “one is said”"),
    1: (f"step 1, Fake it. {ONE}", "Next test: “two is said”"),
    2: (f"step 2, Numbers. {TWO}", "Next test: “fizz is said”"),
    4: (f"step 3, Fizz. {ALL}", "Nothing is left to write."),
}


@pytest.mark.parametrize(("number", "there", "coming"), [(number, *told) for number, told in STEPS.items()])
def test_the_code_of_a_step_behaves_like_it_or_like_the_first_that_does_the_same(
    small, attempt, show, number, there, coming
):
    attempt.module.write_bytes(small.path(f"step_{number:02}/fizz.py").read_bytes())
    assert show("where", "NAME=tables-3") == f"tables-3 behaves like {there}\n{coming}\n"


def test_the_end_of_the_main_road_is_told(small, attempt, show):
    small.edit("story.toml", "\n[tests]\n", "\n[roads]\nside = [2]\n\n[tests]\n")
    attempt.module.write_bytes(small.path("step_02/fizz.py").read_bytes())
    assert "The main road ends here" in show("where", "NAME=tables-3")


CRASHED = "“{}” ended Python itself, with status 3"
LIKE_1 = f"tables-3 behaves like step 1, Fake it. {ONE} Next test: “two is said”"
LIKE_3 = f"tables-3 behaves like step 3, Fizz. {ONE} Next test: “two is said”"
TOLD = {
    "behind": ('{1: "1", 4: "4", 3: "Fizz"}.get(number, "?")', f"{LIKE_3} Behind on “two is said”"),
    "ahead": ('{1: "1", 3: "Fizz"}.get(number, "?")', f"{LIKE_1} Ahead of it on “fizz is said”"),
    "a later test is green": ('{3: "Fizz"}.get(number, "?")', NONE),
    "it does not load": ("(", "tables-3 does not load: SyntaxError: '(' was never closed (fizz.py, line 2)"),
    "it crashes": ('__import__("os")._exit(3)', f"status 3 {CRASHED.format('two is said')}"),
}


@pytest.mark.parametrize(("gives", "told"), TOLD.values(), ids=TOLD)
def test_what_is_ahead_and_what_is_behind_and_what_breaks_is_told(attempt, show, gives, told):
    attempt.module.write_text(f"def say(number):\n    return {gives}\n")
    shown = in_a_line(show("where", "NAME=tables-3"))
    assert told in shown


@pytest.mark.usefixtures("impatient")
def test_of_all_attempts_each_has_a_line(small, show, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for name, code in [
        ("b10", small.path("step_01/fizz.py").read_text()),
        ("b", small.path("step_02/fizz.py").read_text()),
        ("a", small.path("step_03/fizz.py").read_text()),
        ("broken", "def say(number:\n"),
        ("loop", "while True: pass\n"),
        ("none", ""),
    ]:
        create(small.workspace, name, "fizz").module.write_text(code)
    assert [line.rstrip() for line in show("where", "NAME=all").splitlines()] == [
        "a       fizz  step 3  4 of 4  +0 −0  Nothing is left to write.",
        "b       fizz  step 2  2 of 4  +0 −0  next: “fizz is said”",
        "b10     fizz  step 1  1 of 4  +0 −0  next: “two is said”",
        "broken  fizz  does not load: SyntaxError: '(' was never closed (fizz.py, line 1)",
        "loop    fizz  does not load: not done after 0.2 seconds: is there a loop withou…",
        "none    fizz  step 0  0 of 4  +0 −0  next: “one is said”",
    ]


CELLS = {
    "one": [False, True, True, True],
    "two": [False, False, True, True],
    "three": [False, False, False, True],
}
TAUGHT = [SuiteTest(rule, rule, "drives", number) for number, rule in enumerate(CELLS, 1)]
STANDINGS = {
    "ahead, and what is green by luck is not counted": ("one three", (1, 1, "two", ["three"], [])),
    "behind": ("two three", (3, 0, "one", [], ["one"])),
    "as near to 0 as to 2: the first": ("two", (0, 0, "one", ["two"], [])),
}


@pytest.mark.parametrize(("green", "told"), STANDINGS.values(), ids=STANDINGS)
def test_an_attempt_stands_at_the_step_that_agrees_with_it_most(green, told):
    stands = standing(dict.fromkeys(green.split(), "green"), TAUGHT, CELLS)
    assert (stands.step, stands.in_a_row, stands.next, stands.ahead, stands.behind) == told


def test_it_is_not_behind_on_what_a_step_has_by_luck():
    cells = {name: [False, True, True, True] for name in ("one", "two", "luck")}
    written = {"one": 1, "two": 1, "luck": 3}
    tests = [SuiteTest(rule, rule, "drives", number) for rule, number in written.items()]
    stands = standing({"one": "green", "two": "green"}, tests, cells)
    assert (stands.step, stands.next, stands.ahead, stands.behind) == (1, "luck", [], [])
