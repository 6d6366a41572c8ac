"""A proof on the screen, and as JSON: one line a test, version by version, then a summary."""

import json
import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from dojo.prove.proving.verdict import SEEN_RED, Kind, Proof, Verdict, Version
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.screen.words import counted, some_of

LOOKS = {
    Kind.PROVEN: COLOURS["green"],
    Kind.PAYS: COLOURS["green"],
    Kind.BY_NAME: COLOURS["red"],
    Kind.BY_CRASH: COLOURS["red"],
    Kind.STILL_RED: COLOURS["red"],
    Kind.UNSEEN: Look(COLOURS["red"].shape, ""),
    Kind.ADAPTED: Look("≈", ""),
    Kind.REFACTORING: REFACTORING,
    Kind.PASSES: COLOURS["amber"],
    Kind.GUARD: Look("≈", ""),
    Kind.WEAKENED: COLOURS["amber"],
    Kind.MADE_GREEN: COLOURS["amber"],
    Kind.UNTESTED: COLOURS["amber"],
    Kind.NO_ANSWER: NOT_RUN,
}
"""The shape and the style of each kind; a word says it as well."""
SCHEMA = 2
"""The version of the JSON: another one where a field is gone, or means something else."""
STUB = (
    "Where only a name was missing, nobody knows what the test asks for: stub the name, and see the assertion"
    " fail. Then write the code."
)
NOTHING = "No version has a new or a changed test, and none changed code: there is nothing to prove."


def report(proof: Proof, out: Console) -> None:
    """The versions, and last the summary: it stays on the screen."""
    out.print(Text(proof.title, style="bold"))
    for version in proof.versions:
        out.print()
        out.print(headed(version))
        for verdict in version.verdicts:
            line(out, LOOKS[verdict.kind], verdict.says)
            if verdict.explained:
                line(out, Look(" ", "dim"), f"no red: {verdict.explained}")
        for remark in version.remarks:
            line(out, Look(" ", ""), remark)
    out.print()
    summary(proof, out)


def headed(version: Version) -> Text:
    """The name of a version, and its title."""
    return Text.assemble((version.name, "bold"), f" {version.title}", no_wrap=True, overflow="ellipsis")


def line(out: Console, look: Look, text: str) -> None:
    """A shape and a sentence, which goes on below itself."""
    text = textwrap.fill(text, max(out.width - 4, 20))
    out.print(Text(f"  {look.shape} {textwrap.indent(text, '    ').lstrip()}", style=look.style))


def summary(proof: Proof, out: Console) -> None:
    """How many of each kind, what to do about them, and what is to look at."""
    for sentence in headline(proof):
        paragraph(out, sentence)
    for kind, count in counted_kinds(proof):
        line(out, LOOKS[kind], f"{count} {kind}")
    for sentence in [*notes(proof), *to_look_at(proof)]:
        paragraph(out, sentence)


def counted_kinds(proof: Proof) -> list[tuple[Kind, int]]:
    """The kinds that there are, and how many of each."""
    counts = proof.counts
    return [(kind, counts[kind]) for kind in Kind if counts[kind]]


def to_look_at(proof: Proof) -> Iterator[str]:
    """How much is to look at, and in which versions."""
    looking = [one for one in proof.verdicts if one.to_look_at]
    names = [version.name for version in proof.versions if version.to_look_at]
    if looking:
        yield f"To look at: {len(looking)}, in {some_of(names)}."


def headline(proof: Proof) -> Iterator[str]:
    """How many tests there are, and how many were seen red; nothing if there is only code."""
    if not proof.counts:
        yield NOTHING
    elif tests := sum(1 for one in proof.verdicts if one.test):
        red = sum(proof.counts[kind] for kind in SEEN_RED)
        yield f"{counted(tests, 'new or changed test')}, {red} of them seen red and then green."


def notes(proof: Proof) -> Iterator[str]:
    """What is said about all of it."""
    yield from proof.remarks
    if proof.counts[Kind.BY_NAME] > proof.counts[Kind.PROVEN]:
        yield STUB
    if explained := sum(bool(one.explained) for one in proof.verdicts):
        yield f"Explained in its commit: {explained}."


def as_json(proof: Proof) -> str:
    """The same for scripts."""
    told = {
        "schema": SCHEMA,
        "title": proof.title,
        "base": proof.base,
        "head": proof.head,
        "python": proof.python,
        "remarks": list(proof.remarks),
        "counts": {str(kind): count for kind, count in counted_kinds(proof)},
        "open": len(proof.open),
        "versions": [
            {
                "name": version.name,
                "commit": version.commit,
                "title": version.title,
                "remarks": list(version.remarks),
                "verdicts": [in_json(verdict) for verdict in version.verdicts],
            }
            for version in proof.versions
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False)


def in_json(verdict: Verdict) -> dict[str, str | int | bool]:
    """One verdict."""
    return {
        "kind": str(verdict.kind),
        "says": verdict.says,
        "test": verdict.test,
        "file": verdict.file,
        "line": verdict.line,
        "why": verdict.why,
        "failure": verdict.failure,
        "explained": verdict.explained,
        "to_look_at": verdict.to_look_at,
    }
