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
from dojo.attempt.snapshot import File
from dojo.diff import split_lines
from dojo.prove.verdict import Kind
from dojo.prove.versions import Proof, Revision
from dojo.screen.code import Fold, fold_diff, highlight, is_drawn, strip_rows
from dojo.screen.palette import COLOURS
from dojo.screen.templates import page_frame, template_environment

PAGES = Path(__file__).parent / "pages"
ROOM = 2_400_000
"""Characters of code on a page: it can be sent, and a browser opens it at once."""
UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Signs that stand for no letter: a page may not have them."""


def proof_page(proof: Proof) -> str:
    """The page as HTML."""
    template = template_environment(PAGES).get_template("proof.html")
    html = template.render(
        proof=proof,
        versions=list(zip(proof.versions, changes_of(proof.versions), strict=True)),
        kinds=Kind.__members__,
        colours=COLOURS,
        **page_frame(proof.title, PAGES / "proof.mjs"),
    )
    return UNREADABLE.sub("\N{REPLACEMENT CHARACTER}", html)


class FileChange(NamedTuple):
    """A file that changed, and how: in a word, as a diff, or both."""

    name: str
    note: str
    folds: Sequence[Fold] = ()


def changes_of(versions: Sequence[Revision], room: int = ROOM) -> Iterator[list[FileChange] | None]:
    """The files that changed in each version, tests first; None for a version whose files cannot be read.

    If all of it takes more than `room`, the last diffs are only named.
    """
    for version in versions:
        files = [*changed_files(version.before, version)] if version.before else []
        for place, file in enumerate(files):
            room -= sum(len(row.code) + 50 for fold in file.folds for row in fold.rows)  # and some markup
            if room < 0:
                files[place] = FileChange(file.name, file.note or "not shown")
        yield files if version.before else None


def changed_files(before: Revision, after: Revision) -> Iterator[FileChange]:
    """Yield the files that differ, tests first; each with its diff, if it is text."""
    paths = {name.decode(errors="replace"): name for name in before.files | after.files}
    for path in sorted(paths, key=lambda path: (not is_tests(path), path)):
        old, new = (version.files.get(paths[path]) for version in (before, after))
        if old != new:
            yield file_change(path, old, new)


def file_change(path: str, old: File | None, new: File | None) -> FileChange:
    """Return how a file differs: as a diff, if it is text."""
    if not new:
        return FileChange(path, "gone")
    if not is_drawn(new.content) or (old and not is_drawn(old.content)):
        return FileChange(path, "not shown")
    was = split_lines(old.content.decode(errors="replace")) if old else []
    now = split_lines(new.content.decode(errors="replace"))
    folds = fold_diff(was, now, highlight if path.endswith(".py") else escape_lines)
    return FileChange(path, "" if old else "new", [strip_rows(fold) for fold in folds])


def escape_lines(lines: Sequence[str]) -> list[Markup]:
    return [escape(line) for line in lines]
