"""One question to a room, and its answer."""

import http.client
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from dojo.attempt.membership import Membership
from dojo.protocol.fields import Refused, checked, line, number, plain, seconds
from dojo.protocol.record import VERSION, Pair, Told
from dojo.protocol.report import END, MANY, Report, encoded, matching, sent

PATIENCE = 3
"""Seconds that a room has for an answer."""
MOST = 1024**2
"""Bytes of an answer."""


class NoAnswer(Exception):
    """The room does not answer; the message says why, as far as that is known."""


class NotTaken(Refused):
    """The room has refused what it got; the message is its own."""


class Answer(NamedTuple):
    """What the room says: the last light that it has, its time, and its clock."""

    history: str
    number: int
    now: float
    clock: dict[str, Any] | None


FIELDS = {
    "history": lambda value: value == "" or matching("[0-9a-f]{12}")(value),
    "number": number(0, MANY),
    "now": seconds(0, END),
    "clock": lambda value: value is None or isinstance(value, dict),
}


def say(
    room: Membership,
    pair: Pair,
    lights: Sequence[Report] = (),
    proof: Sequence[Told] | None = None,
    *,
    left: bool = False,
) -> Answer:
    """Tell the room about a pair: without lights it only asks. Raises NoAnswer, NotTaken."""
    told = {
        "version": VERSION,
        "pair": asdict(pair),
        "lights": [sent(light) for light in lights],
        "proof": None if proof is None else [list(one) for one in proof],
        "left": left,
    }
    try:
        return Answer(**checked(asked(room, "POST", "lights", told), FIELDS, "the room's answer"))
    except NotTaken:
        raise
    except Refused as fault:
        raise NoAnswer(str(fault)) from None


def names(room: Membership) -> list[str]:
    """The names that are taken in the room. Raises NoAnswer, NotTaken."""
    found = asked(room, "GET", "names").get("names")
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def content_of(answer: http.client.HTTPResponse) -> bytes:
    """What was answered, up to the most that a room has to say; raises NoAnswer if that takes too long."""
    content, until = b"", time.monotonic() + PATIENCE
    while len(content) < MOST and (part := answer.read1(MOST)):
        content += part
        if time.monotonic() > until:
            raise NoAnswer("it answers too slowly")
    return content


def asked(room: Membership, method: str, what: str, told: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer of the room, as it is; raises NoAnswer, NotTaken."""
    host, _, port = room.address.rpartition(":")
    headers = {"Content-Type": "application/json", "Host": room.address, "Connection": "close"}
    body = None if told is None else encoded(told)
    connection = http.client.HTTPConnection(host.strip("[]"), int(port), timeout=PATIENCE)
    try:
        connection.request(method, f"/{room.word}/{what}", body, headers)
        answer = connection.getresponse()
        value = json.loads(content_of(answer))
    except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
        raise NoAnswer(plain(str(error))) from None
    finally:
        connection.close()
    if not isinstance(value, dict):
        raise NoAnswer("what answers there is no room")
    if answer.status != http.client.OK:
        fault = value.get("error")
        says = fault if line(300)(fault) else f"status {answer.status}"
        if answer.status >= http.client.INTERNAL_SERVER_ERROR or answer.status == 429:
            raise NoAnswer(str(says))
        raise NotTaken(str(says))
    return value
