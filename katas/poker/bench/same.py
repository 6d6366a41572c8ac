"""Before anything is timed: do all of them give the same hands the same answer?"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from katas.poker.bench.peers import Evaluator


class Differs(Exception):
    """Two evaluators give other answers; the message says who, of which cards, and which."""


def check(first: Evaluator, others: Sequence[tuple[Evaluator, list[str]]]) -> None:
    """Compare each with the first one on the hands that it is timed on; raises Differs."""
    for other, texts in others:
        for difference in differences(first, other, texts):
            raise Differs(difference)


def differences(one: Evaluator, other: Evaluator, texts: list[str]) -> Iterator[str]:
    """Every hand that they name otherwise, then every two hands that they order otherwise."""
    ours = [one.evaluate(one.prepare(one.spell(text))) for text in texts]
    theirs = [other.evaluate(other.prepare(other.spell(text))) for text in texts]
    for text, a, b in zip(texts, map(one.category, ours), map(other.category, theirs)):
        if a and b and a != b:
            yield f"{text} is a {a} for {one.name}, and a {b} for {other.name}"
    if one.ordered and other.ordered:
        left, right = list(map(one.strength, ours)), list(map(other.strength, theirs))
        weakest_first = sorted(range(len(texts)), key=left.__getitem__)
        for low, high in pairwise(weakest_first):
            said, otherwise = sign(left[low], left[high]), sign(right[low], right[high])
            if said != otherwise:
                pair = f"{texts[low]} {said} {texts[high]}"
                yield f"{pair} for {one.name}, and it {otherwise} it for {other.name}"


def sign(a: object, b: object) -> str:
    """How one strength is to another."""
    if a == b:
        return "equals"
    return "loses to" if a < b else "beats"  # type: ignore[operator]
