"""What the room serves to participants in a browser: the page, its files, and where their lights go."""

import hmac
import time
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.attempt.storage.fields import InvalidLightError
from dojo.browser.assets import Assets
from dojo.browser.kata_page import kata_page
from dojo.browser.memory import MemoryStore, texts_of
from dojo.errors import UsageError
from dojo.room.app import HEADERS, HTML, KEY_COOKIE, NEWEST, OWN_ROOM, RoomApp, body_of, in_json, pair_of
from dojo.room.models import Name, Pair, Record, Report, decode, id_of
from dojo.room.reports import reports
from dojo.room.slow_work import SlowWork
from dojo.room.storage.database import open_to_read
from dojo.room.storage.records import PAIR_BYTES, PAIRS
from dojo.room.storage.rooms import join_word
from dojo.story.katas import Kata
from dojo.story.story import Story
from dojo.wording import one_line

ENTRANCE = "kata/"
SCRIPT = "text/javascript"
TYPES = {".mjs": SCRIPT, ".wasm": "application/wasm", ".txt": "text/plain"}
"""The Content-Type of those files that a browser takes only with the right one."""
FOR_EVER = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Encoding": "gzip",
    "X-Content-Type-Options": "nosniff",
}
SCHEMA = """
CREATE TABLE IF NOT EXISTS browser (
    pair TEXT NOT NULL, number INTEGER NOT NULL, light TEXT NOT NULL, PRIMARY KEY (pair, number)
);
"""
LIGHTS_AFTER = "SELECT light FROM browser WHERE pair = ? AND number > ? ORDER BY number LIMIT ?"
# in an answer: the page asks for the rest
MAX_LIGHTS_SENT = 500
MAX_CHARACTERS_SENT = 500_000


class Visit(Struct, forbid_unknown_fields=True):
    """What a page sends: the name of a new pair or the words of a known one, and its new lights."""

    name: Name | None = None
    word: str = ""
    shares: bool | None = None
    after: int = 0
    # as texts; a page that was loaded from an earlier edition has objects
    lights: list[str | dict[str, Any]] = []


@dataclass
class Katas:
    """The kata of a room, for those who have nothing but a browser."""

    app: RoomApp
    story: Story
    kata: Kata
    assets: Assets
    # each pair may wait for one answer to its lights
    slow_work: SlowWork[list[Report]] = field(default_factory=lambda: SlowWork(PAIRS))
    questions: dict[str, tuple[str | int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.app.records.database.executescript(SCHEMA)
        self.app.entrance = ENTRANCE
        self.app.kata = self.kata.name
        self.app.story = str(self.story.file.parent)
        top = f"/{{word}}/{ENTRANCE}"
        self.app.asgi.router.routes += [
            Route(top, self.page),
            Route(f"{top}{self.assets.version}/{{file}}", self.file),
            Route(f"{top}visit", self.visit, methods=["POST"]),
        ]

    @property
    def base(self) -> str:
        """The address of the files, which is all that a participant's code can reach."""
        return f"http://{self.app.address}/{self.app.records.info.word}/{ENTRANCE}{self.assets.version}/"

    async def page(self, _request: Request) -> Response:
        """The page of a participant."""
        python = {"base": self.base, "version": self.assets.version, "bytes": self.assets.size}
        sources = f"{self.base}; worker-src {self.base}{OWN_ROOM}"
        html = kata_page(self.story, self.kata, python, sources)
        return Response(html, media_type=HTML, headers=HEADERS)

    async def file(self, request: Request) -> Response:
        """A file that never changes; as a worker it may load these files and nothing else."""
        name = request.path_params["file"]
        if name not in self.assets.files:
            raise HTTPException(404)
        policy = f"default-src 'none'; script-src {self.base} 'wasm-unsafe-eval'; connect-src {self.base}"
        headers = FOR_EVER | {"Content-Security-Policy": policy}
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        return Response(self.assets.files[name], headers=headers, media_type=kind)

    async def visit(self, request: Request) -> Response:
        """Let a pair in, record the lights that it brings, and answer with those that it does not have.

        Of many lights the answer has the first ones, and how many there are. Raises UsageError, HTTPException
        and EnvironmentProblem.
        """
        sent = decode(await body_of(request), Visit, "what you send")
        word = sent.word or self.new_words()
        key = self.key(word)
        id = id_of(key)
        name, shares = self.let_in(sent, id, request)
        known = self.count(id)
        after = min(sent.after, known)
        # otherwise this room lacks some that come before them
        lights = texts_of(sent.lights) if after == sent.after else []
        both = min(len(lights), known - after)
        if lights[:both] != self.lights(id, after, both):
            raise HTTPException(409, "this pair has gone on in another browser: reload the page to see it")
        new = lights[known - after :]
        news = await self.read_news(id, known, new, request) if new else []
        if self.count(id) != known:
            # the same page has asked again meanwhile, and that was taken
            return await self.visit(request)
        pair = self.app.take(Record(Pair(id, name, self.kata.name, shares), news), request)
        rows = [(id, number, light) for number, light in enumerate(new, known + 1)]
        with self.app.records.writing():
            self.app.records.database.executemany("INSERT INTO browser VALUES (?, ?, ?)", rows)
        told = {"name": pair.name, "word": word, "shares": pair.shares, "number": known + len(new)}
        kept = self.app.records.find(id=id, last=NEWEST)
        clock = self.app.clock_of(kept.lights if kept else [], time.time())
        told |= {"message": self.app.records.info.message, "clock": clock}
        answer = in_json({**told, "lights": self.lights(id, after + len(lights))})
        # a browser that has been here is let in, even while others at its address guess words
        path = f"/{self.app.records.info.word}/"
        answer.set_cookie(KEY_COOKIE, key, path=path, httponly=True, samesite="strict")
        return answer

    def let_in(self, sent: Visit, id: str, request: Request) -> tuple[str, bool]:
        """Return the name of a pair, and whether it shows its code: of a known one, or of a new one.

        Raises UsageError and HTTPException.
        """
        if sent.word and id != pair_of(request):
            self.app.require_patience(request)
        before = self.app.records.find(id=id, last=0)
        if sent.word and not before:
            # a guess counts as a wrong word
            rule = "no pair has these words: they are three hyphens between four words"
            raise self.app.wrong_word(request, sent.word, rule)
        name = before.asked if before else sent.name
        if name is None:
            raise UsageError("a name, please")
        if sent.shares is not None:
            return name, sent.shares
        return name, bool(before and before.pair.shares)

    def count(self, id: str) -> int:
        """Return how many lights of a pair are here."""
        command = "SELECT coalesce(max(number), 0) FROM browser WHERE pair = ?"
        (number,) = self.app.records.database.execute(command, [id]).fetchone()
        return int(number)

    def lights(self, id: str, after: int, most: int = MAX_LIGHTS_SENT) -> list[str]:
        """Return lights of a pair after a number, as they travel; of many the first ones, one at least."""
        found: list[str] = []
        characters = 0
        for (light,) in self.app.records.database.execute(LIGHTS_AFTER, [id, after, most]):
            characters += len(light)
            if found and characters > MAX_CHARACTERS_SENT:
                break
            found.append(light)
        return found

    async def read_news(self, id: str, known: int, new: list[str], request: Request) -> list[Report]:
        """Return what the room is to know of the new lights of a pair, worked out beside the loop.

        Raises UsageError, and HTTPException where too many wait for such an answer.
        """
        address = self.app.records.reader_address
        question: tuple[str | int, ...] = (id, known, *new)
        if self.questions.get(id, question) != question:
            raise HTTPException(503, "the room still reads your last lights: send these again in a moment")
        self.questions[id] = question

        def read() -> list[Report]:
            with closing(open_to_read(address)) as database:
                before = [light for (light,) in database.execute(LIGHTS_AFTER, [id, 0, known])]
            return reports_of(before, new)

        try:
            return await self.slow_work.answer(question, read, request.is_disconnected)
        finally:
            self.questions.pop(id, None)

    def new_words(self) -> str:
        """Return words that no pair has."""
        while id_of(self.key(words := f"{join_word()}-{join_word()}")) in self.app.records.names():
            pass
        return words

    def key(self, word: str) -> str:
        """The key of the pair with these words."""
        salt = self.app.records.info.lead.encode()
        return hmac.new(salt, word.strip().lower().encode(), sha256).hexdigest()[:32]


def reports_of(known: list[str], new: list[str]) -> list[Report]:
    """Return what a room is to know of the new lights of a pair; raises UsageError."""
    if sum(map(len, [*known, *new])) > PAIR_BYTES:
        raise UsageError(f"a pair has {PAIR_BYTES:,} bytes of lights at most")
    try:
        memory = MemoryStore([*known, *new])
        files = {light: snapshot.files for light, snapshot in memory.files.items()}
        found = reports(memory.lights(), files, shares=True, after=len(known))
    except (InvalidLightError, ValueError) as fault:
        raise UsageError(f"what you send are no lights: {one_line(str(fault))}") from None
    return decode(msgspec.json.encode(found), list[Report], "what you send")
