"""What the room serves to participants in a browser: the page, its files, and where their lights go."""

import hmac
import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dojo.attempt import store as the_store
from dojo.attempt.attempt import Attempt
from dojo.attempt.create import title
from dojo.attempt.light import NotRecorded, all_lights
from dojo.browser.assets import HOME, LICENCES, PAGES, Assets
from dojo.browser.memory import Memory
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.room.app import HEADERS, HTML, RoomApp, body_of, in_json
from dojo.room.models import (
    LIGHTS,
    PAIR_BYTES,
    VERSION,
    Delivery,
    Name,
    Record,
    Refused,
    Report,
    decode,
    id_of,
)
from dojo.room.records import join_word
from dojo.room.reports import reports
from dojo.story.katas import Kata
from dojo.story.story import Story

ENTRANCE = "kata/"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".zip": "application/zip",
    ".gz": "application/gzip",
    ".txt": "text/plain",
}
"""The Content-Type of each kind of file: a browser loads no module of another type."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
SCHEMA = """
CREATE TABLE IF NOT EXISTS browser (
    pair TEXT NOT NULL, number INTEGER NOT NULL, light TEXT NOT NULL, PRIMARY KEY (pair, number)
);
"""


class KataEntry(Struct, forbid_unknown_fields=True):
    """A pair that opens the page: a new one has a name, one that comes back its own words."""

    name: Name | None = None
    word: str = ""
    shares: bool = False


class Lights(Struct, forbid_unknown_fields=True):
    """The lights of a pair behind the first ones."""

    word: str
    after: int
    lights: list[dict[str, Any]]
    shares: bool = False


def add_kata(app: RoomApp, story: Story, kata: Kata, assets: Assets) -> "Katas":
    """Serve a kata in a room, for participants in a browser, and return what serves it."""
    found = Katas(app, story, kata, assets)
    app.asgi.router.routes += found.routes
    app.entrance = ENTRANCE
    return found


@dataclass
class Katas:
    """The kata of a room, for those who have nothing but a browser."""

    app: RoomApp
    story: Story
    kata: Kata
    assets: Assets
    memories: dict[str, Memory] = field(default_factory=dict)
    """The lights of each pair, by its id."""

    def __post_init__(self) -> None:
        self.app.records.database.executescript(SCHEMA)

    @property
    def routes(self) -> list[Route]:
        """The routes to add to the room."""
        top = "/{word}/kata"
        return [
            Route(f"{top}/", self.page),
            Route(f"{top}/{{version}}/{{file}}", self.file),
            Route(f"{top}/enter", self.enter, methods=["POST"]),
            Route(f"{top}/lights", self.lights, methods=["POST"]),
        ]

    @property
    def base(self) -> str:
        """The address of the files, which is all that a participant's code can reach."""
        word = self.app.records.info.word
        return f"http://{self.app.address}/{word}/kata/{self.assets.version}/"

    async def page(self, _request: Request) -> Response:
        """The page of a participant."""
        return Response(self.html(), media_type=HTML, headers=HEADERS)

    def html(self) -> str:
        """The page, as HTML."""
        environment = template_environment(PAGES)
        framed = page_frame(title(self.kata), script_of(environment, "kata.js"))
        rest = (
            f" {self.base}; worker-src {self.base}; connect-src 'self'; form-action 'none'; base-uri 'none'"
        )
        framed["policy"] = Markup(framed["policy"]) + Markup(rest)
        told = {
            "base": self.base,
            "kata": self.kata.name,
            "module": f"{self.story.module}.py",
            "sizes": self.assets.sizes,
            "licences": f"{self.base}{LICENCES}",
        }
        statement = Markup(
            MarkdownIt("commonmark", {"html": False}).enable("table").render(self.kata.statement)
        )
        return environment.get_template("kata.html").render(**framed, told=told, statement=statement)

    async def file(self, request: Request) -> Response:
        """A file that never changes."""
        name, version = request.path_params["file"], request.path_params["version"]
        content = self.assets.files.get(name)
        if version != self.assets.version or content is None:
            raise HTTPException(404)
        headers = FOR_EVER | {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": self.policy}
        if name != HOME:
            headers["Content-Encoding"] = "gzip"
        return Response(content, headers=headers, media_type=TYPES[Path(name).suffix])

    @property
    def policy(self) -> str:
        """Of the worker: a participant's code runs there, and loads these files and nothing else."""
        return f"default-src 'none'; script-src {self.base} 'wasm-unsafe-eval'; connect-src {self.base}"

    async def enter(self, request: Request) -> Response:
        """Let a new pair in, and say its words; or give one that comes back all its lights."""
        entry = decode(await body_of(request), KataEntry, "what you send")
        word = entry.word or self.new_words()
        id = id_of(self.key(word))
        if entry.word:
            self.require_pair(request, id)
        elif entry.name is None:
            raise Refused("a name, please")
        name = entry.name or self.name_of(id)
        record = self.send(request, word, name, [], shares=entry.shares)
        told = {"name": record.pair.name, "word": word, "lights": self.memory(id).to_json()}
        return in_json({**told, "shares": record.pair.shares})

    def new_words(self) -> str:
        """Return words that no pair has."""
        while id_of(self.key(words := f"{join_word()}-{join_word()}")) in self.app.records.names():
            pass
        return words

    async def lights(self, request: Request) -> Response:
        """Record the lights of a pair that has entered; raises Refused and HTTPException."""
        sent = decode(await body_of(request), Lights, "what you send")
        id = id_of(self.key(sent.word))
        self.require_pair(request, id)
        memory = self.memory(id)
        known = len(memory.lights)
        if sent.after > known:  # the room has lost some, or another room has them
            return in_json({"number": known})
        news = Memory(memory.repository, list(memory.lights[: sent.after]))
        try:
            news.add(sent.lights)
        except (KeyError, TypeError, ValueError):
            raise Refused("what you send are no lights") from None
        both = min(known, len(news.lights))
        if [one[0] for one in news.lights[:both]] != [one[0] for one in memory.lights[:both]]:
            raise HTTPException(409, "this pair has gone on in another browser: reload the page to see it")
        if len(news.lights) > LIGHTS:
            raise Refused(f"a pair has {LIGHTS} lights at most")
        if len(news.lights) > known:
            self.record(request, sent, id, news, known)
        return in_json({"number": len(self.memory(id).lights)})

    def record(self, request: Request, sent: Lights, id: str, news: Memory, known: int) -> None:
        """Keep new lights, and show them in the room; raises Refused, EnvironmentProblem."""
        attempt = Attempt(self.kata.attempts / f"browser-{id}", self.story, self.kata)
        the_store.ELSEWHERE[news.repository] = news
        try:
            told = reports(attempt, all_lights(attempt), shares=True, after=known)
        except (NotRecorded, AttributeError, KeyError, TypeError, ValueError) as fault:
            raise Refused(f"what you send are no lights: {fault}") from None
        finally:
            del the_store.ELSEWHERE[news.repository]
        checked = decode(msgspec.json.encode(told), list[Report], "what you send")
        rows = [(id, known + n, json.dumps(one)) for n, one in enumerate(news.to_json(known), 1)]
        database = self.app.records.database
        (size,) = database.execute("SELECT total(length(light)) FROM browser WHERE pair = ?", [id]).fetchone()
        if size + sum(len(row[2]) for row in rows) > PAIR_BYTES:
            raise Refused(f"a pair has {PAIR_BYTES:,} bytes of lights at most")
        name = self.name_of(id)
        self.send(request, sent.word, name, checked, shares=sent.shares)
        with self.app.records.writing():
            database.executemany("REPLACE INTO browser VALUES (?, ?, ?)", rows)
        self.memories[id] = news

    def send(self, request: Request, word: str, name: str, lights: list[Report], *, shares: bool) -> Record:
        """Deliver lights to the room, as any pair does, and return the record of the pair."""
        sent = Delivery(VERSION, self.key(word), name, self.kata.name, shares, lights)
        return self.app.take(sent, request)

    def require_pair(self, request: Request, id: str) -> None:
        """Raise HTTPException where nobody has entered with these words: guesses count as wrong words."""
        if not self.name_of(id):
            self.app.count_wrong(request)
            raise HTTPException(403, "no pair has these words: they are three hyphens between four words")

    def name_of(self, id: str) -> str:
        """The name of a pair; empty if there is none."""
        return self.app.records.names().get(id) or ""

    def memory(self, id: str) -> Memory:
        """All lights of a pair."""
        if id not in self.memories:
            found = Memory(self.kata.attempts / ".lights" / f"browser-{id}.git")
            command = "SELECT light FROM browser WHERE pair = ? ORDER BY number"
            found.add([json.loads(light) for (light,) in self.app.records.database.execute(command, [id])])
            self.memories[id] = found
        return self.memories[id]

    def key(self, word: str) -> str:
        """The key of the pair with these words."""
        salt = self.app.records.info.lead.encode()
        return hmac.new(salt, word.strip().lower().encode(), sha256).hexdigest()[:32]
