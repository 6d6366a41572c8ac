"""What a refactoring answers otherwise than the step before, beyond the tests, its README says."""

import random
from functools import cache, partial
from itertools import pairwise

import pytest

from dojo.story.readme import SAYS_SO
from katas.cases import load
from katas.poker import inputs as asked
from katas.poker import story
from katas.poker.inputs import Input

PAIRS = [(before, step) for before, step in pairwise(story().steps) if step.kind.keeps_colours]
DECK = [value + suit for value in "23456789TJQKA" for suit in "♣♦♥♠"]
SEED, DEALS = 7, 100
OTHER_THAN_FIVE = range(2, 42)
"""The steps on which somebody may ask for a hand of other than five cards; from step 42 on nobody does."""


def of_hands(one, other):
    """What is asked of two hands."""
    yield Input(6, f"is {one} a flush", partial(asked.is_flush, one))
    yield Input(11, f"{one} against {other}", partial(asked.which_hand, one, other))
    yield Input(36, f"the label of {one}", partial(asked.label, one))


@cache
def inputs(of_other_than_five):
    """Those of the judge, and others that are dealt from a seed; each can be asked from some step on."""
    dice = random.Random(SEED)
    found = asked.all_inputs()[::7]
    if of_other_than_five:
        found.append(Input(6, "are no cards a flush", partial(asked.is_flush, "")))
    for _ in range(DEALS):
        cards = dice.sample(DECK, 14)
        seven, others = (" ".join(cards[n : n + 7]) for n in (0, 7))
        few, fewer = (" ".join(dice.sample(DECK, dice.choice([1, 2, 3, 4, 6]))) for _ in range(2))
        found += [
            Input(2, f"reading {cards[0]}", partial(asked.read, cards[0])),
            *of_hands(*(" ".join(cards[n : n + 5]) for n in (0, 7))),
            *(of_hands(few, fewer) if of_other_than_five else ()),
            Input(53, f"the best of {seven} against {others}", partial(asked.which_best, seven, others)),
            Input(50, f"the lines {seven} and {few}, marked", partial(asked.marked, [seven, others, few])),
            Input(51, f"the program, given {seven} and {few}", partial(asked.printed, f"{seven}\n{few}")),
        ]
    return found


def differences(before, code, number):
    """What the code of a step answers otherwise than that of the step before."""
    one, other = load(before), load(code)
    can_be_asked = [given for given in inputs(number in OTHER_THAN_FIVE) if given.step < number]
    return [given.told for given in can_be_asked if answer(one, given) != answer(other, given)]


def answer(poker, given):
    """What a version answers; where it breaks, only that it does."""
    try:
        return given.answer(poker)
    except Exception:
        return "breaks"


@pytest.mark.parametrize(("before", "step"), PAIRS, ids=lambda step: step.name)
def test_a_refactoring_answers_as_the_step_before_or_says_that_it_does_not(before, step):
    found = differences(before.code, step.code, step.number)
    says_so = SAYS_SO in " ".join(step.prose.split())
    assert bool(found) == says_so == (step.number in (3, 15, 17, 22, 33)), f"{step.readme}: {found[:3]}"


FAULTS = {
    "a straight flush is a flush": (35, "promoted.get(ranking, ranking)", "FLUSH"),
    "the smallest group comes first": (39, "key=len, reverse=True", "key=len"),
    "two cards are no flush": (40, "len(groups(dealt", "len(dealt) > 2 and len(groups(dealt"),
}


@pytest.mark.parametrize(("number", "old", "new"), FAULTS.values(), ids=FAULTS)
def test_a_planted_difference_is_found(number, old, new):
    code = story().step(number).code
    assert old in code
    assert differences(code, code.replace(old, new), number)
