"""What `make prove` prints, as text, as JSON and for GitHub; and the status that it ends with."""

import json
import os
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from dojo.errors import UsageError
from dojo.prove.verdict import FAIL_ON, SEEN_RED, TO_LOOK_AT, Kind
from dojo.prove.versions import Proof, Revision
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.screen.words import count_of

NOTHING_FOUND, FOUND, UNANSWERED = 0, 1, 3
"""The status of a proof; 2 is that of a wrong call."""
NOTHING = "nothing"
"""`FAIL_ON=nothing` reports, and never fails."""
SCHEMA = 3
"""The version of the JSON: another one where a field is gone, or means something else."""
TOLD = (
    *("kind", "says", "test", "file", "line", "why"),
    *("failure_before", "failure_now", "explained", "to_look_at"),
)
"""What the JSON has of a verdict."""
LOOKS = {
    Kind.PROVEN: COLOURS["green"],
    Kind.PAYS: COLOURS["green"],
    Kind.BY_NAME: Look(COLOURS["green"].shape, ""),
    Kind.BY_CRASH: COLOURS["green"],
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
STUB = (
    "Where only a name was missing, the assertion of the test never failed. Next time, write a stub first,"
    " and see the assertion fail."
)
NO_CHANGE = "No version has a new or a changed test, and none changed code: there is nothing to prove."
NO_TEST = "No test is new or asks for more than before."


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
        from dojo.prove.page import write_proof  # the terminal needs none of it

        print(write_proof(proof, page), file=beside)
    if not page and not in_json:
        report(proof, console(), in_full=in_full)
    if os.environ.get("GITHUB_ACTIONS") == "true" and proof.head:
        print(*annotations(proof), sep="\n", file=beside)
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            write_step_summary(proof, Path(summary))
    found = proof.found(fail_on)
    if not found:
        return NOTHING_FOUND
    unanswered = sum(one.kind == Kind.NO_ANSWER for one in found)
    red = sum(one.kind == Kind.STILL_RED for one in found)
    looking = len(found) - unanswered - red
    parts = [f"{looking} to look at"] * bool(looking)
    parts += [count_of(red, "red test")] * bool(red)
    parts += [f"{count_of(unanswered, 'question')} without an answer"] * bool(unanswered)
    said = f"FAIL_ON={','.join(fail_on)}: {' and '.join(parts)}. {proof.how_to_explain}"
    print(said.strip(), file=sys.stderr)
    return FOUND if looking or red else UNANSWERED


def read_fail_on(asked: str, default: Collection[str]) -> Collection[str]:
    """Read the words of `FAIL_ON=`; raises UsageError for one that means nothing."""
    if not asked:
        return default
    words = [word.strip() for word in asked.split(",")]
    if words == [NOTHING]:
        return ()
    for word in words:
        if word not in FAIL_ON:
            raise UsageError(f"FAIL_ON={asked}: {word} is none of {', '.join(FAIL_ON)}, or {NOTHING}")
    return words


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int, str], None]]:
    """Lend a function that draws which of how many commits is judged, and how long the others will take.

    The bar is on standard error, and only if that is a terminal.
    """
    screen = Console(file=sys.stderr)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} commits"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, of, commit: progress.update(task, completed=done, total=of, description=commit)


def report(proof: Proof, out: Console, *, in_full: bool = False) -> None:
    """Say what was asked and answered, and then what is open; all of it in full, and for lights."""
    out.print(Text(proof.title, style="bold"))
    if in_full or not proof.head:
        for version in proof.versions:
            print_version(version, out)
    out.print()
    for sentence in headline(proof):
        paragraph(out, sentence)
    if proof.head:
        print_open(proof, out)
    rest = counted_kinds(proof, {Kind.NO_ANSWER, Kind.STILL_RED, *TO_LOOK_AT} if proof.head else ())
    if rest and proof.head and not in_full:
        kinds = ", ".join(f"{count} {kind}" for kind, count in rest)
        paragraph(out, f"The rest: {kinds}. ALL=1 lists it.")
    elif not proof.head:
        for kind, count in rest:
            print_line(out, LOOKS[kind], f"{count} {kind}")
    for sentence in notes(proof):
        paragraph(out, sentence)


def print_version(version: Revision, out: Console) -> None:
    """A version with all of its verdicts and remarks."""
    out.print()
    out.print(Text.assemble((version.name, "bold"), f" {version.title}", no_wrap=True, overflow="ellipsis"))
    for verdict in version.verdicts:
        print_line(out, LOOKS[verdict.kind], verdict.says)
        if verdict.explained:
            print_line(out, Look(" ", "dim"), f"no red: {verdict.explained}")
    for remark in version.remarks:
        print_line(out, Look(" ", ""), remark)


def print_open(proof: Proof, out: Console) -> None:
    """What must not be taken for a pass: each with its commit, and the id of its test."""
    still_red = proof.found(["red"])
    groups = {
        "To look at": [one for one in proof.open if one.to_look_at],
        "Red at the end": still_red,
        "Could not answer": [one for one in proof.open if one.kind == Kind.NO_ANSWER],
    }
    for title, verdicts in groups.items():
        if verdicts:
            out.print()
            out.print(Text(f"{title}: {len(verdicts)}", style="bold"))
            for version in proof.versions:
                for one in (one for one in version.verdicts if any(one is other for other in verdicts)):
                    print_line(out, LOOKS[one.kind], one.says)
                    print_line(out, Look(" ", "dim"), f"{version.name} {version.title}")
                    if one.test:
                        print_line(out, Look(" ", "dim"), one.test)
    out.print()


def print_line(out: Console, look: Look, text: str) -> None:
    """A shape and a sentence, which goes on below itself."""
    text = textwrap.fill(text, max(out.width - 4, 20), break_on_hyphens=False)
    out.print(Text(f"  {look.shape} {textwrap.indent(text, '    ').lstrip()}", style=look.style))


def counted_kinds(proof: Proof, but: Collection[Kind] = ()) -> list[tuple[Kind, int]]:
    """The kinds that there are, and how many of each."""
    counts = proof.counts
    return [(kind, counts[kind]) for kind in Kind if counts[kind] and kind not in but]


def headline(proof: Proof) -> Iterator[str]:
    """Say what was asked and answered: how many tests fail without their change.

    Tests that were only tidied or adapted are not counted.
    """
    tests = [one for one in proof.verdicts if one.test]
    red = sum(one.kind in SEEN_RED for one in tests)
    passes = [one for one in tests if one.kind in (Kind.PASSES, Kind.MADE_GREEN)]
    unanswered = sum(one.kind == Kind.NO_ANSWER for one in tests)
    still_red = len(proof.found(["red"]))
    unseen = sum(one.kind == Kind.UNSEEN for one in tests)
    number = red + len(passes) + unanswered + still_red + unseen
    if not proof.counts:
        yield NO_CHANGE
    elif not number:
        yield NO_TEST
    elif not proof.head:
        yield f"{count_of(number, 'new or changed test')}, {red} of them seen red and then green."
    else:
        verb = "fails without its" if number == 1 else "fail without their"
        parts = [f"{red} of {count_of(number, 'new or changed test')} {verb} change"]
        if passes:
            it = "passes: look at it" if len(passes) == 1 else "pass: look at them"
            parts.append(f"{len(passes)} {it}")
        if still_red:
            parts.append(f"{still_red} {'is' if still_red == 1 else 'are'} red at the end")
        if unanswered:
            parts.append(f"{unanswered} could not be answered")
        yield "; ".join(parts) + "."


def notes(proof: Proof) -> Iterator[str]:
    """Say what concerns all of it."""
    yield from proof.remarks
    if proof.counts[Kind.BY_NAME] > proof.counts[Kind.PROVEN]:
        yield STUB
    if explained := sum(bool(one.explained) for one in proof.verdicts):
        yield f"Explained: {explained}."


def as_json(proof: Proof) -> str:
    """Write a proof for a program."""
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
                "verdicts": [{name: getattr(one, name) for name in TOLD} for one in version.verdicts],
            }
            for version in proof.versions
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False)


def annotations(proof: Proof) -> Iterator[str]:
    """The workflow commands by which GitHub shows what is open beside its line."""
    for one in proof.open:
        place = f" file={escape(one.file)},line={max(one.line, 1)}" if one.file else ""
        level = "notice" if one.kind == Kind.NO_ANSWER else "warning"
        yield f"::{level}{place}::{escape(one.says)}"


def escape(text: str) -> str:
    """Write a text as a workflow command takes it."""
    characters = {"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"}
    return "".join(characters.get(one, one) for one in text)


def write_step_summary(proof: Proof, file: Path) -> None:
    """Append the report to the summary of the step."""
    with file.open("a", encoding="utf-8") as out:
        out.write("```text\n")
        report(proof, Console(file=out, width=100, highlight=False, markup=False, emoji=False))
        out.write("```\n")
