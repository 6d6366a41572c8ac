"""The room's web app: routes, authentication, limits. Nothing that arrives is ever run."""

import hmac
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import segno
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.errors import EnvironmentProblem
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.room.changes import changes
from dojo.room.clock import Clock, Plan, change_of, view
from dojo.room.models import Answer, Delivery, Line, Name, Record, Refused, decode, require_visible
from dojo.room.records import NameTaken, Records
from dojo.room.rows import Rows
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


class ClockTurn(Struct, forbid_unknown_fields=True):
    """What the leader does to the clock."""

    do: str
    plan: Plan = Plan()


class Leading(Struct, forbid_unknown_fields=True):
    """What the leader does to the pairs: `remove`, `rename`, `lock`, `unlock` or `tell`."""

    do: str
    pair: str = ""
    name: Name = "x"
    message: Line = ""

    def __post_init__(self) -> None:
        require_visible(self.message)


@dataclass
class RoomApp:
    """A room while it is served: an ASGI application."""

    records: Records
    rows: Rows
    address: str
    wrong: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    """When wrong words were said, by the address that they came from."""
    came_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The pairs that have joined since the room was opened, by the address that they came from."""
    pages: dict[str, str] = field(default_factory=dict)
    entrance: str = ""
    """Where the QR code leads: to the page itself, or to the one of participants in a browser."""

    def __post_init__(self) -> None:
        answers: dict[str, tuple[str, Callable[[Request], Awaitable[Response]]]] = {
            "": ("GET", self.page),
            "state": ("GET", self.state),
            "names": ("GET", self.names),
            "diff": ("GET", self.diff),
            "lights": ("POST", self.lights),
            "clock": ("POST", self.turn_clock),
            "lead": ("POST", self.lead),
        }
        routes = [
            Route(f"/{{word}}/{path}", endpoint, methods=[method])
            for path, (method, endpoint) in answers.items()
        ]
        faults: dict[Any, Any] = {
            HTTPException: self.failed,
            NameTaken: self.failed,
            Refused: self.failed,
            EnvironmentProblem: self.failed,
        }
        self.asgi = Starlette(routes=routes, exception_handlers=faults)
        for id, record in self.records.records.items():
            self.rows.show(id, record)
        for fault in self.records.faults:
            self.rows.note(fault, fault)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """An ASGI application."""
        request = Request(scope)
        try:
            self.require_this_room(request)
        except HTTPException as fault:
            answer = await self.failed(request, fault)
            await answer(scope, receive, send)
            return
        await self.asgi(scope, receive, send)

    def require_this_room(self, request: Request) -> None:
        """Raise HTTPException for a request from another page, or without the join word."""
        if request.headers.get("host") != self.address:
            raise HTTPException(403, f"this room is at {self.address}, and nowhere else")
        if request.headers.get("origin", f"http://{self.address}") != f"http://{self.address}":
            raise HTTPException(403, "this room hears no other page than its own")
        who, now = address_of(request), time.monotonic()
        tries = self.wrong[who]
        while tries and tries[0] < now - FOR:
            tries.popleft()
        word = request.scope["path"].removeprefix("/").partition("/")[0]
        right = hmac.compare_digest(word.encode(errors="replace"), self.records.info.word.encode())
        if len(tries) >= WRONG and not (right and self.is_lead(request)):
            raise HTTPException(429, "too many wrong words: this room hears you again in a minute")
        if not right:
            self.count_wrong(request)
            raise HTTPException(403, "that is not the join word of this room")
        if not tries:
            del self.wrong[who]

    def count_wrong(self, request: Request) -> None:
        """Note that a wrong word was said."""
        self.wrong[address_of(request)].append(time.monotonic())

    def is_lead(self, request: Request) -> bool:
        """True if the request has the leader's key."""
        return hmac.compare_digest(request.headers.get("lead", "").encode(), self.records.info.lead.encode())

    async def failed(self, _request: Request, fault: Exception) -> Response:
        """The status and the line of a request that fails."""
        if isinstance(fault, HTTPException):
            is_ours = fault.detail != HTTPStatus(fault.status_code).phrase
            told = fault.detail if is_ours else "this room has no such thing"
            return in_json({"error": told}, fault.status_code)
        if isinstance(fault, EnvironmentProblem):
            self.rows.note("disk", f"{str(fault).capitalize()}. The room goes on showing.")
            return in_json({"error": str(fault)}, 500)
        return in_json({"error": str(fault)}, 409 if isinstance(fault, NameTaken) else 400)

    async def page(self, _request: Request) -> Response:
        """The page of the room."""
        word = self.records.info.word
        if word not in self.pages:
            self.pages[word] = page(word, self.address, self.entrance)
        return Response(self.pages[word], media_type=HTML, headers=HEADERS)

    async def lights(self, request: Request) -> Response:
        """Record what a pair sends; a request without lights asks what is known."""
        record = self.take(decode(await body_of(request), Delivery, "what you send"), request)
        last = record.lights[-1] if record.lights else None
        now, clock = time.time(), self.clock()
        seen = view(clock, now, change_of(clock, record.lights, now))
        return in_json(
            Answer(last.history if last else "", last.number if last else 0, record.pair.name, now, seen)
        )

    def take(self, delivery: Delivery, request: Request) -> Record:
        """Record what a pair sends and show it, unless too many pairs have come from its address.

        Raises Refused, and EnvironmentProblem if nothing can be written.
        """
        here, is_new = self.came_from[address_of(request)], delivery.pair.id not in self.records.records
        if is_new and len(here | {delivery.pair.id}) > PAIRS_OF_ADDRESS:
            raise Refused(f"{PAIRS_OF_ADDRESS} pairs have joined from your address: this room takes no more")
        record, is_news = self.records.hear(delivery)
        if is_new:
            here.add(delivery.pair.id)
        if is_news:
            self.rows.note("disk", "")
            self.rows.show(record.pair.id, record)
        return record

    async def names(self, _request: Request) -> Response:
        """The names that are taken."""
        return in_json({"names": [record.pair.name for record in self.records.records.values()]})

    async def state(self, request: Request) -> Response:
        """What is new for a page."""
        clock, asked, now = self.clock(), request.query_params, time.time()
        told = self.rows.state(clock, asked.get("era", ""), int_param(request, "after", "0"), now)
        info = self.records.info
        rest = {"word": info.word, "address": self.address, "locked": info.locked, "message": info.message}
        return in_json({**told, **rest, "clock": view(clock, now)})

    async def diff(self, request: Request) -> Response:
        """The change from one light of a pair to another, if the pair shares its code."""
        found = self.rows.find(request.query_params.get("pair", ""))
        if found is None:
            raise HTTPException(404, "there is no such pair")
        record = found[1]
        if not record.pair.shares:
            raise HTTPException(403, f"{record.pair.name} does not share its code")
        first, last = int_param(request, "from"), int_param(request, "to")
        return in_json({"files": changes(record.lights, first, last)})

    async def turn_clock(self, request: Request) -> Response:
        """Start or stop the clock, go on to the next phase, give it five minutes, or set it."""
        self.require_lead(request, "only the leader of the session turns the clock")
        told = decode(await body_of(request), ClockTurn, "what you send")
        clock, now = self.clock(), time.time()
        match told.do:
            case "start":
                clock = clock.start(now)
            case "stop":
                clock = clock.stop(now)
            case "next":
                clock = clock.next(now).start(now)
            case "extend":
                clock = clock.extend(FIVE_MINUTES, now)
            case "set":
                clock = clock.set(told.plan, now)
            case _:
                raise HTTPException(400, f"the clock does no {ascii(told.do)[:30]}")
        self.records.save(replace(self.records.info, clock=clock))
        return in_json({"clock": view(clock, now)})

    async def lead(self, request: Request) -> Response:
        """Remove or rename a pair, lock the room, or tell all pairs something."""
        self.require_lead(request, "only the leader of the session may do that")
        told = decode(await body_of(request), Leading, "what you send")
        if told.do in ("lock", "unlock"):
            self.records.save(replace(self.records.info, locked=told.do == "lock"))
        elif told.do == "tell":
            self.records.save(replace(self.records.info, message=told.message))
        elif told.do in ("remove", "rename"):
            id, record = self.rows.find(told.pair) or ("", None)
            if record is None or id not in self.records.records:
                raise HTTPException(404, "no pair of this name has joined")
            if told.do == "remove":
                self.records.remove(id)
                self.rows.drop(id)
            else:
                self.records.rename(id, told.name)
                self.rows.show(id, record)
        else:
            raise HTTPException(400, f"the room does no {ascii(told.do)[:30]}")
        return in_json({})

    def require_lead(self, request: Request, refusal: str) -> None:
        """Raise HTTPException without the leader's key."""
        if not self.is_lead(request):
            raise HTTPException(403, refusal)

    def clock(self) -> Clock:
        """The clock, with the phases that have begun by themselves."""
        return self.records.info.clock.at(time.time())


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


def int_param(request: Request, name: str, default: str = "") -> int:
    """The number that a query parameter has; raises HTTPException."""
    text = request.query_params.get(name, default)
    if text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10:
        return int(text)
    raise HTTPException(400, f"{name} is a number, not {ascii(text)[:30]}")


def in_json(value: object, status: int = 200) -> Response:
    """An answer of JSON."""
    return Response(msgspec.json.encode(value), status, HEADERS, JSON)


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
