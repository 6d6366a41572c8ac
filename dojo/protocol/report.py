"""A light as it travels: what a room may know of it, and no more."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from dojo.attempt.lights import RUNS
from dojo.protocol.fields import Refused, checked, line, number, one_of, seconds, table
from dojo.runner.result import COLOURS

MANY = 20_000
"""No attempt has more lights, and no light more tests: an evening has some hundred."""
LONG = 200
"""Signs of a rule or a path."""
FIRST = 200
"""So many tests may turn green for the first time at one light."""
FILES = 100
FILE = 100_000
"""A light may bring so many files that have changed; and a file may have so many signs."""
SOURCE = 400_000
"""All files of a report have so many bytes at most, as they are sent."""
END = 4_102_444_800
"""No light is of a later time: in seconds, the year 2100."""


@dataclass(frozen=True)
class Report:
    """What a light tells a room."""

    history: str
    """Of which lights it is one, by the letters of the first of them: if lights are lost, others begin."""
    number: int
    when: float
    """Seconds since 1970, by the clock of the room where the room has been heard."""
    verb: str
    colour: str
    green: int
    tests: int
    """So many tests ran, and so many of them were green."""
    test: str = ""
    """The rule of the test in hand."""
    known: int = 0
    of: int = 0
    """So many tests of the kata were revealed, of so many; 0 where nobody has counted them."""
    expected: str = ""
    """The colour that the participant expected, if any."""
    held: bool | None = None
    """Did it come?"""
    code: int = 0
    test_lines: int = 0
    """Lines that have changed since the light before: of code, and of tests."""
    first_green: dict[str, str] = field(default_factory=dict)
    """The rules of tests that are green here for the first time: red if somebody saw them red before."""
    to: int = 0
    """Of `make back`: the number of the light that it went back to."""
    files: dict[str, str | None] | None = None
    """Where the pair shares its code: the files that have changed since the light before; none: gone."""

    @property
    def judged(self) -> bool:
        """Has anybody run the files?"""
        return self.verb in RUNS

    @property
    def place(self) -> tuple[str, int]:
        """What no other light of the pair has."""
        return self.history, self.number


def matching(pattern: str) -> Callable[[Any], bool]:
    """Is it a text of this form?"""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def source(value: Any) -> bool:
    """Is it the text of a file, or none for a file that is gone?"""
    return value is None or (isinstance(value, str) and len(value) <= FILE and "\0" not in value)


def sources(value: Any) -> bool:
    """Are these the files of a report, all of them small enough together?"""
    if value is None:
        return True
    few = table(line(LONG), source, FILES)
    return few(value) and sum(map(size, value.values())) <= SOURCE


def size(text: str | None) -> int:
    """The bytes of a text as it is sent."""
    return len(encoded(text))


def encoded(value: Any) -> bytes:
    """A value as it is sent: a letter takes the bytes that it has, and no more."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


FIELDS = {
    "history": matching("[0-9a-f]{12}"),
    "number": number(1, MANY),
    "when": seconds(0, END),
    "verb": matching("[a-z-]{1,12}"),
    "colour": one_of("", *COLOURS),
    "green": number(0, MANY),
    "tests": number(0, MANY),
    "test": line(LONG),
    "known": number(0, MANY),
    "of": number(0, MANY),
    "expected": one_of("", *COLOURS),
    "held": one_of(None, True, False),
    "code": number(0, 1_000_000),
    "test_lines": number(0, 1_000_000),
    "first_green": table(line(LONG), one_of("red", "green"), FIRST),
    "to": number(0, MANY),
    "files": sources,
}


def report_of(value: object) -> Report:
    """The report that somebody sent; raises Refused."""
    report = Report(**checked(value, FIELDS, "a light"))
    if report.green > report.tests:
        raise Refused(f"light {report.number} has more green tests than tests")
    if report.to >= report.number:
        raise Refused(f"light {report.number} goes back to light {report.to}")
    return report


def sent(report: Report) -> dict[str, Any]:
    """The report as it is sent."""
    return asdict(report)
