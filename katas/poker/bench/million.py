"""Before hands in bulk are timed: do a million of them come to the same as with the peers, class by class?"""

from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

from katas.poker.bench.peers import DECK, Evaluator
from katas.poker.bench.same import Differs
from katas.poker.in_bulk import load

MILLION, SEED, CHUNK = 1_000_000, 50, 50_000
ONE_BY_ONE = ("treys", "eval7", "phevaluator")
"""pokerkit would take minutes for a million hands."""


def same_million(peers: list[Evaluator]) -> Any:
    """The hands, which the peers name and order as the arrays do, class by class; raises Differs."""
    bulk, hands = load(), random_hands(MILLION)
    strengths = bulk.strengths(hands)
    ours, names = strengths.tolist(), [label.lower() for label in bulk.labels(strengths).tolist()]
    rows = hands.tolist()
    for peer in (one for one in peers if one.name in ONE_BY_ONE):
        cards = [peer.prepare(text)[0] for text in DECK]
        said = [peer.evaluate([cards[number] for number in row]) for row in rows]
        for fault in faults(ours, names, peer, said):
            texts = " and ".join(" ".join(DECK[number] for number in rows[place]) for place in fault)
            raise Differs(f"{peer.name} names or orders {texts} otherwise than the arrays do")
    return hands


def random_hands(count: int) -> Any:
    """So many rows of seven different cards, by number, always the same ones."""
    numpy = import_module("numpy")
    dice = numpy.random.default_rng(SEED)
    deck = numpy.arange(52, dtype=numpy.uint8)
    chunks = [dice.permuted(numpy.tile(deck, (CHUNK, 1)), axis=1)[:, :7] for _ in range(count // CHUNK)]
    return numpy.concatenate(chunks)


def faults(ours: list[Any], names: list[str], peer: Evaluator, said: list[Any]) -> Iterator[tuple[int, ...]]:
    """The places of hands that a peer names otherwise, and of each two that it orders otherwise."""
    first = {found: place for place, found in reversed(list(enumerate(said)))}
    for found, place in first.items():
        if peer.category(found) not in ("", names[place]):
            yield (place,)
    yield from out_of_order(ours, list(map(peer.strength, said)))


def out_of_order(ours: list[Any], theirs: list[Any]) -> Iterator[tuple[int, int]]:
    """The places of each two hands that one side orders otherwise than the other, one of each class."""
    first: dict[tuple[Any, Any], int] = {}
    for place, pair in enumerate(zip(ours, theirs)):
        first.setdefault(pair, place)
    for (a, b), (c, d) in pairwise(sorted(first)):
        if a == c or b >= d:
            yield first[a, b], first[c, d]
