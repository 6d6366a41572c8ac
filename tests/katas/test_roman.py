"""Roman numerals: every number and every short text on each finished design, and on each refactoring.

What is right is worked out here in a way that no step takes: a numeral from the shape of each digit, a number
by looking at neighbours.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import pairwise, product

import pytest
from helpers import TOP

from dojo.story.story import read_story
from katas.cases import load
from katas.poker.inputs import Answers, Input

STORY = read_story(TOP / "katas" / "roman")
FUNCTIONS = {"to_roman", "to_number", "main"}
WORTH = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
SHAPES = ["", "1", "11", "111", "15", "5", "51", "511", "5111", "19"]
"""How a digit is written, with the letters for one, five and ten of its place as 1, 5 and 9."""


def numeral_of(number):
    """How a number is written."""
    places = [*zip(["IVX", "XLC", "CDM", "M"], f"{number:04}"[::-1])][::-1]
    return "".join(
        SHAPES[int(digit)].translate(str.maketrans("159"[: len(letters)], letters))
        for letters, digit in places
    )


def number_of(numeral):
    """What it is worth: a letter before a larger one is taken away."""
    values = [WORTH[letter] for letter in numeral]
    return sum(-one if one < after else one for one, after in pairwise([*values, 0]))


NUMERALS = {number: numeral_of(number) for number in range(1, 4000)}
STRANGERS = ["A", "i", "iv", "XIA", "XAI", "AXI", "I ", "X I", "4"]
TEXTS = ["".join(letters) for length in range(5) for letters in product(WORTH, repeat=length)] + STRANGERS
LINES = {"nothing": "", "an empty line": "\n", "a line of spaces": "  \n"}
LINES |= {line: f"{line}\n" for line in ["I", "1", "i", "-1", "٤", "1_0", "007"]}
LINES |= {"I without a line end": "I", "I behind a space": " I\n"}
LINES |= {"I and V": "I\nV\n", "I, nothing and V": "I\n\nV\n", "A and V": "A\nV\n"}
LINES["everything"] = "".join(f"{one}\n" for one in [*range(4001), *TEXTS, *NUMERALS.values()])


def answer(name, given, roman):
    """What a function gives for something, or which error; or what the program prints, and complains of."""
    if name != "main":
        try:
            return vars(roman)[name](given)
        except ValueError as error:
            return f"ValueError: {error}"
    out, complaints, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(given)
    try:
        with redirect_stdout(out), redirect_stderr(complaints):
            roman.main()
    finally:
        sys.stdin = before
    return out.getvalue(), complaints.getvalue()


ASKED = [
    *(("to_roman", f"writing {number}", number) for number in [*range(1, 4002), 0, -1]),
    *(("to_number", f"reading {text or 'nothing'}", text) for text in [*TEXTS, *NUMERALS.values()]),
    *(("main", f"the program, given {told}", given) for told, given in LINES.items()),
]


@cache
def answers(code):
    """What a version answers to each of these."""
    inputs = (Input(0, told, partial(answer, name, given)) for name, told, given in ASKED)
    return Answers(load(code), inputs)


def test_no_two_numbers_have_one_numeral_and_each_is_worth_its_number():
    assert len(set(NUMERALS.values())) == 3999
    assert [number for number, numeral in NUMERALS.items() if number_of(numeral) != number] == []


def right(name, given):
    """What a function has to give."""
    if name == "to_roman":
        return NUMERALS.get(given, f"ValueError: {given} cannot be written")
    is_one = WORTH.keys() >= set(given) and NUMERALS.get(number_of(given)) == given
    return number_of(given) if is_one else f"ValueError: {given} is no numeral"


@pytest.mark.parametrize("step", STORY.designs, ids=lambda step: step.name)
def test_a_design_is_right_about_every_number_and_every_short_text(step):
    wrong = [
        told
        for (name, told, given), found in zip(ASKED, answers(step.code))
        if name != "main" and found != right(name, given)
    ]
    assert wrong == []
    assert [*answers(step.code)] == [*answers(STORY.designs[0].code)]


def test_a_refactoring_of_what_only_writes_answers_as_the_step_before():
    """The later ones are designs: those are right, and so are the steps that they come from."""
    before, after = (load(STORY.step(number).code) for number in (4, 5))
    numbers = range(-20, 5000)
    assert [n for n in numbers if answer("to_roman", n, before) != answer("to_roman", n, after)] == []
    assert [step.number for step in STORY.steps if step.kind.keeps_colours] == [5, 14, 15]
    assert [step.number for step in STORY.designs] == [13, 14, 15]
