"""What travels between a pair and a room, checked by a schema library: structs with limits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, groupby, islice
from typing import Annotated, Any, TypeVar
from unicodedata import category

import msgspec
from msgspec import Meta, Struct, structs

from dojo.attempt.attempt import NAME, natural_key
from dojo.attempt.light import RUNS
from dojo.errors import UsageError

T = TypeVar("T")
VERSION = 2
"""Of what is sent and of hand-in files."""
LIGHTS = 5_000
"""Lights of a pair; an evening has some hundred."""
PAIR_BYTES = 30_000_000
"""Bytes of the lights and the proof of a pair."""
LONG = 200
"""Characters of a rule or a path."""
FIRST = 200
"""Tests that may turn green for the first time at one light."""
FILES, FILE, SOURCE = 100, 100_000, 400_000
"""Changed files of a light, the characters of one, and the bytes of all."""
AT_ONCE = 1000
"""Lights in a request."""
END = 4_102_444_800
"""The year 2100, in seconds: no light is later."""
MARKS = 4
"""Combining marks that a letter may carry: more of them are drawn over the lines around."""


class Refused(UsageError):
    """What was sent cannot be taken; the message says why."""

    status = 400


class Travels(Struct, frozen=True, forbid_unknown_fields=True):
    """What travels: each character of its texts is visible, but for those of files."""

    def __post_init__(self) -> None:
        for value in structs.astuple(self):
            for text in value if isinstance(value, (dict, list, tuple)) else [value]:
                if isinstance(text, str) and plain(text) != text:
                    raise ValueError(f"a text with invisible characters: {ascii(text)[:30]}")


Key = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
PairId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{20}\Z")]
Name = Annotated[str, Meta(pattern=rf"\A{NAME.pattern}\Z")]
Kata = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=LONG)]
Count = Annotated[int, Meta(ge=0, le=20_000)]
Lines = Annotated[int, Meta(ge=0, le=1_000_000)]
Source = Annotated[str, Meta(max_length=FILE, pattern=r"\A[^\0]*\Z")]
Colour = Annotated[str, Meta(pattern=r"\A(green|red|amber)?\Z")]


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
    first_green: Annotated[
        dict[Line, Annotated[str, Meta(pattern=r"\A(red|green)\Z")]], Meta(max_length=FIRST)
    ] = {}
    """The rules of tests that are green for the first time: red if they were seen red before."""
    to: Count = 0
    """Of `make back`: the number of the light that it went back to."""
    files: Annotated[dict[Line, Source | None], Meta(max_length=FILES)] | None = None
    """Where the pair shares its code: the files that have changed; None for one that is gone."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.green > self.tests:
            raise ValueError(f"light {self.number} has more green tests than tests")
        if self.to >= self.number:
            raise ValueError(f"light {self.number} goes back to light {self.to}")
        if sum(map(size, (self.files or {}).values())) > SOURCE:
            raise ValueError(f"light {self.number} has files that are too large")

    @property
    def judged(self) -> bool:
        """True if the files were run."""
        return self.verb in RUNS


class VerdictLine(Travels, frozen=True, array_like=True):
    """What the proof says of a test."""

    rule: Annotated[str, Meta(max_length=4 * LONG)]
    kind: Line
    sentence: Annotated[str, Meta(max_length=4 * LONG)]


Proof = Annotated[list[VerdictLine], Meta(max_length=2000)]


class Pair(Travels, frozen=True):
    """A pair, as a room and the files of `make hand-in` know it: without its key."""

    id: PairId
    """A hash of the key: it tells pairs apart, and nobody can send lights with it."""
    name: Name
    kata: Kata
    shares: bool = False
    """True if its code goes to the room."""


class Delivery(Travels, frozen=True):
    """A request of a pair: its lights, its proof; without them it asks what the room has."""

    version: int
    key: Key
    name: Name
    kata: Kata
    shares: bool
    lights: Annotated[list[Report], Meta(max_length=AT_ONCE)] = []
    proof: Proof | None = None
    left: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require_version(self.version)

    @property
    def pair(self) -> Pair:
        """The pair that sends."""
        return Pair(id_of(self.key), self.name, self.kata, self.shares)


class FilePair(Pair, frozen=True, kw_only=True, omit_defaults=True):
    """A pair in a hand-in file: the format before had its key there, and not its id."""

    id: PairId = ""
    key: Key = ""


class FileLine(Travels, frozen=True, omit_defaults=True):
    """A line of a hand-in file, which says one thing."""

    version: int = VERSION
    pair: FilePair | None = None
    light: Report | None = None
    proof: Proof | None = None
    left: bool | None = None

    def __post_init__(self) -> None:
        require_version(self.version, oldest=1)


class Answer(Struct, frozen=True):
    """What the room answers: the last light that it has, the name of the pair there, its time and clock."""

    history: Annotated[str, Meta(pattern=r"\A([0-9a-f]{12})?\Z")]
    number: Count
    name: Name
    now: Annotated[float, Meta(ge=0, le=END)]
    clock: dict[str, Any] | None


@dataclass
class Record:
    """What is known of a pair: its lights in order, and its proof."""

    pair: Pair
    lights: list[Report] = field(default_factory=list)
    proof: list[VerdictLine] | None = None
    left: bool = False
    asked: str = ""
    """In a room: the name that the pair sent last, if the leader has given it another one."""


@dataclass(frozen=True)
class Evening:
    """What a room or a folder of files has: what a retrospective is about."""

    title: str
    records: list[Record]
    rounds: Sequence[tuple[float, float | None]] = ()
    opened: float = 0
    faults: Sequence[str] = ()
    """A line for each thing that could not be read."""


def in_order(records: Iterable[Record]) -> list[Record]:
    """Records by the names of the pairs, as people count."""
    return sorted(records, key=lambda record: natural_key(record.pair.name))


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
        raise Refused(f"{what} cannot be taken: {plain(' '.join(str(fault).split()))[:LONG]}") from None


def require_version(version: int, oldest: int = VERSION) -> None:
    """Raise ValueError for a version that this workspace does not speak."""
    if not oldest <= version <= VERSION:
        raise ValueError(f"this workspace speaks version {VERSION}, not {version}: update both sides")


def plain(text: str) -> str:
    """The text with � for each invisible character, and without piles of combining marks."""
    if text.isascii() and text.isprintable():
        return text
    runs = groupby(text, key=lambda character: category(character) in ("Mn", "Me"))
    few = chain.from_iterable(islice(run, MARKS) if are_marks else run for are_marks, run in runs)
    return "".join(
        one if one.isprintable() or category(one) == "Zs" else "\N{REPLACEMENT CHARACTER}" for one in few
    )


def one_line(text: str) -> str:
    """The text in one visible line of at most LONG characters."""
    text = plain(" ".join(text.split()))
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def size(value: Any) -> int:
    """The bytes of a value as it is sent."""
    return len(msgspec.json.encode(value))


def in_sequence(name: str, lights: Iterable[Report]) -> list[Report]:
    """The lights of a pair, each once; raises Refused if one is missing before another, or for too many."""
    found: dict[tuple[str, int], Report] = {}
    for light in lights:
        place, before = (light.history, light.number), (light.history, light.number - 1)
        if place not in found and light.number > 1 and before != next(reversed(found), None):
            raise Refused(f"light {light.number} of {name} came before the one in front of it")
        found.setdefault(place, light)
    if len(found) > LIGHTS:
        raise Refused(f"{name} has {LIGHTS} lights here: no more of one pair are taken")
    return list(found.values())
