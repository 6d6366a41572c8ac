"""What `make prove` prints, and the status that it ends with."""

import os
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from rich.console import Console

from dojo.errors import Mistake
from dojo.prove.proving.report import as_json, report
from dojo.prove.proving.verdict import FAIL_ON, Kind, Proof
from dojo.screen.console import console
from dojo.screen.words import counted

NOTHING_FOUND, FOUND, UNANSWERED = 0, 1, 3
"""The status of a proof; 2 is that of a wrong call."""
NOTHING = "nothing"
"""`FAIL_ON=nothing` reports, and never fails."""


def show(
    proof: Proof, *, in_json: bool = False, fail_on: Collection[str] = (), page: Path | None = None
) -> int:
    """Print a proof, or write it to a page, and give the status to end with.

    With a page, its path is printed instead; beside JSON it goes to standard error. In a GitHub workflow,
    what is found is annotated, too. Raises Trouble.
    """
    if in_json:
        print(as_json(proof))
    if page:
        from dojo.prove.proving.page import written  # the terminal needs none of it

        print(written(proof, page), file=sys.stderr if in_json else sys.stdout)
    if not page and not in_json:
        report(proof, console())
    if os.environ.get("GITHUB_ACTIONS") == "true" and proof.head:
        print(*annotations(proof), sep="\n", file=sys.stderr if in_json else sys.stdout)
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            write_step_summary(proof, Path(summary))
    found = proof.found(fail_on)
    if not found:
        return NOTHING_FOUND
    unanswered = sum(one.kind == Kind.NO_ANSWER for one in found)
    red = sum(one.kind == Kind.STILL_RED for one in found)
    looking = len(found) - unanswered - red
    parts = [f"{looking} to look at"] * bool(looking)
    parts += [f"{counted(red, 'red test')}"] * bool(red)
    parts += [f"{counted(unanswered, 'question')} without an answer"] * bool(unanswered)
    said = f"FAIL_ON={','.join(fail_on)}: {' and '.join(parts)}. {proof.how_to_explain}"
    print(said.strip(), file=sys.stderr)
    return FOUND if looking or red else UNANSWERED


def fail_on(asked: str, default: Collection[str]) -> Collection[str]:
    """Read the words of `FAIL_ON=`; raises Mistake for one that means nothing."""
    if not asked:
        return default
    words = [word.strip() for word in asked.split(",")]
    if words == [NOTHING]:
        return ()
    for word in words:
        if word not in FAIL_ON:
            raise Mistake(f"FAIL_ON={asked}: {word} is none of {', '.join(FAIL_ON)}, or {NOTHING}")
    return words


def annotations(proof: Proof) -> Iterator[str]:
    """The workflow commands by which GitHub shows what is open beside its line."""
    for one in proof.open:
        place = f" file={escaped(one.file)},line={max(one.line, 1)}" if one.file else ""
        level = "notice" if one.kind == Kind.NO_ANSWER else "warning"
        yield f"::{level}{place}::{escaped(one.says)}"


def escaped(text: str) -> str:
    """A text as a workflow command takes it."""
    signs = {"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"}
    return "".join(signs.get(sign, sign) for sign in text)


def write_step_summary(proof: Proof, file: Path) -> None:
    """Append the report to the summary of the step."""
    with file.open("a", encoding="utf-8") as out:
        out.write("```text\n")
        report(proof, Console(file=out, width=100, highlight=False, markup=False, emoji=False))
        out.write("```\n")
