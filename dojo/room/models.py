"""What a pair says, by network or in a file of `make hand-in`: reports of its lights, in lines of JSON."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from dojo.attempt.attempt import NAME, Attempt, all_attempts, is_bookkeeping
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import RUNS, BackLight, Light, RunLight, ancestors, current_test
from dojo.attempt.membership import Membership, membership, require_key
from dojo.attempt.recording import all_files, all_lights, last_recorded
from dojo.attempt.snapshot import Files
from dojo.errors import UsageError
from dojo.model.outcome import Colour as TestColour
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace
from dojo.tracing.state import own_rule
from dojo.tracing.trace import Moment, Trace
from dojo.tracing.versions import trace_lights
from dojo.wording import LONG, one_line, plain

T = TypeVar("T")
VERSION = 3  # of what a pair sends: an older room refuses what it does not know
FIRST = 200  # tests that may turn green for the first time at one light
FILES, FILE = 100, 100_000  # changed files of a light, and the characters of one
YOUNG = 12 * 3600  # seconds: an attempt that has rested for longer when the room opens is of another day
SOURCE, NOTE = 400_000, 50  # bytes of all code of a light; and for each file, to say that it is not sent
END = 4_102_444_800  # the year 2100, in seconds: no light is later


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
Source = Annotated[str, Meta(max_length=FILE, pattern=r"\A[^\0]*\Z")]
Colour = Annotated[str, Meta(pattern=r"\A(green|red|amber)?\Z")]
InGreenWord = Annotated[str, Meta(pattern=r"\A(refactoring|unnoticed|new behaviour|unknown)?\Z")]


class Report(Travels, frozen=True):
    """A light as it travels: what a room may know of it, and no more."""

    history: Annotated[str, Meta(pattern=r"\A[0-9a-f]{12}\Z")]
    """The beginning of the first light's commit: if lights are lost, another history begins."""
    number: Annotated[int, Meta(ge=1, le=20_000)]
    when: Annotated[float, Meta(ge=0, le=END)]  # seconds since 1970, by the room's clock once that is known
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
    first_green: Annotated[dict[Line, Colour], Meta(max_length=FIRST)] = {}
    """The rules of tests of which it is known since this light how they came to be green: red if they were
    red first, green if they were never red, amber if neither is so; nothing if it does not hold any more.
    """
    in_green: InGreenWord | None = None
    """What code that changed from green to green is; nothing if none did; None in an older report."""
    to: Count = 0  # of `make back`: the number of the light that it went back to
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
    """What the room answers: the last light that it has, the name of the pair there, its time and clock."""

    history: Annotated[str, Meta(pattern=r"\A([0-9a-f]{12})?\Z")]
    number: Count
    name: Name
    now: Annotated[float, Meta(ge=0, le=END)]
    clock: dict[str, Any] | None


def record_of(attempt: Attempt, *, shares: bool = False) -> Record:
    """The record of an attempt, with its code if it shares it; raises NotRecorded."""
    with suppress(OSError):
        require_key(attempt)  # it is the same pair wherever it goes
    room = membership(attempt) or Membership("", "", str(attempt.folder))
    pair = Pair(id_of(room.key), room.name or attempt.name, attempt.kata.name, shares)
    lights = all_lights(attempt)
    return Record(pair, reports(lights, all_files(attempt, lights), shares=shares))


def attempts_since(workspace: Workspace, opened: float, word: str) -> Iterator[Attempt]:
    """The attempts on this computer that a room hears of, which opened then, without their joining."""
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        if not (room and room.word == word) and last_recorded(attempt) / 1e9 > opened - YOUNG:
            yield attempt


def light_before(lights: Sequence[Light], light: Light) -> Light | None:
    """Return the light from whose files those of a light were made; None for the first."""
    for earlier in ancestors(lights[: light.number - 1]):
        # its own files are those from before it went back
        if not isinstance(earlier, BackLight):
            return earlier
    return None


def reports(
    lights: Sequence[Light], files: Mapping[str, Files], *, shares: bool, after: int = 0
) -> list[Report]:
    """The reports of the lights after a number, with the code if the pair shares it.

    `files` are those of each light, by its id.
    """
    # what an earlier light has seen counts for a later one
    trace = trace_lights(lights, files)
    first_green = list_first_green(trace)
    found = []
    for light in lights[after:]:
        before = light_before(lights, light)
        old, now = files[before.id] if before else {}, files[light.id]
        lines = Lines() if light.verb == "start" else lines_between(old, now)
        report = Report(
            history=lights[0].id[:12],
            number=light.number,
            when=light.when,
            verb=light.verb,
            colour="",
            green=0,
            tests=0,
            test=one_line(rule_of(current_test(light))),
            code=lines.code.number,
            test_lines=lines.tests.number,
            files=changed(old, now) if shares else None,
        )
        if isinstance(light, RunLight):
            report = with_results(report, light, trace, first_green.get(light.number, {}))
        elif isinstance(light, BackLight):
            report = structs.replace(report, to=light.to, known=light.revealed or 0)
        found.append(report)
    return found


def with_results(report: Report, run: RunLight, trace: Trace, first_green: dict[str, str]) -> Report:
    """Return the report of a run with what its tests came to."""
    own = (run.own or {}).values()
    failing = [outcome.test for outcome in own if outcome.colour != "green" and "::" in outcome.test]
    return structs.replace(
        report,
        colour=run.colour.value,
        green=run.counts.get("green", 0),
        tests=sum(run.counts.values()),
        test=one_line(own_rule(failing[0]) if failing else rule_of(run.test)),
        known=run.revealed or 0,
        of=run.of,
        expected=run.expected.value if run.expected else "",
        held=run.held,
        first_green=first_green,
        in_green=in_green_of(trace, run),
    )


def list_first_green(trace: Trace) -> dict[int, dict[str, str]]:
    """Return for each light the rules of tests of which it says something else than the lights before it.

    The last colour of a rule holds: red if it was red first, green if it was never red, amber if neither is
    so, and none if it is not there any more, or not green yet.
    """
    found: dict[int, dict[str, str]] = {}
    earlier: dict[str, str] = {}
    for number, moment in trace.moments.items():
        now = first_colours(moment)
        changed_rules: dict[str, str] = {}
        for rule in [*now, *earlier]:
            colour = now.get(rule, "")
            if colour != earlier.get(rule, "") and len(changed_rules) < FIRST:
                changed_rules[rule] = colour
        found[number] = changed_rules
        earlier |= changed_rules
    return found


def in_green_of(trace: Trace, light: Light) -> str:
    """Return what code that changed at a light from green to green is, in a word."""
    moment = trace.moments.get(light.number)
    found = moment.in_green if moment else None
    return str(found) if found else ""


def first_colours(moment: Moment) -> dict[str, str]:
    """Return how each test came to be green, by its rule, as far as the lights up to then say."""
    found = {}
    number = moment.version.number
    for state in moment.states.values():
        claim = state.deciding_claim(number)
        if claim is None or state.outcome.colour == TestColour.RED:
            continue
        colour = "green" if state.is_never_red(number) else "amber"
        found[one_line(state.rule)] = "red" if state.is_red_first(number) else colour
    return found


def changed(before: Files, now: Files) -> dict[str, str | None]:
    """The files that have changed, None for those that are gone; of what is no text or too long, the size."""
    names = [name for name in sorted(before.keys() | now.keys()) if not is_bookkeeping(name)]
    names = [name for name in names if before.get(name) != now.get(name)]
    found: dict[str, str | None] = {}
    left = SOURCE - FILES * NOTE
    for name in names[:FILES]:
        content = now[name].content if name in now else b""
        text = content.decode(errors="replace") if name in now else None
        if text and ("\0" in text or len(content) > FILE or len(msgspec.json.encode(text)) > left):
            text = f"({len(content):,} bytes, not sent)\n"
        left -= len(msgspec.json.encode(text))
        found[one_line(os.fsdecode(name))] = text
    return found


def write_record(record: Record) -> bytes:
    """What a pair says, in lines."""
    lights = [{"light": light} for light in record.lights]
    lines = [{"version": VERSION, "pair": record.pair}, *lights, {"proof": record.proof, "left": record.left}]
    return msgspec.json.Encoder().encode_lines(lines)


def parse_record(content: bytes) -> Record:
    """Read what a pair says, up to the last line that has an end; raises UsageError."""
    told, lights = dict[str, Any](), list[Any]()
    for line in content[: content.rfind(b"\n") + 1].splitlines():
        told |= decode(line, dict[str, Any], "a line")
        if "light" in told:
            lights.append(told.pop("light"))
    match told.get("pair"):
        case {"key": str(key), **rest}:  # the format before had it there
            told["pair"] = rest | {"id": id_of(key)}
    return decode(msgspec.json.encode(told | {"lights": lights}), Record, "what a pair says")


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
