"""The record of a pair: who it is, and its lights in order. A file of it is handed in, or kept by a room.

It has a line for each thing that was heard, and is only ever added to. A line that was not written to its end
counts as not heard.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from dojo.attempt.attempts import NAME
from dojo.protocol.fields import Refused, checked, each, line, one_of, shortened
from dojo.protocol.report import LONG, MANY, Report, matching, report_of, sent

VERSION = 1
"""Of what is sent and of the files: somebody with another one is refused."""
KEY = matching("[0-9a-f]{32}")


class Told(NamedTuple):
    """What the proof says of a test: its rule, the kind of the verdict, and the sentence."""

    rule: str
    kind: str
    sentence: str


@dataclass(frozen=True)
class Pair:
    """Who sends: the key says that it is the same pair as before, and only the room and the pair know it."""

    key: str
    name: str
    kata: str
    shares: bool = False
    """Does its code go to the room?"""


@dataclass(eq=False)
class Record:
    """What was heard of a pair."""

    pair: Pair
    lights: list[Report] = field(default_factory=list)
    proof: list[Told] | None = None
    """What the proof on its lights says, if it has sent that."""
    left: bool = False
    """Has it left the room?"""

    @cached_property
    def places(self) -> set[tuple[str, int]]:
        return {light.place for light in self.lights}

    def is_known(self, report: Report) -> bool:
        """Was this very light heard before?"""
        return report.place in self.places

    def fits(self, report: Report) -> bool:
        """Is it the next one: of the same lights, or the first of others?"""
        last = self.lights[-1] if self.lights else None
        if last and last.history == report.history:
            return report.number == last.number + 1
        return report.number == 1

    def add(self, report: Report) -> None:
        """Note the next one; raises Refused if lights are missing before it, or if there are too many."""
        if not self.fits(report):
            raise Refused(f"light {report.number} of {self.pair.name} came before the one in front of it")
        if len(self.lights) >= MANY:
            raise Refused(f"{self.pair.name} has {MANY} lights here: no room takes more of one pair")
        self.lights.append(report)
        self.places.add(report.place)


PAIR = {"key": KEY, "name": matching(NAME.pattern), "kata": line(60), "shares": one_of(True, False)}
VERDICTS = each(each(line(4 * LONG), 3), 2000)


def pair_of(value: object) -> Pair:
    """The pair that somebody says to be; raises Refused."""
    return Pair(**checked(value, PAIR, "a pair"))


def proof_of(value: object) -> list[Told]:
    """The verdicts that somebody sent; raises Refused."""
    if not VERDICTS(value) or any(len(one) != len(Told._fields) for one in value):  # type: ignore[attr-defined]
        raise Refused("a proof that is no list of tests, each with its kind and its sentence")
    return [Told(*one) for one in value]  # type: ignore[attr-defined]


def of_version(value: object) -> None:
    """Raises Refused unless it is the version of this workspace."""
    if value != VERSION:
        told = f"this workspace speaks version {VERSION}, not {shortened(value)}"
        raise Refused(f"{told}: both sides need the same workspace")


def written(record: Record) -> bytes:
    """The whole record, as a file."""
    lines = [first_line(record.pair), *map(light_line, record.lights)]
    if record.proof is not None:
        lines.append(proof_line(record.proof))
    if record.left:
        lines.append(left_line(left=True))
    return b"".join(lines)


def first_line(pair: Pair) -> bytes:
    """Who it is; said again when something of it changes."""
    return in_a_line({"version": VERSION, "pair": asdict(pair)})


def light_line(report: Report) -> bytes:
    return in_a_line({"light": sent(report)})


def proof_line(proof: Iterable[Told]) -> bytes:
    return in_a_line({"proof": [list(one) for one in proof]})


def left_line(*, left: bool) -> bytes:
    return in_a_line({"left": left})


def in_a_line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def read(content: bytes) -> Record:
    """The record that a file has, up to the last line that is whole; raises Refused."""
    first, *rest = whole_lines(content) or [b"{}"]
    told = value_of(first)
    if "pair" not in told:
        raise Refused("it is no file of make hand-in")
    of_version(told.get("version"))
    record = Record(pair_of(told["pair"]))
    for one in rest:
        take(record, value_of(one))
    return record


def whole_lines(content: bytes) -> Sequence[bytes]:
    """The lines that were written to their end."""
    return content[: content.rfind(b"\n") + 1].splitlines()


def value_of(line: bytes) -> dict[str, Any]:
    """What a line says; raises Refused."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise Refused(f"a line that is no JSON: {shortened(line[:40].decode(errors='replace'))}") from None
    if not isinstance(value, dict):
        raise Refused("a line that is no table of names and values")
    return value


def take(record: Record, told: dict[str, Any]) -> None:
    """Note what a line says; raises Refused."""
    match told:
        case {"light": light}:
            report = report_of(light)
            if not record.is_known(report):
                record.add(report)
        case {"proof": proof}:
            record.proof = proof_of(proof)
        case {"left": bool(left)}:
            record.left = left
        case {"pair": pair, "version": version}:
            of_version(version)
            again = pair_of(pair)
            if again.key != record.pair.key:
                raise Refused("a file of two pairs")
            record.pair = again
        case _:
            raise Refused("a line of which this workspace knows nothing")
