"""Who evaluates seven cards in `make bench`: our steps, and what a Python user would install instead.

Each is called as its own documentation does it, in the fastest way that is public.
"""

import runpy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from dojo.story.steps import Step
from katas.poker import story

ORDERED, LETTERED = 53, 62
"""The first step that orders hands of seven cards, and the first that reads Ah for A♥."""
MEASURED = (45, 47, *range(49, 54), 59, 62, 64, 75, 86, *range(93, 100))
"""From the first step that finds the best five of seven; of 54 to 92, which do that alike, some."""
DECK = [value + suit for suit in "cdhs" for value in "23456789TJQKA"]
"""The cards as the peers read them, in the order of their numbers in an array of step 99."""
SIGNS = str.maketrans("cdhs", "♣♦♥♠")
CATEGORY_NAMES = {
    "one pair": "pair",
    "trips": "three of a kind",
    "quads": "four of a kind",
    "royal flush": "straight flush",
}


@dataclass(frozen=True)
class Evaluator:
    """How somebody evaluates seven cards, singly for the check and in a loop for the clock."""

    name: str
    prepare: Callable[[str], Any]
    evaluate: Callable[[Any], Any]
    strength: Callable[[Any], Any]
    category: Callable[[Any], str]
    run: Callable[[list[Any]], None]
    run_texts: Callable[[list[str]], None]
    spell: Callable[[str], str] = str
    ordered: bool = True


def plain(name: str) -> str:
    """What a category is called here."""
    return CATEGORY_NAMES.get(name.lower(), name.lower())


def treys() -> Evaluator:
    """Pure Python; a lower number is a stronger hand."""
    module = import_module("treys")
    evaluator, new, no_board = module.Evaluator(), module.Card.new, []  # type: ignore[var-annotated]

    def run(hands: list[Any]) -> None:
        evaluate = evaluator.evaluate
        for hand in hands:
            evaluate(hand, no_board)

    def run_texts(texts: list[str]) -> None:
        evaluate = evaluator.evaluate
        for text in texts:
            evaluate([new(word) for word in text.split()], no_board)

    return Evaluator(
        "treys",
        prepare=lambda text: [new(word) for word in text.split()],
        evaluate=lambda hand: evaluator.evaluate(hand, no_board),
        strength=int.__neg__,
        category=lambda found: plain(evaluator.class_to_string(evaluator.get_rank_class(found))),
        run=run,
        run_texts=run_texts,
    )


def eval7() -> Evaluator:
    """Native; a higher number is a stronger hand."""
    module = import_module("eval7")
    card, evaluate = module.Card, module.evaluate

    def run_texts(texts: list[str]) -> None:
        for text in texts:
            evaluate([card(word) for word in text.split()])

    return Evaluator(
        "eval7",
        prepare=lambda text: [card(word) for word in text.split()],
        evaluate=evaluate,
        strength=int,
        category=lambda found: plain(module.handtype(found)),
        run=looped(evaluate),
        run_texts=run_texts,
    )


def phevaluator() -> Evaluator:
    """Native behind a call in Python; a lower number is a stronger hand, and it names no categories."""
    module = import_module("phevaluator")
    evaluate = module.evaluate_7cards

    def run(hands: list[Any]) -> None:
        for hand in hands:
            evaluate(*hand)

    def run_texts(texts: list[str]) -> None:
        for text in texts:
            evaluate(*text.split())

    return Evaluator(
        "phevaluator",
        prepare=lambda text: [module.Card(word).id_ for word in text.split()],
        evaluate=lambda hand: evaluate(*hand),
        strength=int.__neg__,
        category=lambda _found: "",
        run=run,
        run_texts=run_texts,
    )


def pokerkit() -> Evaluator:
    """Pure Python; its hands compare as ours do."""
    module = import_module("pokerkit")
    evaluate = module.StandardHighHand.from_game
    return Evaluator(
        "pokerkit",
        prepare=lambda text: tuple(module.Card.parse(text)),
        evaluate=evaluate,
        strength=lambda found: found,
        category=lambda found: plain(found.entry.label.value),
        run=looped(evaluate),
        run_texts=looped(evaluate),
    )


PEERS = (treys, phevaluator, eval7, pokerkit)


def peers(loaders: Iterable[Callable[[], Evaluator]] = PEERS) -> tuple[list[Evaluator], dict[str, str]]:
    """Those that load on this machine; and of each that does not, why."""
    found, missing = [], {}
    for load in loaders:
        try:
            found.append(load())
        except Exception as fault:  # whatever a package for other machines may raise
            missing[load.__name__] = f"{type(fault).__name__}: {fault}".splitlines()[0]
    return found, missing


def looped(evaluate: Callable[[Any], Any]) -> Callable[[list[Any]], None]:
    """The loop that somebody would write."""

    def run(hands: list[Any]) -> None:
        for hand in hands:
            evaluate(hand)

    return run


def loaded(step: Step) -> Any:
    """The names of a step, compiled from the source as it stands."""
    return SimpleNamespace(**runpy.run_path(str(step.module)))


def of_step(step: Step) -> Evaluator:
    """A step: its `cards` and its `best`."""
    poker = loaded(step)
    cards, best = poker.cards, poker.best

    def run_texts(texts: list[str]) -> None:
        for text in texts:
            best(cards(text))

    return Evaluator(
        f"step {step.number}",
        prepare=cards,
        evaluate=best,
        strength=lambda found: found,
        category=lambda found: str(found).lower(),
        run=looped(best),
        run_texts=run_texts,
        spell=str if step.number >= LETTERED else lambda text: text.translate(SIGNS),
        ordered=step.number >= ORDERED,
    )


def measured_steps() -> list[Evaluator]:
    """The steps that are measured, in order."""
    return [of_step(story().step(number)) for number in MEASURED]
