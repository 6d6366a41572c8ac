"""What `make prove` prints, and the status that it ends with."""

import sys
from pathlib import Path

from dojo.history.proving.report import as_json, report
from dojo.history.proving.verdict import Proof
from dojo.screen.console import console
from dojo.screen.words import counted


def show(proof: Proof, *, in_json: bool = False, strict: bool = False, page: Path | None = None) -> int:
    """Print a proof, or write it to a page; gives a status: 1 if nothing may be open, and something is.

    With a page, its path is printed instead; beside JSON it goes to standard error. Raises Trouble.
    """
    if in_json:
        print(as_json(proof))
    if page:
        from dojo.history.proving.page import written  # the terminal needs none of it

        print(written(proof, page), file=sys.stderr if in_json else sys.stdout)
    if not page and not in_json:
        report(proof, console())
    if strict and proof.open:
        print(f"STRICT=1: {in_words(proof)}. {proof.how_to_explain}".strip(), file=sys.stderr)
        return 1
    return 0


def in_words(proof: Proof) -> str:
    """What is open: 2 to look at, and 1 that could not be answered"""
    looking = sum(one.to_look_at for one in proof.open)
    unanswered = len(proof.open) - looking
    parts = [f"{looking} to look at"] * bool(looking)
    parts += [f"{counted(unanswered, 'question')} without an answer"] * bool(unanswered)
    return " and ".join(parts)
