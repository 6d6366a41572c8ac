"""`make where`: the step that an attempt behaves like, a line for each attempt; which one a verb is about."""

import pytest

from dojo.attempt.create import create
from dojo.cli.registry import KATA, VERBS

FROM = "green, from the first one on."


STEPS = [
    pytest.param(
        0, f"step 0, Nothing yet. 0 of our 4 tests are {FROM} Next test: “one is said”", id="the start"
    ),
    pytest.param(1, f"step 1, Fake it. 1 of our 4 tests is {FROM} Next test: “two is said”", id="a step"),
    pytest.param(
        4, f"step 3, Fizz. 4 of our 4 tests are {FROM} Nothing is left to write.", id="a refactoring"
    ),
]


@pytest.mark.parametrize(("number", "message"), STEPS)
def test_the_code_of_a_step_behaves_like_it_or_like_the_first_that_does_the_same(
    bare, save, said, number, message
):
    save(bare.path(f"step_{number:02}/fizz.py").read_text())
    assert said("where", "NAME=tables-3") == f"tables-3's code behaves like our {message}"


GET = ".get(number, '?')"
NOT_YET, MORE = "It doesn't pass yet what that step passes:", "It passes more than that step:"
BEHIND = f"step 3, Fizz. 1 of our 4 tests is {FROM} Next test: “two is said” {NOT_YET} “two is said”"
NEAR = f"step 1, Fake it. 2 of our 4 tests are {FROM} Next test: “fizz is said” {MORE} “two is said”"


BETWEEN = [
    pytest.param(
        f"{{1: '1', 2: '2'}}{GET}", f"tables-3's code behaves like our {NEAR}", id="as near to two steps"
    ),
    pytest.param(
        f"{{1: '1', 4: '4', 3: 'Fizz'}}{GET}", f"tables-3's code behaves like our {BEHIND}", id="behind"
    ),
    pytest.param(
        f"{{1: '1', 3: 'Fizz'}}{GET}", f"Next test: “two is said” {MORE} “fizz is said”", id="ahead"
    ),
    pytest.param(
        "(",
        "fizz.py does not load: SyntaxError: '(' was never closed (fizz.py, line 2)",
        id="no Python",
    ),
    pytest.param(
        "''\n__import__('os')._exit(3)",
        "does not load: importing it ended Python itself, with status 3",
        id="its import ends Python",
    ),
    pytest.param(
        "__import__('os')._exit(3)",
        "status 3 “two is said” ended Python itself, with status 3",
        id="a call ends Python",
    ),
]


@pytest.mark.parametrize(("gives", "message"), BETWEEN)
def test_what_is_ahead_and_what_is_behind_and_what_breaks_is_told(save, said, gives, message):
    save(f"def say(number):\n    return {gives}\n")
    assert message in said("where", "NAME=tables-3")


@pytest.mark.usefixtures("impatient")
def test_of_all_attempts_each_has_a_line_or_those_at_a_kata(bare, show, refuse, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    bare.add_kata("buzz")
    codes = {"broken": "def say(number:\n", "loop": "while 1: 0\n", "none": ""}
    for name, step in (("b10", "01"), ("b", "02"), ("a", "03")):
        codes[name] = bare.path(f"step_{step}/fizz.py").read_text()
    for name, code in codes.items():
        create(bare.workspace, name, "fizz").module.write_text(code)
    assert [line.rstrip() for line in show("where", "NAME=all", "KATA=fizz", "STORY=small").splitlines()] == [
        "a       fizz  step 3  4 of 4  Nothing is left to write.",
        "b       fizz  step 2  2 of 4  next: “fizz is said”",
        "b10     fizz  step 1  1 of 4  next: “two is said”",
        "broken  fizz                  does not load: SyntaxError: '(' was never closed …",
        "loop    fizz                  does not load: not done after 0.2 seconds: is the…",
        "none    fizz  step 0  0 of 4  next: “one is said”",
    ]
    none = "there is no attempt at buzz yet: make start NAME=tables-3 KATA=buzz"
    assert refuse("where", "NAME=all", "KATA=buzz") == none


OTHERS = ("start", "watch", "accept")
OF_AN_ATTEMPT = [
    verb.name for verb in VERBS if verb.heading == KATA and not verb.when and verb.name not in OTHERS
]


@pytest.mark.parametrize("verb", OF_AN_ATTEMPT)
def test_an_attempt_that_is_not_there_or_is_at_another_kata(bare, refuse, verb):
    bare.add_kata("buzz")
    assert refuse(verb) == "there is no attempt yet: make start NAME=tables-3"
    assert refuse(verb, "NAME=x") == "there is no attempt x: make start NAME=x makes it"
    create(bare.workspace, "tables-3", "fizz")
    message = "tables-3 is an attempt at fizz of small: leave KATA= and STORY= out"
    assert refuse(verb, "NAME=tables-3", "KATA=buzz") == message
