"""`make prove PAGE=1`: a proof as one page, with the red, the change and the green of each version.

The page is a file that needs nothing else: it can be sent, and opened without a network. It takes nothing
that somebody wrote for HTML.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from dojo.attempt.diffstat import is_tests
from dojo.attempt.snapshot import File, Files
from dojo.pages.code import escape_text, highlight
from dojo.pages.diff import Fold, fold_diff, is_drawn, strip_rows
from dojo.pages.templates import page_frame, script_of, template_environment, write_page
from dojo.prove.report import LOOKS, counted_kinds, headline, notes
from dojo.prove.tests import LINK
from dojo.prove.verdict import CodeChange, JudgedVersion, Kind, Proof, Verdict
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of

PAGES = Path(__file__).parent / "pages"
LOOK = "look"
"""What the filter calls the verdicts that somebody should look at."""
MOST_FAILURES = 20
"""The failures of a version that are shown; the others are counted."""
MOST_LINES, WIDEST = 40, 300
"""The lines of a failure that are shown, and the characters of one of them."""
MOST_CHANGED_LINES = 400
"""The changed lines of a file that are shown."""
ROOM = 2_400_000
"""Characters of code on a page: it can be sent, and a browser opens it at once."""
AROUND = 50
"""The characters of markup around a line of a diff."""
NOT_GREEN = {Kind.STILL_RED, Kind.NO_ANSWER}
"""A test of another kind is green in its version."""
UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Signs that stand for no letter: a page may not have them."""


def proof_page(proof: Proof) -> str:
    """The page as HTML."""
    environment = template_environment(PAGES)
    html = environment.get_template("proof.html").render(
        proof=proof,
        headline=list(headline(proof)),
        notes=list(notes(proof)),
        counts=counted_kinds(proof),
        looking=sum(one.to_look_at for one in proof.verdicts),
        versions=list(zip(proof.versions, changes_of(proof.versions), strict=True)),
        shapes={kind: look.shape for kind, look in LOOKS.items()},
        colour=colour,
        word=word,
        words=words,
        reds=reds,
        most=MOST_FAILURES,
        shortened=shortened,
        stopped=stopped,
        greens=greens,
        **page_frame(proof.title, script_of(environment, "proof.js")),
    )
    return UNREADABLE.sub("\N{REPLACEMENT CHARACTER}", html)


def colour(kind: Kind) -> str:
    """The colour of a kind: green, red or amber; none for the others."""
    return next((name for name, look in COLOURS.items() if look.style == LOOKS[kind].style), "none")


def word(kind: Kind) -> str:
    """What the filter calls a kind."""
    return kind.name.lower()


def words(version: JudgedVersion) -> str:
    """What the filter finds a version by."""
    kinds = dict.fromkeys(word(one.kind) for one in version.verdicts)
    return " ".join([*kinds, LOOK] if version.to_look_at else kinds)


def reds(version: JudgedVersion) -> list[Verdict]:
    """The tests that failed, with their failures."""
    return [one for one in version.verdicts if failure_of(one) and one.kind != Kind.NO_ANSWER]


def failure_of(verdict: Verdict) -> str:
    """How a test failed: without the change, or else in this version."""
    return verdict.failure or verdict.failure_now


def shortened(verdict: Verdict) -> str:
    """The failure of a test, as long as anybody reads it."""
    failure = failure_of(verdict)
    lines = [line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in failure.splitlines()]
    more = len(lines) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], *[f"… {count_of(more, 'more line')}"] * (more > 0)])


def stopped(version: JudgedVersion) -> list[Verdict]:
    """What kept the question from an answer, where something was printed: that is no red."""
    return [one for one in version.verdicts if failure_of(one) and one.kind == Kind.NO_ANSWER]


def greens(version: JudgedVersion) -> list[Verdict]:
    """The tests that are green in it."""
    return [one for one in version.verdicts if one.test and one.kind not in NOT_GREEN]


def write_proof(proof: Proof, file: Path) -> Path:
    """Write the page; gives its path. Raises EnvironmentProblem."""
    return write_page(file, proof_page(proof))


class FileChange(NamedTuple):
    """A file that changed, and how: in a few words, as a diff, or both."""

    name: str
    note: str = ""
    folds: Sequence[Fold] = ()


class CodePair(NamedTuple):
    """A file before and after; None where it is not there."""

    name: str
    old: File | None
    new: File | None


def changes_of(versions: Sequence[JudgedVersion], room: int = ROOM) -> list[list[FileChange] | None]:
    """The files that changed in each version, tests first; None for a version whose files cannot be read.

    If all of it takes more than `room`, the last diffs are only named. Where there is something to look at,
    there is room first.
    """
    found: dict[int, list[FileChange] | None] = {}
    for number, version in sorted(enumerate(versions), key=lambda one: not one[1].to_look_at):
        found[number] = files = [*map(draw, changed(version.change()))] if version.change else None
        for place, file in enumerate(files or ()):
            room -= (size := sum(len(row.code) + AROUND for fold in file.folds for row in fold.rows))
            if files and room < 0:
                room += size
                files[place] = FileChange(file.name, "not shown: the page is full")
    return [files for _, files in sorted(found.items())]


def draw(change: tuple[CodePair, str]) -> FileChange:
    """What happened to a file: in words, or as a diff without what did not change."""
    (name, old, new), note = change
    if note:
        return FileChange(name, note)
    found = [
        *map(strip_rows, fold_diff(lines(old), lines(new), highlight if name.endswith(".py") else plain))
    ]
    number = sum(row.kind != "same" for fold in found for row in fold.rows)
    if number > MOST_CHANGED_LINES:
        return FileChange(name, f"{number:,} changed lines, not shown")
    return FileChange(name, "" if old else "new", found)


def changed(change: CodeChange) -> Iterator[tuple[CodePair, str]]:
    """The files that differ, tests first; and why one is not drawn, if it is not."""
    before, after = change
    names = [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]
    moved = renamed(names, before, after)
    for name in sorted(names, key=lambda name: (not is_tests(shown(name)), name)):
        pair = CodePair(shown(name), before.get(name), after.get(name))
        if name in moved:
            yield pair, f"was {shown(moved[name])}"
        elif name not in moved.values():
            yield pair, in_words(pair)


def renamed(names: list[bytes], before: Files, after: Files) -> dict[bytes, bytes]:
    """New files that have the bytes of one that is gone, and what they were called."""
    gone = {before[name]: name for name in names if name not in after and before[name].content}
    return {name: gone[after[name]] for name in names if name not in before and after[name] in gone}


def in_words(pair: CodePair) -> str:
    """What happened to a file of which no diff is drawn."""
    _, old, new = pair
    if not new:
        return f"gone, {length(old)}" if old else "gone"
    if new.mode == LINK:
        return f"a link to {shown(new.content)}"
    if not all(is_drawn(file.content) for file in (old, new) if file):
        return f"{length(new)}, not shown"
    if not old and not new.content:
        return "new, and empty"
    if old and old.content == new.content:
        return f"mode {old.mode} → {new.mode}"
    if old and lines(old) == lines(new):
        return "only the ends of its lines"
    return ""


def length(file: File) -> str:
    """How long it is, in lines or in bytes."""
    if not is_drawn(file.content):
        return f"{len(file.content):,} bytes"
    return count_of(len(lines(file)), "line")


def lines(file: File | None) -> list[str]:
    """The lines of a file, whatever its bytes are; none where it is not there."""
    return file.content.decode(errors="replace").splitlines() if file else []


def plain(text: Sequence[str]) -> list[Markup]:
    """Lines that are no Python."""
    return [Markup(escape_text(line)) for line in text]


def shown(name: bytes) -> str:
    """A path in letters."""
    return name.decode(errors="replace")
