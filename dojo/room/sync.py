"""Send the lights of an attempt to its room: in order, each once, with a short time-out.

What the room has not acknowledged goes with the next light, or with `make watch`.
"""

import http.client
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import NotRecorded, all_lights, last_recorded
from dojo.attempt.membership import Membership, joined
from dojo.room.models import VERSION, Answer, Delivery, Refused, Report, VerdictLine, decode, plain, size
from dojo.room.reports import HISTORY, reports
from dojo.screen.words import count_of

PATIENCE = 1.0
"""Seconds that a room has for an answer while a verb waits."""
IN_ALL = 4.0
"""Seconds that a verb spends on sending."""
MOST = 1024**2
"""Bytes of an answer."""
AT_ONCE = 100
"""Lights in a request,"""
LARGE = 600_000
"""and bytes of lights."""
OFF = 1.0
"""Ignore clock differences below this many seconds."""
POLL, LONGEST = 2.0, 20.0
"""Seconds between two questions of `make watch`, and at most if the room does not answer."""


class NoAnswer(Exception):
    """The room does not answer; the message says why, as far as that is known."""


class NotTaken(Refused):
    """The room has refused what it got; the message is its own."""


class RoomStatus(NamedTuple):
    """What an attempt knows of its room."""

    reachable: bool
    waiting: int = 0
    """Lights that are still to be sent."""
    refused: str = ""
    """Why the room takes nothing of this attempt, if so."""
    clock: dict[str, Any] | None = None
    """The clock of the room, if it has one, as it was `at` that time of this machine."""
    at: float = 0

    @property
    def words(self) -> str:
        """Whether the room has the lights, in a few words."""
        if self.refused:
            return f"the room takes nothing: {self.refused}"
        if self.reachable:
            return "connected to the room"
        wait = f", {count_of(self.waiting, 'light')} to send" if self.waiting else ""
        return f"the room does not answer{wait}"


class SendFailure(msgspec.Struct):
    """An answer that says what is wrong."""

    error: str


class Names(msgspec.Struct):
    """The names that are taken in a room."""

    names: list[str]


def ask(room: Membership, method: str, what: str, body: bytes | None = None) -> bytes:
    """Return the answer of the room; raises NoAnswer, NotTaken."""
    host, _, port = room.address.rpartition(":")
    headers = {"Content-Type": "application/json", "Host": room.address, "Connection": "close"}
    connection = http.client.HTTPConnection(host.strip("[]"), int(port), timeout=PATIENCE)
    try:
        connection.request(method, f"/{room.word}/{what}", body, headers)
        answer = connection.getresponse()
        content = read_answer(answer)
    except (OSError, http.client.HTTPException) as error:
        raise NoAnswer(plain(str(error))) from None
    finally:
        connection.close()
    if answer.status == http.client.OK:
        return content
    try:
        told = decode(content, SendFailure, "the answer").error
        told = told if told == plain(told) and len(told) <= 300 else f"status {answer.status}"
    except Refused:
        raise NoAnswer("what answers there is no room") from None
    if answer.status >= http.client.INTERNAL_SERVER_ERROR or answer.status == http.client.TOO_MANY_REQUESTS:
        raise NoAnswer(told)
    raise NotTaken(told)


def read_answer(answer: http.client.HTTPResponse) -> bytes:
    """The content of an answer, up to MOST; raises NoAnswer if that takes too long."""
    content, until = b"", time.monotonic() + PATIENCE
    while len(content) < MOST and (part := answer.read1(MOST)):
        content += part
        if time.monotonic() > until:
            raise NoAnswer("it answers too slowly")
    return content


def deliver(room: Membership, delivery: Delivery) -> Answer:
    """Send something to the room, and return its answer; raises NoAnswer, NotTaken."""
    content = ask(room, "POST", "lights", msgspec.json.encode(delivery))
    try:
        return decode(content, Answer, "the room's answer")
    except Refused as fault:
        raise NoAnswer(str(fault)) from None


def delivery_of(attempt: Attempt, room: Membership) -> Delivery:
    """A delivery of an attempt, without lights."""
    return Delivery(VERSION, room.key, room.name or attempt.name, attempt.kata.name, room.shares)


@dataclass
class Sync:
    """What the room of an attempt has, as far as it has said so."""

    attempt: Attempt
    room: Membership
    acknowledged: Answer | None = None
    waiting: int = 0
    """Lights that the room does not have."""
    clock: Callable[[], float] = time.time
    until: float = math.inf
    """When it gives up, by the monotonic clock."""
    clock_offset: float = 0
    """Seconds by which the clock of the room is ahead of this one."""

    def send_unsent(self, *, left: bool = False, proof: list[VerdictLine] | None = None) -> Answer:
        """Send all that the room lacks, and then that the attempt has left, or its proof.

        Returns the last answer. Raises NoAnswer, NotTaken, NotRecorded.
        """
        lights = all_lights(self.attempt)
        history = lights[0].commit[:HISTORY] if lights else ""
        self.waiting = len(lights) - self.known(history)
        empty = delivery_of(self.attempt, self.room)
        answer = self.acknowledge(deliver(self.room, empty))
        while lights and (known := self.known(history)) < len(lights):
            self.waiting = len(lights) - known
            if time.monotonic() > self.until:
                raise NoAnswer("it takes too long")
            part = reports(self.attempt, lights[: known + AT_ONCE], shares=self.room.shares, after=known)
            sent = [
                replace(light, when=max(0.0, light.when + self.clock_offset)) for light in limit_size(part)
            ]
            answer = self.acknowledge(deliver(self.room, replace(empty, lights=sent)))
            if self.known(history) <= known:
                raise NoAnswer("the room takes no light")
        self.waiting = 0
        if left or proof is not None:
            answer = self.acknowledge(deliver(self.room, replace(empty, left=left, proof=proof)))
        return answer

    def acknowledge(self, answer: Answer) -> Answer:
        """Note what the room has said."""
        off = answer.now - self.clock()
        self.clock_offset = off if abs(off) > OFF else 0
        self.acknowledged = answer
        return answer

    def known(self, history: str) -> int:
        """How many of these lights the room has: none, if those that it has are others."""
        last = self.acknowledged
        return last.number if last and last.history == history else 0


def limit_size(lights: Sequence[Report]) -> list[Report]:
    """As many of the first lights as fit into a request: one at least."""
    sizes = accumulate(map(size, lights))
    return list(lights[: max(1, sum(total <= LARGE for total in sizes))])


class RoomLink:
    """The link of an attempt with its room, for as long as a verb or `make watch` takes."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.sync: Sync | None = None
        self.status: RoomStatus | None = None
        self.next = 0.0
        """When it asks the room again, by the monotonic clock."""
        self.pause = POLL
        self.seen = 0
        """The last light that the room has, by the time of its record."""

    def update(self) -> RoomStatus | None:
        """Send what the room lacks, and return what is known of it; None if the attempt is in no room."""
        room = joined(self.attempt)
        if room is None:
            self.sync = self.status = None
            return None
        if self.sync is None or self.sync.room != room:
            self.sync, self.next, self.pause = Sync(self.attempt, room), 0.0, POLL
        now, recorded = time.monotonic(), last_recorded(self.attempt)
        is_news = recorded != self.seen and (self.status is None or self.status.reachable)
        if now < self.next and not is_news:
            return self.status
        self.sync.until = now + IN_ALL
        try:
            answer = self.sync.send_unsent()
            self.status = RoomStatus(True, clock=answer.clock, at=time.time())
            self.seen, self.pause = recorded, POLL
        except NotTaken as refusal:
            self.status = RoomStatus(False, self.sync.waiting, str(refusal))
            self.pause = LONGEST
        except (NoAnswer, NotRecorded):
            self.status = RoomStatus(False, self.sync.waiting)
            self.pause = min(2 * self.pause, LONGEST)
        self.next = time.monotonic() + self.pause
        return self.status


def send_lights(attempt: Attempt) -> RoomStatus | None:
    """Send the lights of an attempt to its room, if it is in one, and return what is known of the room."""
    return RoomLink(attempt).update()
