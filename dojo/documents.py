"""What the tests that the documents print themselves catch: a suite for each document, judged."""

import os
from functools import cache

from dojo.judgement import Judgement
from dojo.jury import judged
from dojo.snapshot import File
from dojo.steps import ROOT
from dojo.wrong import all_wrong

DOCUMENTS = "tests/workspace/documents"
NAMES = {
    "test_dialogue.py": "The dialogue (Haskell)",
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
    folder = ROOT / DOCUMENTS
    return {name: judged({os.fsencode(name): File("100644", (folder / name).read_bytes())}) for name in NAMES}


def table() -> str:
    """A row for each document, for katas/judging.md."""
    rows = [row(NAMES[name], judgement) for name, judgement in judgements().items()]
    return "\n".join([*HEAD, *rows, NO_TESTS])


def row(name: str, judgement: Judgement) -> str:
    """A document's tests in numbers."""
    accepted = f"{len(judgement.accepted)} of {len(judgement.right)}"
    caught = f"{len(judgement.caught)} of {len(judgement.wrong)} (of {len(all_wrong())} in all)"
    missed = judgement.alive[0].does if judgement.alive else "none"
    return f"| {name} | {len(judgement.tests)} | {accepted} | {caught} | {missed} |"
