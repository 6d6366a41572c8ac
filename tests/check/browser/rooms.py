"""A room that says what a test has planted: the page of a room, and behind it no network at all."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from dojo.room.app import page

WORD, HOST = "plum-fox", "192.168.1.20:8765"
NOW = 1_790_000_000
PLAN = {"round": 20, "rotate": 4, "rest": 5, "names": ["Ada", "Bea"], "at_green": False, "by_itself": False}


class Planted:
    """A room in memory: what it says is set by a test, what it is told is kept."""

    address = f"http://{HOST}/{WORD}/"

    def __init__(self) -> None:
        self.cursor = 0
        self.clear()

    def clear(self) -> None:
        """Take all pairs, notes and the clock out of it."""
        self.pairs: dict[str, dict[str, Any]] = {}
        self.news: dict[str, tuple[int, int]] = {}
        self.clock: dict[str, Any] | None = None
        self.notes: list[str] = []
        self.waits: dict[str, float] = {}
        self.message = ""
        self.refusal = 0
        self.locked = False
        self.entrance = self.kata = ""
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.asked: list[str] = []
        self.files: list[dict[str, Any]] = []

    def put(self, name: str, lights: list[dict[str, Any]], **more: Any) -> None:
        """A pair, with its lights; those that it has already are not said again."""
        self.cursor += 1
        known = len(self.pairs[name]["lights"]) if name in self.pairs else 0
        told = {"id": name, "name": name, "kata": "fizz", "shares": False, "left": False, **more}
        self.pairs[name] = {**told, "lights": lights}
        self.news[name] = (self.cursor, known)

    def state(self, after: int) -> dict[str, Any]:
        """What has changed since the page asked last."""
        pairs = []
        for name, pair in self.pairs.items():
            cursor, known = self.news[name]
            begin = known if cursor > after else len(pair["lights"])
            pairs.append({**pair, "lights": pair["lights"][begin if after else 0 :]})
        told = {"cursor": self.cursor, "now": NOW, "pairs": pairs, "waits": self.waits, "notes": self.notes}
        told |= {"clock": self.clock, "message": self.message, "word": WORD, "address": HOST}
        return told | {"more": False, "locked": self.locked}

    def answer(self, route: Any) -> None:
        """Answer a request of the page."""
        url = urlsplit(route.request.url)
        what = url.path.removeprefix(f"/{WORD}/")
        if what == "":
            route.fulfill(
                content_type="text/html; charset=utf-8", body=page(WORD, HOST, self.entrance, self.kata)
            )
        elif self.refusal:
            route.fulfill(status=self.refusal, body="nothing")
        elif what == "lead":
            key = route.request.headers.get("lead", "")
            self.told.append((key, route.request.post_data_json))
            refused = {"error": "only the facilitator sets the clock"}
            told = (200, {"clock": self.clock}) if key == "key" else (403, refused)
            route.fulfill(status=told[0], json=told[1])
        elif what == "diff":
            self.asked.append(url.query)
            route.fulfill(json={"files": self.files})
        else:
            route.fulfill(json=self.state(int(parse_qs(url.query)["after"][0])))


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
    return {**phase, **seats, "change": {"due": False, "wait": 0}, "plan": PLAN, **more}
