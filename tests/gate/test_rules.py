"""Law 7: where a file lists the rules of a kata, each is broken by a mutant, and each mutant breaks one."""

import pytest

from dojo.gate.evidence import Evidence
from dojo.gate.rules import check
from dojo.story.mutants import rules
from gate.planting import reads

RULES = """\
# The rules of the kata.

Each number is said
    counts_from_zero
    never_above_one

Fizz is said at those that three divides
    always_fizz_from_three
"""


def listed(copy, text=RULES):
    """The small story, whose kata has a file of rules."""
    copy.path("kata/rules.txt").write_text(text, encoding="utf-8")
    first = 'first_test = "kata/first_test.py"\n'
    copy.edit("story.toml", first, f'{first}rules = "kata/rules.txt"\n')
    return copy


def in_words(story):
    """Each rule, and the names of the mutants that break it."""
    return {rule.text: [mutant.name for mutant in rule.mutants] for rule in rules(story.katas[0], story)}


def test_rules_that_are_listed_keep_the_law(bare):
    listed(bare)
    assert list(check(Evidence(bare.story))) == []
    assert in_words(bare.story) == {
        "Each number is said": ["counts_from_zero", "never_above_one"],
        "Fizz is said at those that three divides": ["always_fizz_from_three"],
    }


def test_without_a_list_the_themes_of_the_mutants_are_the_rules(bare):
    assert list(check(Evidence(bare.story))) == []
    assert in_words(bare.story) == {
        "counting": ["counts_from_zero", "never_above_one"],
        "three": ["always_fizz_from_three"],
    }


ALWAYS = "    always_fizz_from_three\n"
FAULTS = [
    (ALWAYS, "", "kata/rules.txt:7: no mutant breaks “Fizz is said at those that three divides”; name one"),
    (ALWAYS, "", "mutants/always_fizz_from_three.py: breaks no rule of a kata; name it below one"),
    ("one", "two", "kata/rules.txt:5: there is no mutant never_above_two; write the name of one"),
]


@pytest.mark.parametrize(("old", "new", "told"), FAULTS, ids=[told for _, _, told in FAULTS])
def test_a_fault_is_named(bare, old, new, told):
    reads(listed(bare, RULES.replace(old, new)), f"law 7 · {told}")
