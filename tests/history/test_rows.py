"""A row is a run that changed something, not an Enter key."""

import pytest

from dojo.history.rows import rows
from dojo.history.states import states
from history.session import light, played

START = light(0, "start", "red", "", "t", revealed=0)


def told(*lights):
    """Each row: the numbers of its lights, how often it ran, and the light that brought its test."""
    return [
        ([one.number for one in row.lights], row.runs, row.brought and row.brought.number)
        for row in rows(states(*played(*lights)))
    ]


def changed(*lights):
    """Of each row the lines of code and of tests that changed since the last one."""
    return [(str(row.lines.code), str(row.lines.tests)) for row in rows(states(*played(*lights)))]


def test_runs_on_the_very_same_files_are_one_row():
    assert told(START, light(9, "next", "red", "a", "t"), light(9, "next", "red", "a", "t")) == [
        ([1], 1, None),
        ([2, 3], 2, None),
    ]


def test_a_run_on_other_files_is_a_row():
    assert told(light(0, "watch", "red", "a"), light(9, "watch", "red", "ab")) == [
        ([1], 1, None),
        ([2], 1, None),
    ]


def test_a_test_that_make_next_brings_shares_the_row_of_its_run():
    run, brought = light(9, "next", "green", "a", revealed=0), light(0, "next", "red", "a", revealed=1)
    assert told(START, run, brought) == [([1], 1, None), ([2, 3], 1, 3)]


def test_a_test_brought_after_a_green_that_had_a_row_has_one_of_its_own():
    green, run = light(9, "watch", "green", "a", "t"), light(60, "next", "green", "a", "t", revealed=0)
    brought = light(0, "next", "red", "a", "t", revealed=1)
    assert told(START, green, run, brought) == [([1], 1, None), ([2, 3], 2, None), ([4], 1, 4)]


def test_make_next_again_with_the_new_test_red_folds_into_its_row():
    run, brought = light(9, "next", "green", "a", revealed=0), light(0, "next", "red", "a", revealed=1)
    assert told(run, brought, light(9, "next", "red", "a", revealed=1)) == [([1, 2, 3], 2, 2)]


def test_a_second_test_that_is_brought_is_a_row():
    run, brought = light(9, "next", "green", "a", revealed=0), light(0, "next", "green", "a", revealed=1)
    again, second = light(9, "next", "green", "a", revealed=1), light(0, "next", "red", "a", revealed=2)
    assert told(run, brought, again, second) == [([1, 2, 3], 2, 2), ([4], 1, 4)]


def test_another_colour_on_the_same_files_is_a_row():
    assert told(light(0, "watch", "green", "a"), light(9, "watch", "amber", "a")) == [
        ([1], 1, None),
        ([2], 1, None),
    ]


def test_what_else_was_done_is_a_row_that_stops_no_folding():
    run = light(9, "next", "red", "a")
    assert told(run, light(9, "hint", "red", "a"), run) == [([1, 3], 2, None), ([2], 0, None)]


def test_a_run_after_make_back_is_a_row():
    green, red = light(0, "watch", "green", "a"), light(9, "watch", "red", "ab")
    assert told(green, red, light(9, "back", "amber", "ab", to=1), green) == [
        ([1], 1, None),
        ([2], 1, None),
        ([3], 0, None),
        ([4], 1, None),
    ]


def test_lines_of_code_and_of_tests_are_told_apart():
    assert changed(START, light(9, "watch", "red", "abc", "tu"), light(9, "watch", "red", "ab", "tu")) == [
        ("", ""),
        ("+3", "+1"),
        ("-1", ""),
    ]


def test_what_make_start_wrote_is_nobodys_change():
    assert changed(light(0, "start", "red", "abc", "t")) == [("", "")]


def test_without_make_start_the_first_run_counts_from_nothing():
    assert changed(light(0, "watch", "red", "abc", "t")) == [("+3", "+1")]


def test_after_make_back_lines_count_from_what_it_brought_back():
    green, red = light(0, "watch", "green", "a"), light(9, "watch", "red", "abcdef")
    back = light(9, "back", "amber", "abcdef", to=1)
    assert changed(green, red, back, light(9, "watch", "red", "ax"))[2:] == [("", ""), ("+1", "")]


def test_what_was_written_at_a_hint_counts_in_the_run_after_it():
    hint = light(9, "hint", "red", "ab")
    assert changed(START, light(9, "watch", "red", "a", "t"), hint, light(9, "watch", "red", "abc", "t"))[
        2:
    ] == [
        ("", ""),
        ("+2", ""),
    ]


GREEN = light(0, "watch", "green", "a", "t", revealed=1)
AFTER_GREEN = [
    pytest.param([light(9, "watch", "green", "b", "t", revealed=1)], True, id="green, other code"),
    pytest.param([light(9, "watch", "green", "a", "u", revealed=1)], False, id="other tests alone"),
    pytest.param([light(9, "watch", "green", "a#", "t", revealed=1)], False, id="a comment alone"),
    pytest.param([light(9, "watch", "green", "b", "u", revealed=1)], True, id="a name changed in both"),
    pytest.param([light(9, "watch", "red", "b", "t", revealed=1)], False, id="red"),
    pytest.param(
        [light(9, "watch", "green", "b", "tu", revealed=1, counts={"green": 2})],
        False,
        id="with a test more",
    ),
    pytest.param([light(9, "watch", "green", "b", "t", revealed=2)], False, id="with a test revealed"),
    pytest.param(
        [light(9, "watch", "red", "b", "t"), light(9, "watch", "green", "c", "t")], False, id="by way of red"
    ),
    pytest.param(
        [light(9, "hint", "green", "a", "t"), light(9, "watch", "green", "c", "t")], True, id="after a hint"
    ),
    pytest.param(
        [
            light(9, "watch", "red", "b", "t"),
            light(9, "back", "amber", "b", "t", to=1),
            light(9, "watch", "green", "c", "t"),
        ],
        True,
        id="after the way back",
    ),
    pytest.param(
        [
            light(9, "watch", "red", "b", "t"),
            light(9, "back", "amber", "b", "t", to=1),
            light(9, "watch", "green", "c", "tu", counts={"green": 2}),
        ],
        False,
        id="after the way back, with a test more",
    ),
]


@pytest.mark.parametrize(("after", "is_one"), AFTER_GREEN)
def test_a_refactoring_goes_from_green_to_green_and_changes_code(after, is_one):
    assert rows(states(*played(GREEN, *after)))[-1].refactoring is is_one
