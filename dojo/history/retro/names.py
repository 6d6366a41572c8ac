"""Who a pair is on the page: by its name, or without it."""

import re
from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from dojo.history.retro.pairs import Told
from dojo.room.models import Record, Report, VerdictLine

SHORT = 3
"""A name with fewer letters may be a part of any word: it is looked for as a word of its own."""
SOMEBODY = "…"


def named(records: Sequence[Record], *, anonymous: bool) -> list[Told]:
    """The pairs in the order of their names; anonymous: by letters, in an order that says nothing of them."""
    if not anonymous:
        return [Told(record.pair.name, record) for record in records]
    names = [record.pair.name for record in records]
    shuffled = sorted(records, key=lambda record: sha256(record.pair.id.encode()).digest())
    return [Told(f"pair {letters(number)}", without(record, names)) for number, record in enumerate(shuffled)]


def letters(number: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    more, last = divmod(number, 26)
    return (letters(more - 1) if more else "") + chr(ord("A") + last)


def looked_for(name: str) -> str:
    """A pattern for a name."""
    found = re.escape(name)
    return found if len(name) >= SHORT else rf"(?<![^\W_]){found}(?![^\W_])"


def without(record: Record, names: Sequence[str]) -> Record:
    """The record without the names: a test may be called like a pair."""
    pattern = re.compile("|".join(map(looked_for, names)), re.IGNORECASE)

    def hidden(text: str) -> str:
        return pattern.sub(SOMEBODY, text)

    def of(light: Report) -> Report:
        first = {hidden(rule): colour for rule, colour in light.first_green.items()}
        return replace(light, test=hidden(light.test), first_green=first, files=None)

    proof = record.proof and [
        VerdictLine(hidden(one.rule), one.kind, hidden(one.sentence)) for one in record.proof
    ]
    return Record(
        replace(record.pair, name=SOMEBODY, kata=hidden(record.pair.kata)),
        [of(light) for light in record.lights],
        proof,
    )
