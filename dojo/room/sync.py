"""Send the lights of an attempt to its room: in order, each once, with a short time-out.

What the room has not acknowledged goes with the next light, or with `make watch`.
"""

import http.client
import time
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import NotRecorded, all_lights, last_recorded
from dojo.attempt.membership import Membership, joined
from dojo.room.models import VERSION, Answer, Delivery, Refused, Report, decode, plain, size
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


def deliver(attempt: Attempt, room: Membership, **more: Any) -> Answer:
    """Send who the pair is, and more; returns the answer of the room. Raises NoAnswer, NotTaken."""
    name = room.name or attempt.name
    delivery = Delivery(VERSION, room.key, name, attempt.kata.name, room.shares, **more)
    content = ask(room, "POST", "lights", msgspec.json.encode(delivery))
    try:
        return decode(content, Answer, "the room's answer")
    except Refused as fault:
        raise NoAnswer(str(fault)) from None


class RoomLink:
    """The link of an attempt with its room, for as long as a verb or `make watch` takes."""

    def __init__(self, attempt: Attempt, clock: Callable[[], float] = time.time) -> None:
        self.attempt, self.clock = attempt, clock
        self.enter(joined(attempt))

    def enter(self, room: Membership | None) -> None:
        """Begin anew, with this room."""
        self.room = room
        self.status: RoomStatus | None = None
        self.acknowledged: Answer | None = None
        self.waiting = 0
        """Lights that the room does not have, as far as it has said what it has."""
        self.clock_offset = 0.0
        """Seconds by which the clock of the room is ahead of this one."""
        self.next, self.pause = 0.0, POLL
        """When it asks the room again, by the monotonic clock; and how long it waits then."""
        self.seen = 0
        """The last light that the room has, by the time of its record."""

    def update(self) -> RoomStatus | None:
        """Send what the room lacks, and return what is known of it; None if the attempt is in no room."""
        if (room := joined(self.attempt)) != self.room:
            self.enter(room)
        now, recorded = time.monotonic(), last_recorded(self.attempt)
        is_news = recorded != self.seen and (self.status is None or self.status.reachable)
        if self.room is None or (now < self.next and not is_news):
            return self.status
        try:
            answer = self.send_unsent(self.room, until=now + IN_ALL)
            self.status = RoomStatus(True, clock=answer.clock, at=time.time())
            self.seen, self.pause = recorded, POLL
        except NotTaken as refusal:
            self.status = RoomStatus(False, self.waiting, str(refusal))
            self.pause = LONGEST
        except (NoAnswer, NotRecorded):
            self.status = RoomStatus(False, self.waiting)
            self.pause = min(2 * self.pause, LONGEST)
        self.next = time.monotonic() + self.pause
        return self.status

    def send_unsent(self, room: Membership, *, until: float) -> Answer:
        """Send all that the room lacks, and return its answer; raises NoAnswer, NotTaken, NotRecorded."""
        lights = all_lights(self.attempt)
        history = lights[0].commit[:HISTORY] if lights else ""
        self.waiting = len(lights) - self.known(history)
        answer = self.deliver(room)
        while lights and (known := self.known(history)) < len(lights):
            self.waiting = len(lights) - known
            if time.monotonic() > until:
                raise NoAnswer("it takes too long")
            part = reports(self.attempt, lights[: known + AT_ONCE], shares=room.shares, after=known)
            answer = self.deliver(room, lights=[self.on_its_clock(light) for light in limit_size(part)])
            if self.known(history) <= known:
                raise NoAnswer("the room takes no light")
        self.waiting = 0
        return answer

    def deliver(self, room: Membership, **more: Any) -> Answer:
        """Send lights, a proof, or only who the pair is, and note the answer; raises NoAnswer, NotTaken."""
        answer = deliver(self.attempt, room, **more)
        off = answer.now - self.clock()
        self.clock_offset = off if abs(off) > OFF else 0
        self.acknowledged = answer
        return answer

    def on_its_clock(self, light: Report) -> Report:
        """A light with the time that the room's clock showed."""
        return replace(light, when=max(0.0, light.when + self.clock_offset))

    def known(self, history: str) -> int:
        """How many of these lights the room has: none, if those that it has are others."""
        last = self.acknowledged
        return last.number if last and last.history == history else 0


def limit_size(lights: Sequence[Report]) -> list[Report]:
    """As many of the first lights as fit into a request: one at least."""
    sizes = accumulate(map(size, lights))
    return list(lights[: max(1, sum(total <= LARGE for total in sizes))])


def send_lights(attempt: Attempt) -> RoomStatus | None:
    """Send the lights of an attempt to its room, if it is in one, and return what is known of the room."""
    return RoomLink(attempt).update()
