"""What a pair says, by network or in a file of `make hand-in`: lines of JSON, checked by a schema library."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from dojo.attempt.attempt import NAME
from dojo.attempt.light import RUNS
from dojo.errors import UsageError
from dojo.screen.words import LONG, one_line, plain

T = TypeVar("T")
VERSION = 2
FIRST = 200
"""Tests that may turn green for the first time at one light."""
FILES, FILE = 100, 100_000
"""Changed files of a light, and the characters of one."""
END = 4_102_444_800
"""The year 2100, in seconds: no light is later."""


class Refused(UsageError):
    """What was sent cannot be taken; the message says why."""


class Travels(Struct, frozen=True, forbid_unknown_fields=True):
    """What travels: each character of its texts is visible, but for those of files."""

    def __post_init__(self) -> None:
        for value in structs.astuple(self):
            for text in value if isinstance(value, (dict, list, tuple)) else [value]:
                if isinstance(text, str) and plain(text) != text:
                    raise ValueError(f"a text with invisible characters: {ascii(text)[:30]}")


PairId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{20}\Z")]
Name = Annotated[str, Meta(pattern=rf"\A{NAME.pattern}\Z")]
Line = Annotated[str, Meta(max_length=LONG)]
Sentence = Annotated[str, Meta(max_length=4 * LONG)]
Count = Annotated[int, Meta(ge=0, le=20_000)]
Lines = Annotated[int, Meta(ge=0)]
Source = Annotated[str, Meta(max_length=FILE, pattern=r"\A[^\0]*\Z")]
Colour = Annotated[str, Meta(pattern=r"\A(green|red|amber)?\Z")]
FirstColour = Annotated[str, Meta(pattern=r"\A(red|green)\Z")]


class Report(Travels, frozen=True):
    """A light as it travels: what a room may know of it, and no more."""

    history: Annotated[str, Meta(pattern=r"\A[0-9a-f]{12}\Z")]
    """The beginning of the first light's commit: if lights are lost, another history begins."""
    number: Annotated[int, Meta(ge=1, le=20_000)]
    when: Annotated[float, Meta(ge=0, le=END)]
    """Seconds since 1970, by the clock of the room once that is known."""
    verb: Annotated[str, Meta(pattern=r"\A[a-z-]{1,12}\Z")]
    colour: Colour
    green: Count
    tests: Count
    """How many tests ran, and how many of them were green."""
    test: Line = ""
    """The rule of the current test."""
    known: Count = 0
    of: Count = 0
    """How many tests of the kata were revealed, and how many there are; 0 where that is unknown."""
    expected: Colour = ""
    """The colour that the participant expected, if any."""
    held: bool | None = None
    """True if it came."""
    code: Lines = 0
    test_lines: Lines = 0
    """Changed lines since the light before, of code and of tests."""
    first_green: Annotated[dict[Line, FirstColour], Meta(max_length=FIRST)] = {}
    """The rules of tests that are green for the first time: red if they were seen red before."""
    to: Count = 0
    """Of `make back`: the number of the light that it went back to."""
    files: Annotated[dict[Line, Source | None], Meta(max_length=FILES)] | None = None
    """Where the pair shares its code: the files that have changed; None for one that is gone."""

    @property
    def judged(self) -> bool:
        """True if the files were run."""
        return self.verb in RUNS


class VerdictLine(Travels, frozen=True, array_like=True):
    """What the proof says of a test."""

    rule: Sentence
    kind: Line
    sentence: Sentence


class Pair(Travels, frozen=True):
    """A pair, as a room and files know it: without its key."""

    id: PairId
    """A hash of the key: it tells pairs apart, and nobody can send lights with it."""
    name: Name
    kata: Annotated[str, Meta(max_length=60)]
    shares: bool = False
    """True if its code goes to the room."""


@dataclass
class Record:
    """What is known of a pair, or what it sends: its lights in order, and its proof."""

    pair: Pair
    lights: list[Report] = field(default_factory=list)
    proof: list[VerdictLine] | None = None
    left: bool = False
    asked: str = ""
    """In a room: the name that the pair sent last, which another pair or the leader may have changed."""


class FilePair(Pair, frozen=True, kw_only=True, omit_defaults=True):
    """A pair in the lines that it sends: the format before had its key there, and not its id."""

    id: PairId = ""
    key: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")] = ""


class FileLine(Travels, frozen=True, omit_defaults=True):
    """A line that a pair sends: it says one thing."""

    version: int = VERSION
    pair: FilePair | None = None
    light: Report | None = None
    proof: Annotated[list[VerdictLine], Meta(max_length=2000)] | None = None
    left: bool | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.version <= VERSION:
            raise ValueError(
                f"this workspace speaks version {VERSION}, not {self.version}: update both sides"
            )


class Answer(Struct, frozen=True):
    """What the room answers: the last light that it has, the name of the pair there, its time and clock."""

    history: Annotated[str, Meta(pattern=r"\A([0-9a-f]{12})?\Z")]
    number: Count
    name: Name
    now: Annotated[float, Meta(ge=0, le=END)]
    clock: dict[str, Any] | None


def write_record(record: Record) -> bytes:
    """What a pair says, in lines."""
    pair = FileLine(pair=FilePair(**structs.asdict(record.pair)))
    lights = [FileLine(light=light) for light in record.lights]
    rest = FileLine(proof=record.proof, left=record.left)
    return msgspec.json.Encoder().encode_lines([pair, *lights, rest])


def parse_record(content: bytes) -> Record:
    """Read what a pair says, up to the last line that has an end; raises Refused."""
    whole = content[: content.rfind(b"\n") + 1].splitlines()
    lines = [decode(line, FileLine, "a line") for line in whole]
    found = [line.pair for line in lines if line.pair]
    pairs = [Pair(one.id or id_of(one.key), one.name, one.kata, one.shares) for one in found]
    if len({pair.id for pair in pairs}) != 1:
        raise Refused("it is no file of make hand-in")
    lights = [line.light for line in lines if line.light]
    proofs = [line.proof for line in lines if line.proof is not None]
    lefts = [line.left for line in lines if line.left is not None]
    return Record(pairs[-1], lights, [None, *proofs][-1], [False, *lefts][-1])


def id_of(key: str) -> str:
    """The id of the pair with this key."""
    return sha256(key.encode()).hexdigest()[:20]


def decode(content: bytes | str | Mapping[str, str], kind: type[T], what: str) -> T:
    """The value that a text of JSON has, or the words of an address.

    Raises Refused, in one line, for what the schema does not allow; `what` names it in the message.
    """
    try:
        if isinstance(content, Mapping):
            return msgspec.convert(dict(content), kind, strict=False)
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise Refused(f"{what} cannot be taken: {one_line(str(fault))}") from None


def size(value: Any) -> int:
    """The bytes of a value as it is sent."""
    return len(msgspec.json.encode(value))
