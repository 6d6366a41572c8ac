"""The room's web app: routes, authentication, limits. Nothing that arrives is ever run."""

import hmac
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote

import msgspec
import segno
from markupsafe import Markup
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.errors import EnvironmentProblem
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.room.clock import Plan, change_of, view
from dojo.room.models import (
    Answer,
    Delivery,
    Line,
    Name,
    Record,
    Refused,
    decode,
    from_words,
    require_visible,
)
from dojo.room.records import NameTaken, Records
from dojo.room.rows import Rows, changes
from dojo.screen.palette import COLOURS, NOT_RUN

MOST = 1024**2
"""Bytes of a request; a pair with more to send sends it in parts."""
PAIRS_OF_ADDRESS = 50
"""Pairs that may come from one address: nobody takes all places."""
WRONG, FOR = 20, 60
"""Wrong join words from one address, and seconds: more of them in that time lock it out for as long."""
JSON, HTML = "application/json", "text/html; charset=utf-8"
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
PAGES = Path(__file__).parent / "pages"
OWN_ROOM = Markup("; connect-src 'self'; form-action 'none'; base-uri 'none'")
"""What else the policy of the page says: it asks only the room that it comes from."""
FIVE_MINUTES = 300
Place = Annotated[int, Meta(ge=-1, le=100_000)]


class LeadCommand(Struct, forbid_unknown_fields=True):
    """What the leader does: to the clock, to a pair, or to all."""

    do: Literal[
        "start", "stop", "next", "extend", "set", "remove", "rename", "lock", "unlock", "tell"
    ]  # fmt: skip
    plan: Plan = Plan()
    pair: str = ""
    name: Name = "x"
    message: Line = ""

    def __post_init__(self) -> None:
        require_visible(self.message)


class PageCursor(Struct):
    """What a page has: the generation of the rows, and how many changes of them."""

    era: str = ""
    after: Annotated[int, Meta(ge=0)] = 0


class Between(Struct, rename={"first": "from", "last": "to"}):
    """Two lights of a pair, by their places."""

    first: Place
    last: Place
    pair: str = ""


@dataclass
class RoomApp:
    """A room while it is served: an ASGI application."""

    records: Records
    address: str
    wrong: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    """When wrong words were said, by the address that they came from."""
    came_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The pairs that have joined since the room was opened, by the address that they came from."""
    entrance: str = ""
    """Where the QR code leads: to the page itself, or to the one of participants in a browser."""

    def __post_init__(self) -> None:
        self.rows = Rows(self.records.records)
        routes = [
            Route("/{word}/", self.page),
            Route("/{word}/state", self.state),
            Route("/{word}/names", self.names),
            Route("/{word}/diff", self.diff),
            Route("/{word}/lights", self.lights, methods=["POST"]),
            Route("/{word}/lead", self.lead, methods=["POST"]),
        ]
        faults: dict[Any, Any] = dict.fromkeys((HTTPException, Refused, EnvironmentProblem), self.refuse)
        self.asgi = Starlette(routes=routes, exception_handlers=faults)
        for record in self.records.records.values():
            self.rows.show(record)
        for fault in self.records.info.faults:
            self.rows.note(fault, fault)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """An ASGI application."""
        request = Request(scope)
        try:
            self.require_this_room(request)
        except HTTPException as fault:
            await (await self.refuse(request, fault))(scope, receive, send)
        else:
            await self.asgi(scope, receive, send)

    def require_this_room(self, request: Request) -> None:
        """Raise HTTPException for a request from another page, or without the join word."""
        own = f"http://{self.address}"
        if request.headers.get("host") != self.address:
            raise HTTPException(403, f"this room is at {self.address}, and nowhere else")
        if request.headers.get("origin", own) != own:
            raise HTTPException(403, "this room hears no other page than its own")
        tries, now = self.wrong[address_of(request)], time.monotonic()
        while tries and tries[0] < now - FOR:
            tries.popleft()
        word = request.scope["path"].removeprefix("/").partition("/")[0]
        is_right = hmac.compare_digest(word.encode(errors="replace"), self.records.info.word.encode())
        if len(tries) >= WRONG and not (is_right and self.is_lead(request)):
            raise HTTPException(429, "too many wrong words: this room hears you again in a minute")
        if not is_right:
            self.count_wrong(request)
            raise HTTPException(403, "that is not the join word of this room")
        if not tries:
            del self.wrong[address_of(request)]

    def count_wrong(self, request: Request) -> None:
        """Note that a wrong word was said."""
        self.wrong[address_of(request)].append(time.monotonic())

    def is_lead(self, request: Request) -> bool:
        """True if the request has the leader's key."""
        return hmac.compare_digest(request.headers.get("lead", "").encode(), self.records.info.lead.encode())

    async def refuse(self, _request: Request, fault: Exception) -> Response:
        """The status and the line of a request that fails."""
        told = str(fault)
        if isinstance(fault, HTTPException):
            is_ours = fault.detail != HTTPStatus(fault.status_code).phrase
            told = fault.detail if is_ours else "this room has no such thing"
            return in_json({"error": told}, fault.status_code)
        if isinstance(fault, EnvironmentProblem):
            self.note_disk(fault)
            return in_json({"error": told}, 500)
        return in_json({"error": told}, 409 if isinstance(fault, NameTaken) else 400)

    async def page(self, _request: Request) -> Response:
        """The page of the room."""
        told = page(self.records.info.word, self.address, self.entrance)
        return Response(told, media_type=HTML, headers=HEADERS)

    async def lights(self, request: Request) -> Response:
        """Record what a pair sends; a request without lights asks what is known."""
        record = self.take(decode(await body_of(request), Delivery, "what you send"), request)
        last = record.lights[-1].place if record.lights else ("", 0)
        now = time.time()
        clock = self.records.info.clock.at(now)
        seen = view(clock, now, change_of(clock, record.lights, now))
        return in_json(Answer(*last, record.pair.name, now, seen))

    def take(self, delivery: Delivery, request: Request) -> Record:
        """Record what a pair sends and show it, unless too many pairs have come from its address.

        Raises Refused, and EnvironmentProblem if nothing can be written.
        """
        id, here = delivery.pair.id, self.came_from[address_of(request)]
        is_new = id not in self.records.records
        if is_new and len(here | {id}) > PAIRS_OF_ADDRESS:
            raise Refused(f"{PAIRS_OF_ADDRESS} pairs have joined from your address: this room takes no more")
        try:
            record = self.hear(delivery)
        except NameTaken:
            self.free_name(delivery.name)
            record = self.hear(delivery)
        self.rows.here.discard(id)
        if is_new:
            here.add(id)
        return record

    def free_name(self, name: str) -> None:
        """Give an attempt on this computer another name, if it has the one of a pair that joins."""
        for id in self.rows.here:
            record = self.records.records[id]
            if record.pair.name.lower() == name.lower():
                renamed = self.records.rename(id, self.records.free_name(record.pair.name))
                self.rows.show(renamed, record)

    def hear(self, sent: Delivery | Record, *, is_here: bool = False) -> Record:
        """Record what a pair sends and show it; raises Refused, and EnvironmentProblem."""
        record, before = self.records.hear(sent)
        is_first_here = is_here and record.pair.id not in self.rows.here
        if is_first_here:
            self.rows.here.add(record.pair.id)
        if record is not before:
            self.rows.note("disk", "")
        if record is not before or is_first_here:
            self.rows.show(record, before)
        return record

    def note_disk(self, fault: EnvironmentProblem) -> None:
        """Let the page say that nothing can be recorded."""
        self.rows.note("disk", f"{str(fault).capitalize()}. The room goes on showing.")

    async def names(self, _request: Request) -> Response:
        """The names that are taken."""
        joined = [one for id, one in self.records.records.items() if id not in self.rows.here]
        return in_json({"names": [record.pair.name for record in joined]})

    async def state(self, request: Request) -> Response:
        """What is new for a page."""
        seen = from_words(request.query_params, PageCursor, "what you ask")
        info, now = self.records.info, time.time()
        told = self.rows.state(info.clock.at(now), seen.era, seen.after, now)
        rest = {"word": info.word, "address": self.address, "locked": info.locked, "message": info.message}
        return in_json({**told, **rest, "clock": view(info.clock, now)})

    async def diff(self, request: Request) -> Response:
        """The change from one light of a pair to another, if the pair shares its code."""
        asked = from_words(request.query_params, Between, "what you ask")
        record = self.rows.find(asked.pair)
        if record is None:
            raise HTTPException(404, "there is no such pair")
        if not record.pair.shares:
            raise HTTPException(403, f"{record.pair.name} does not share its code")
        return in_json({"files": changes(record.lights, asked.first, asked.last)})

    async def lead(self, request: Request) -> Response:
        """Do what the leader wants, and say what the clock is then."""
        if not self.is_lead(request):
            raise HTTPException(403, "only the leader of the session may do that")
        told = decode(await body_of(request), LeadCommand, "what you send")
        info, now = self.records.info, time.time()
        clock = info.clock
        match told.do:
            case "start":
                info = replace(info, clock=clock.start(now))
            case "stop":
                info = replace(info, clock=clock.stop(now))
            case "next":
                info = replace(info, clock=clock.at(now).next(now).start(now))
            case "extend":
                info = replace(info, clock=clock.extend(FIVE_MINUTES, now))
            case "set":
                info = replace(info, clock=clock.set(told.plan, now))
            case "lock" | "unlock":
                info = replace(info, locked=told.do == "lock")
            case "tell":
                info = replace(info, message=told.message)
            case "remove" | "rename":
                self.change_pair(told)
        if info != self.records.info:
            self.records.save(info)
        return in_json({"clock": view(info.clock, now)})

    def change_pair(self, told: LeadCommand) -> None:
        """Remove or rename a pair; raises HTTPException, NameTaken, EnvironmentProblem."""
        record = self.rows.find(told.pair)
        if record is None:
            raise HTTPException(404, "there is no such pair")
        if told.do == "rename":
            self.rows.show(self.records.rename(record.pair.id, told.name), record)
        else:
            self.records.remove(record.pair.id)
            self.rows.here.discard(record.pair.id)
            self.rows.drop(record.pair.id)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def body_of(request: Request) -> bytes:
    """What was sent; raises HTTPException if it is too large, or no JSON."""
    content, length = b"", request.headers.get("content-length", "0")
    too_large = HTTPException(
        413, f"more than {MOST:,} bytes at once: send it in parts", {"Connection": "close"}
    )
    if length.isdecimal() and int(length[:20]) > MOST:
        raise too_large
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise HTTPException(400, f"what is sent here is {JSON}")
    async for part in request.stream():
        content += part
        if len(content) > MOST:
            raise too_large
    return content


def in_json(value: object, status: int = 200) -> Response:
    """An answer of JSON."""
    return Response(msgspec.json.encode(value), status, HEADERS, JSON)


@lru_cache(4)
def page(word: str, address: str, entrance: str = "") -> str:
    """The page of the room with this word, as HTML."""
    environment = template_environment(PAGES)
    framed = page_frame(f"The room {word}", script_of(environment, "room.js"))
    framed["policy"] = Markup(framed["policy"]) + OWN_ROOM
    code = segno.make_qr(f"http://{address}/{quote(word)}/{entrance}").svg_inline(
        border=2, scale=1, omitsize=True
    )
    shapes = {**{colour: look.shape for colour, look in COLOURS.items()}, "kept": NOT_RUN.shape}
    return environment.get_template("room.html").render(**framed, shapes=shapes, qr=Markup(code))
