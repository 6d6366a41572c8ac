"""The change from one light of a pair to another: the lines that went, those that came, some around them."""

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from dojo.pages.diff import fold_diff
from dojo.room.models import Report, sources_at

TOO_MANY = 4_000_000
"""Two files with so many pairs of lines are not compared: that would hold others up."""


def changes(lights: Sequence[Report], first: int, last: int) -> list[dict[str, Any]]:
    """The files that differ at two places among the lights, each with its rows; -1 is the empty folder."""
    states = sources_at(lights)

    def at(place: int) -> dict[str, str]:
        return states[place] if 0 <= place < len(states) else {}

    before, after = at(first), at(last)
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return [{"name": name, "rows": list(rows(before.get(name, ""), after.get(name, "")))} for name in names]


def rows(before: str, after: str) -> Iterator[tuple[str, str]]:
    """The rows of a file: each is gone, new, or the same, and many that are the same are one that says so."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) * len(new) > TOO_MANY:
        yield from (("gone", line) for line in old)
        yield from (("new", line) for line in new)
        return
    for fold in fold_diff(old, new, lambda lines: [Markup(line) for line in lines]):
        if fold.folded and len(fold.rows) > 1:
            yield "fold", f"{len(fold.rows)} lines"
        else:
            yield from ((row.kind, str(row.code)) for row in fold.rows)
