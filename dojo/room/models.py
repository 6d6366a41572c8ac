"""What a pair says, by network or in a file of `make hand-in`: reports of its lights, in lines of JSON."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from dojo.attempt.attempt import NAME
from dojo.attempt.light import RUNS
from dojo.errors import UsageError
from dojo.wording import LONG, one_line, plain

T = TypeVar("T")
VERSION = 3  # of what a pair sends: an older room refuses what it does not know
# of a light: the tests that may turn green for the first time, the changed files, and the characters of one
MAX_FIRST_GREEN = 200
MAX_FILES = 100
MAX_FILE_CHARACTERS = 100_000
# the year 2100, in seconds since 1970: no light is later
LATEST_WHEN_S = 4_102_444_800


class Travels(Struct, frozen=True, forbid_unknown_fields=True):
    """What travels: each character of its texts is visible, but for those of files."""

    def __post_init__(self) -> None:
        for value in structs.astuple(self):
            for text in value if isinstance(value, (dict, list, tuple)) else [value]:
                if isinstance(text, str) and plain(text) != text:
                    raise ValueError(f"a text with invisible characters: {ascii(text)[:30]}")


Name = Annotated[str, Meta(pattern=rf"\A{NAME.pattern}\Z")]
Line = Annotated[str, Meta(max_length=LONG)]
Sentence = Annotated[str, Meta(max_length=4 * LONG)]
Count = Annotated[int, Meta(ge=0, le=20_000)]
LineCount = Annotated[int, Meta(ge=0)]
Source = Annotated[str, Meta(max_length=MAX_FILE_CHARACTERS, pattern=r"\A[^\0]*\Z")]
Colour = Annotated[str, Meta(pattern=r"\A(green|red|amber)?\Z")]
InGreenWord = Annotated[str, Meta(pattern=r"\A(refactoring|unnoticed|new behaviour|unknown)?\Z")]


class Report(Travels, frozen=True):
    """A light as it travels: what a room may know of it, and no more."""

    history: Annotated[str, Meta(pattern=r"\A[0-9a-f]{12}\Z")]
    """The beginning of the first light's commit: if lights are lost, another history begins."""
    number: Annotated[int, Meta(ge=1, le=20_000)]
    when: Annotated[
        float, Meta(ge=0, le=LATEST_WHEN_S)
    ]  # seconds since 1970, by the room's clock once that is known
    verb: Annotated[str, Meta(pattern=r"\A[a-z-]{1,12}\Z")]
    colour: Colour
    green: Count
    tests: Count  # how many ran, and how many of them were green
    test: Line = ""  # the rule of the current test
    known: Count = 0  # how many tests of the kata were revealed; 0 where that is unknown
    of: Count = 0  # how many there are
    expected: Colour = ""  # the colour that the participant expected, if any
    held: bool | None = None  # True if it came
    code: LineCount = 0  # changed lines since the light before
    test_lines: LineCount = 0  # of tests
    first_green: Annotated[dict[Line, Colour], Meta(max_length=MAX_FIRST_GREEN)] = {}
    """The rules of tests of which it is known since this light how they came to be green: red if they were
    red first, green if they were never red, amber if neither is so; nothing if it does not hold any more.
    """
    in_green: InGreenWord | None = None
    """What code that changed from green to green is; nothing if none did; None in an older report."""
    to: Count = 0  # of `make back`: the number of the light that it went back to
    files: Annotated[dict[Line, Source | None], Meta(max_length=MAX_FILES)] | None = None
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


Proof = Annotated[list[VerdictLine], Meta(max_length=2000)]


class Pair(Travels, frozen=True):
    """A pair, as a room and files know it: without its key."""

    id: Annotated[str, Meta(pattern=r"\A[0-9a-f]{20}\Z")]
    """A hash of the key: it tells pairs apart, and nobody can send lights with it."""
    name: Name
    kata: Annotated[str, Meta(max_length=60)]
    shares: bool = False  # its code goes to the room


class Record(Struct, forbid_unknown_fields=True):
    """What is known of a pair, or what it sends: its lights in order, and its proof."""

    pair: Pair
    lights: list[Report] = []
    proof: Proof | None = None
    left: bool = False
    asked: str = ""  # in a room, the name that it sent last: another pair or the leader may have changed it
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION


class Answer(Struct, frozen=True):
    """What the room answers: the pair's last light there, its name, the time, the clock, a message to all."""

    history: Annotated[str, Meta(pattern=r"\A([0-9a-f]{12})?\Z")]
    number: Count
    name: Name
    now: Annotated[float, Meta(ge=0, le=LATEST_WHEN_S)]
    clock: dict[str, Any] | None
    message: Line = ""


def write_record(record: Record) -> bytes:
    """What a pair says, in lines."""
    lights = [{"light": light} for light in record.lights]
    lines = [{"version": VERSION, "pair": record.pair}, *lights, {"proof": record.proof, "left": record.left}]
    return msgspec.json.Encoder().encode_lines(lines)


def parse_record(content: bytes) -> Record:
    """Read what a pair says, up to the last line that has an end; raises UsageError."""
    lights: list[Any] = []
    record: dict[str, Any] = {}
    # a file that is copied just now has no whole last line
    end = content.rfind(b"\n") + 1
    for line in content[:end].splitlines():
        record.update(decode(line, dict[str, Any], "a line"))
        if "light" in record:
            lights.append(record.pop("light"))
    record["lights"] = lights
    match record.get("pair"):
        case {"key": str(key), **rest}:
            # the format before had the key there
            record["pair"] = {**rest, "id": id_of(key)}
    return decode(msgspec.json.encode(record), Record, "what a pair says")


def id_of(key: str) -> str:
    """The id of the pair with this key."""
    return sha256(key.encode()).hexdigest()[:20]


def decode(content: bytes | str | Mapping[str, str], kind: type[T], what: str) -> T:
    """The value of a text of JSON, or of the words of an address; raises UsageError, which names `what`."""
    try:
        if isinstance(content, Mapping):
            return msgspec.convert(dict(content), kind, strict=False)
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise UsageError(f"{what} cannot be taken: {one_line(str(fault))}") from None
