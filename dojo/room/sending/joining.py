"""`make join`, `make leave`, and what `make start ROOM=` has to do with a room."""

import re
import time
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console

from dojo.attempt.attempts import Attempt
from dojo.attempt.membership import Membership, joined, membership, new_key
from dojo.attempt.membership import join as note_room
from dojo.attempt.sending import send
from dojo.errors import Mistake
from dojo.protocol.of_attempt import pair_for
from dojo.protocol.record import Told
from dojo.room.sending import client
from dojo.room.sending.client import NoAnswer, NotTaken
from dojo.room.sending.delivery import Delivery
from dojo.screen.words import counted

EXAMPLE = "192.168.1.20:8765/plum-fox"
ROOM = re.compile(
    r"(?:http://)?(?P<address>(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5})/(?P<word>[a-z]+-[a-z]+)/?"
)
TRIES = 3
LONGEST = 10
"""Seconds that leaving may take, besides the proof."""


def room_of(text: str) -> Membership:
    """The room that ROOM= names, with a new key; raises Mistake."""
    found = ROOM.fullmatch(text.strip())
    if not found or not 0 < int(found["address"].rpartition(":")[2]) < 65536:
        raise Mistake(f"ROOM is the address of a room and its join word, for example {EXAMPLE}, not {text}")
    return Membership(found["address"], found["word"], new_key())


def knock(name: str, text: str) -> None:
    """Before an attempt is made: is the word right, and is the name free? Raises Mistake.

    A room that does not answer keeps nobody from starting.
    """
    room = room_of(text)
    try:
        taken = [other.lower() for other in client.names(room)]
    except NotTaken as refusal:
        raise Mistake(f"the room at {room.address} says: {refusal}") from None
    except NoAnswer:
        return
    if name.lower() in taken:
        raise Mistake(f"{name} is somebody else's name in this room: take another one")


def join(attempt: Attempt, text: str, out: Console, *, shares: bool) -> None:
    """Join the room, and say so; raises Mistake if it refuses, and then nothing has changed."""
    room, before = replace(room_of(text), shares=shares), membership(attempt)
    if before:
        room = replace(room, key=before.key)  # the same pair as before
    try:
        client.say(room, pair_for(attempt, room))
        answers = True
    except NotTaken as refusal:
        again = f"; {renamed(attempt)}" if "somebody else" in str(refusal) else ""
        raise Mistake(f"the room at {room.address} says: {refusal}{again}") from None
    except NoAnswer:
        answers = False
    note_room(attempt, room)
    send(attempt)
    what = (
        "Your lights and your code go there" if shares else "Your lights go there, and your code stays here"
    )
    if answers:
        out.print(f"{attempt.name} is in the room {room.word} at {room.address}. {what}.")
    else:
        out.print(f"The room at {room.address} does not answer. {what}, as soon as it does.")


def renamed(attempt: Attempt) -> str:
    """How an attempt gets another name."""
    return f"rename the folder {attempt.story.shown(attempt.folder)}, or start another attempt"


def leave(attempt: Attempt, proof: Callable[[], list[Told]], out: Console) -> None:
    """Send what the room lacks, with the proof, and leave it; raises Mistake if it is in none."""
    room = joined(attempt)
    if room is None:
        raise Mistake(f"{attempt.name} is in no room: {attempt.command('join')} ROOM={EXAMPLE} joins one")
    told = proof()
    delivery = Delivery(attempt, room, until=time.monotonic() + LONGEST)
    for one in range(TRIES):
        try:
            delivery.go(left=True, proof=told)
        except NotTaken as refusal:
            said = f"The room says: {refusal}."
        except NoAnswer:
            said = f"The room does not answer: {unsent(delivery)}. To send the rest later, join it again."
            if one < TRIES - 1 and time.monotonic() < delivery.until:
                time.sleep(1)
                continue
        else:
            said = "The room has all your lights, and what the proof says of your tests."
        break
    note_room(attempt, replace(room, left=True))
    out.print(f"{attempt.name} has left the room {room.word}. {said}")


def unsent(delivery: Delivery) -> str:
    """How much the room does not have."""
    if delivery.last and delivery.waiting:
        return f"it lacks {counted(delivery.waiting, 'light')}"
    return "it may lack your last lights"
