"""`make prove PAGE=1`: a proof as one page, with the red, the change and the green of each version.

The page is a file that needs nothing else: it can be sent, and opened without a network. It takes nothing
that somebody wrote for HTML.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

from dojo.attempt.diffstat import is_tests
from dojo.pages.code import Fold, fold_diff, highlight, is_drawn, strip_rows
from dojo.pages.templates import page_frame, template_environment, write_file
from dojo.prove.verdict import Kind
from dojo.prove.versions import Proof, Revision
from dojo.screen.palette import COLOURS

PAGES = Path(__file__).parent / "pages"
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
        looking=sum(one.to_look_at for one in proof.verdicts),
        versions=list(zip(proof.versions, changes_of(proof.versions), strict=True)),
        kinds=Kind.__members__,
        colour=colour,
        words=words,
        **page_frame(proof.title, environment, "proof.js"),
    )
    return UNREADABLE.sub("\N{REPLACEMENT CHARACTER}", html)


def colour(kind: Kind) -> str:
    """The colour of a kind: green, red or amber; none for the others."""
    return next((name for name, look in COLOURS.items() if look.style == kind.look.style), "none")


def words(version: Revision) -> str:
    """What the filter finds a version by: its kinds, and whether there is something to look at."""
    kinds = dict.fromkeys(one.kind.name.lower() for one in version.verdicts)
    return " ".join([*kinds, "look"] if version.to_look_at else kinds)


def write_proof(proof: Proof, file: Path) -> Path:
    """Write the page; gives its path. Raises EnvironmentProblem."""
    return write_file(file, proof_page(proof))


class FileChange(NamedTuple):
    """A file that changed, and how: in a word, as a diff, or both."""

    name: str
    note: str
    folds: Sequence[Fold] = ()


def changes_of(versions: Sequence[Revision], room: int = ROOM) -> list[list[FileChange] | None]:
    """The files that changed in each version, tests first; None for a version whose files cannot be read.

    If all of it takes more than `room`, the last diffs are only named.
    """
    found: list[list[FileChange] | None] = []
    for version in versions:
        files = [*changed_files(version.before, version)] if version.before else None
        for place, file in enumerate(files or ()):
            room -= sum(len(row.code) + AROUND for fold in file.folds for row in fold.rows)
            if files and room < 0:
                files[place] = FileChange(file.name, file.note or "not shown")
        found.append(files)
    return found


def changed_files(before: Revision, after: Revision) -> Iterator[FileChange]:
    """The files that differ, tests first; each with its diff, if it is text."""
    names = before.files.keys() | after.files.keys()
    for name in sorted(names, key=lambda name: (not is_tests(name.decode(errors="replace")), name)):
        old, new = before.files.get(name), after.files.get(name)
        if old == new:
            continue
        path = name.decode(errors="replace")
        if not new or not all(is_drawn(file.content) for file in (old, new) if file):
            yield FileChange(path, "not shown" if new else "gone")
            continue
        was, now = (file.content.decode(errors="replace").splitlines() if file else [] for file in (old, new))
        folds = fold_diff(was, now, highlight if path.endswith(".py") else plain)
        yield FileChange(path, "" if old else "new", [*map(strip_rows, folds)])


def plain(text: Sequence[str]) -> list[Markup]:
    return [*map(escape, text)]
