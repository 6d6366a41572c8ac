"""What the READMEs say of luck is so: which tests are green on a step before they are written."""

import pytest

from dojo.runner.columns import matrix
from katas.poker import story

BEST = ["the customer's full house", "the customer's two pair", "two trips make a full house"]
BEST += ["trips and two pairs make a full house", "three pairs make two pair"]
PAIRS = ["a pair may be the highest cards", "equal pairs: the first kicker", "equal pairs: the second kicker"]
PAIRS += ["equal pairs: the last kicker"]
SIXES = ["cards of one value are equal"]
SPADES, FLUSH = ["five spades are a flush"], ["a flush beats a straight"]
FROM_37 = "green by luck from step 37 to step 40"
CLAIMS = [  # step, its words, tests, green on, not green on
    pytest.param(1, "one is green on it by luck: in step 39", SIXES, [1], [], id="1"),
    pytest.param(5, "are green here by luck, before", SPADES, [5, 6], [7], id="5"),
    pytest.param(7, "was green by luck on steps 05 and 06", SPADES, [5, 6], [7], id="7"),
    pytest.param(8, "was green on steps 05 and 06, by luck", SPADES, [5, 6, 8], [7], id="8"),
    pytest.param(9, "a test of step 20, is green here by luck", FLUSH, [9], [], id="9"),
    pytest.param(11, "passed by luck on step 10", PAIRS, [10], [11], id="11"),
    pytest.param(12, "passed by luck on step 09", ["threes beat twos"], [9, 12], [10, 11], id="12"),
    pytest.param(14, "by luck on steps 09, 10 and 12", PAIRS[:1], [9, 10, 12, 14], [11, 13], id="14"),
    pytest.param(18, "by luck on every step since 09", FLUSH, range(9, 18), [8, 18], id="18"),
    pytest.param(20, "green by luck on steps 09 to 17", FLUSH, range(9, 18), [8, 18, 19], id="20"),
    pytest.param(32, "written later, are green here by luck", BEST, [32], [], id="32"),
    pytest.param(46, FROM_37, ["letters for suits"], [*range(37, 41), 46], [36, *range(41, 46)], id="46"),
    pytest.param(48, FROM_37, ["suits as emoji"], [*range(37, 41), 48], [36, *range(41, 48)], id="48"),
    pytest.param(34, "and on step 32 too, by luck", BEST[:2], [32], [], id="34"),
]


@pytest.fixture(scope="module")
def green():
    """The steps on which each rule is green."""
    found = matrix(story())
    return {
        test.rule: {step.number for step in found.steps if found.cell(test, step).colour == "green"}
        for test in found.tests
    }


@pytest.mark.parametrize(("step", "words", "rules", "on", "off"), CLAIMS)
def test_a_readme_tells_of_luck_as_it_is(green, step, words, rules, on, off):
    assert words in " ".join(story().step(step).prose.split())
    assert [rule for rule in rules if not green[rule] >= set(on) or green[rule] & set(off)] == []


def test_on_the_empty_module_nothing_is_green(green):
    """The README of step 0: none passes by luck."""
    assert [rule for rule, steps in green.items() if 0 in steps] == []


def test_every_readme_that_tells_of_luck_is_held_to_it():
    told = {step.number for step in story().steps if "by luck" in " ".join(step.prose.split())}
    assert told - {claim.values[0] for claim in CLAIMS} == {0}
