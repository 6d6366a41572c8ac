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
from dojo.attempt.snapshot import File
from dojo.pages.code import escape_text, highlight
from dojo.pages.diff import Fold, fold_diff, is_drawn, strip_rows
from dojo.pages.templates import page_frame, script_of, template_environment, write_file
from dojo.prove.report import LOOKS, counted_kinds, headline, notes
from dojo.prove.verdict import Kind
from dojo.prove.versions import Proof, Revision
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
        words=words,
        most=MOST_FAILURES,
        shorten=shorten,
        **page_frame(proof.title, script_of(environment, "proof.js")),
    )
    return UNREADABLE.sub("\N{REPLACEMENT CHARACTER}", html)


def colour(kind: Kind) -> str:
    """The colour of a kind: green, red or amber; none for the others."""
    return next((name for name, look in COLOURS.items() if look.style == LOOKS[kind].style), "none")


def words(version: Revision) -> str:
    """What the filter finds a version by."""
    kinds = dict.fromkeys(one.kind.name.lower() for one in version.verdicts)
    return " ".join([*kinds, LOOK] if version.to_look_at else kinds)


def shorten(failure: str) -> str:
    """The failure of a test, as long as anybody reads it."""
    lines = [line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in failure.splitlines()]
    more = len(lines) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], *[f"… {count_of(more, 'more line')}"] * (more > 0)])


def write_proof(proof: Proof, file: Path) -> Path:
    """Write the page; gives its path. Raises EnvironmentProblem."""
    return write_file(file, proof_page(proof))


class FileChange(NamedTuple):
    """A file that changed, and how: in a few words, as a diff, or both."""

    name: str
    note: str = ""
    folds: Sequence[Fold] = ()


def changes_of(versions: Sequence[Revision], room: int = ROOM) -> list[list[FileChange] | None]:
    """The files that changed in each version, tests first; None for a version whose files cannot be read.

    If all of it takes more than `room`, the last diffs are only named. Where there is something to look at,
    there is room first.
    """
    found: dict[int, list[FileChange] | None] = {}
    for number, version in sorted(enumerate(versions), key=lambda one: not one[1].to_look_at):
        found[number] = files = [*changed_files(version.before, version)] if version.before else None
        for place, file in enumerate(files or ()):
            room -= (size := sum(len(row.code) + AROUND for fold in file.folds for row in fold.rows))
            if files and room < 0:
                room += size
                files[place] = FileChange(file.name, "not shown: the page is full")
    return [files for _, files in sorted(found.items())]


def changed_files(before: Revision, after: Revision) -> Iterator[FileChange]:
    """The files that differ, tests first; a new one that has the bytes of one that is gone was moved."""
    old, new = before.files_unlike(after), after.files_unlike(before)
    gone = {file: name for name, file in old.items() if name not in new and file.content}
    moved = {name: gone[file] for name, file in new.items() if name not in old and file in gone}
    for name in sorted(old.keys() | new.keys(), key=lambda name: (not is_tests(name), name)):
        if name in moved:
            yield FileChange(name, f"was {moved[name]}")
        elif name not in moved.values():
            yield draw(name, old.get(name), new.get(name))


def draw(name: str, old: File | None, new: File | None) -> FileChange:
    """What happened to a file: in words, or as a diff without what did not change."""
    if not new:
        return FileChange(name, "gone")
    if not all(is_drawn(file.content) for file in (old, new) if file):
        return FileChange(name, f"{len(new.content):,} bytes, not shown")
    folds = fold_diff(lines(old), lines(new), highlight if name.endswith(".py") else plain)
    number = sum(row.kind != "same" for fold in folds for row in fold.rows)
    if number > MOST_CHANGED_LINES:
        return FileChange(name, f"{number:,} changed lines, not shown")
    if not number:
        return FileChange(name, "only its mode, or the ends of its lines" if old else "new, and empty")
    return FileChange(name, "" if old else "new", [*map(strip_rows, folds)])


def lines(file: File | None) -> list[str]:
    """The lines of a file, whatever its bytes are; none where it is not there."""
    return file.content.decode(errors="replace").splitlines() if file else []


def plain(text: Sequence[str]) -> list[Markup]:
    return [Markup(escape_text(line)) for line in text]
