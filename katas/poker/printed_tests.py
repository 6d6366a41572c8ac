"""What the tests that the documents print themselves catch, and how our own overlap."""

import os
from functools import cache

from dojo.attempt.snapshot import File
from dojo.judge.judge import Judgement, judge_tests
from dojo.judge.report import judge_suite
from dojo.story.mutants import read_mutants
from katas.poker import STEPS, story

DOCUMENTS = STEPS.parent / "katas" / "poker" / "documents"
NAMES = {
    "test_dialogue.py": "Poker Hand, a dialogue (Haskell)",
    "test_valuations.py": "Valuations (F#)",
    "test_hand_power.py": "Hand power (Scala)",
    "test_thousand_deals.py": "The thousand deals (F#)",
}
NO_TESTS = "| Three first stabs (Common Lisp, Clojure, Haskell) | none printed | | | |"
HEAD = ["| document | tests | accepted | caught, of those that they reach | the first one that they miss |"]
HEAD += ["|---|---|---|---|---|"]


@cache
def judgements() -> dict[str, Judgement]:
    """Each document's own tests, judged."""
    return {name: judgement(name) for name in NAMES}


def judgement(name: str) -> Judgement:
    """One document's own tests, judged."""
    return judge_tests({os.fsencode(name): File("100644", (DOCUMENTS / name).read_bytes())}, story())


def table() -> str:
    """A row for each document, for judging.md."""
    rows = [row(NAMES[name], judgement) for name, judgement in judgements().items()]
    return "\n".join([*HEAD, *rows, NO_TESTS])


@cache
def own_judgement() -> Judgement:
    """Our own suite, judged."""
    return judge_suite(story().suite, story())


def overlap() -> str:
    """Say how many of our tests catch no mutant that another test would miss, for judging.md."""
    found = own_judgement()
    caught = f"{len(found.caught)} of {len(found.wrong)} mutants"
    return (
        f"Our {len(found.tests)} tests catch {caught}. Each of {len(found.idle)} tests catches only mutants"
        " that another test catches, too."
    )


def row(name: str, found: Judgement) -> str:
    """A document's tests in numbers."""
    accepted = f"{len(found.passing_solutions)} of {len(found.right)}"
    caught = f"{len(found.caught)} of {len(found.wrong)} (of {len(read_mutants(story()))} in all)"
    missed = found.alive[0].does if found.alive else "none"
    return f"| {name} | {len(found.tests)} | {accepted} | {caught} | {missed} |"
