"""The room's web app: routes, authentication, limits. Nothing that arrives is ever run."""

import asyncio
import hmac
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
import segno
from markupsafe import Markup
from msgspec import Meta, Raw, Struct, structs, to_builtins
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.errors import EnvironmentProblem, UsageError
from dojo.room.changes import changes
from dojo.room.clock import ClockView, change_of, view
from dojo.room.guesses import Guesses
from dojo.room.leading import LeadCommand, obey
from dojo.room.models import Answer, Pair, Record, Report, decode, id_of, parse_record
from dojo.room.slow_work import SlowWork
from dojo.room.storage.records import NEW_LIGHTS, Records, UnknownPairError, read_lights
from dojo.screen.palette import COLOURS, NOT_RUN
from dojo.screen.templates import page_frame, template_environment

# a pair with more to send sends it in parts
MAX_REQUEST_BYTES = 1024**2
# so that one address can't take all places
PAIRS_OF_ADDRESS = 50
# 100 kB; the page asks again for the rest
LIGHTS_PER_ANSWER = 500
# before each answer to a page: lights that come in meanwhile go first
BREATH_S = 0.005
# of a light: behind all lights, and SQLite can hold it
MAX_PLACE = 2**62
# so many lights of a pair can tell whether it waits for green
NEWEST = 100
KEY_COOKIE = "pair"
JSON, HTML = "application/json", "text/html; charset=utf-8"
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
PAGES = Path(__file__).parent / "pages"
# what the page may ask
OWN_ROOM = Markup("; connect-src 'self'; form-action 'none'; base-uri 'none'")


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
    # of earlier rooms here: who has the key of one guesses for itself
    earlier_pairs: frozenset[str] = frozenset()
    # the ids of pairs, by address
    came_from: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    # what the page says of a file or an attempt
    notes: dict[str, str] = field(default_factory=dict)
    # of the pages, one after the other
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    slow_work: SlowWork[bytes] = field(default_factory=SlowWork)
    # where the QR code leads: to the page itself, or to the one of participants
    entrance: str = ""
    # the kata that it was opened for, if any, and the folder of its story
    kata: str = ""
    story: str = ""
    # where it was served before, if that was elsewhere
    address_before: str = ""

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
        request = Request(scope)
        answer: Any = self.asgi
        try:
            self.require_this_room(request)
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

    def wrong_word(self, request: Request, word: str, line: str) -> HTTPException:
        """Count a wrong word, and return the refusal with a line that says so."""
        self.guesses.note(self.guesser_of(request), word)
        return HTTPException(403, line)

    def guesser_of(self, request: Request) -> str:
        """Return who says a word: a pair that was in an earlier room here, or else an address."""
        pair = pair_of(request)
        return pair if pair in self.earlier_pairs else address_of(request)

    def is_lead(self, request: Request) -> bool:
        """True if the request has the leader's key."""
        return hmac.compare_digest(request.headers.get("lead", "").encode(), self.records.info.lead.encode())

    async def page(self, _request: Request) -> Response:
        """The page of the room."""
        html = page(self.records.info.word, self.address, self.entrance, self.kata)
        return Response(html, 200, HEADERS, HTML)

    async def lights(self, request: Request) -> Response:
        """Record what a pair sends; a request without lights asks what is known."""
        sent = parse_record(await body_of(request))
        if sent.pair.id != pair_of(request):
            raise HTTPException(403, "only who has the key of a pair sends its lights")
        pair = self.take(sent, request)
        record = self.records.find(id=pair.id, last=NEWEST) or sent
        history, number = "", 0
        if record.lights:
            history, number = record.lights[-1].history, record.lights[-1].number
        now = time.time()
        clock = to_builtins(self.clock_of(record.lights, now))
        return in_json(Answer(history, number, pair.name, now, clock, self.records.info.message))

    def clock_of(self, lights: Sequence[Report], now: float) -> ClockView | None:
        """Return the clock for a pair with these lights; None while no round is set."""
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
            await asyncio.sleep(BREATH_S)
        info, now = self.records.info, time.time()
        rows = self.records.database.execute(NEW_LIGHTS, [seen.after, LIGHTS_PER_ANSWER]).fetchall()
        cursor = seen.after
        new_lights: dict[str, list[Raw]] = defaultdict(list)
        for place, id, light in rows:
            new_lights[id].append(Raw(light))
            cursor = place
        pairs, waits = [], {}
        # only where seats change at green, the lights of a pair say whether it may go on
        last = NEWEST if info.clock.plan.at_green else 0
        for record in self.records.select(last=last):
            pair = record.pair
            pairs.append({**structs.asdict(pair), "left": record.left, "lights": new_lights[pair.id]})
            waits[pair.name] = change_of(info.clock, record.lights, now).wait
        notes = [self.records.fault, *self.records.notes, *self.notes.values()]
        return in_json(
            {
                "cursor": cursor,
                "more": len(rows) == LIGHTS_PER_ANSWER,
                "now": now,
                "notes": [note for note in notes if note],
                "waits": waits,
                "pairs": pairs,
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
        pair = self.records.require(asked.pair).pair
        if not pair.shares:
            raise HTTPException(403, f"{pair.name} does not share its code")

        def compare() -> bytes:
            lights = read_lights(self.records.reader_address, pair.id)
            return msgspec.json.encode({"files": changes(lights, asked.first, asked.last)})

        question = (pair.id, asked.first, asked.last)
        content = await self.slow_work.answer(question, compare, request.is_disconnected)
        return Response(content, 200, HEADERS, JSON)

    async def lead(self, request: Request) -> Response:
        """Do what the leader wants, and say what the clock is then."""
        if not self.is_lead(request):
            raise HTTPException(403, "only the leader of the session may do that")
        command = decode(await body_of(request), LeadCommand, "what you send")
        now = time.time()
        obey(command, self.records, now)
        return in_json({"clock": view(self.records.info.clock, now)})


def address_of(request: Request) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client else ""


def pair_of(request: Request) -> str:
    """Return the id of the pair whose key a request has; a browser has it in a cookie."""
    return id_of(request.headers.get("pair") or request.cookies.get(KEY_COOKIE, ""))


async def refuse(_request: Request, fault: Exception) -> Response:
    """Return the status and the line of a request that fails."""
    if isinstance(fault, HTTPException):
        return in_json({"error": fault.detail}, fault.status_code)
    status = 500
    if isinstance(fault, UnknownPairError):
        status = 404
    elif isinstance(fault, UsageError):
        status = 400
    return in_json({"error": str(fault)}, status)


async def body_of(request: Request) -> bytes:
    """Return what was sent, which the server reads as far as it was promised; raises HTTPException."""
    if int(request.headers.get("content-length", MAX_REQUEST_BYTES + 1)) > MAX_REQUEST_BYTES:
        raise HTTPException(413, f"more than {MAX_REQUEST_BYTES:,} bytes at once: send it in parts")
    return await request.body()


def in_json(value: object, status: int = 200) -> Response:
    """Return an answer of JSON."""
    return Response(msgspec.json.encode(value), status, HEADERS, JSON)


@cache
def page(word: str, address: str, entrance: str = "", kata: str = "") -> str:
    """Return the page of the room with this word, as HTML."""
    environment = template_environment(PAGES)
    framed = page_frame(f"The room {word}", PAGES / "room.mjs")
    framed["policy"] = Markup(framed["policy"]) + OWN_ROOM
    made = segno.make_qr(f"http://{address}/{quote(word)}/{entrance}")
    code = made.svg_inline(border=2, scale=1, omitsize=True)
    shapes = {colour: look.shape for colour, look in COLOURS.items()}
    shapes["kept"] = NOT_RUN.shape
    template = environment.get_template("room.html")
    return template.render(**framed, shapes=shapes, qr=Markup(code), entrance=entrance, kata=kata)
