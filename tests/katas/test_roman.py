"""Roman numerals: every number and every short text on each finished design, and the mutants.

What is right is worked out here in a way that no step takes: a numeral from the shape of each digit, a number
by looking at neighbours.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from itertools import pairwise, product

import pytest
from helpers import TOP

from dojo.story.mutants import read_mutants
from dojo.story.story import read_story
from katas.cases import load

STORY = read_story(TOP / "katas" / "roman")
REFACTORINGS = [pair for pair in pairwise(STORY.steps) if pair[1].kind == "refactoring"]
MUTANTS = read_mutants(STORY)

WORTH = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
SHAPES = ["", "1", "11", "111", "15", "5", "51", "511", "5111", "19"]
"""How a digit is written, with the letters for one, five and ten of its place as 1, 5 and 9."""


def numeral_of(number):
    """How a number is written."""
    places = zip(["IVX", "XLC", "CDM", "M"], f"{number:04}"[::-1])
    shapes = [
        (SHAPES[int(digit)], str.maketrans("159"[: len(letters)], letters)) for letters, digit in places
    ]
    return "".join(shape.translate(letters) for shape, letters in reversed(shapes))


def number_of(numeral):
    """What it is worth: a letter before a larger one is taken away."""
    values = [WORTH[letter] for letter in numeral]
    return sum(-one if one < after else one for one, after in pairwise([*values, 0]))


NUMERALS = {number: numeral_of(number) for number in range(1, 4000)}
STRANGERS = ["A", "i", "iv", "XIA", "XAI", "AXI", "I ", "X I", "4"]
TEXTS = ["".join(letters) for length in range(6) for letters in product(WORTH, repeat=length)] + STRANGERS


def answer(function, given):
    """What a function gives for something, or which error."""
    try:
        return function(given)
    except ValueError as error:
        return f"ValueError: {error}"


def printed(roman, given):
    """What its program prints, and what it complains of."""
    out, complaints, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(given)
    try:
        with redirect_stdout(out), redirect_stderr(complaints):
            roman.main()
    finally:
        sys.stdin = before
    return out.getvalue(), complaints.getvalue()


# Every number, and every short text


def wrong_with(code):
    """The numbers and the texts that a finished design gets wrong."""
    roman = load(code)
    right = NUMERALS | {
        number: f"ValueError: {number} cannot be written" for number in (-4, -1, 0, 4000, 4001)
    }
    numbers = {numeral: number for number, numeral in NUMERALS.items()}
    read = {text: numbers.get(text, f"ValueError: {text} is no numeral") for text in [*TEXTS, *numbers]}
    written = [number for number, numeral in right.items() if answer(roman.to_roman, number) != numeral]
    return written + [text for text, number in read.items() if answer(roman.to_number, text) != number]


def test_no_two_numbers_have_one_numeral_and_each_is_worth_its_number():
    assert len(set(NUMERALS.values())) == 3999
    assert [number for number, numeral in NUMERALS.items() if number_of(numeral) != number] == []


def test_each_design_is_right_about_every_number_and_every_short_text():
    assert {step.number: wrong_with(step.code) for step in STORY.designs} == {13: [], 14: [], 15: []}


FAULTS = [
    pytest.param(13, "range(1, 4000)", "range(1, 3999)", 3999, id="13: the last number"),
    pytest.param(13, '    (9, "IX"),\n', "", 9, id="13: nine"),
    pytest.param(13, " or to_roman(number) != numeral", "", "IC", id="13: no way back"),
    pytest.param(14, '"DC", "DCC"', '"DC", "DCCC"', 700, id="14: a wrong digit"),
    pytest.param(14, " or not numeral", "", "", id="14: nothing at all"),
    pytest.param(14, "fullmatch(numeral)", "match(numeral)", "IC", id="14: only the beginning"),
    pytest.param(15, '    ("DCCCC", "CM"),\n', "", 900, id="15: nine hundred"),
    pytest.param(15, "reversed(SHORTER)", "SHORTER", "X", id="15: rules in the wrong order"),
]


@pytest.mark.parametrize(("number", "old", "new", "found"), FAULTS)
def test_a_planted_fault_is_found(number, old, new, found):
    code = STORY.step(number).code
    assert code.count(old) == 1
    assert found in wrong_with(code.replace(old, new))


# Refactorings


def asked(code):
    """What a version answers to all of this, as far as it has a function for it."""
    roman = vars(load(code))
    given = {"to_roman": range(-20, 5000), "to_number": [*TEXTS, *NUMERALS.values()]}
    return {name: [answer(roman[name], one) for one in some] for name, some in given.items() if name in roman}


def test_a_refactoring_answers_as_the_step_before():
    same = {step.number: asked(step.code) == asked(before.code) for before, step in REFACTORINGS}
    assert same == {5: True, 14: True, 15: True}


@pytest.mark.parametrize(
    ("number", "old", "new"), [(5, '(5, "V")', '(6, "V")'), (14, '"XC"]', '"LXXXX"]'), (15, '"IV"', '"VI"')]
)
def test_a_refactoring_that_changes_an_answer_is_noticed(number, old, new):
    code = STORY.step(number).code
    assert asked(code.replace(old, new)) != asked(STORY.step(number - 1).code)


# The mutants: test_mutants.py has what holds for those of each story

LINES = {"nothing": "", "an empty line": "\n", "a line of spaces": "  \n"}
LINES |= {line: f"{line}\n" for line in ["I", "1", "i", "-1", "٤", "1_0", "007"]}
LINES |= {"I without a line end": "I", "I behind a space": " I\n"}
LINES |= {"I and V": "I\nV\n", "I, nothing and V": "I\n\nV\n", "A and V": "A\nV\n"}
LINES["everything"] = "".join(f"{one}\n" for one in [*range(4001), *TEXTS, *NUMERALS.values()])
SHORT = [text for text in TEXTS if len(text) < 5]
INPUTS = [
    *((f"writing {number}", "to_roman", number) for number in [*range(1, 4002), 0, -1]),
    *((f"reading {text or 'nothing'}", "to_number", text) for text in [*SHORT, *NUMERALS.values()]),
    *((f"the program, given {told}", "main", given) for told, given in LINES.items()),
]


@cache
def answers(code):
    """What a version answers to each of these."""
    roman = load(code)
    asks = {
        name: lambda given, name=name: answer(vars(roman)[name], given) for name in ("to_roman", "to_number")
    }
    asks["main"] = lambda given: printed(roman, given)
    return [asks[name](given) for _, name, given in INPUTS]


def differing(code):
    """The inputs on which a version differs from the right one: how each is told, and whom it asks."""
    both = zip(INPUTS, answers(code), answers(STORY.designs[0].code), strict=True)
    return [(told, name) for (told, name, _), ours, right in both if ours != right]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_docstring_of_a_mutant_shows_where_it_differs_first_and_through_which_functions(mutant):
    found = differing(mutant.whole)
    assert mutant.fields["shown by"] == found[0][0]
    assert {name for _, name in found} == (mutant.needs or {"to_roman", "to_number", "main"})


def test_the_designs_answer_the_same():
    assert [step.number for step in STORY.designs if differing(step.code)] == []


def test_no_two_mutants_answer_the_same():
    assert len({tuple(answers(mutant.whole)) for mutant in MUTANTS}) == len(MUTANTS)
