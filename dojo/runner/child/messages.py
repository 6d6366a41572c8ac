"""What the work in a child sends to its parent: a dataclass for each kind of message.

A message crosses the pipe as a line of JSON: an object of its fields, and of `kind`, the name of its class.
A kind that only one module sends and reads is in that module. The code under test may write to the pipe as
well, so `from_json` looks at the type of everything.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import ClassVar, get_args, get_origin, get_type_hints

from dojo.model.outcome import Reason
from dojo.runner.result import Covered

# Characters that a terminal would obey, or choke on.
NOT_SHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Message:
    """A message, of any kind.

    Attributes:
        kinds: the class of each kind, by its name.
    """

    kinds: ClassVar[dict[str, type["Message"]]] = {}

    def __init_subclass__(cls) -> None:
        cls.kinds[cls.__name__] = cls


# Called by the work with each of its messages.
Send = Callable[[Message], None]


@dataclass(frozen=True)
class Began(Message):
    """A test begins, or a file that is read like one; all that follows is about it."""

    id: str
    rule: str


@dataclass(frozen=True)
class LoadingBegan(Message):
    """The version is imported now: what ends Python meanwhile is no test."""


@dataclass(frozen=True)
class ReadingBegan(Message):
    """A file of a participant's tests is imported now."""


@dataclass(frozen=True)
class LoadFailed(Message):
    """The version cannot be imported. The fields mean what those of a `Result` do."""

    why: str
    failure: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Ended(Message):
    """The current test has a result, or a part of it has. The fields are those of a `Result`."""

    colour: str
    why: str = ""
    failure: str = ""
    short: str = ""
    printed: str = ""
    reason: str = Reason.CRASHED
    missing: str = ""


@dataclass(frozen=True)
class LeftOut(Message):
    """The current test skips itself."""


@dataclass(frozen=True)
class OwnTestsFound(Message):
    """The ids and the rules of a participant's tests."""

    tests: list[tuple[str, str]]


@dataclass(frozen=True)
class CoverageMeasured(Message):
    """What the tests cover of the version."""

    covered: Covered


@dataclass(frozen=True)
class WaitsForInput(Message):
    """The debugger starts to wait for the participant, or has stopped; `is_left` if that was by q."""

    waits: bool
    is_left: bool = False


@dataclass(frozen=True)
class DependenciesRead(Message):
    """What the work has opened, imported and looked up since the last of these messages."""

    depends_on: dict[str, str]


@dataclass(frozen=True)
class WorkDone(Message):
    """The work has come to its end."""


def to_json(message: Message) -> dict[str, object]:
    """Return a message as an object of JSON."""
    return {"kind": type(message).__name__, **vars(message)}


def from_json(value: object) -> Message:
    """Return the message that an object of JSON is; raises ValueError if it is none."""
    if not isinstance(value, dict):
        raise ValueError("a message is an object")
    fields = dict(value)
    kind = Message.kinds.get(str(fields.pop("kind", "")))
    if kind is None:
        raise ValueError("there is no message of this kind")
    types = types_of(kind)  # type: ignore[arg-type]  # mypy asks the class what its objects have
    if not fields.keys() <= types.keys():
        raise ValueError(f"{kind.__name__} has other fields")
    try:
        return kind(**{name: read_value(types[name], field) for name, field in fields.items()})
    # a field is missing
    except TypeError as error:
        raise ValueError(str(error)) from None


def write_line(message: Message) -> bytes:
    """Return the line that a message is in the pipe."""
    return json.dumps(to_json(message)).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """Return the message of a line, in characters that can be printed; raises ValueError if it has none."""
    try:
        return from_json(make_printable(json.loads(line)))
    # lists in lists in lists
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


@cache
def types_of(kind: object) -> dict[str, object]:
    """Return the type of each field of a message or of a named tuple."""
    hints: dict[str, object] = get_type_hints(kind)
    hints.pop("kinds", None)
    return hints


def read_value(expected: object, value: object) -> object:
    """Return a value of JSON as this type: JSON has lists in place of tuples; raises ValueError."""
    # of a named tuple
    make: Callable[[list[object]], object] | None = getattr(expected, "_make", None)
    if make is not None:
        return make(read_tuple([*types_of(expected).values()], value))
    origin, arguments = get_origin(expected), get_args(expected)
    if origin is None:
        return read_plain(expected, value)
    # of something, or None
    if origin is UnionType:
        return None if value is None else read_value(arguments[0], value)
    if origin is tuple:
        return tuple(read_tuple([*arguments], value))
    if origin is list and isinstance(value, list):
        return [read_value(arguments[0], part) for part in value]
    if origin is dict and isinstance(value, dict):
        return {name: read_value(arguments[1], part) for name, part in value.items()}
    raise ValueError(f"this is no {expected}: {value!r}")


def read_plain(expected: object, value: object) -> object:
    """Return a text, a number, a truth, or what may be anything; raises ValueError."""
    # not isinstance: a bool is no number
    given = type(value)
    if given is expected or expected is object or (given is int and expected is float):
        return value
    raise ValueError(f"this is no {expected}: {value!r}")


def read_tuple(types: list[object], value: object) -> list[object]:
    """Return the values of a list of JSON, each as its type; raises ValueError."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"these are not {len(types)} values: {value!r}")
    # strict: too many or too few of them are no tuple either
    return [read_value(expected, part) for expected, part in zip(types, value, strict=True)]


def make_printable(value: object) -> object:
    """Return a value of JSON without anything that cannot be printed or that a terminal would obey."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [make_printable(part) for part in value]
    if isinstance(value, dict):
        return {printable(name): make_printable(part) for name, part in value.items()}
    return value


def printable(text: str) -> str:
    """Return a text in which such characters are written as escapes: `\\x1b`."""
    return NOT_SHOWN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
