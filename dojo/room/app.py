"""The room's web app: routes, authentication, limits. Nothing that arrives is ever run."""

import hmac
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote

import msgspec
import segno
from markupsafe import Markup
from msgspec import Meta, Raw, Struct
from msgspec.structs import asdict, replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.errors import EnvironmentProblem
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.room.clock import GRACE, Plan, change_of, view
from dojo.room.models import Answer, Delivery, Line, Name, Record, Refused, Travels, decode, id_of
from dojo.room.records import Records, read_light
from dojo.room.reports import changes
from dojo.screen.palette import COLOURS, NOT_RUN

MOST = 1024**2
"""Bytes of a request; a pair with more to send sends it in parts."""
PAIRS_OF_ADDRESS = 50
"""Pairs that may come from one address: nobody takes all places."""
WRONG, FOR = 20, 60
"""Wrong join words from one address, and seconds: more of them in that time lock it out for as long."""
AT_ONCE = 3000
"""Lights in an answer, about half a megabyte; the page asks again for the rest."""
NEWEST = 100
"""Lights of a pair that can tell whether it waits for green."""
NOT_SENT = ("history", "first_green", "to", "files")
"""What the page has no use for."""
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
Place = Annotated[int, Meta(ge=-1, le=100_000)]


class LeadCommand(Travels, frozen=True):
    """What the leader does: to the clock, to a pair, or to all."""

    do: Literal[
        "start", "stop", "next", "extend", "set", "remove", "rename", "lock", "unlock", "tell"
    ]  # fmt: skip
    plan: Plan = Plan()
    pair: str = ""
    name: Name = "x"
    message: Line = ""


class PageQuery(Struct, rename={"first": "from", "last": "to"}):
    """What a page asks: for what is new, or for the change from one light of a pair to another."""

    era: str = ""
    after: Annotated[int, Meta(ge=0)] = 0
    """The names of this era, and the lights up to this place, it has already."""
    pair: str = ""
    first: Place = -1
    last: Place = -1
    """The places of the lights; -1 is the empty folder."""


@dataclass
class RoomApp:
    """A room while it is served: an ASGI application."""

    records: Records
    address: str
    wrong: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=WRONG)))
    """When the last wrong words were said, by the address that they came from."""
    came_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The pairs that have joined since the room was opened, by the address that they came from."""
    notes: dict[str, str] = field(default_factory=dict)
    """What the page has to say about a source, in a line each."""
    entrance: str = ""
    """Where the QR code leads: to the page itself, or to the one of participants in a browser."""

    def __post_init__(self) -> None:
        routes = [
            Route("/{word}/", self.page),
            Route("/{word}/state", self.state),
            Route("/{word}/diff", self.diff),
            Route("/{word}/lights", self.lights, methods=["POST"]),
            Route("/{word}/lead", self.lead, methods=["POST"]),
        ]
        faults: dict[Any, Any] = dict.fromkeys((HTTPException, Refused, EnvironmentProblem), refuse)
        self.asgi = Starlette(routes=routes, exception_handlers=faults)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """An ASGI application."""
        answer: Any = self.asgi
        try:
            self.require_this_room(request := Request(scope))
        except HTTPException as fault:
            answer = await refuse(request, fault)
        await answer(scope, receive, send)

    def require_this_room(self, request: Request) -> None:
        """Raise HTTPException for a request from another page, or without the join word."""
        if request.headers.get("host") != self.address:
            raise HTTPException(403, f"this room is at {self.address}, and nowhere else")
        if request.headers.get("origin") not in (None, f"http://{self.address}"):
            raise HTTPException(403, "this room hears no other page than its own")
        word = request.scope["path"].removeprefix("/").partition("/")[0]
        is_right = hmac.compare_digest(word.encode(errors="replace"), self.records.info.word.encode())
        tries = self.wrong[address_of(request)]
        is_guesser = len(tries) == WRONG and tries[0] > time.monotonic() - FOR
        if is_guesser and not (is_right and self.was_here(request)):
            raise HTTPException(429, "too many wrong words: this room hears you again in a minute")
        if not is_right:
            raise self.wrong_word(request, "that is not the join word of this room")

    def wrong_word(self, request: Request, told: str) -> HTTPException:
        """Count it: who guesses is locked out for a while."""
        self.wrong[address_of(request)].append(time.monotonic())
        return HTTPException(403, told)

    def was_here(self, request: Request) -> bool:
        """True for a pair or a page that was let in before, and the leader: a guesser may sit beside them."""
        is_pair = id_of(request.headers.get("pair", "")) in self.records.names()
        return is_pair or request.query_params.get("era") == self.records.era or self.is_lead(request)

    def is_lead(self, request: Request) -> bool:
        """True if the request has the leader's key."""
        return hmac.compare_digest(request.headers.get("lead", "").encode(), self.records.info.lead.encode())

    async def page(self, _request: Request) -> Response:
        """The page of the room."""
        return Response(page(self.records.info.word, self.address, self.entrance), 200, HEADERS, HTML)

    async def lights(self, request: Request) -> Response:
        """Record what a pair sends; a request without lights asks what is known."""
        record = self.take(decode(await body_of(request), Delivery, "what you send"), request)
        last = record.lights[-1] if record.lights else None
        clock, now = self.records.info.clock, time.time()
        seen = view(clock, now, change_of(clock, record.lights, now))
        place = (last.history, last.number) if last else ("", 0)
        return in_json(Answer(*place, record.pair.name, now, seen))

    def take(self, delivery: Delivery, request: Request) -> Record:
        """Record what a pair sends, unless too many have come from its address.

        Raises Refused, EnvironmentProblem.
        """
        id, came = delivery.pair.id, self.came_from[address_of(request)]
        is_new = not self.records.names().get(id)
        if is_new and len(came | {id}) > PAIRS_OF_ADDRESS:
            raise Refused(f"{PAIRS_OF_ADDRESS} pairs have joined from your address: this room takes no more")
        record = self.records.hear(delivery)
        came |= {id} if is_new else set()
        return record

    async def state(self, request: Request) -> Response:
        """What is new for a page: who is there, and the lights behind those that it has.

        A long answer ends early, at a cursor from which the page asks again.
        """
        seen = decode(request.query_params, PageQuery, "what you ask")
        records, info, now = self.records, self.records.info, time.time()
        new, cursor = defaultdict(list), seen.after if seen.era in ("", records.era) else 0
        found = records.lights_after(cursor, AT_ONCE)
        for place, id, report in found:
            new[id].append(light_json(report))
            cursor = place
        ago = info.clock.since_rotation(now)
        may_wait = info.clock.plan.at_green and ago is not None and ago <= GRACE
        pairs = [*records.select(last=NEWEST if may_wait else 0)]
        waits = {one.pair.name: change_of(info.clock, one.lights, now)["wait"] for one in pairs}
        told = {
            "era": records.era,
            "cursor": cursor,
            "more": len(found) == AT_ONCE,
            "now": now,
            "notes": [line for line in (*info.faults, *self.notes.values(), records.fault) if line],
            "waits": {name: seconds for name, seconds in waits.items() if seconds},
            "pairs": [
                asdict(one.pair)
                | {"left": one.left, "here": one.pair.id in records.here, "lights": new[one.pair.id]}
                for one in pairs
            ],
            "clock": view(info.clock, now),
            "address": self.address,
        }
        return in_json(told | {name: getattr(info, name) for name in ("word", "locked", "message")})

    async def diff(self, request: Request) -> Response:
        """The change from one light of a pair to another, if the pair shares its code."""
        asked = decode(request.query_params, PageQuery, "what you ask")
        record = self.pair_named(asked.pair)
        if not record.pair.shares:
            raise HTTPException(403, f"{record.pair.name} does not share its code")
        return in_json({"files": changes(record.lights, asked.first, asked.last)})

    def pair_named(self, name: str) -> Record:
        """The record of the pair with this name; raises HTTPException."""
        if record := self.records.find(name=name):
            return record
        raise HTTPException(404, "there is no such pair")

    async def lead(self, request: Request) -> Response:
        """Do what the leader wants, and say what the clock is then."""
        if not self.is_lead(request):
            raise HTTPException(403, "only the leader of the session may do that")
        told = decode(await body_of(request), LeadCommand, "what you send")
        info, now = self.records.info, time.time()
        match told.do:
            case "lock" | "unlock":
                info = replace(info, locked=told.do == "lock")
            case "tell":
                info = replace(info, message=told.message)
            case "remove":
                self.records.rename(self.pair_named(told.pair).pair.id, None)
            case "rename":
                self.records.rename(self.pair_named(told.pair).pair.id, told.name)
            case "set":
                info = replace(info, clock=info.clock.set(told.plan, now))
            case turn:
                clock = info.clock
                turns = {"start": clock.start, "stop": clock.stop, "next": clock.skip, "extend": clock.extend}
                info = replace(info, clock=turns[turn](now))
        if info != self.records.info:
            self.records.save(info)
        return in_json({"clock": view(info.clock, now)})


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def refuse(_request: Request, fault: Exception) -> Response:
    """The status and the line of a request that fails."""
    if not isinstance(fault, HTTPException):
        return in_json({"error": str(fault)}, getattr(fault, "status", 500))
    is_ours = fault.detail != HTTPStatus(fault.status_code).phrase
    return in_json({"error": fault.detail if is_ours else "this room has no such thing"}, fault.status_code)


async def body_of(request: Request) -> bytes:
    """What was sent, which the server reads as far as it was promised; raises HTTPException."""
    if int(request.headers.get("content-length", MOST + 1)) > MOST:
        raise HTTPException(413, f"more than {MOST:,} bytes at once: send it in parts")
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise HTTPException(400, f"what is sent here is {JSON}")
    return await request.body()


def in_json(value: object, status: int = 200) -> Response:
    """An answer of JSON."""
    return Response(msgspec.json.encode(value), status, HEADERS, JSON)


@lru_cache(50_000)
def light_json(report: str) -> Raw:
    """A light that was kept, as the page knows it."""
    light = read_light(report)
    told = {name: value for name, value in asdict(light).items() if name not in NOT_SENT}
    return Raw(msgspec.json.encode({**told, "judged": light.judged}))


@cache
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
