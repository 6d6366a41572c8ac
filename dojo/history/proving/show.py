"""What `make prove` prints, and the status that it ends with."""

import sys

from dojo.history.proving.report import as_json, report
from dojo.history.proving.verdict import Proof
from dojo.screen.console import console
from dojo.screen.words import counted

STRICT = "STRICT=1: {}. A line `no-red: why` in the message of a commit explains all that is open in it."


def show(proof: Proof, *, in_json: bool = False, strict: bool = False) -> int:
    """Print a proof; gives a status: 1 if nothing may be open, and something is."""
    if in_json:
        print(as_json(proof))
    else:
        report(proof, console())
    if strict and proof.open:
        print(STRICT.format(in_words(proof)), file=sys.stderr)
        return 1
    return 0


def in_words(proof: Proof) -> str:
    """What is open: 2 to look at, and 1 that could not be answered"""
    looking = sum(one.to_look_at for one in proof.open)
    unanswered = len(proof.open) - looking
    parts = [f"{looking} to look at"] * bool(looking)
    parts += [f"{counted(unanswered, 'question')} without an answer"] * bool(unanswered)
    return " and ".join(parts)
