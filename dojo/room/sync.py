"""The participant's side of a room: join it, send it each light once and in order, and leave it.

What the room has not acknowledged goes with the next light, or with `make watch`.
"""

import dataclasses
import http.client
import re
import time
from collections.abc import Callable
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from rich.console import Console

from dojo.attempt.attempt import NAME, Attempt
from dojo.attempt.light import Light, NotRecorded, all_lights, last_recorded
from dojo.attempt.membership import Membership, joined, membership, new_key
from dojo.attempt.membership import join as note_room
from dojo.errors import UsageError
from dojo.room.models import VERSION, Answer, Delivery, Refused, VerdictLine, decode, plain, size
from dojo.room.reports import HISTORY, reports

EXAMPLE = "192.168.1.20:8765/plum-fox"
ROOM = re.compile(
    r"(?:http://)?(?P<address>(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5})/(?P<word>[a-z]+-[a-z]+)/?"
)
PATIENCE = 1.0
"""Seconds that a room has for an answer while a verb waits."""
IN_ALL, LAST_CALL = 4.0, 10.0
"""Seconds that a verb spends on sending, and that leaving may take besides the proof."""
MOST = 1024**2
"""Bytes of an answer."""
AT_ONCE, LARGE = 100, 600_000
"""Lights in a request, and bytes of them."""
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
        return "the room does not answer: it gets your lights later"


def ask(room: Membership, method: str, what: str, body: bytes | None = None) -> bytes:
    """Return the answer of the room; raises NoAnswer, NotTaken."""
    host, _, port = room.address.rpartition(":")
    headers = {"Host": room.address, "Pair": room.key, "Connection": "close"}
    headers["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection(host.strip("[]"), int(port), timeout=PATIENCE)
    try:
        connection.request(method, f"/{room.word}/{what}", body, headers)
        answer = connection.getresponse()
        content, until = b"", time.monotonic() + PATIENCE
        while len(content) < MOST and (part := answer.read1(MOST)):
            content += part
            if time.monotonic() > until:
                raise NoAnswer("it answers too slowly")
    except (OSError, http.client.HTTPException) as error:
        raise NoAnswer(plain(str(error))) from None
    finally:
        connection.close()
    if answer.status == http.client.OK:
        return content
    try:
        told = decode(content, dict[str, str], "the answer")["error"]
    except (Refused, KeyError):
        raise NoAnswer("what answers there is no room") from None
    if answer.status >= http.client.INTERNAL_SERVER_ERROR or answer.status == http.client.TOO_MANY_REQUESTS:
        raise NoAnswer(plain(told))
    raise NotTaken(plain(told)[:300])


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
        self.answer: Answer | None = None
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
        except (NoAnswer, NotTaken, NotRecorded) as fault:
            refused = str(fault) if isinstance(fault, NotTaken) else ""
            self.status = RoomStatus(False, refused)
            self.pause = LONGEST if refused else min(2 * self.pause, LONGEST)
        self.next = time.monotonic() + self.pause
        return self.status

    def send_unsent(self, room: Membership, *, until: float, **more: Any) -> Answer:
        """Send all that the room lacks, and more; and return its answer.

        Raises NoAnswer, NotTaken, NotRecorded.
        """
        lights = all_lights(self.attempt)
        self.answer = deliver(self.attempt, room)
        while (known := self.known(lights)) < len(lights):
            off = self.answer.now - self.clock()
            if time.monotonic() > until:
                raise NoAnswer("it takes too long")
            part = reports(self.attempt, lights[: known + AT_ONCE], shares=room.shares, after=known)
            fits = max(1, sum(total <= LARGE for total in accumulate(map(size, part))))
            told = [replace(one, when=max(0.0, one.when + off * (abs(off) > OFF))) for one in part[:fits]]
            self.answer = deliver(self.attempt, room, lights=told)
            if self.known(lights) <= known:
                raise NoAnswer("the room takes no light")
        return deliver(self.attempt, room, **more) if more else self.answer

    def known(self, lights: list[Light]) -> int:
        """How many of these lights the room has: none, if those that it has are others."""
        is_same = self.answer and lights and self.answer.history == lights[0].commit[:HISTORY]
        return self.answer.number if self.answer and is_same else 0


def send_lights(attempt: Attempt) -> RoomStatus | None:
    """Send the lights of an attempt to its room, if it is in one, and return what is known of the room."""
    return RoomLink(attempt).update()


def room_of(text: str) -> Membership:
    """The room that ROOM= names, with a new key; raises UsageError."""
    found = ROOM.fullmatch(text.strip())
    if not found or not 0 < int(found["address"].rpartition(":")[2]) < 65536:
        raise UsageError(
            f"ROOM is the address of a room and its join word, for example {EXAMPLE}, not {text}"
        )
    return Membership(found["address"], found["word"], new_key())


def check_name_is_free(name: str, text: str) -> None:
    """Before an attempt is made, ask the room if the word is right and the name is free; raises UsageError.

    A room that does not answer keeps nobody from starting.
    """
    room = room_of(text)
    try:
        told = decode(ask(room, "GET", f"state?after={2**62}"), dict[str, Any], "the answer")
        taken = [pair["name"].lower() for pair in told["pairs"] if not pair["here"]]
    except NotTaken as refusal:
        raise UsageError(f"the room at {room.address} says: {refusal}") from None
    except (NoAnswer, Refused, KeyError, TypeError):
        return
    if name.lower() in taken:
        raise UsageError(f"{name} is another pair's name in this room: take another one")


def join(attempt: Attempt, text: str, out: Console, *, shares: bool, name: str = "") -> None:
    """Join the room, under another name than the attempt's if one is given, and say so.

    Raises UsageError if the room refuses, and then nothing has changed.
    """
    if name and not NAME.fullmatch(name):
        raise UsageError(f"AS={name}: a name has letters, digits, dots, - and _, at most 40")
    room, before = room_of(text), membership(attempt)
    before = before or room
    room = dataclasses.replace(room, shares=shares, name=name or before.name, key=before.key)  # the same pair
    what = (
        "Your lights and your code go there" if shares else "Your lights go there, and your code stays here"
    )
    try:
        called = deliver(attempt, room).name
        known_as = f" as {called}" if called != attempt.name else ""
        said = f"{attempt.name} is in the room {room.word} at {room.address}{known_as}. {what}."
    except NotTaken as refusal:
        again = f"make join NAME={attempt.name} ROOM={text} AS=other-name"
        remedy = f"; {again} joins under another name" if "another pair" in str(refusal) else ""
        raise UsageError(f"the room at {room.address} says: {refusal}{remedy}") from None
    except NoAnswer:
        said = f"The room at {room.address} does not answer. {what}, as soon as it does."
    note_room(attempt, room)
    send_lights(attempt)
    out.print(said)


def leave(attempt: Attempt, proof: Callable[[], list[VerdictLine]], out: Console) -> None:
    """Send what the room lacks, with the proof, and leave it; raises UsageError if it is in none."""
    room = joined(attempt)
    if room is None:
        raise UsageError(f"{attempt.name} is in no room: {attempt.command('join')} ROOM={EXAMPLE} joins one")
    more = {"left": True, "proof": proof()}
    try:
        RoomLink(attempt).send_unsent(room, until=time.monotonic() + LAST_CALL, **more)
        said = "The room has all your lights, and what the proof says of your tests."
    except NotTaken as refusal:
        said = f"The room says: {refusal}."
    except NoAnswer:
        said = (
            "The room does not answer: it may lack your last lights. To send the rest later, join it again."
        )
    note_room(attempt, dataclasses.replace(room, left=True))
    out.print(f"{attempt.name} has left the room {room.word}. {said}")
