"""Tests that `make next` brings count as the participant's own; so do the cases of a program."""

from history.lights.evening import back, case, kinds, proved, remarks, saved, says, sentences

ONE, TEXT = says("'1'"), says("str(number)")
TEST_1, TEST_2, TEST_4, TEST_7 = (f"suite/test_numbers.py::test_{n}" for n in (1, 2, 4, 7))
GREEN = saved(ONE, "", verb="next", revealed=0)


def brought(code, number, test):
    """`make next` brings tests, up to that one."""
    return saved(code, "", after=0, verb="next", revealed=number, test=test)


def test_a_test_that_was_brought_and_red_and_then_green_is_proven():
    evening = [GREEN, brought(ONE, 2, TEST_2), saved(TEXT, "", test=TEST_2)]
    assert kinds(*evening) == [(3, "proven", "two is said")]


def test_the_failure_that_was_seen_is_shown():
    (version,) = proved(GREEN, brought(ONE, 2, TEST_2), saved(TEXT, "", test=TEST_2))
    assert version.verdicts[0].failure == "E   not 2"


def test_the_very_first_test_is_no_news():
    assert proved(GREEN, brought(ONE, 1, TEST_1)) == []


def test_a_test_that_opens_a_step_and_is_green_at_once_is_to_look_at():
    evening = [saved(TEXT, "", verb="start"), brought(TEXT, 2, TEST_2)]
    assert kinds(*evening) == [(2, "passes without this change", "two is said")]
    assert sentences(*evening) == [
        "“two is said” was green at once: the code for it was there before its test."
    ]


def test_tests_of_ours_that_the_code_keeps_already_are_counted_once():
    evening = [saved(TEXT, "", verb="start"), brought(TEXT, 5, TEST_7)]
    assert remarks(*evening) == [(2, "Your code kept three tests of ours already.")]


def test_after_the_way_back_tests_of_ours_are_not_brought_again():
    evening = [saved(TEXT, "", verb="start"), brought(TEXT, 5, TEST_7), back(1)]
    assert remarks(*evening, saved(f"{TEXT}# more", "", revealed=5, test=TEST_7))[1:] == []


def test_code_that_breaks_a_test_of_ours_is_told():
    evening = [saved(TEXT, "", verb="start"), brought(TEXT, 5, TEST_7), saved(ONE, "", test=TEST_2)]
    assert (3, "This change broke “two is said”, “four is said” and 2 more.") in remarks(*evening)


def test_what_another_attempt_had_is_not_judged_again():
    assert kinds(saved(TEXT, "", verb="start", revealed=5)) == []


def test_a_case_that_was_red_and_then_green_is_proven():
    evening = [
        case("1", "red", "one line", revealed=1),
        case("2", "green", "one line", revealed=1),
        case("2", "red", "two lines", revealed=2),
        case("3", "green", "two lines", revealed=2),
    ]
    assert kinds(*evening, is_program=True) == [(2, "proven", "one line"), (4, "proven", "two lines")]


def test_a_case_on_which_the_program_broke_is_told_apart():
    evening = [case("1", "amber", "one line", revealed=1), case("2", "green", "one line", revealed=1)]
    assert kinds(*evening, is_program=True) == [(2, "red by a crash", "one line")]
    said = "“one line” was red by a crash (the program broke), then green."
    assert sentences(*evening, is_program=True) == [said]


def test_a_refactoring_of_a_program_goes_by_its_colours_alone():
    evening = [case("1", "green", "one line", revealed=1), case("2", "green", "one line", revealed=1)]
    said = "From green to green with other code, 1 line. A program in another language is not measured."
    assert remarks(*evening, is_program=True) == [(2, said)]
    assert kinds(*evening, is_program=True) == []


def test_a_case_that_is_red_at_the_end_is_still_red():
    evening = [case("1", "red", "one line", revealed=1)]
    said = "“one line” is still red: its output is not that of the case"
    assert sentences(*evening, is_program=True) == [said]
