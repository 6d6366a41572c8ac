"""FizzBuzz: what a player says for each number up to two thousand, on the finished step and each refactoring.

What is right is worked out here in a way that no step takes: by counting along, as children do.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial

import pytest
from helpers import TOP

from dojo.story.story import read_story
from katas.cases import load
from katas.poker.inputs import Answers, Input

STORY = read_story(TOP / "katas" / "fizzbuzz")
FUNCTIONS = {"say", "main"}
LAST = 2000
LINES = {"nothing": "", "2": "2\n", "15": "15\n", "1 and 2": "1\n2\n", "12 without a line end": "12"}
LINES["everything"] = "".join(f"{number}\n" for number in range(1, LAST + 1))


def count_along(last, fizz, buzz, bang):
    """What is said for each number from 1 to the last, with a word for every so many."""
    said = [f"{number}" for number in range(last + 1)]
    for every, word in ((fizz, "Fizz"), (buzz, "Buzz"), (bang, "Bang")):
        for number in range(every, last + 1, every):
            said[number] = f"{said[number]}{word}".lstrip("0123456789")
    return dict(enumerate(said[1:], start=1))


SAID = count_along(LAST, 3, 5, 7)
BEFORE_THE_THIRD_WORD = count_along(LAST, 3, 5, LAST + 1)


def answer(name, given, fizzbuzz):
    """What is said for a number, or what the program prints, and complains of."""
    if name == "say":
        return fizzbuzz.say(given)
    out, complaints, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(given)
    try:
        with redirect_stdout(out), redirect_stderr(complaints):
            fizzbuzz.main()
    finally:
        sys.stdin = before
    return out.getvalue(), complaints.getvalue()


ASKED = [
    *(("say", f"saying {number}", number) for number in SAID),
    *(("main", f"the program, given {told}", given) for told, given in LINES.items()),
]


@cache
def answers(code):
    """What a version answers to each of these."""
    inputs = (Input(0, told, partial(answer, name, given)) for name, told, given in ASKED)
    return Answers(load(code), inputs)


@pytest.mark.parametrize("number", [8, 9, 10])
def test_a_step_with_three_words_is_right_about_every_number(number):
    say = load(STORY.step(number).code).say
    assert {number: say(number) for number in SAID} == SAID


@pytest.mark.parametrize("number", [6, 7])
def test_a_step_with_two_words_is_right_about_every_number(number):
    say = load(STORY.step(number).code).say
    assert {number: say(number) for number in SAID} == BEFORE_THE_THIRD_WORD


def test_the_program_says_each_line():
    assert answer("main", LINES["everything"], load(STORY.designs[0].code)) == (
        "".join(f"{words}\n" for words in SAID.values()),
        "",
    )


def test_these_steps_are_refactorings_and_this_one_is_finished():
    assert [step.number for step in STORY.steps if step.kind == "refactoring"] == [7, 9]
    assert [step.number for step in STORY.designs] == [10]
