"""What `make prove` prints, and the status that it ends with."""

import os
import sys
import textwrap
from collections.abc import Collection, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.errors import UsageError
from dojo.files import write_file
from dojo.prove.formats import annotations, as_json, as_markdown
from dojo.prove.verdict import FAIL_ON, TO_LOOK_AT, Kind, Verdict
from dojo.prove.versions import Proof, Revision
from dojo.screen.console import console, paragraph
from dojo.screen.palette import Look
from dojo.wording import count_of

# the status of a proof; 2 is that of a wrong call
NOTHING_FOUND, FOUND, UNANSWERED, STOPPED = 0, 1, 3, 130
EXPLAIN = (
    "To explain what is open, write a line `no-red: why` into the message of its commit,"
    " or name a file of reasons with EXPLAINED=."
)
NOTHING_ANSWERED = "Nothing could be answered."
QUIET = Look(" ", "dim")
NARROWEST = 24  # characters of a line


def show(
    proof: Proof,
    *,
    in_json: bool = False,
    in_markdown: bool = False,
    in_full: bool = False,
    fail_on: Collection[str] = (),
    page: Path | None = None,
) -> int:
    """Print a proof, or write it to a page, and give the status to end with.

    With a page, its path is printed instead; beside JSON it goes to standard error. In a GitHub workflow,
    what is open is annotated, too. Raises EnvironmentProblem.
    """
    is_for_program = in_json or in_markdown
    beside = sys.stderr if is_for_program else sys.stdout
    if in_json:
        print(as_json(proof))
    elif in_markdown:
        print(as_markdown(proof, site_of_workflow()), end="")
    elif not page:
        report(proof, console(), in_full=in_full)
    if page:
        # late, for it imports jinja2, which the terminal does not need
        from dojo.prove.page import proof_page

        print(write_file(page, proof_page(proof)), file=beside)
    if os.environ.get("GITHUB_ACTIONS") == "true" and proof.head:
        print(*annotations(proof), sep="\n", file=beside)
        write_summary(proof)
    return status_of(proof, fail_on)


def write_summary(proof: Proof) -> None:
    """Add the table to the summary of a step in a GitHub workflow."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("a", encoding="utf-8") as out:
            out.write(as_markdown(proof, site_of_workflow()))


def site_of_workflow() -> str:
    """Return the address of the repository whose workflow on GitHub this is; an empty text elsewhere."""
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    return f"{server}/{name}" if server and name else ""


def status_of(proof: Proof, fail_on: Collection[str]) -> int:
    """Give the status to end with, and say on standard error why it is not 0."""
    if proof.is_stopped:
        return STOPPED
    found = proof.found(fail_on)
    if not found and fail_on and proof.is_unanswered:
        print(NOTHING_ANSWERED, file=sys.stderr)
        return UNANSWERED
    if not found:
        return NOTHING_FOUND
    how = EXPLAIN if proof.head else ""
    print(f"FAIL_ON={','.join(fail_on)}: {count_of(len(found), 'verdict')}. {how}".strip(), file=sys.stderr)
    return UNANSWERED if all(verdict.kind == Kind.NO_ANSWER for verdict in found) else FOUND


def read_fail_on(asked: str, default: Collection[str]) -> Collection[str]:
    """Read the words of `FAIL_ON=`; raises UsageError for one that means nothing."""
    if not asked:
        return default
    if asked == "nothing":
        return ()
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
        print_version(out, version)
    out.print()
    paragraph(out, proof.headline)
    print_open(proof, out)
    known = {Kind.NO_ANSWER, Kind.STILL_RED, *TO_LOOK_AT}
    rest = [f"{count} {kind}" for kind, count in proof.counts.items() if kind not in known]
    if rest:
        how_to = "" if in_full else " ALL=1 lists it."
        # if nothing is open, nothing was said of the others
        beginning = "The rest" if proof.open else "These are"
        paragraph(out, f"{beginning}: {', '.join(rest)}.{how_to}")
    for sentence in proof.notes:
        paragraph(out, sentence)


def print_version(out: Console, version: Revision) -> None:
    """Print all that is said of a version."""
    name = (version.name, "bold")
    out.print(Text.assemble("\n", name, f" {version.title}", no_wrap=True, overflow="ellipsis"))
    for verdict in version.verdicts:
        print_line(out, verdict.kind.look, verdict.says)
        if verdict.explained:
            print_line(out, QUIET, f"no red: {verdict.explained}")
    for remark in version.remarks:
        print_line(out, Look(" ", ""), remark)


def print_open(proof: Proof, out: Console) -> None:
    """Print what must not be taken for a pass: each with its commit, and the id of its test."""
    to_look_at = [verdict for verdict in proof.open if verdict.to_look_at]
    unanswered = [verdict for verdict in proof.open if not verdict.to_look_at]
    print_group(proof, out, "To look at", to_look_at)
    print_group(proof, out, "Red at the end", proof.found(["red"]))
    print_group(proof, out, "Could not answer", unanswered)
    out.print()


def print_group(proof: Proof, out: Console, title: str, found: Sequence[Verdict]) -> None:
    """Print some verdicts below a title, each with its commit, and the id of its test."""
    if not found:
        return
    out.print(Text(f"\n{title}: {len(found)}", style="bold"))
    chosen = {id(verdict) for verdict in found}
    for version in proof.versions:
        for verdict in version.verdicts:
            if id(verdict) not in chosen:
                continue
            print_line(out, verdict.kind.look, verdict.says)
            print_line(out, QUIET, f"{version.name} {version.title}")
            if verdict.test:
                print_line(out, QUIET, verdict.test)
            if verdict.expected_before:
                expected = f"it asserted {verdict.expected_before}, and now {verdict.expected_now}"
                print_line(out, QUIET, expected)


def print_line(out: Console, look: Look, text: str) -> None:
    """Print a shape and a sentence, which goes on below itself."""
    first, width = f"  {look.shape} ", max(out.width, NARROWEST)
    text = textwrap.fill(text, width, initial_indent=first, subsequent_indent="    ", break_on_hyphens=False)
    out.print(Text(text, style=look.style))
