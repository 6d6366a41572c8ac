"""`make where`: the step that an attempt behaves like; and a line for each attempt."""

import pytest

from dojo.attempt.creation import create
from dojo.coach.where import standing
from dojo.story.tests import SuiteTest


@pytest.fixture
def said(small, capsys):
    """All that it says, in one line."""

    def verb(*words):
        assert small.verb("where", *words) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return " ".join(shown.out.split())

    return verb


def test_typed_it_says_where_the_attempt_stands(typed):
    create(typed.workspace, "tables-3", "fizz")
    made = typed.make("where", "NAME=tables-3")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == (
        "tables-3 behaves like step 0, Nothing yet. Its first test is not green yet.\n"
        "next test: “one is said”\n"
    )


NONE = "Its first test is not green yet."
ONE = "Of its 4 tests, the first one is green."
TWO = "Of its 4 tests, the first 2 are green."
ALL = "All its tests are green."
STEPS = [
    pytest.param(0, f"step 0, Nothing yet. {NONE}", "next test: “one is said”", id="0"),
    pytest.param(1, f"step 1, Fake it. {ONE}", "next test: “two is said”", id="1"),
    pytest.param(2, f"step 2, Numbers. {TWO}", "next test: “fizz is said”", id="2"),
    pytest.param(3, f"step 3, Fizz. {ALL}", "nothing is left to write", id="3"),
    pytest.param(4, f"step 3, Fizz. {ALL}", "nothing is left to write", id="4"),
]


@pytest.mark.parametrize(("number", "there", "coming"), STEPS)
def test_the_code_of_a_step_behaves_like_it_or_like_the_first_that_does_the_same(
    small, attempt, said, number, there, coming
):
    attempt.module.write_bytes(small.path(f"step_{number:02}/fizz.py").read_bytes())
    assert said("NAME=tables-3") == f"tables-3 behaves like {there} {coming}"


def test_what_is_ahead_and_what_is_behind_is_told(attempt, said):
    attempt.module.write_text('def say(number):\n    return {1: "1", 4: "4", 3: "Fizz"}.get(number, "?")\n')
    assert said("NAME=tables-3") == (
        "tables-3 behaves like step 3, Fizz. Of its 4 tests, the first one is green."
        " next test: “two is said” behind on “two is said”"
    )
    attempt.module.write_text('def say(number):\n    return {1: "1", 3: "Fizz"}.get(number, "?")\n')
    assert said("NAME=tables-3") == (
        "tables-3 behaves like step 1, Fake it. Of its 4 tests, the first one is green."
        " next test: “two is said” ahead of it on “fizz is said”"
    )


def test_a_later_test_may_be_green_while_the_first_one_is_not(attempt, said):
    attempt.module.write_text('def say(number):\n    return {3: "Fizz"}.get(number, "?")\n')
    assert "Its first test is not green yet." in said("NAME=tables-3")


def test_an_attempt_that_does_not_load_has_no_step(attempt, said):
    attempt.module.write_text("def say(number:\n")
    assert said() == (
        "attempt tables-3, the one started last"
        " tables-3 does not load: SyntaxError: '(' was never closed (fizz.py, line 1)"
    )


def test_which_tests_hang_or_crash_is_told(attempt, said):
    attempt.module.write_text("import os\n\n\ndef say(number):\n    os._exit(3)\n")
    text = said("NAME=tables-3")
    assert text.endswith(
        "“one is said” ended Python itself, with status 3 “two is said” ended Python itself, with status 3"
    )


@pytest.mark.usefixtures("impatient")
def test_of_all_attempts_each_has_a_line(small, capsys, monkeypatch):
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
    assert small.verb("where", "NAME=all") == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert [line.rstrip() for line in said.out.splitlines()] == [
        "a       fizz  step 3  4 of 4  +0 −0  nothing is left to write",
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
STANDINGS = [
    pytest.param("", (0, "one", [], []), id="nothing"),
    pytest.param("one", (1, "two", [], []), id="a step exactly"),
    pytest.param("one two three", (3, "", [], []), id="all of it"),
    pytest.param("one three", (1, "two", ["three"], []), id="ahead"),
    pytest.param("two three", (3, "one", [], ["one"]), id="behind"),
    pytest.param("two", (0, "one", ["two"], []), id="as near to 0 as to 2: the first"),
]


@pytest.mark.parametrize(("green", "told"), STANDINGS)
def test_an_attempt_stands_at_the_step_that_agrees_with_it_most(green, told):
    stands = standing(dict.fromkeys(green.split(), "green"), TAUGHT, CELLS)
    assert (stands.step, stands.next, stands.ahead, stands.behind) == told


IN_A_ROW = [("", 0), ("one", 1), ("one three", 1), ("two three", 0), ("one two three", 3)]


@pytest.mark.parametrize(("green", "count"), IN_A_ROW)
def test_what_is_green_by_luck_is_not_counted(green, count):
    assert standing(dict.fromkeys(green.split(), "green"), TAUGHT, CELLS).in_a_row == count


def test_it_is_not_behind_on_what_a_step_has_by_luck():
    cells = {
        "one": [False, True, True, True],
        "two": [False, True, True, True],
        "luck": [False, True, True, True],
    }
    tests = [
        SuiteTest(rule, rule, "drives", written) for rule, written in (("one", 1), ("two", 1), ("luck", 3))
    ]
    stands = standing({"one": "green", "two": "green"}, tests, cells)
    assert (stands.step, stands.next, stands.ahead, stands.behind) == (1, "luck", [], [])
