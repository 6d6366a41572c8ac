"""Numbers, times and lists in words, and words that others wrote."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol
from unicodedata import category, name

LONG = 200
# categories of Unicode; and how many of them a letter may carry
COMBINING_MARKS = ("Mn", "Me")
MAX_MARKS = 4
# Python reads a byte that is not UTF-8 as one of these characters, from \udc80 on ("surrogateescape").
ESCAPED_BYTES = range(0xDC80, 0xDD00)


def count_of(number: int, noun: str) -> str:
    """1 line, 2 lines"""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """40 s, 3 min 20 s, 1 h 05 min"""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def time_since(seconds: float) -> str:
    """+0:40, +3:20, +65:00"""
    return "+{}:{:02}".format(*divmod(int(seconds), 60))


def first_of(rules: Sequence[str], most: int = 2) -> str:
    """The first rules, and how many more there are: “a”, “b” and 3 more"""
    return some_of([f"“{rule}”" for rule in rules], most)


def some_of(names: Sequence[str], most: int = 5) -> str:
    """The first names, and how many more there are: a.py, b.py and 3 more"""
    first = ", ".join(names[:most])
    more = len(names) - most
    return f"{first} and {more} more" if more > 0 else first


def plain(text: str) -> str:
    """The text with � for each invisible character, and without piles of combining marks."""
    if text.isascii() and text.isprintable():
        return text
    visible = ""
    marks_in_a_row = 0
    for character in text:
        kind = category(character)
        marks_in_a_row = marks_in_a_row + 1 if kind in COMBINING_MARKS else 0
        # more of them would be drawn over the lines around
        if marks_in_a_row > MAX_MARKS:
            continue
        if character.isprintable() or kind == "Zs":
            visible += character
        else:
            visible += "\N{REPLACEMENT CHARACTER}"
    return visible


def one_line(text: str) -> str:
    """The text in one visible line of at most LONG characters."""
    text = plain(" ".join(text.split()))
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def spell_out(text: str) -> str:
    r"""Spell out what cannot be printed: ESC is \x1b, and a byte that is not UTF-8 is \xe9."""
    spelled = ""
    for character in text:
        spelled += character if character.isprintable() else spell_character(character)
    return spelled


def spell_character(character: str) -> str:
    """Write a character that cannot be printed in characters that can."""
    if ord(character) in ESCAPED_BYTES:
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def name_characters(text: str, known: Collection[str] = ()) -> str:
    """Return the code points and the names of the characters that are neither ASCII nor known, each once.

    A letter like the Cyrillic о looks like one that is meant, and a zero width space like nothing at all.
    """
    points = []
    for character in dict.fromkeys(text):
        is_expected = character.isascii() or character in known
        if not is_expected and ord(character) not in ESCAPED_BYTES:
            points.append(f"U+{ord(character):04X} {name(character, '')}".rstrip())
    return some_of(points)


def natural_key(name: str) -> list[tuple[int, str]]:
    """What sorts tables-2 before tables-10: the numbers in a name, and the text between them."""
    key = []
    for part in re.findall(r"\d+|\D+", name.lower()):
        # a number and a text cannot be compared: a text comes before each number
        key.append((int(part), "") if part.isdigit() else (-1, part))
    return key


class Named(Protocol):
    """A story, a kata, a verb: what is called by its name."""

    @property
    def name(self) -> str: ...


def join_names(things: Iterable[Named], between: str = " ") -> str:
    """The names of some things: fizzbuzz roman"""
    return between.join([thing.name for thing in things])
