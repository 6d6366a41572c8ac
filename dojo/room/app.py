"""The room's web app: routes, authentication, limits. Nothing that arrives is ever run."""

import asyncio
import hmac
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote

import msgspec
import segno
from markupsafe import Markup
from msgspec import Meta, Raw, Struct, structs
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.changes import changes
from dojo.room.clock import Plan, change_of, view
from dojo.room.guesses import Guesses
from dojo.room.models import (
    Answer,
    Line,
    Name,
    Pair,
    Record,
    Report,
    Travels,
    decode,
    id_of,
    parse_record,
)
from dojo.room.records import NEW_LIGHTS, PAIRS, Records, read_lights
from dojo.room.slow_work import SlowWork
from dojo.screen.palette import COLOURS, NOT_RUN
from dojo.screen.templates import page_frame, template_environment

MAX_REQUEST_BYTES = 1024**2  # a pair with more to send sends it in parts
PAIRS_OF_ADDRESS = 50  # nobody takes all places
LIGHTS_PER_ANSWER = 500  # 100 kB; the page asks again for the rest
BREATH = 0.005  # seconds before each answer to a page, in which lights are taken: these go first
MAX_PLACE = 2**62  # of a light: behind all lights, and SQLite can hold it
NEWEST = 100  # lights of a pair that can tell whether it waits for green
KEY_COOKIE = "pair"
JSON, HTML = "application/json", "text/html; charset=utf-8"
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
PAGES = Path(__file__).parent / "pages"
OWN_ROOM = Markup("; connect-src 'self'; form-action 'none'; base-uri 'none'")  # what the page may ask


class LeadCommand(Travels, frozen=True):
    """What the leader does: to the clock, to a pair, or to all."""

    do: Literal[
        "start", "stop", "next", "extend", "set", "remove", "rename", "names", "lock", "unlock", "tell"
    ]
    plan: Plan = Plan()
    pair: str = ""
    name: Name = "x"
    # of many pairs at once: the new name of each by the one that it has, none if it is to be removed
    names: Annotated[dict[str, Name | None], Meta(max_length=PAIRS)] = msgspec.field(default_factory=dict)
    message: Line = ""


class PageQuery(Struct, rename={"first": "from", "last": "to"}):
    """What a page asks: for the lights after a place, or for what changed between two lights of a pair."""

    after: Annotated[int, Meta(ge=0, le=MAX_PLACE)] = 0
    pair: str = ""
    first: Annotated[int, Meta(ge=-1, le=MAX_PLACE)] = -1
    last: Annotated[int, Meta(ge=-1, le=MAX_PLACE)] = -1


@dataclass
class RoomApp:
    """A room while it is served: an ASGI application."""

    records: Records
    address: str
    guesses: Guesses = field(default_factory=Guesses)
    earlier_pairs: frozenset[str] = (
        frozenset()
    )  # of earlier rooms here: who has the key of one guesses for itself
    came_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # pairs, by address
    notes: dict[str, str] = field(default_factory=dict)  # what the page says of a file or an attempt
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # of the pages, one after the other
    slow_work: SlowWork[bytes] = field(default_factory=SlowWork)
    entrance: str = ""  # where the QR code leads: to the page itself, or to the one of participants
    kata: str = ""  # the name of the kata that it was opened for, if any
    story: str = ""  # the folder of the story of that kata
    address_before: str = ""  # where it was served before, if that was elsewhere

    def __post_init__(self) -> None:
        routes = [
            Route("/{word}/", self.page),
            Route("/{word}/state", self.state),
            Route("/{word}/diff", self.diff),
            Route("/{word}/lights", self.lights, methods=["POST"]),
            Route("/{word}/lead", self.lead, methods=["POST"]),
        ]
        faults: dict[Any, Any] = dict.fromkeys((HTTPException, UsageError, EnvironmentProblem), refuse)
        self.asgi = Starlette(routes=routes, exception_handlers=faults)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, unless it is from another page, or without the join word."""
        answer: Any = self.asgi
        try:
            self.require_this_room(request := Request(scope))
        except HTTPException as fault:
            answer = await refuse(request, fault)
        await answer(scope, receive, send)

    def require_this_room(self, request: Request) -> None:
        """Raise HTTPException for another page, for a wrong word, and for any word of who guesses words."""
        if request.headers.get("host") != self.address:
            raise HTTPException(403, f"this room is at {self.address}, and nowhere else")
        if request.headers.get("origin") not in (None, f"http://{self.address}"):
            raise HTTPException(403, "this room hears no other page than its own")
        word = request.scope["path"].removeprefix("/").partition("/")[0]
        is_right = hmac.compare_digest(word.encode(errors="replace"), self.records.info.word.encode())
        is_known = is_right and (self.is_lead(request) or pair_of(request) in self.records.names())
        if is_known:
            return
        self.require_patience(request)
        if not is_right:
            raise self.wrong_word(request, word, "that is not the join word of this room")

    def require_patience(self, request: Request) -> None:
        """Raise HTTPException for who has guessed so often that no word is looked at now."""
        if self.guesses.has_to_wait(self.guesser_of(request)):
            raise HTTPException(429, "too many wrong words: try again in a few seconds")

    def wrong_word(self, request: Request, word: str, told: str) -> HTTPException:
        """Count it, and return what is said to it."""
        self.guesses.note(self.guesser_of(request), word)
        return HTTPException(403, told)

    def guesser_of(self, request: Request) -> str:
        """Return who says a word: a pair that was in an earlier room here, or else an address."""
        pair = pair_of(request)
        return pair if pair in self.earlier_pairs else address_of(request)

    def is_lead(self, request: Request) -> bool:
        """True if the request has the leader's key."""
        return hmac.compare_digest(request.headers.get("lead", "").encode(), self.records.info.lead.encode())

    async def page(self, _request: Request) -> Response:
        """The page of the room."""
        return Response(
            page(self.records.info.word, self.address, self.entrance, self.kata), 200, HEADERS, HTML
        )

    async def lights(self, request: Request) -> Response:
        """Record what a pair sends; a request without lights asks what is known."""
        sent = parse_record(await body_of(request))
        if sent.pair.id != pair_of(request):
            raise HTTPException(403, "only who has the key of a pair sends its lights")
        pair = self.take(sent, request)
        kept = self.records.find(id=pair.id, last=NEWEST) or sent
        history, number = (kept.lights[-1].history, kept.lights[-1].number) if kept.lights else ("", 0)
        now = time.time()
        answer = Answer(
            history, number, pair.name, now, self.clock_of(kept.lights, now), self.records.info.message
        )
        return in_json(answer)

    def clock_of(self, lights: Sequence[Report], now: float) -> dict[str, Any] | None:
        """Return the clock as a pair with these lights is told it; None while no round is set."""
        clock = self.records.info.clock
        return view(clock, now, change_of(clock, lights, now))

    def take(self, sent: Record, request: Request) -> Pair:
        """Record what a pair sends; returns the pair as it is here. Raises UsageError, EnvironmentProblem."""
        came = self.came_from[address_of(request)]
        if sent.pair.id not in came and len(came) >= PAIRS_OF_ADDRESS:
            who = f"{len(came)} pairs are here from {address_of(request)}"
            self.notes["places"] = f"{who}, and it asks for more places: one address gets no more."
            raise UsageError(f"{PAIRS_OF_ADDRESS} pairs are here from your address: the room takes no more")
        pair = self.records.keep(sent)
        came.add(pair.id)
        return pair

    async def state(self, request: Request) -> Response:
        """What a page does not have; a long answer ends early, at a cursor from which the page asks again."""
        seen = decode(request.query_params, PageQuery, "what you ask")
        async with self.turn:
            if await request.is_disconnected():
                return Response()
            await asyncio.sleep(BREATH)
        records, info, now = self.records, self.records.info, time.time()
        new, cursor = defaultdict(list), seen.after
        found = records.database.execute(NEW_LIGHTS, [cursor, LIGHTS_PER_ANSWER]).fetchall()
        for place, id, light in found:
            new[id].append(Raw(light))
            cursor = place
        pairs = [*records.select(last=NEWEST if info.clock.plan.at_green else 0)]
        return in_json(
            {
                "cursor": cursor,
                "more": len(found) == LIGHTS_PER_ANSWER,
                "now": now,
                "notes": [line for line in (records.fault, *records.notes, *self.notes.values()) if line],
                "waits": {one.pair.name: change_of(info.clock, one.lights, now)["wait"] for one in pairs},
                "pairs": [
                    structs.asdict(one.pair) | {"left": one.left, "lights": new[one.pair.id]} for one in pairs
                ],
                "clock": view(info.clock, now),
                "address": self.address,
                "word": info.word,
                "locked": info.locked,
                "message": info.message,
            }
        )

    async def diff(self, request: Request) -> Response:
        """The change from one light of a pair to another, if the pair shares its code."""
        asked = decode(request.query_params, PageQuery, "what you ask")
        pair = self.pair_named(asked.pair).pair
        if not pair.shares:
            raise HTTPException(403, f"{pair.name} does not share its code")

        def compare() -> bytes:
            lights = read_lights(self.records.reader_address, pair.id)
            return msgspec.json.encode({"files": changes(lights, asked.first, asked.last)})

        question = (pair.id, asked.first, asked.last)
        content = await self.slow_work.answer(question, compare, request.is_disconnected)
        return Response(content, 200, HEADERS, JSON)

    def pair_named(self, name: str) -> Record:
        """The record of the pair with this name, without its lights; raises HTTPException."""
        if record := self.records.find(name=name, last=0):
            return record
        raise HTTPException(404, "there is no such pair")

    async def lead(self, request: Request) -> Response:
        """Do what the leader wants, and say what the clock is then."""
        if not self.is_lead(request):
            raise HTTPException(403, "only the leader of the session may do that")
        told = decode(await body_of(request), LeadCommand, "what you send")
        info, now = self.records.info, time.time()
        match told.do:
            case "remove" | "rename":
                name = told.name if told.do == "rename" else None
                self.records.rename({self.pair_named(told.pair).pair.id: name})
            case "names":
                ids = {before: self.pair_named(before).pair.id for before in told.names}
                self.records.rename({ids[before]: name for before, name in told.names.items()})
            case "lock" | "unlock":
                info = structs.replace(info, locked=told.do == "lock")
            case "tell":
                info = structs.replace(info, message=told.message)
            case "set":
                info = structs.replace(info, clock=structs.replace(info.clock.at(now), plan=told.plan))
            case turn:
                info = structs.replace(info, clock=info.clock.turn(turn, now))
        if info != self.records.info:
            self.records.save(info)
        return in_json({"clock": view(info.clock, now)})


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def pair_of(request: Request) -> str:
    """The id of the pair whose key a request has; a browser has it in a cookie."""
    return id_of(request.headers.get("pair") or request.cookies.get(KEY_COOKIE, ""))


async def refuse(_request: Request, fault: Exception) -> Response:
    """The status and the line of a request that fails."""
    if not isinstance(fault, HTTPException):
        return in_json({"error": str(fault)}, 400 if isinstance(fault, UsageError) else 500)
    return in_json({"error": fault.detail}, fault.status_code)


async def body_of(request: Request) -> bytes:
    """What was sent, which the server reads as far as it was promised; raises HTTPException."""
    if int(request.headers.get("content-length", MAX_REQUEST_BYTES + 1)) > MAX_REQUEST_BYTES:
        raise HTTPException(413, f"more than {MAX_REQUEST_BYTES:,} bytes at once: send it in parts")
    return await request.body()


def in_json(value: object, status: int = 200) -> Response:
    """An answer of JSON."""
    return Response(msgspec.json.encode(value), status, HEADERS, JSON)


@cache
def page(word: str, address: str, entrance: str = "", kata: str = "") -> str:
    """The page of the room with this word, as HTML."""
    environment = template_environment(PAGES)
    framed = page_frame(f"The room {word}", PAGES / "room.mjs")
    framed["policy"] = Markup(framed["policy"]) + OWN_ROOM
    made = segno.make_qr(f"http://{address}/{quote(word)}/{entrance}")
    code = made.svg_inline(border=2, scale=1, omitsize=True)
    shapes = {**{colour: look.shape for colour, look in COLOURS.items()}, "kept": NOT_RUN.shape}
    template = environment.get_template("room.html")
    return template.render(**framed, shapes=shapes, qr=Markup(code), entrance=entrance, kata=kata)
