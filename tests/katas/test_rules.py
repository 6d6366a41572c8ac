"""The rules of each kata on poker hands: below them stands what can be shown in that kata, and no more.

That each mutant breaks one of them, law 7 says.
"""

from collections import Counter

import pytest

from dojo.story.mutants import kata_rules, read_mutants
from katas.cases import load
from katas.poker import story

MUTANTS = {mutant.name: mutant for mutant in read_mutants(story())}
KATAS = {kata.name: kata for kata in story().katas}


def listed(kata):
    """The names of the mutants below the rules of a kata, in their order."""
    return [mutant.name for rule in kata_rules(KATAS[kata], story()) for mutant in rule.mutants]


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


def answer(code, function, given):
    """What a function of an evaluator says; where it raises an error, which."""
    try:
        return getattr(load(code), function)(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize(("kata", "mutant", "function", "given"), SHOWN)
def test_what_our_tests_of_a_kata_do_not_catch_can_be_shown(kata, mutant, function, given):
    right = story().designs[0].code
    assert mutant in listed(kata)
    assert answer(MUTANTS[mutant].whole, function, given) != answer(right, function, given)
