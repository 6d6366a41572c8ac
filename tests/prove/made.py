"""Proofs that nobody has made from a history, to try what is drawn of them."""

from collections.abc import Mapping
from typing import Any, TypedDict

from dojo.attempt.snapshot import File, Files
from dojo.prove.verdict import Kind, Verdict
from dojo.prove.versions import Proof, Revision

ID, RULE = "tests/test_game.py::test_a_spare", "a spare"
CODE = {"game.py": "def score():\n    return 0\n", "tests/test_game.py": "def test_none(): ...\n"}
WRITTEN = {
    "game.py": "def score():\n    return 16\n",
    "tests/test_game.py": "def test_none(): ...\ndef test_a_spare(): ...\n",
}


class Change(TypedDict, total=False):
    """A change as a version has it."""

    before: Revision
    files: Files


def files(named: Mapping[str, str | bytes]) -> Files:
    """Files as git keeps them, by their names."""
    texts = {name: text if isinstance(text, bytes) else text.encode() for name, text in named.items()}
    return {name.encode(): File("100644", text) for name, text in texts.items()}


def from_to(before: Mapping[str, str | bytes], after: Mapping[str, str | bytes]) -> Change:
    """A change from some files to others."""
    return {"before": Revision(files=files(before)), "files": files(after)}


def of(kind: Kind, **more: Any) -> Verdict:
    """A verdict of a kind."""
    told = {"test": ID, "rule": RULE} | more
    return Verdict(kind, f"“{told['rule']}” is {kind}.", **told)


def in_short(verdict: Verdict) -> str:
    """The kind of a verdict, and the rule of its test: `passes: a spare`."""
    return f"{verdict.kind.name.lower().replace('_', ' ')}: {verdict.rule}".strip()


USUAL = from_to(CODE, WRITTEN)


def proof_of(*verdicts: Verdict, change: Change = USUAL, **more: Any) -> Proof:
    """A proof with one version."""
    version = Revision("a1b2c3d", "A spare scores more", verdicts, **change, **more)
    return Proof("2 commits of bowling", (version,))


RED = of(Kind.PROVEN, failure_before="    assert score() == 16\nE   assert 0 == 16")
"""The usual verdict: its failure was seen."""
