"""What `make prove` prints, as text, as JSON and for GitHub; and the status that it ends with."""

import json
import os
import sys
import textwrap
from collections.abc import Collection, Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.errors import UsageError
from dojo.files import write_file
from dojo.prove.verdict import FAIL_ON, TO_LOOK_AT, Kind
from dojo.prove.versions import Proof
from dojo.screen.console import console, paragraph
from dojo.screen.palette import Look
from dojo.wording import count_of

NOTHING_FOUND, FOUND, UNANSWERED = 0, 1, 3
"""The status of a proof; 2 is that of a wrong call."""
EXPLAIN = (
    "To explain what is open, write a line `no-red: why` into the message of its commit,"
    " or name a file of reasons with EXPLAINED=."
)
QUIET = Look(" ", "dim")
ESCAPED = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
"""How GitHub reads these signs in a command; in the name of a file those of `IN_NAMES`, too."""
IN_NAMES = str.maketrans({":": "%3A", ",": "%2C"})


def show(
    proof: Proof,
    *,
    in_json: bool = False,
    in_full: bool = False,
    fail_on: Collection[str] = (),
    page: Path | None = None,
) -> int:
    """Print a proof, or write it to a page, and give the status to end with.

    With a page, its path is printed instead; beside JSON it goes to standard error. In a GitHub workflow,
    what is open is annotated, too. Raises EnvironmentProblem.
    """
    beside = sys.stderr if in_json else sys.stdout
    if in_json:
        print(as_json(proof))
    if page:
        # late, for it imports jinja2, which the terminal does not need
        from dojo.prove.page import proof_page

        print(write_file(page, proof_page(proof)), file=beside)
    if not page and not in_json:
        report(proof, console(), in_full=in_full)
    if os.environ.get("GITHUB_ACTIONS") == "true" and proof.head:
        print(*annotations(proof), sep="\n", file=beside)
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            with Path(summary).open("a", encoding="utf-8") as out:
                out.write("```text\n")
                report(proof, Console(file=out, width=100, highlight=False, markup=False, emoji=False))
                out.write("```\n")
    found = proof.found(fail_on)
    if not found:
        return NOTHING_FOUND
    how = EXPLAIN if proof.head else ""
    print(f"FAIL_ON={','.join(fail_on)}: {count_of(len(found), 'verdict')}. {how}".strip(), file=sys.stderr)
    return UNANSWERED if all(one.kind == Kind.NO_ANSWER for one in found) else FOUND


def read_fail_on(asked: str, default: Collection[str]) -> Collection[str]:
    """Read the words of `FAIL_ON=`; raises UsageError for one that means nothing."""
    if asked in ("", "nothing"):
        return () if asked else default
    words = [word.strip() for word in asked.split(",")]
    for unknown in words:
        if unknown not in FAIL_ON:
            raise UsageError(f"FAIL_ON={asked}: {unknown} is none of {', '.join(FAIL_ON)}, or nothing")
    return words


def report(proof: Proof, out: Console, *, in_full: bool = False) -> None:
    """Say what was asked and answered, and then what is open; before it all of it in full, as for lights."""
    in_full = in_full or not proof.head
    out.print(Text(proof.title, style="bold"))
    for version in proof.versions if in_full else ():
        name = (version.name, "bold")
        out.print(Text.assemble("\n", name, f" {version.title}", no_wrap=True, overflow="ellipsis"))
        for verdict in version.verdicts:
            print_line(out, verdict.kind.look, verdict.says)
            if verdict.explained:
                print_line(out, QUIET, f"no red: {verdict.explained}")
        for remark in version.remarks:
            print_line(out, Look(" ", ""), remark)
    out.print()
    paragraph(out, proof.headline)
    print_open(proof, out)
    known = {Kind.NO_ANSWER, Kind.STILL_RED, *TO_LOOK_AT}
    rest = ", ".join(f"{count} {kind}" for kind, count in proof.counts.items() if kind not in known)
    if rest:
        paragraph(out, f"The rest: {rest}.{'' if in_full else ' ALL=1 lists it.'}")
    for sentence in proof.notes:
        paragraph(out, sentence)


def print_open(proof: Proof, out: Console) -> None:
    """What must not be taken for a pass: each with its commit, and the id of its test."""
    groups = {
        "To look at": [one for one in proof.open if one.to_look_at],
        "Red at the end": proof.found(["red"]),
        "Could not answer": [one for one in proof.open if not one.to_look_at],
    }
    for title, found in groups.items():
        if found:
            out.print(Text(f"\n{title}: {len(found)}", style="bold"))
        chosen = {id(one) for one in found}
        for version in proof.versions:
            for one in (one for one in version.verdicts if id(one) in chosen):
                print_line(out, one.kind.look, one.says)
                for text in filter(None, (f"{version.name} {version.title}", one.test)):
                    print_line(out, QUIET, text)
    out.print()


def print_line(out: Console, look: Look, text: str) -> None:
    """A shape and a sentence, which goes on below itself."""
    first, width = f"  {look.shape} ", max(out.width, 24)
    text = textwrap.fill(text, width, initial_indent=first, subsequent_indent="    ", break_on_hyphens=False)
    out.print(Text(text, style=look.style))


def as_json(proof: Proof) -> str:
    """Write a proof for a program; the schema has a new number where a field goes or means something else."""
    told: dict[str, object] = {"schema": 3, "open": len(proof.open), "counts": proof.counts}
    told |= {name: getattr(proof, name) for name in ("title", "base", "head", "python", "remarks")}
    versions = []
    for one in proof.versions:
        verdicts = [asdict(it) | {"file": it.file, "to_look_at": it.to_look_at} for it in one.verdicts]
        words = {name: getattr(one, name) for name in ("name", "commit", "title", "remarks")}
        versions.append(words | {"verdicts": verdicts})
    return json.dumps(told | {"versions": versions}, indent=1, ensure_ascii=False)


def annotations(proof: Proof) -> Iterator[str]:
    """The workflow commands by which GitHub shows what is open beside its line."""
    for one in proof.open:
        place = f" file={one.file.translate(ESCAPED | IN_NAMES)},line={max(one.line, 1)}" if one.file else ""
        level = "notice" if one.kind == Kind.NO_ANSWER else "warning"
        yield f"::{level}{place}::{one.says.translate(ESCAPED)}"
