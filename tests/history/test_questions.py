"""What the lights of a pair tell; questions come from these data, and have them beside them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pytest

from dojo.history import questions
from dojo.history.pairs import PairHistory
from dojo.history.questions import CANDIDATES, Question, choose_questions
from history.session import record

Lit = tuple[float, str, dict[str, Any]]
"""A light of a pair: its minute, its colour, and its other fields."""


def report(minute: float, colour: str, **fields: Any) -> Lit:
    """A light of a pair, which keeps its guess if it is the colour that was expected."""
    if "expected" in fields:
        fields["held"] = fields["expected"] == colour
    return minute, colour, fields


def pair(lights: Sequence[Lit], name: str = "t1") -> PairHistory:
    """A pair with these lights."""
    return PairHistory(name, record(name, *lights))


def pairs(*lights: Sequence[Lit]) -> list[PairHistory]:
    """Pairs t1, t2 …, each with its lights."""
    return [pair(own, f"t{number}") for number, own in enumerate(lights, 1)]


class Case(NamedTuple):
    """Some pairs, and the data of each question of a kind that is asked of them."""

    rule: str
    candidate: Callable[[Sequence[PairHistory]], Iterable[Question]]
    pairs: list[PairHistory]
    asks: list[list[str]]


CASES = [
    Case(
        "long_reds",
        questions.long_reds,
        pairs([report(0, "red"), report(4, "green"), report(5, "red"), report(8, "green")]),
        asks=[["4 min 00 s red on “rule 1” (t1)", "3 min 00 s red on “rule 3” (t1)"]],
    ),
    Case(
        "a test that was hard for several",
        questions.long_reds,
        pairs(
            [report(0, "red"), report(4, "green")],
            [report(0, "red"), report(4, "green")],
            [report(0, "red", test="Q"), report(5, "green")],
        ),
        asks=[
            [
                "4 min 00 s red on “rule 1” (t1)",
                "4 min 00 s red on “rule 1” (t2)",
                "5 min 00 s red on “Q” (t3)",
            ],
            ["red for 4 min 00 s (t1)", "red for 4 min 00 s (t2)"],
        ],
    ),
    Case(
        "of two such tests, the one with more time",
        questions.long_reds,
        pairs(
            [report(0, "red"), report(3, "green"), report(4, "red", test="Q"), report(9, "green")],
            [report(0, "red"), report(3, "green"), report(4, "red", test="Q"), report(9, "green")],
        ),
        asks=[
            [
                "3 min 00 s red on “rule 1” (t1)",
                "5 min 00 s red on “Q” (t1)",
                "3 min 00 s red on “rule 1” (t2)",
                "5 min 00 s red on “Q” (t2)",
            ],
            ["red for 5 min 00 s (t1)", "red for 5 min 00 s (t2)"],
        ],
    ),
    Case(
        "no test in hand, or one pair, is no hard test",
        questions.long_reds,
        pairs(
            [report(0, "red", test=""), report(4, "green")], [report(0, "red", test=""), report(4, "green")]
        ),
        asks=[["4 min 00 s red on “” (t1)", "4 min 00 s red on “” (t2)"]],
    ),
    Case(
        "the largest, in the order of the pairs, so that nobody is ranked",
        questions.long_reds,
        pairs(
            [report(0, "red", test="A"), report(4, "green")],
            [report(0, "red", test="B"), report(5, "green")],
            [report(0, "red", test="C"), report(3, "green")],
            [report(0, "red"), report(5, "green")],
            [report(0, "red", test="E"), report(4.5, "green")],
        ),
        asks=[
            [
                "4 min 00 s red on “A” (t1)",
                "5 min 00 s red on “B” (t2)",
                "5 min 00 s red on “rule 1” (t4)",
                "4 min 30 s red on “E” (t5)",
                "and 1 more",
            ]
        ],
    ),
    Case(
        "large_steps",
        questions.large_steps,
        pairs(
            [
                report(0, "red", code=9),
                report(1, "green", code=6),
                report(2, "green", code=2),
                report(3, "green", code=20),
            ]
        ),
        asks=[["15 lines of code, up to light 2 (t1)", "20 lines of code, from light 3 to 4 (t1)"]],
    ),
    Case(
        "green_at_once",
        questions.green_at_once,
        pairs([report(0, "green", first_green={"a": "green", "b": "red", "c": "green"})]),
        asks=[["2 of 3 tests were never seen red", "“a” (t1)", "“c” (t1)"]],
    ),
    Case(
        "one green at once is no question",
        questions.green_at_once,
        pairs([report(0, "green", first_green={"a": "green", "b": "red"})]),
        asks=[],
    ),
    Case(
        "guesses",
        questions.missed_guesses,
        pairs(
            [
                report(0, "green", expected="red"),
                report(1, "green", expected="green"),
                report(2, "green", expected="red"),
            ]
        ),
        asks=[["1 of 3 guesses were right", "red expected, green came: 2 times"]],
    ),
    Case(
        "two wrong guesses of two kinds",
        questions.missed_guesses,
        pairs([report(0, "green", expected="red"), report(1, "red", expected="green")]),
        asks=[
            [
                "0 of 2 guesses were right",
                "red expected, green came: 1 time",
                "green expected, red came: 1 time",
            ]
        ],
    ),
    Case(
        "one wrong guess is no question",
        questions.missed_guesses,
        pairs([report(0, "green", expected="red")]),
        asks=[],
    ),
    Case(
        "amber",
        questions.much_amber,
        pairs([report(0, "amber"), report(2, "red"), report(4, "green")]),
        asks=[["2 min 00 s of 4 min 00 s were amber", "2 min 00 s at a time (t1)"]],
    ),
    Case(
        "nothing tidied",
        questions.tidying,
        pairs(
            [
                report(0, "red"),
                report(1, "green"),
                report(2, "red"),
                report(3, "green"),
                report(4, "red"),
                report(5, "green"),
                report(6, "red"),
                report(7, "green"),
            ]
        ),
        asks=[["the bar turned green 4 times", "the code changed in green 0 times"]],
    ),
    Case(
        "tidied with the same tests",
        questions.tidying,
        pairs(
            [
                report(0, "red"),
                report(1, "green"),
                report(2, "red"),
                report(3, "green"),
                report(4, "red"),
                report(5, "green", tests=1, green=1),
                report(6, "green", code=3, tests=1, green=1, in_green="refactoring"),
                report(7, "green", code=3),
                report(8, "red"),
                report(9, "green"),
            ]
        ),
        asks=[["the bar turned green 4 times", "the code changed in green 1 time"]],
    ),
    Case(
        "lights that are too old to say what was tidied",
        questions.tidying,
        pairs(
            [
                report(0, "red", in_green=None),
                report(1, "green", in_green=None),
                report(2, "red", in_green=None),
                report(3, "green", in_green=None),
                report(4, "red", in_green=None),
                report(5, "green", in_green=None),
                report(6, "red", in_green=None),
                report(7, "green", in_green=None),
            ]
        ),
        asks=[],
    ),
    Case(
        "waits",
        questions.long_waits,
        pairs([report(0, "red"), report(10, "red"), report(17, "green")]),
        asks=[["10 min 00 s after light 1 (t1)", "7 min 00 s after light 2 (t1)"]],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_question_has_its_data(case):
    assert [list(question.data) for question in case.candidate(case.pairs)] == case.asks


def test_where_the_data_say_too_little_nothing_is_asked():
    quiet = pair([report(0, "red"), report(0.5, "green"), report(1, "red"), report(1.5, "green")])
    assert [one for candidate in CANDIDATES for one in candidate([quiet])] == []
    assert choose_questions([]) == choose_questions([pair([])]) == []


def test_the_three_that_weigh_most_are_asked():
    all_pairs: list[PairHistory] = []
    for case in CASES:
        for shown in case.pairs:
            all_pairs.append(PairHistory(f"t{len(all_pairs) + 1}", shown.record))
    every = [question for candidate in CANDIDATES for question in candidate(all_pairs)]
    asked = choose_questions(all_pairs)
    assert len(every) > len(asked) == 3
    assert [one.text for one in asked] == [
        "What is hard to see about “rule 1”?",
        "How could you have cut one of these steps in two?",
        "How do we know that these tests can fail?",
    ]


def test_which_tests_were_seen_red_first_and_what_is_said_last_of_a_test_holds():
    found = pair(
        [
            report(0, "green", first_green={"one": "green", "two": "red", "three": "amber"}),
            report(1, "red"),
            report(2, "green", first_green={"one": "red", "two": "", "four": "green"}),
        ]
    )
    assert found.first == {"one": "red", "three": "amber", "four": "green"}
    assert (found.red_first, found.at_once) == (["one"], ["four"])
