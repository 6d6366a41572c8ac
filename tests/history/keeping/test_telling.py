"""What a kept story says by itself of the way to a step."""

import pytest

from dojo.history.keeping.telling import notes, title_of
from history.session import light, played
from history.tables import rows

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
