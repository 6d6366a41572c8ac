"""`make join`, `make leave`, and what `make start ROOM=` has to do with a room."""

import re
import time
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console

from dojo.attempt.attempt import NAME, Attempt
from dojo.attempt.membership import Membership, joined, membership, new_key
from dojo.attempt.membership import join as note_room
from dojo.errors import UsageError
from dojo.room import sync
from dojo.room.models import Refused, VerdictLine, decode
from dojo.room.sync import Names, NoAnswer, NotTaken, RoomLink, deliver, send_lights
from dojo.screen.words import count_of

EXAMPLE = "192.168.1.20:8765/plum-fox"
ROOM = re.compile(
    r"(?:http://)?(?P<address>(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5})/(?P<word>[a-z]+-[a-z]+)/?"
)
LONGEST = 10
"""Seconds that leaving may take, besides the proof."""


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
        found = decode(sync.ask(room, "GET", "names"), Names, "the answer")
    except NotTaken as refusal:
        raise UsageError(f"the room at {room.address} says: {refusal}") from None
    except (NoAnswer, Refused):
        return
    if name.lower() in [other.lower() for other in found.names]:
        raise UsageError(f"{name} is another pair's name in this room: take another one")


def join(attempt: Attempt, text: str, out: Console, *, shares: bool, name: str = "") -> None:
    """Join the room, under another name than the attempt's if one is given, and say so.

    Raises UsageError if the room refuses, and then nothing has changed.
    """
    if name and not NAME.fullmatch(name):
        raise UsageError(f"AS={name}: a name has letters, digits, dots, - and _, at most 40")
    before = membership(attempt)
    room = replace(room_of(text), shares=shares, name=name or (before.name if before else ""))
    if before:
        room = replace(room, key=before.key)  # the same pair as before
    try:
        called = deliver(attempt, room).name
    except NotTaken as refusal:
        again = f"make join NAME={attempt.name} ROOM={text} AS=other-name"
        remedy = f"; {again} joins under another name" if "another pair" in str(refusal) else ""
        raise UsageError(f"the room at {room.address} says: {refusal}{remedy}") from None
    except NoAnswer:
        called = ""
    note_room(attempt, room)
    what = (
        "Your lights and your code go there" if shares else "Your lights go there, and your code stays here"
    )
    if not called:
        out.print(f"The room at {room.address} does not answer. {what}, as soon as it does.")
        return
    send_lights(attempt)
    known_as = f" as {called}" if called != attempt.name else ""
    out.print(f"{attempt.name} is in the room {room.word} at {room.address}{known_as}. {what}.")


def leave(attempt: Attempt, proof: Callable[[], list[VerdictLine]], out: Console) -> None:
    """Send what the room lacks, with the proof, and leave it; raises UsageError if it is in none."""
    room = joined(attempt)
    if room is None:
        raise UsageError(f"{attempt.name} is in no room: {attempt.command('join')} ROOM={EXAMPLE} joins one")
    told = proof()
    link = RoomLink(attempt)
    try:
        link.send_unsent(room, until=time.monotonic() + LONGEST)
        link.deliver(room, left=True, proof=told)
        said = "The room has all your lights, and what the proof says of your tests."
    except NotTaken as refusal:
        said = f"The room says: {refusal}."
    except NoAnswer:
        lacks = f"it lacks {count_of(link.waiting, 'light')}"
        unsent = lacks if link.acknowledged and link.waiting else "it may lack your last lights"
        said = f"The room does not answer: {unsent}. To send the rest later, join it again."
    note_room(attempt, replace(room, left=True))
    out.print(f"{attempt.name} has left the room {room.word}. {said}")
