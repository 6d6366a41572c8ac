"""The code of a pair that shares it: what has changed from one of its lights to another."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup
from msgspec import Struct

from dojo.diff import split_lines
from dojo.room.models import Report
from dojo.screen.code import fold_diff

# what has more, in all files together, is not compared: others wait for an answer, too
MAX_PAIRS_OF_LINES = 4_000_000
# of all files together; of what is left, it is said how many lines it has
MAX_ROWS = 10_000


class ChangedFile(Struct, frozen=True):
    """A file that differs: its rows have a kind (gone, new, the same, or many of these) and a text each."""

    name: str
    rows: list[tuple[str, str]]


def changes(lights: Sequence[Report], first: int, last: int) -> list[ChangedFile]:
    """The files that differ at two places among the lights, each with its rows; -1 is the empty folder."""
    states = dict(enumerate(sources_at(lights)))
    before, after = states.get(first, {}), states.get(last, {})
    found = []
    pairs_left, rows_left = MAX_PAIRS_OF_LINES, MAX_ROWS
    for name in sorted(before.keys() | after.keys()):
        old, new = split_lines(before.get(name, "")), split_lines(after.get(name, ""))
        if before.get(name) == after.get(name):
            continue
        pairs = len(old) * len(new)
        is_compared = pairs <= pairs_left
        if is_compared:
            pairs_left -= pairs
        drawn = [*rows(old, new, is_compared=is_compared)]
        if len(drawn) > rows_left:
            drawn = [("gone", f"{len(old):,} lines"), ("new", f"{len(new):,} lines")]
        rows_left -= len(drawn)
        found.append(ChangedFile(name, drawn))
    return found


def sources_at(lights: Sequence[Report]) -> Iterator[dict[str, str]]:
    """The files of a pair that shares its code, at each light."""
    at: dict[tuple[str, int], dict[str, str]] = {}
    for light in lights:
        merged = at.get((light.history, light.number - 1), {}) | (light.files or {})
        now = {name: text for name, text in merged.items() if text is not None}
        yield now
        at[light.history, light.number] = at.get((light.history, light.to), now)


def rows(old: list[str], new: list[str], *, is_compared: bool) -> Iterator[tuple[str, str]]:
    """The rows of a file: each is gone, new, or the same, and many that are the same are one that says so."""
    texts: list[tuple[list[str], list[str]]] = [(old, new)] if is_compared else [(old, []), ([], new)]
    for removed, added in texts:
        for fold in fold_diff(removed, added, as_markup):
            if fold.folded and len(fold.rows) > 1:
                yield "fold", f"{len(fold.rows)} lines"
                continue
            for row in fold.rows:
                yield row.kind, str(row.code)


def as_markup(lines: Sequence[str]) -> list[Markup]:
    """Return lines that stay as they are: the script of the page makes text of them, and no HTML."""
    return [Markup(line) for line in lines]
