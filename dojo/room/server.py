"""The room on the network: who may read and write what, and the answers. Nothing that arrives is ever run."""

import hmac
import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any
from urllib.parse import parse_qs

from dojo.protocol.fields import Refused, checked, one_of, shortened
from dojo.protocol.record import of_version, pair_of, proof_of, value_of
from dojo.protocol.report import report_of
from dojo.room.book import Book, NameTaken
from dojo.room.changes import changes
from dojo.room.clock import Clock, change_of, plan_of, view
from dojo.room.rows import Rows

MOST = 1024**2
"""Bytes of a request: who has more to say says it in parts."""
AT_ONCE = 1000
"""Lights in a request."""
WRONG, FOR = 20, 60
"""Whoever says so many wrong words in so many seconds is not heard for as long."""
JSON, HTML = "application/json", "text/html; charset=utf-8"
HEADERS = [
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
]
STATUS = {
    200: "200 OK",
    303: "303 See Other",
    400: "400 Bad Request",
    403: "403 Forbidden",
    404: "404 Not Found",
    405: "405 Method Not Allowed",
    409: "409 Conflict",
    413: "413 Content Too Large",
    429: "429 Too Many Requests",
    500: "500 Internal Server Error",
}
Environ = dict[str, Any]
Start = Callable[[str, list[tuple[str, str]]], object]


class NotSo(Exception):
    """A request that gets no answer but a status and a line."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status = status


@dataclass
class Room:
    """What a room is, while it is served."""

    word: str
    lead: str
    """The key of whoever leads the session: it starts and stops the clock."""
    address: str
    book: Book
    rows: Rows
    clock: Clock = field(default_factory=Clock)
    page: str = ""
    save: Callable[[Clock], None] = lambda _clock: None
    """Keeps the clock on the disk."""
    lock: RLock = field(default_factory=RLock)
    wrong: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    """When somebody said a wrong word, by the address that it came from."""

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        """A WSGI application."""
        try:
            status, kind, body = 200, *self.answer(environ)
        except NotSo as fault:
            status, kind, body = fault.status, JSON, in_json({"error": str(fault)})
        except NameTaken as fault:
            status, kind, body = 409, JSON, in_json({"error": str(fault)})
        except Refused as fault:
            status, kind, body = 400, JSON, in_json({"error": str(fault)})
        except OSError as fault:
            status, kind, body = 500, JSON, in_json({"error": f"the room cannot write: {fault.strerror}"})
        start(STATUS[status], [("Content-Type", kind), ("Content-Length", str(len(body))), *HEADERS])
        return [body]

    def answer(self, environ: Environ) -> tuple[str, bytes]:
        """The kind of an answer, and the answer; raises NotSo, Refused, OSError."""
        self.same_host(environ)
        what = self.after_the_word(environ)
        method = environ["REQUEST_METHOD"]
        if what == "" and method == "GET":
            return HTML, self.page.encode()
        asked: dict[tuple[str, str], Callable[[Environ], dict[str, Any]]] = {
            ("GET", "state"): self.state,
            ("GET", "names"): self.names,
            ("GET", "diff"): self.diff,
            ("POST", "lights"): self.lights,
            ("POST", "clock"): self.turn_clock,
        }
        if (method, what) in asked:
            return JSON, in_json(asked[method, what](environ))
        there = what in ("", *(name for _, name in asked))
        raise NotSo(405 if there else 404, "this room has no such thing")

    def same_host(self, environ: Environ) -> None:
        """Raises NotSo for a page of somebody else's, whatever name it has found for this address."""
        if environ.get("HTTP_HOST") != self.address:
            raise NotSo(403, f"this room is at {self.address}, and nowhere else")
        if environ.get("HTTP_ORIGIN", f"http://{self.address}") != f"http://{self.address}":
            raise NotSo(403, "this room hears no other page than its own")

    def after_the_word(self, environ: Environ) -> str:
        """What is asked for behind the join word; raises NotSo without it."""
        who, now = environ.get("REMOTE_ADDR", ""), time.monotonic()
        with self.lock:
            tries = self.wrong[who]
            while tries and tries[0] < now - FOR:
                tries.popleft()
            if len(tries) >= WRONG:
                raise NotSo(429, "too many wrong words: this room hears you again in a minute")
            if not tries:
                del self.wrong[who]
            word, slash, what = environ.get("PATH_INFO", "").removeprefix("/").partition("/")
            if not hmac.compare_digest(word.encode(errors="replace"), self.word.encode()) or not slash:
                self.wrong[who].append(now)
                raise NotSo(403, "that is not the join word of this room")
        return str(what)

    def lights(self, environ: Environ) -> dict[str, Any]:
        """Hear what a pair sends; a request without lights asks what is known."""
        told = value_of(body_of(environ))
        of_version(told.pop("version", None))
        fields = {"pair": of_any, "lights": is_list, "proof": of_any, "left": one_of(True, False)}
        told = checked(told, fields, "what you send")
        pair = pair_of(told["pair"])
        lights = [report_of(one) for one in told["lights"]]
        proof = None if told["proof"] is None else proof_of(told["proof"])
        try:
            record, is_news = self.book.hear(pair, lights, proof, left=told["left"])
        except Refused:
            if known := self.book.records.get(pair.key):
                self.rows.show(pair.key, known)
            raise
        if is_news:
            self.rows.show(pair.key, record)
        last = record.lights[-1] if record.lights else None
        now, clock = time.time(), self.now()
        return {
            "history": last.history if last else "",
            "number": last.number if last else 0,
            "now": now,
            "clock": view(clock, now, change_of(clock, record.lights, now)),
        }

    def names(self, _environ: Environ) -> dict[str, Any]:
        """The names that are taken."""
        return {"names": [record.pair.name for record in self.book.records.values()]}

    def state(self, environ: Environ) -> dict[str, Any]:
        """What is new for a page."""
        asked, clock = query(environ), self.now()
        told = self.rows.state(clock, asked.get("era", ""), whole(asked.get("after", "0")))
        return {**told, "word": self.word, "address": self.address, "clock": view(clock, time.time())}

    def diff(self, environ: Environ) -> dict[str, Any]:
        """The change from one light of a pair to another, if the pair shares its code."""
        asked = query(environ)
        record = self.rows.of(asked.get("pair", ""))
        if record is None:
            raise NotSo(404, "there is no such pair")
        if not record.pair.shares:
            raise NotSo(403, f"{record.pair.name} does not share its code")
        return {"files": changes(record.lights, whole(asked.get("from", "")), whole(asked.get("to", "")))}

    def turn_clock(self, environ: Environ) -> dict[str, Any]:
        """Start or stop the clock, go on to the next phase, or set it: for whoever leads the session."""
        if not hmac.compare_digest(environ.get("HTTP_LEAD", "").encode(), self.lead.encode()):
            raise NotSo(403, "only whoever leads the session turns the clock")
        told = value_of(body_of(environ))
        now = time.time()
        with self.lock:
            clock = self.now()
            match told:
                case {"do": "start"}:
                    clock = clock.start(now)
                case {"do": "stop"}:
                    clock = clock.stop(now)
                case {"do": "next"}:
                    clock = clock.next(now).start(now)
                case {"do": "set", "plan": plan}:
                    clock = clock.set(plan_of(plan), now)
                case _:
                    raise NotSo(400, f"the clock does no {shortened(told.get('do'))}")
            self.save(clock)
            self.clock = clock
        return {"clock": view(clock, now)}

    def now(self) -> Clock:
        """The clock, with what has begun by itself."""
        with self.lock:
            clock = self.clock.at(time.time())
            if clock != self.clock:
                self.save(clock)
                self.clock = clock
            return clock


def of_any(_value: Any) -> bool:
    """It is checked by itself."""
    return True


def is_list(value: Any) -> bool:
    """Is it a list, and not too long?"""
    return isinstance(value, list) and len(value) <= AT_ONCE


def body_of(environ: Environ) -> bytes:
    """What was sent; raises NotSo."""
    if environ.get("CONTENT_TYPE", "").partition(";")[0].strip() != JSON:
        raise NotSo(400, f"what is sent here is {JSON}")
    length = int(environ.get("CONTENT_LENGTH") or 0)
    if length > MOST:
        raise NotSo(413, f"more than {MOST:,} bytes at once: send it in parts")
    content: bytes = environ["wsgi.input"].read(length)
    return content


def query(environ: Environ) -> dict[str, str]:
    """The words behind the question mark, the last one of each name."""
    return {name: values[-1] for name, values in parse_qs(environ.get("QUERY_STRING", "")).items()}


def whole(text: str) -> int:
    """A whole number; raises NotSo."""
    if text.removeprefix("-").isdecimal() and len(text) < 10:
        return int(text)
    raise NotSo(400, f"a number, please, not {shortened(text)}")


def in_json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
