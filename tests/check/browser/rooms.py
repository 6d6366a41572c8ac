"""A room that says what a test has planted: the page of a room, and behind it no room at all."""

import json
import threading
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Any
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from dojo.room.app import page

WORD = "plum-fox"
NOW = 1_790_000_000
PLAN = {"round": 20, "rotate": 4, "rest": 5, "names": ["Ada", "Bea"], "at_green": False, "by_itself": False}


class Planted:
    """A room in memory: what it says is set by a test, what it is told is kept."""

    address = ""

    def __init__(self) -> None:
        self.cursor = 0
        self.clear()

    def clear(self) -> None:
        """An empty room, which begins anew."""
        self.pairs: dict[str, dict[str, Any]] = {}
        self.news: dict[str, tuple[int, int]] = {}
        self.clock: dict[str, Any] | None = None
        self.notes: list[str] = []
        self.waits: dict[str, float] = {}
        self.refusal = ""
        self.locked, self.message = False, ""
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.asked: list[str] = []
        self.files: list[dict[str, Any]] = []

    def put(self, name: str, lights: list[dict[str, Any]], **more: Any) -> None:
        """A pair, with its lights; those that it has already are not said again."""
        self.cursor += 1
        known = len(self.pairs[name]["lights"]) if name in self.pairs else 0
        told = {"kata": "fizz", "shares": False, "left": False, **more}
        self.pairs[name] = {"name": name, **told, "lights": lights}
        self.news[name] = (self.cursor, known)

    def state(self, query: dict[str, list[str]]) -> dict[str, Any]:
        """What has changed since the page asked last."""
        after, pairs = int(query["after"][0]), []
        for name, pair in self.pairs.items():
            cursor, known = self.news[name]
            begin = known if cursor > after else len(pair["lights"])
            pairs.append({**pair, "id": name, "lights": pair["lights"][begin if after else 0 :]})
        told = {"cursor": self.cursor, "now": NOW, "pairs": pairs, "waits": self.waits}
        told |= {"clock": self.clock, "notes": self.notes, "word": WORD, "address": "192.168.1.20:8765"}
        told |= {"more": False, "locked": self.locked, "message": self.message}
        return told

    def answer(self, environ: dict[str, Any]) -> tuple[str, str, str]:
        """The status, the kind and the body of an answer."""
        query = parse_qs(environ["QUERY_STRING"], keep_blank_values=True)
        what = environ["PATH_INFO"].removeprefix(f"/{WORD}/")
        if what == "":
            return "200 OK", "text/html; charset=utf-8", page(WORD, "192.168.1.20:8765")
        if self.refusal:
            return self.refusal, "text/plain", "nothing"
        if what == "lead":
            told = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
            self.told.append((environ.get("HTTP_LEAD", ""), told))
            if environ["HTTP_LEAD"] != "key":
                return "403 Forbidden", "application/json", '{"error": "only the facilitator sets the clock"}'
            return "200 OK", "application/json", json.dumps({"clock": self.clock})
        if what == "diff":
            self.asked.append(environ["QUERY_STRING"])
            return "200 OK", "application/json", json.dumps({"files": self.files})
        return "200 OK", "application/json", json.dumps(self.state(query))

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        """An answer, as WSGI wants it."""
        status, kind, body = self.answer(environ)
        start(status, [("Content-Type", kind), ("Cache-Control", "no-store")])
        return [body.encode()]


def lights(*runs: str, begin: float = 600, every: float = 30, **more: Any) -> list[dict[str, Any]]:
    """Lights that began some seconds ago: `green`, `red`, `amber`, or the verb of a light nobody judged."""
    return [light(number, run, NOW - begin + number * every, **more) for number, run in enumerate(runs)]


def light(place: int, run: str, when: float, **more: Any) -> dict[str, Any]:
    """One light, with three tests, all of them green if it is."""
    judged = run in ("green", "red", "amber")
    told = {"place": place, "number": place + 1, "when": when, "verb": "next" if judged else run}
    told |= {"colour": run if judged else "", "judged": judged, "green": {"green": 3, "red": 2}.get(run, 0)}
    told |= {"tests": 3, "test": "two is said", "known": 3, "of": 10, "expected": "", "held": None}
    return {**told, "code": 2, "test_lines": 1, **more}


def view(**more: Any) -> dict[str, Any]:
    """The clock in its second round, stopped, unless a test says otherwise."""
    phase = {"phase": "round", "number": 2, "left": 734.2, "over": 0.0, "running": False}
    seats = {"rotation": 3, "rotation_left": 110.0, "driver": "Ada", "navigator": "Bea"}
    rounds = [(1, NOW - 1500, NOW - 300), (2, NOW - 60, None)]
    told = [{"number": number, "start": start, "end": end} for number, start, end in rounds]
    return {**phase, **seats, "change": {"due": False, "wait": 0}, "plan": PLAN, "rounds": told, **more}


class Threading(ThreadingMixIn, WSGIServer):
    """A server for a browser that keeps connections open."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """A handler that prints no requests."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def served(room: Planted):
    """The address at which the room answers."""
    server = make_server("127.0.0.1", 0, room, Threading, Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{WORD}/"
    finally:
        server.shutdown()
        server.server_close()
