"""Tests that `make next` brings count as one's own, and cases of a program; and what each came to."""

import pytest
from history.session import rows

from prove.evening import back, case, kinds, proved, remarks, saved, says, verdicts

ONE, TEXT = says("'1'"), says("str(number)")
TEST_1, TEST_2, TEST_7 = (f"suite/test_numbers.py::test_{n}" for n in (1, 2, 7))
BEGUN = saved(TEXT, "", verb="start")
GREEN = saved(ONE, "", verb="next", revealed=0)


def brought(code, number, test):
    """`make next` brings tests, up to that one."""
    return saved(code, "", verb="next", revealed=number, test=test)


def test_a_test_that_was_brought_and_red_and_then_green_is_proven_and_its_failure_shown():
    evening = [GREEN, brought(ONE, 2, TEST_2), saved(TEXT, "", test=TEST_2)]
    assert kinds(*evening) == ["3 proven: two is said"]
    assert proved(*evening)[0].verdicts[0].failure == "E   not 2"


def test_a_test_that_was_red_and_stayed_when_somebody_went_back_is_proven_once():
    red = [GREEN, brought(ONE, 2, TEST_2), back(1)]
    evening = [*red, saved(TEXT, "", test=TEST_2), back(1), saved(f"{TEXT}# more", "", test=TEST_2)]
    assert kinds(*evening) == ["4 proven: two is said"]
    assert kinds(*red, saved(ONE, "", test=TEST_2)) == ["4 still red: two is said"]


def test_the_very_first_test_is_no_news():
    assert proved(GREEN, brought(ONE, 1, TEST_1)) == []


def test_a_test_that_opens_a_step_and_is_green_at_once_is_to_look_at():
    evening = [BEGUN, brought(TEXT, 2, TEST_2)]
    assert kinds(*evening) == ["2 passes without this change: two is said"]


def test_of_tests_of_ours_it_is_told_once_what_the_code_keeps_and_what_it_breaks():
    evening = [BEGUN, brought(TEXT, 5, TEST_7)]
    kept = "2 Your code already passed 3 of our tests."
    broke = "3 This change broke “two is said”, “four is said” and 2 more."
    assert remarks(*evening) == [kept]
    assert remarks(*evening, back(1), saved(f"{TEXT}# more", "", revealed=5, test=TEST_7)) == [kept]
    assert remarks(*evening, saved(ONE, "", test=TEST_2)) == [kept, broke]


def test_what_another_attempt_had_is_not_judged_again():
    assert proved(saved(TEXT, "", verb="start", revealed=5)) == []


PROGRAMS = rows("""
    red and then green :: red green => 2 proven: one line / was red for the right reason, then green.
    broke :: amber green => 2 red by a crash: one line / was red by a crash (the program broke), then green.
    red at the end :: red => 1 still red: one line / is still red: its output is not that of the case
""")


@pytest.mark.parametrize(("colours", "found"), PROGRAMS)
def test_a_case_of_a_program_is_judged(colours, found):
    evening = [case(str(n), colour, "one line") for n, colour in enumerate(colours.split())]
    kind, said = found.split(" / ")
    assert kinds(*evening, is_program=True) == [kind]
    assert [one.says for _, one in verdicts(*evening, is_program=True)] == [f"“one line” {said}"]


def test_a_second_case_is_judged_alone():
    first = [case("1", "red", "one line"), case("2", "green", "one line")]
    second = [case("2", "red", "two lines"), case("3", "green", "two lines")]
    assert kinds(*first, *second, is_program=True) == ["2 proven: one line", "4 proven: two lines"]
