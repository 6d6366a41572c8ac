"""The rules of each kata on poker hands: below them stands what can be shown in that kata, and no more."""

import sys
from collections import Counter
from types import ModuleType

import pytest

from dojo.engine.suite import with_suite
from dojo.story.mutants import mutants, rules
from katas.on_mutants import catching
from katas.poker import story
from katas.test_mutants import suite_on

MUTANTS = {mutant.name: mutant for mutant in mutants(story())}
KATAS = {kata.name: kata for kata in story().katas}


def listed(kata):
    """The names of the mutants below the rules of a kata, in their order."""
    return [mutant.name for rule in rules(KATAS[kata], story()) for mutant in rule.mutants]


@pytest.fixture(scope="module")
def caught(tmp_path_factory):
    """The names of the mutants that the tests of each kata catch."""
    columns = suite_on([*MUTANTS.values()], tmp_path_factory.mktemp("mutants"))
    tests = with_suite(story(), lambda suite: suite.tests)
    taught = {name: {test.rule for test in kata.taught(tests)} for name, kata in KATAS.items()}
    return {
        name: {mutant for mutant, column in columns.items() if catching(column) & own}
        for name, own in taught.items()
    }


@pytest.mark.parametrize("kata", KATAS)
def test_each_kata_lists_its_rules(kata):
    assert KATAS[kata].rules == KATAS[kata].folder / "rules.txt"
    assert 25 <= len(rules(KATAS[kata], story())) <= 34


@pytest.mark.parametrize("kata", KATAS)
def test_a_rule_fits_a_line_of_the_list(kata):
    assert [rule.text for rule in rules(KATAS[kata], story()) if len(f"[ ] {rule.text}") > 80] == []


@pytest.mark.parametrize("kata", KATAS)
def test_no_mutant_breaks_two_rules_of_a_kata(kata):
    assert [name for name, times in Counter(listed(kata)).items() if times > 1] == []


SHOWN = [
    pytest.param("ladder", "a_card_and_more", "compare", ["A♠ K♠ Q♠ J♠ 9♠♠", "A♥ K♥ Q♥ J♥ 8♥"]),
    pytest.param("ladder", "what_is_no_card_is_skipped", "compare", ["A♠ K♠ Q♠ J♠ 9♠ X", "A♥ K♥ Q♥ J♥ 8♥"]),
    pytest.param(
        "two_hands", "what_is_no_card_is_skipped", "showdown", ["B: AS KS QS JS X 9S W: AH KH QH JH 8H"]
    ),
    pytest.param("deals", "a_card_and_more", "left_wins", [["AS KS QS JS 9SS AH KH QH JH 8H"]]),
]
"""What breaks a rule of a kata, and no test of ours for that kata asks for it: a call that shows it."""


def answer(code, function, given):
    """What a function of an evaluator says; where it raises an error, which."""
    name = "evaluator"
    module = sys.modules[name] = ModuleType(name)
    try:
        exec(compile(code, name, "exec"), module.__dict__)
        return getattr(module, function)(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        del sys.modules[name]


@pytest.mark.parametrize(("kata", "mutant", "function", "given"), SHOWN)
def test_what_our_tests_of_a_kata_do_not_catch_can_be_shown(kata, mutant, function, given):
    right = story().designs[0].code
    assert mutant in listed(kata)
    assert answer(MUTANTS[mutant].whole, function, given) != answer(right, function, given)


@pytest.mark.parametrize("kata", KATAS)
def test_each_mutant_below_a_rule_of_a_kata_can_be_shown_there(kata, caught):
    shown = {row.values[1] for row in SHOWN if row.values[0] == kata}
    assert set(listed(kata)) - caught[kata] == shown


@pytest.mark.parametrize("kata", KATAS)
def test_what_the_tests_of_a_kata_catch_breaks_a_rule_of_it(kata, caught):
    assert caught[kata] - set(listed(kata)) == set()
