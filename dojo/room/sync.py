"""The participant's side of a room: join it, send what it lacks at each light, and leave it; or hand in."""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console

from dojo.attempt.attempt import NAME, Attempt
from dojo.attempt.light import Light
from dojo.attempt.membership import Membership, joined, membership
from dojo.attempt.membership import join as note_room
from dojo.attempt.recording import NotRecorded, all_files, all_lights, last_recorded
from dojo.errors import UsageError
from dojo.files import relative_path, write_file
from dojo.room.models import Answer, Pair, Proof, Record, Report, decode, id_of, write_record
from dojo.room.reports import record_of, reports
from dojo.room.storage.files import SUFFIX, read_file
from dojo.wording import count_of, one_line

EXAMPLE = "192.168.1.20:8765/plum-fox"
ROOM = re.compile(
    r"(?:http://)?(?P<address>(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5})/(?P<word>[a-z]+-[a-z]+)/?"
)
# how long a verb waits for an answer of a room, and how long it sends lights
ANSWER_TIMEOUT_S = 1.0
MAX_SENDING_S = 4.0
MAX_ANSWER_BYTES = 1024**2
MAX_LIGHTS_PER_REQUEST = 100
MAX_REQUEST_BYTES = 600_000
# between two questions of `make watch`; and if the room does not answer
POLL_S = 2.0
RETRY_S = 10.0


class NoAnswer(Exception):
    """The room does not answer now; or it takes nothing now, and this is the line that says why."""


class RoomStatus(NamedTuple):
    """What an attempt knows of its room."""

    reachable: bool
    words: str  # whether the room has the lights
    clock: dict[str, Any] | None = None
    at: float = 0  # when the clock was so, by the time of this machine
    message: str = ""  # what the leader says to all


def ask(room: Membership, method: str, what: str, body: bytes | None = None) -> bytes:
    """Return the answer of the room; raises NoAnswer, and UsageError with what the room says."""
    headers = {"Host": room.address, "Pair": room.key}
    connection = HTTPConnection(room.address, timeout=ANSWER_TIMEOUT_S)
    try:
        connection.request(method, f"/{room.word}/{what}", body, headers)
        answer = connection.getresponse()
        content = b""
        give_up_at = time.monotonic() + ANSWER_TIMEOUT_S
        while len(content) < MAX_ANSWER_BYTES:
            part = answer.read1(MAX_ANSWER_BYTES)
            if not part:
                break
            content += part
            # each part came in time, and all of them together do not
            if time.monotonic() > give_up_at:
                raise NoAnswer
    except (OSError, HTTPException):
        raise NoAnswer from None
    finally:
        connection.close()
    if answer.status == 200:
        return content
    # the room takes the same thing later
    is_for_now = answer.status == 429 or answer.status >= 500
    try:
        refusal = decode(content, dict[str, str], f"what {room.address} says").get("error", "no")
    except UsageError:
        if is_for_now:
            raise NoAnswer from None
        raise
    line = f"the room at {room.address} says: {one_line(refusal)}"
    raise NoAnswer(line) if is_for_now else UsageError(line)


def deliver(
    attempt: Attempt,
    room: Membership,
    lights: Sequence[Report] = (),
    *,
    proof: Proof | None = None,
    left: bool = False,
) -> Answer:
    """Send who the pair is, and more; returns the answer of the room. Raises NoAnswer, UsageError."""
    pair = Pair(id_of(room.key), room.name or attempt.name, attempt.kata.name, room.shares)
    content = ask(room, "POST", "lights", write_record(Record(pair, [*lights], proof, left)))
    return decode(content, Answer, f"what {room.address} says")


def send_unsent(attempt: Attempt, room: Membership, *, again: bool = False) -> Answer:
    """Send the lights that the room lacks, or all of them `again`, and return its answer.

    Raises NoAnswer, UsageError, NotRecorded.
    """
    lights = all_lights(attempt)
    history = lights[0].id if lights else ""
    give_up_at = time.monotonic() + MAX_SENDING_S
    answer = deliver(attempt, room)
    sent = 0
    while True:
        # a room that has lights of another history has none of these
        known = answer.number if history.startswith(answer.history) else 0
        if again:
            known = min(known, sent)
        if known >= len(lights):
            return answer
        if time.monotonic() > give_up_at:
            raise NoAnswer
        following = next_reports(attempt, room, lights, known, answer.now)
        answer = deliver(attempt, room, following)
        sent = known + len(following)


def next_reports(
    attempt: Attempt, room: Membership, lights: Sequence[Light], known: int, room_time: float
) -> list[Report]:
    """Return the reports of the lights after those that a room knows, as many as fit in a request.

    That is one at least. The room has another clock: `room_time` is what it shows now.
    """
    upcoming = lights[: known + MAX_LIGHTS_PER_REQUEST]
    ahead_s = room_time - time.time()
    found: list[Report] = []
    size = 0
    for report in reports(upcoming, all_files(attempt, upcoming), shares=room.shares, after=known):
        size += len(msgspec.json.encode(report))
        if found and size > MAX_REQUEST_BYTES:
            break
        found.append(msgspec.structs.replace(report, when=max(0.0, report.when + ahead_s)))
    return found


@dataclass
class RoomLink:
    """The link of an attempt with its room, for as long as a verb or `make watch` takes."""

    attempt: Attempt
    room: Membership | None = None
    status: RoomStatus | None = None
    next: float = 0  # when it asks the room again, by the monotonic clock
    seen: int = 0  # the time of the light that it has seen last

    def update(self) -> RoomStatus | None:
        """Send what the room lacks, and return what is known of it; None if the attempt is in no room."""
        now, room, recorded = time.monotonic(), joined(self.attempt), last_recorded(self.attempt)
        if room is None or (now < self.next and (room, recorded) == (self.room, self.seen)):
            self.status = self.status if room else None
            return self.status
        self.room, self.seen = room, recorded
        try:
            answer = send_unsent(self.attempt, room)
            message = one_line(answer.message)
            self.status = RoomStatus(True, "connected to the room", answer.clock, time.time(), message)
        except NoAnswer as fault:
            why = str(fault) or "the room does not answer"
            self.status = RoomStatus(False, f"{why}: it gets your lights later")
        except (UsageError, NotRecorded) as fault:
            self.status = RoomStatus(False, str(fault))
        self.next = time.monotonic() + (POLL_S if self.status.reachable else RETRY_S)
        return self.status


def room_of(text: str) -> Membership:
    """The room that ROOM= names, with a new key; raises UsageError."""
    found = ROOM.fullmatch(text.strip())
    if not found or not 0 < int(found["address"].rpartition(":")[2]) < 65536:
        raise UsageError(f"ROOM is the address of a room and its join word, such as {EXAMPLE}, not {text}")
    return Membership(found["address"], found["word"])


def check_word(text: str) -> None:
    """Before an attempt is made, ask a room that answers if its word is right; raises UsageError."""
    with suppress(NoAnswer):
        ask(room_of(text), "GET", f"state?after={2**62}")


def join(attempt: Attempt, text: str, out: Console, *, shares: bool, name: str = "") -> None:
    """Join the room, and say so; raises UsageError if the room refuses, and then nothing has changed."""
    if name and not NAME.fullmatch(name):
        raise UsageError(f"AS={name}: a name has letters, digits, dots, - and _, at most 40")
    room = room_of(text)
    before = membership(attempt) or room
    room = replace(room, shares=shares, name=name or before.name, key=before.key)  # the same pair
    what = f"your lights {'and your code go there' if shares else 'go there, and your code stays here'}"
    try:
        # a pair that did not share before has sent its lights without their code
        called = send_unsent(attempt, room, again=shares and not before.shares).name
        known_as = f" as {called}" if called != attempt.name else ""
        said = f"{attempt.name} is in the room {room.word} at {room.address}{known_as}. {what.capitalize()}."
    except NoAnswer as fault:
        said = f"The room at {room.address} does not answer. As soon as it does, {what}."
        if str(fault):
            refusal = str(fault).replace("the room", "The room", 1)
            said = f"{refusal}. As soon as it takes them, {what}."
    note_room(attempt, room)
    out.print(said)


def hand_in(attempt: Attempt, proof: Proof, folder: Path, out: Console, *, shares: bool) -> Path:
    """Write the file of an attempt, and return its path; raises UsageError, EnvironmentProblem."""
    record = record_of(attempt, shares=shares)
    if not record.lights:
        raise UsageError(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    record.proof = proof
    file = folder / f"{record.pair.name}{SUFFIX}"
    try:
        is_ours = not file.exists() or read_file(file).pair.id == record.pair.id
    except UsageError:  # it has no pair in it
        is_ours = False
    if not is_ours:
        raise UsageError(f"{file} is not this pair's: IN= names another folder, or delete it")
    content = write_record(record)
    write_file(file, content.decode())
    code = "with your code" if shares else "without your code"
    said = f"{count_of(len(record.lights), 'light')}, {max(1, round(len(content) / 1000))} kB, {code}"
    out.print(f"{relative_path(Path.cwd(), file)}: {said}.", soft_wrap=True)
    return file


def leave(attempt: Attempt, proof: Callable[[], Proof], out: Console) -> None:
    """Send what the room lacks, with the proof, and leave it; raises UsageError if it is in none."""
    room = joined(attempt)
    if room is None:
        raise UsageError(f"{attempt.name} is in no room: {attempt.command('join')} ROOM={EXAMPLE} joins one")
    try:
        send_unsent(attempt, room)
        deliver(attempt, room, proof=proof(), left=True)
        said = "The room has all your lights, and what the proof says of your tests."
    except (UsageError, NoAnswer) as fault:
        why = str(fault) or "the room does not answer. To send the rest later, join it again"
        said = f"It may lack your last lights: {why}."
    note_room(attempt, replace(room, left=True))
    out.print(f"{attempt.name} has left the room {room.word}. {said}")
