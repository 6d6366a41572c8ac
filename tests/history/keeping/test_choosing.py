"""Which greens are steps, and which tests drive them: by colours alone; and what is told of them."""

import pytest

from dojo.history.keeping.choosing import chosen
from dojo.history.keeping.telling import notes, title_of
from history.session import light, played
from history.tables import rows

LETTERS = {"g": "green", "r": "red", "a": "amber"}


def choose(told, dropped=()):
    """What is chosen of `a 1 rgg, b 2 rgg`: each test, the green that it came with, its colour on each."""
    tests = [one.split() for one in told.split(",")]
    columns = {id: [LETTERS[letter] for letter in column] for id, _, column in tests}
    return chosen(columns, {id: int(born) for id, born, _ in tests}, dict.fromkeys(dropped, True))


def marked(found):
    """The marks that were chosen, in a line."""
    return ", ".join(f"{id} {mark}" for id, mark in found.marks.items())


CHOSEN = rows("""
    red, then green :: a 1 rg => 0 1: a drives(1)
    a test that was green when it came guards :: a 1 rgg, b 2 rgg => 0 1 2: a drives(1), b guards(2)
    what came after the last code is of the last step :: a 1 rgg, b 3 rrg => 0 1 2: a drives(1), b drives(2)
    what broke before it was written does not matter ::
        a 1 rggg, b 3 rarg => 0 1 2 3: a drives(1), b drives(3)
    a green whose code a new test breaks is part of the next step ::
        a 1 rggg, b 3 rrag => 0 1 3: a drives(1), b drives(2)
    a test that was edited later drives the step that makes it green ::
        a 1 rgg, b 1 rrg => 0 1 2: a drives(1), b drives(2)
    a refactoring that makes the next red is part of the next step ::
        a 1 rggg, b 3 rgrg => 0 1 3: a drives(1), b guards(2)
""")


@pytest.mark.parametrize(("told", "steps"), CHOSEN)
def test_a_test_drives_the_step_that_makes_it_green(told, steps):
    found = choose(told)
    assert f"{' '.join(map(str, found.steps))}: {marked(found)}" == steps


def test_a_green_without_its_test_is_part_of_the_next_step():
    found = choose("a 2 rrg", dropped=[1])
    assert (found.steps, marked(found), found.folded, found.broken) == ([0, 2], "a drives(1)", {2: [1]}, ())


@pytest.mark.parametrize("column", ["rr", "ag"], ids=["red at the end", "it breaks the beginning"])
def test_a_test_that_no_step_can_have_is_left_out(column):
    found = choose(f"a 1 rg, b 1 {column}")
    assert (marked(found), found.broken) == ("a drives(1)", ("b",))


RUNS = {
    "amber": light(1, "next", "amber", own={}),
    "one": light(1, "next", "red", own={"one": "red", "two": "green"}),
    "two": light(1, "next", "red", own={"one": "green", "two": "red"}),
    "both": light(1, "next", "red", own={"one": "red", "two": "red"}),
}
NOTES = rows("""
    nothing :: =>
    one red, as it should be :: one =>
    red for the same reason :: one one =>
    one of two reds is left :: both one =>
    another reason :: one two => One run was red for another reason.
    other reasons :: one two one => Two runs were red for other reasons.
    amber :: one amber => One run on the way could not speak.
    both :: one amber amber two => Two runs on the way could not speak, one was red for another reason.
""")


@pytest.mark.parametrize(("reds", "said"), NOTES)
def test_a_step_says_what_happened_on_the_way(reds, said):
    assert " / ".join(notes(played(*(RUNS[name] for name in reds.split()))[0], 0, [])) == said


def test_greens_that_are_no_steps_are_told_and_what_nobody_saw_red():
    assert notes([], 2, ["one is said"]) == [
        "Two green runs on the way are parts of this step: no test stands for them alone.",
        "“one is said” would have been red before, and nobody saw it.",
    ]


TITLES = {
    "the first rule": (["one is said", "two"], 1, "One is said"),
    "its signs stay as they are": (["IV is 4"], 1, "IV is 4"),
    "no test": ([], 3, "Tidied up"),
    "the first step": ([], 0, "The beginning"),
}


@pytest.mark.parametrize(("rules", "number", "title"), TITLES.values(), ids=TITLES)
def test_a_step_is_called_by_the_test_that_drives_it(rules, number, title):
    assert title_of(rules, number) == title
