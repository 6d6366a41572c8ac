"""What the room serves to participants in a browser, and what it takes from them."""

import asyncio
import json
import threading
from dataclasses import replace
from itertools import cycle

import pytest
from helpers import record_light
from msgspec import structs
from room.conftest import ADDRESS, answer, ask, numbers
from starlette.requests import Request

from dojo.attempt.create import create
from dojo.browser import katas
from dojo.browser.assets import Assets
from dojo.browser.katas import Katas
from dojo.browser.memory import MemoryStore
from dojo.browser.play import Page
from dojo.room.app import KEY_COOKIE, PAGES, RoomApp, page
from dojo.room.clock import Clock, Plan
from dojo.room.guesses import MAX_GUESSES
from dojo.room.storage.rooms import create_room
from dojo.runner.collect import collect
from dojo.screen.templates import template_environment

WORDS = "plum-fox-plum-fox"


@pytest.fixture
def served(bare, tmp_path, monkeypatch):
    """The kata of the small story, as a room serves it."""
    monkeypatch.setattr("dojo.room.storage.rooms.join_word", lambda: "plum-fox")
    words = cycle(["plum-fox", "plum-fox", "plum-owl"])
    monkeypatch.setattr(katas, "join_word", lambda: next(words))
    monkeypatch.setattr(Assets, "size", 6)
    app = RoomApp(create_room(tmp_path / "top"), ADDRESS)
    story, kata = bare.workspace.kata("fizz")
    files = dict.fromkeys(("worker.mjs", "home.json", "pyodide.asm.wasm"), b"packed")
    yield Katas(app, story, kata, Assets(files, "v1"))
    app.records.database.close()


@pytest.fixture
def room(served):
    return served.app


@pytest.fixture
def memory(bare):
    """The lights of a pair in its browser: a red one and a green one."""
    attempt = create(bare.workspace, "ada", "fizz")
    memory = MemoryStore()
    attempt = replace(attempt, host=Page(memory, collect))
    for colour in ("red", "green"):
        attempt.module.write_text(f"{colour} = 1\n")
        record_light(attempt, verb="next", colour=colour, counts={colour: 1}, revealed=1, of=5)
    return memory


def visit(room, **body):
    return ask(room, "/plum-fox/kata/visit", body)


def send(room, memory, after=0, word=WORDS):
    """The status, and how many lights the room has then."""
    status, said = visit(room, word=word, after=after, lights=memory.texts[after:])
    return status, said["number"]


def test_a_new_pair_gets_its_words_and_comes_back_with_them_to_its_lights(room, memory):
    entered = visit(room, name="ada")
    told = {"name": "ada", "word": WORDS, "lights": [], "shares": False, "number": 0}
    assert entered == (200, told | {"clock": None, "message": ""})
    assert send(room, memory) == (200, 2)
    assert numbers(room.records.select()) == {"ada": [1, 2]}
    assert visit(room, word=WORDS)[1]["lights"] == memory.texts


def test_lights_are_kept_once_and_code_is_shown_only_where_the_pair_shares_it(room, memory):
    visit(room, name="ada")
    for after in (0, 1, 2):
        assert send(room, memory, after) == (200, 2)
    assert [one.files for one in room.records.find(name="ada").lights] == [None, None]


@pytest.mark.parametrize(("shares", "then"), [(None, True), (True, True), (False, False)])
def test_a_pair_that_comes_back_shares_what_it_did_unless_it_says_so(room, shares, then):
    visit(room, name="ada", shares=True)
    assert visit(room, word=WORDS, shares=shares)[1]["shares"] is then


def test_a_pair_is_told_the_clock_and_what_the_leader_says(room, monkeypatch):
    clock = Clock(Plan(round=5, rotate=4, at_green=True)).turn("start", 1000)
    room.records.save(structs.replace(room.records.info, clock=clock, message="Back at eleven"))
    monkeypatch.setattr("dojo.room.app.time.time", lambda: 1245.0)
    visit(room, name="ada")
    red = changed(when=1100.0)
    told = visit(room, word=WORDS, after=0, lights=red)[1]
    assert (told["message"], told["clock"]["left"]) == ("Back at eleven", 55.0)
    assert told["clock"]["change"] == {"due": False, "wait": 55.0}


def test_many_lights_come_in_parts(room, memory, monkeypatch):
    visit(room, name="ada")
    send(room, memory)
    monkeypatch.setattr(katas, "MAX_CHARACTERS_SENT", 10)
    parts = [visit(room, word=WORDS, after=after)[1] for after in (0, 1, 2)]
    assert [part["lights"] for part in parts] == [memory.texts[:1], memory.texts[1:], []]
    assert [part["number"] for part in parts] == [2, 2, 2]


def test_lights_are_read_beside_the_loop_and_once_if_a_page_sends_them_again(served, memory, monkeypatch):
    room = served.app
    visit(room, name="ada")
    read = []
    threads = []
    reports_of = katas.reports_of

    def count_reports(known, new):
        read.append(len(new))
        threads.append(threading.current_thread() is threading.main_thread())
        return reports_of(known, new)

    monkeypatch.setattr(katas, "reports_of", count_reports)
    body = {"word": WORDS, "after": 0, "lights": memory.texts}

    async def send_again():
        return await asyncio.gather(*[answer(room, "/plum-fox/kata/visit", body) for _ in range(3)])

    assert [(status, said["number"]) for status, said in asyncio.run(send_again())] == [(200, 2)] * 3
    assert (read, threads) == ([2], [False])
    assert numbers(room.records.select()) == {"ada": [1, 2]}


def test_a_pair_that_sends_other_lights_before_the_last_are_taken_waits(served, memory):
    room = served.app
    visit(room, name="ada")

    async def send_both():
        sent = [{"word": WORDS, "after": 0, "lights": memory.texts[:most]} for most in (1, 2)]
        return await asyncio.gather(*[answer(room, "/plum-fox/kata/visit", body) for body in sent])

    first, second = asyncio.run(send_both())
    assert first[1]["number"] == 1
    assert second == (503, {"error": "the room still reads your last lights: send these again in a moment"})


def test_a_room_that_has_fewer_lights_says_so(room, memory):
    visit(room, name="ada")
    assert send(room, memory, after=1) == (200, 0)


def test_a_pair_that_has_gone_on_elsewhere_is_told(room, memory):
    visit(room, name="ada")
    send(room, memory)
    other = [memory.texts[0], memory.texts[1].replace("green = 1", "green = 2")]
    status, said = visit(room, word=WORDS, after=0, lights=other)
    assert (status, said["error"]) == (
        409,
        "this pair has gone on in another browser: reload the page to see it",
    )


RUN = {
    "kind": "run",
    "number": 1,
    "id": "a" * 40,
    "when": 1.0,
    "verb": "next",
    "colour": "red",
    "test": "",
    "of": 5,
}
LIGHT = {"light": RUN, "files": [], "left_out": {}}
EARLIER = {"commit": "a" * 40, "message": json.dumps(RUN), "files": []}


def changed(**fields):
    """A light in which some fields are other ones."""
    return [json.dumps(LIGHT | {"light": RUN | fields})]


BAD = {
    "no light": [1],
    "no JSON": ["x"],
    "no object": ["[]"],
    "half a light": [json.dumps({"light": {}, "files": []})],
    "no kind of light": changed(kind="lamp"),
    "no verb that runs the tests": changed(verb="judge"),
    "no colour": changed(colour="<b>"),
    "no number of tests": changed(of="x"),
    "no time": changed(when=None),
    "a time that is not finite": [json.dumps(LIGHT).replace("1.0", "Infinity")],
    "no outcome": changed(taught=[1]),
    "no reason": changed(own=[{"test": "t.py::t", "colour": "red", "reason": "because"}]),
    "no file": [json.dumps(LIGHT | {"files": [["a.py", "100644"]]})],
    "no text of a file": [json.dumps(LIGHT | {"files": [["a.py", "100644", 1]]})],
    "no mode of a file": [json.dumps(LIGHT | {"files": [["a.py", "777", ""]]})],
    "a file elsewhere": [json.dumps(LIGHT | {"files": [["../a.py", "100644", ""]]})],
    "the second light": changed(number=2),
    "back to itself": [json.dumps(LIGHT | {"light": RUN | {"kind": "back", "to": 1}})],
    "of an earlier edition, no JSON in it": [EARLIER | {"message": "x"}],
    "of an earlier edition, half a light": [EARLIER | {"message": "{}"}],
    "of an earlier edition, no base64": [EARLIER | {"files": [["?", "100644", "?"]]}],
}


def test_a_light_that_is_one_is_taken(room):
    visit(room, name="ada")
    assert visit(room, word=WORDS, after=0, lights=[json.dumps(LIGHT)])[0] == 200


@pytest.mark.parametrize("lights", BAD.values(), ids=BAD)
def test_what_is_no_light_is_refused_and_nothing_is_kept(room, lights):
    visit(room, name="ada")
    status, said = visit(room, word=WORDS, after=0, lights=lights)
    assert (status, said["error"].isprintable()) == (400, True)
    assert numbers(room.records.select()) == {"ada": []}
    assert room.records.database.execute("SELECT count(*) FROM browser").fetchone() == (0,)


def test_a_markup_or_an_escape_in_a_light_does_not_get_to_the_page_of_the_room(room, memory):
    visit(room, name="ada")
    lights = [memory.texts[0].replace('"of": 5', '"of": 5, "test": "<b>\\u001b"'), *memory.texts[1:]]
    assert lights[0] != memory.texts[0]
    assert visit(room, word=WORDS, after=0, lights=lights)[0] == 200
    assert "\x1b" not in room.records.find(name="ada").lights[0].test


def test_two_pairs_have_different_words_and_names(room):
    entered = [visit(room, name="ada")[1] for _ in range(2)]
    assert [one["word"] for one in entered] == [WORDS, "plum-owl-plum-fox"]
    assert [one["name"] for one in entered] == ["ada", "ada-2"]


def test_whoever_guesses_words_is_locked_out(room, monkeypatch):
    monkeypatch.setattr("dojo.room.guesses.time.monotonic", lambda: 60.0)
    for number in range(MAX_GUESSES):
        assert visit(room, word=f"plum-cat-plum-cat{number}")[0] == 403
    assert visit(room, name="ada")[0] == 429


def test_beside_a_guesser_a_browser_that_was_here_is_heard(served, monkeypatch):
    """The room knows it by a cookie, which no script can read."""
    monkeypatch.setattr("dojo.room.guesses.time.monotonic", lambda: 60.0)
    room = served.app
    visit(room, name="ada")
    for number in range(MAX_GUESSES):
        visit(room, word=f"plum-cat-plum-cat{number}")
    cookie = f"{KEY_COOKIE}={served.key(WORDS)}"
    body = {"word": WORDS}
    assert ask(room, "/plum-fox/kata/visit", body)[0] == 429
    assert ask(room, "/plum-fox/kata/visit", body, cookie=cookie)[0] == 200
    # who has one pair's cookie guesses no other pair's words
    assert ask(room, "/plum-fox/kata/visit", {"word": "a-b-c-d"}, cookie=cookie)[0] == 429
    content = json.dumps(body).encode()
    headers = [(b"content-length", str(len(content)).encode()), (b"cookie", cookie.encode())]
    request = Request({"type": "http", "headers": headers, "client": None}, receive_body(content))
    answer = asyncio.run(served.visit(request))
    assert answer.headers["set-cookie"] == f"{cookie}; HttpOnly; Path=/plum-fox/; SameSite=strict"


def receive_body(content):
    async def receive():
        return {"type": "http.request", "body": content}

    return receive


@pytest.mark.parametrize(
    ("entry", "status", "line"),
    [
        ({}, 400, "a name, please"),
        ({"name": "../x"}, 400, "`$.name`"),
    ],
    ids=["no name", "a path"],
)
def test_who_does_not_get_in_is_told_why(room, entry, status, line):
    visit(room, name="ada")
    found, answer = visit(room, **entry)
    assert line in answer["error"]
    assert found == status


# What a participant's code can reach


def headers_of(room, path):
    found = {}

    async def send(message):
        found.update({name.decode(): value.decode() for name, value in message.get("headers", [])})
        found.setdefault("status", message.get("status"))

    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": b"", "client": ("127.0.0.1", 1),
        "headers": [(b"host", ADDRESS.encode())],
    }  # fmt: skip

    async def receive():
        return {"type": "http.disconnect"}

    asyncio.run(room(scope, receive, send))
    return found


def test_the_worker_may_load_the_files_of_the_kata_and_nothing_else(room):
    told = headers_of(room, "/plum-fox/kata/v1/worker.mjs")
    base = f"http://{ADDRESS}/plum-fox/kata/v1/"
    policy = f"default-src 'none'; script-src {base} 'wasm-unsafe-eval'; connect-src {base}"
    assert told["content-security-policy"] == policy
    assert (told["content-encoding"], told["content-type"]) == ("gzip", "text/javascript; charset=utf-8")
    assert told["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["v2/worker.mjs", "v1/../v1", "v1/nothing.mjs", "v1/"])
def test_no_other_file_is_served(room, name):
    assert headers_of(room, f"/plum-fox/kata/{name}")["status"] == 404


def test_the_page_runs_no_other_script_and_asks_only_its_room(served):
    page = asyncio.run(served.page(None)).body.decode()
    policy = page.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    base = f"http://{ADDRESS}/plum-fox/kata/v1/"
    assert policy.endswith(
        f" {base}; worker-src {base}; connect-src 'self'; form-action 'none'; base-uri 'none'"
    )
    assert "unsafe-eval" not in policy
    assert "innerHTML" not in page


def test_who_begins_in_a_terminal_is_told_the_kata_of_the_room(room):
    opened = template_environment(PAGES).get_template("open.txt").render(app=room, older=[], folder=None)
    assert f"make start NAME=tables-3 ROOM={ADDRESS}/plum-fox KATA=fizz\n" in opened
    shown = page("plum-fox", ADDRESS, room.entrance, room.kata)
    assert '<span class="address"></span></span> KATA=fizz</code>' in shown
    assert "KATA=" not in page("plum-fox", ADDRESS)
