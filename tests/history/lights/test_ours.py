"""Tests that `make next` brings count as the participant's own; so do the cases of a program."""

import pytest

from history.lights.evening import back, case, kinds, proved, remarks, saved, says, sentences

ONE, TEXT = says("'1'"), says("str(number)")
TEST_1, TEST_2, TEST_4, TEST_7 = (f"suite/test_numbers.py::test_{n}" for n in (1, 2, 4, 7))
BEGUN = saved(TEXT, "", verb="start")
GREEN = saved(ONE, "", verb="next", revealed=0)


def brought(code, number, test):
    """`make next` brings tests, up to that one."""
    return saved(code, "", after=0, verb="next", revealed=number, test=test)


VERDICTS = {
    "red and then green": (
        [GREEN, brought(ONE, 2, TEST_2), saved(TEXT, "", test=TEST_2)],
        ["3 proven: two is said"],
    ),
    "the very first test is no news": ([GREEN, brought(ONE, 1, TEST_1)], []),
    "green at once": ([BEGUN, brought(TEXT, 2, TEST_2)], ["2 passes without this change: two is said"]),
    "what another attempt had": ([saved(TEXT, "", verb="start", revealed=5)], []),
}


@pytest.mark.parametrize(("evening", "found"), VERDICTS.values(), ids=VERDICTS)
def test_a_test_that_was_brought_is_judged(evening, found):
    assert kinds(*evening) == found


def test_the_failure_that_was_seen_is_shown():
    (version,) = proved(GREEN, brought(ONE, 2, TEST_2), saved(TEXT, "", test=TEST_2))
    assert version.verdicts[0].failure == "E   not 2"


def test_code_that_was_there_before_its_test_is_told():
    said = ["“two is said” was green at once: the code for it was there before its test."]
    assert sentences(BEGUN, brought(TEXT, 2, TEST_2)) == said


KEPT = (2, "Your code kept three tests of ours already.")
BROKE = (3, "This change broke “two is said”, “four is said” and 2 more.")
REMARKS = {
    "those that the code keeps are counted once": ([], [KEPT]),
    "after the way back they are not brought again": (
        [back(1), saved(f"{TEXT}# more", "", revealed=5, test=TEST_7)],
        [KEPT],
    ),
    "code that breaks them": ([saved(ONE, "", test=TEST_2)], [KEPT, BROKE]),
}


@pytest.mark.parametrize(("later", "found"), REMARKS.values(), ids=REMARKS)
def test_of_tests_that_were_brought_something_is_said(later, found):
    assert remarks(BEGUN, brought(TEXT, 5, TEST_7), *later) == found


LINE_1, LINE_2 = ("one line", 1), ("two lines", 2)
PROGRAMS = {
    "red and then green": (
        [("1", "red", LINE_1), ("2", "green", LINE_1), ("2", "red", LINE_2), ("3", "green", LINE_2)],
        "2 proven: one line, 4 proven: two lines",
        "“two lines” was red for the right reason, then green.",
    ),
    "it broke": (
        [("1", "amber", LINE_1), ("2", "green", LINE_1)],
        "2 red by a crash: one line",
        "“one line” was red by a crash (the program broke), then green.",
    ),
    "red at the end": (
        [("1", "red", LINE_1)],
        "1 still red: one line",
        "“one line” is still red: its output is not that of the case",
    ),
}


@pytest.mark.parametrize(("runs", "found", "said"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_case_of_a_program_is_judged(runs, found, said):
    evening = [case(code, colour, rule, revealed=number) for code, colour, (rule, number) in runs]
    assert ", ".join(kinds(*evening, is_program=True)) == found
    assert sentences(*evening, is_program=True)[-1] == said


def test_a_refactoring_of_a_program_goes_by_its_colours_alone():
    evening = [case(code, "green", "one line", revealed=1) for code in "12"]
    said = "From green to green with other code, 1 line. A program in another language is not measured."
    assert remarks(*evening, is_program=True) == [(2, said)]
    assert kinds(*evening, is_program=True) == []
