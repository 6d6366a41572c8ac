"""The values that a stranger may send: anything else is refused, in one line."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from dojo.errors import Mistake

Fits = Callable[[Any], bool]
"""Is a value one that this field may have?"""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Kinds of signs that nobody sees: controls of a terminal among them."""


class Refused(Mistake):
    """What was sent cannot be taken; the message says why."""


def checked(value: object, fields: Mapping[str, Fits], what: str) -> dict[str, Any]:
    """A value that has these fields and no others, each one as it may be; raises Refused."""
    if not isinstance(value, dict):
        raise Refused(f"{what} is no table of names and values")
    if strange := [name for name in value if name not in fields]:
        raise Refused(f"{what} has {shortened(strange[0])}, which this room does not know")
    for name, fits in fields.items():
        if name not in value:
            raise Refused(f"{what} has no {name}")
        if not fits(value[name]):
            raise Refused(f"{what} has a {name} that cannot be: {shortened(value[name])}")
    return value


def shortened(value: object, most: int = 30) -> str:
    """A value as a message may quote it: short, and without a sign that a terminal obeys."""
    text = ascii(value)
    return text if len(text) <= most else f"{text[:most]}…"


def number(least: float, most: float) -> Fits:
    """Is it a whole number from one to another?"""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def seconds(least: float, most: float) -> Fits:
    """Is it a time from one to another?"""

    def fits(value: Any) -> bool:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and bool(least <= value <= most)

    return fits


def one_of(*values: object) -> Fits:
    """Is it one of these?"""
    return lambda value: any(value is one or (isinstance(one, str) and value == one) for one in values)


def line(most: int) -> Fits:
    """Is it a text of one line, no longer than that, in which every sign can be seen?"""
    return lambda value: isinstance(value, str) and len(value) <= most and plain(value) == value


def plain(text: str) -> str:
    """A text in which every sign can be seen: any other becomes a �."""
    return "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in HIDDEN else c for c in text)


def each(fits: Fits, most: int) -> Fits:
    """Is it a list, no longer than that, of such values?"""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(fits, value))


def table(name: Fits, fits: Fits, most: int) -> Fits:
    """Is it a table, no larger than that, of such names and values?"""
    return lambda value: (
        isinstance(value, dict)
        and len(value) <= most
        and all(name(key) and fits(one) for key, one in value.items())
    )
