"""The mutants: each has one fault, which one can make in its step, and breaks a rule of a kata.

That each breaks one, law 7 says; below a rule stands what can be shown in its kata, and no more.
"""

import re
import sys
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from dojo.runner.matrix import matrix, on_mutants
from dojo.story.mutants import kata_rules, read_mutants
from katas import test_fizzbuzz as fizzbuzz
from katas import test_roman as roman
from katas import test_rover as rover
from katas import test_tennis as tennis
from katas import test_yatzy as yatzy
from katas.cases import breaking, load
from katas.poker import story
from katas.poker.inputs import Answers, all_inputs, shown

MUTANTS = read_mutants(story())
OTHERS = {"roman": roman, "fizzbuzz": fizzbuzz, "tennis": tennis, "rover": rover, "yatzy": yatzy}
"""By a story other than poker: what its versions are asked, and what they answer."""
OF_OTHERS = {name: read_mutants(asking.STORY) for name, asking in OTHERS.items()}
BY_STORY = {"poker": MUTANTS, **OF_OTHERS}
RIGHT = story().designs[0].code
THEMES = {"reading cards", "flushes", "straights", "groups", "kickers", "ties", "labels", "best of seven"}
THEMES |= {"marking", "errors", "spellings", "two hands"}
THEMES_OF_OTHERS = {
    "roman": {"letters", "pairs", "limits", "reading", "what is no numeral", "the program"},
    "tennis": {"words", "deuce", "who leads", "the end", "points", "new rules"},
    "rover": {"reports", "moves", "turns", "rocks", "edges", "the program"},
    "fizzbuzz": {"numbers", "fizz and buzz", "both words", "a third word", "the program"},
    "yatzy": {"chance", "numbers", "alike", "straights", "full house", "the program"},
}


@cache
def inputs():
    """Every input that is tried: made late, since each fork of an earlier test would have all 30,000."""
    return all_inputs()


@cache
def answers(code):
    """What an evaluator answers to each input, as far as somebody reads."""
    return Answers(load(code), inputs())


def test_the_right_ones_are_of_different_design_and_answer_the_same():
    assert [step.number for step in story().designs] == [92, 93, 94, 95, 96, 97, 98]
    assert [step.number for step in story().designs if [*answers(step.code)] != [*answers(RIGHT)]] == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_its_docstring_shows_the_shortest_input_on_which_it_differs(mutant):
    assert mutant.fields["shown by"] == shown(mutant.step, inputs(), answers(mutant.whole), answers(RIGHT))


@pytest.mark.parametrize(
    ("name", "mutant"),
    [pytest.param(name, mutant, id=f"{name}-{mutant.name}") for name in OTHERS for mutant in OF_OTHERS[name]],
)
def test_that_of_another_story_shows_where_it_differs_first_and_in_which_functions(name, mutant):
    asking = OTHERS[name]
    both = zip(asking.ASKED, asking.answers(mutant.whole), asking.answers(asking.STORY.designs[0].code))
    found = [(told, function) for (function, told, _), ours, right in both if ours != right]
    assert mutant.fields["shown by"] == found[0][0]
    functions = {function for _, function in found}
    if not asking.FUNCTIONS and functions != {"main"}:
        functions = set()
    assert functions == (mutant.needs or asking.FUNCTIONS)


@pytest.mark.parametrize(
    ("mutants", "answers"),
    [(MUTANTS, answers), *((OF_OTHERS[name], asking.answers) for name, asking in OTHERS.items())],
    ids=[*BY_STORY],
)
def test_no_two_answer_the_same(mutants, answers):
    """Two that do have the same first difference, which their docstrings show."""
    same = [
        (one.name, other.name)
        for one, other in combinations(mutants, 2)
        if one.fields["shown by"] == other.fields["shown by"]
        and all(a == b for a, b in zip(answers(one.whole), answers(other.whole), strict=True))
    ]
    assert same == []


@pytest.mark.parametrize("mutants", BY_STORY.values(), ids=[*BY_STORY])
def test_it_tells_what_it_does_and_where_and_asks_a_riddle_that_gives_no_hand_away(mutants):
    for mutant in mutants:
        riddle, hint = mutant.fields["riddle"], mutant.fields["hint"]
        assert mutant.does.endswith("."), mutant.name
        assert mutant.origin.endswith((".", "?", ")")), mutant.name
        assert set(mutant.fields) - {"needs"} == {"step", "theme", "shown by", "riddle", "hint"}
        assert "?" not in riddle, mutant.name
        assert re.findall(r"[2-9TJQKA][♣♦♥♠]", f"{riddle} {hint}") == [], mutant.name
        assert {riddle, hint}.isdisjoint({mutant.does, mutant.origin}), mutant.name


@pytest.mark.parametrize(
    ("mutants", "least", "themes"),
    [
        (MUTANTS, 48, THEMES),
        *((mutants, 16, THEMES_OF_OTHERS[name]) for name, mutants in OF_OTHERS.items()),
    ],
    ids=[*BY_STORY],
)
def test_there_are_many_on_every_theme_and_no_two_have_the_same_riddle(mutants, least, themes):
    assert len(mutants) >= least
    assert {mutant.fields["theme"] for mutant in mutants} == themes
    assert len({mutant.fields["riddle"] for mutant in mutants}) == len(mutants)


def too_early(of):
    """For each mutant of a story: the tests that drive a step before its own, and that it does not pass."""
    driving = [test for test in matrix(of).tests if test.kind == "drives"]
    return [
        (mutant.name, test.rule)
        for mutant, column in on_mutants(of).items()
        for test in driving
        if test.written < mutant.step and column[test.id].colour != "green"
    ]


@pytest.mark.parametrize("asking", OTHERS.values(), ids=[*OTHERS])
def test_each_of_another_story_passes_what_drives_the_steps_before_its_own(asking):
    """Those of poker hands take longer: tests/check/test_poker.py."""
    assert too_early(asking.STORY) == []


def test_it_is_a_program_too(here):
    """Beside the module that it takes its rest from."""
    (two_pairs,) = (mutant for mutant in MUTANTS if mutant.name == "two_pairs")
    made = here.run(sys.executable, "-B", two_pairs.file, stdin="A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣\n", PYTHONUTF8="1")
    assert (made.returncode, made.stdout) == (0, "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n")


KATAS = {kata.name: kata for kata in story().katas}


def listed(kata):
    """The names of the mutants below the rules of a kata, in their order."""
    return [mutant.name for mutant in breaking(kata)]


@pytest.mark.parametrize("kata", KATAS)
def test_each_kata_lists_its_rules_in_lines_of_the_list_and_no_mutant_twice(kata):
    texts = [rule.text for rule in kata_rules(KATAS[kata], story())]
    assert KATAS[kata].rules == KATAS[kata].folder / "rules.txt"
    assert 25 <= len(texts) <= 34
    assert [text for text in texts if len(f"[ ] {text}") > 80] == []
    assert [name for name, times in Counter(listed(kata)).items() if times > 1] == []


STRONG, WEAK = "A♠ K♠ Q♠ J♠ 9♠", "A♥ K♥ Q♥ J♥ 8♥"
SHOWN = [
    ("ladder", "a_card_and_more", "compare", [f"{STRONG}♠", WEAK]),
    ("ladder", "what_is_no_card_is_skipped", "compare", [f"{STRONG} X", WEAK]),
    ("two_hands", "what_is_no_card_is_skipped", "showdown", [f"B: X {STRONG} W: {WEAK}"]),
    ("deals", "a_card_and_more", "left_wins", [[f"{STRONG}♠ {WEAK}"]]),
]
"""What breaks a rule of a kata, and no test of ours for that kata asks for it: a call that shows it."""


@pytest.mark.parametrize(("kata", "mutant", "function", "given"), SHOWN)
def test_what_our_tests_of_a_kata_do_not_catch_can_be_shown(kata, mutant, function, given):
    (wrong,) = (one for one in MUTANTS if one.name == mutant)
    assert mutant in listed(kata)
    said = []
    for code in (wrong.whole, story().designs[0].code):
        try:
            said.append(getattr(load(code), function)(*given))
        except ValueError as error:
            said.append(f"{error}")
    assert said[0] != said[1]
