"""Who may read and write what in a room: a request that is not right changes nothing, and shows nothing."""

import json
from dataclasses import asdict, replace

import pytest

from dojo.protocol.report import sent
from dojo.room import changes, server
from dojo.room.clock import Clock, Plan
from dojo.room.rows import Rows
from dojo.room.server import Room
from room.conftest import ADDRESS, TABLES_3, TABLES_4, ask, light

SHARING = replace(TABLES_3, shares=True)
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def room(book):
    return Room("plum-fox", "secret", ADDRESS, book, Rows(), page="<!doctype html>the page")


def says(*lights, pair=TABLES_3, **other):
    """What a pair sends."""
    told = {"version": 1, "pair": asdict(pair), "lights": [sent(one) for one in lights]}
    return told | {"proof": None, "left": False} | other


def send(room, *lights, **other):
    return ask(room, "/plum-fox/lights", says(*lights, **other))


def on_page(room, after=0, era=""):
    return ask(room, f"/plum-fox/state?era={era or room.rows.era}&after={after}")[1]


def test_a_light_that_is_sent_is_on_the_page_without_key_and_code_and_markup_is_a_text(room):
    sent = light(1, code=3, test=MARKUP, files={"a.py": "secret code"})
    status, answer = send(room, sent, pair=SHARING)
    assert (status, answer["history"], answer["number"]) == (200, "a" * 12, 1)
    told = on_page(room)
    (pair,) = told["pairs"]
    assert (pair["name"], pair["kata"], pair["shares"], pair["here"]) == ("tables-3", "fizz", True, False)
    (shown,) = pair["lights"]
    assert (shown["place"], shown["number"], shown["colour"], shown["code"]) == (0, 1, "red", 3)
    assert (shown["green"], shown["tests"], shown["test"]) == (1, 2, MARKUP)
    assert [one for one in (TABLES_3.key, "secret code") if one in json.dumps(told)] == []


def test_who_asks_again_gets_what_is_new_and_a_page_of_another_era_everything(room):
    send(room, light(1))
    cursor = on_page(room)["cursor"]
    assert on_page(room, cursor)["pairs"] == []
    send(room, light(2))
    send(room, light(1), pair=TABLES_4)
    told = {one["name"]: [x["number"] for x in one["lights"]] for one in on_page(room, cursor)["pairs"]}
    assert told == {"tables-3": [2], "tables-4": [1]}
    assert len(on_page(room, after=99, era="old")["pairs"]) == 2


def test_the_page_is_served_behind_the_word_and_may_write(room):
    assert ask(room, "/plum-fox/") == (200, "<!doctype html>the page")
    assert ask(room, "/plum-fox/lights", says(), HTTP_ORIGIN=f"http://{ADDRESS}")[0] == 200


@pytest.mark.parametrize("path", ["/", "/plum-fox", "/plum-cat/", "/plum-cat/lights", "/../plum-fox/", ""])
@pytest.mark.parametrize("body", [None, says(light(1))], ids=["read", "written"])
def test_without_the_word_nothing_is_read_or_written(room, path, body):
    assert ask(room, path, body) == (403, {"error": "that is not the join word of this room"})
    assert room.book.records == {}


def test_who_guesses_is_not_heard_for_a_minute_and_others_are(room):
    for _ in range(server.WRONG):
        ask(room, "/plum-cat/")
    told = "too many wrong words: this room hears you again in a minute"
    assert ask(room, "/plum-fox/") == (429, {"error": told})
    assert ask(room, "/plum-fox/", REMOTE_ADDR="127.0.0.2")[0] == 200


STRANGE = [
    ({"HTTP_HOST": "evil.example"}, 403, "this room is at 127.0.0.1:8765, and nowhere else"),
    ({"HTTP_ORIGIN": "http://evil.example"}, 403, "this room hears no other page than its own"),
    ({"CONTENT_TYPE": "text/plain"}, 400, "what is sent here is application/json"),
    ({"CONTENT_LENGTH": "10000000"}, 413, "more than 1,048,576 bytes at once: send it in parts"),
]


@pytest.mark.parametrize(
    ("headers", "status", "line"), STRANGE, ids=["another address", "another page", "a form", "ten megabytes"]
)
def test_a_request_that_no_pair_would_send_writes_nothing(room, headers, status, line):
    assert ask(room, "/plum-fox/lights", says(light(1)), **headers) == (status, {"error": line})
    assert room.book.records == {}


ESCAPE = "\x1b[2J"
REFUSED = [
    pytest.param(b"{", "a line that is no JSON: '{'", id="broken JSON"),
    pytest.param(b"\xff\xfe", "a line that is no JSON", id="no text"),
    pytest.param(says() | {"version": 0}, "this workspace speaks version 1, not 0: both", id="old"),
    pytest.param(says() | {"run": "rm"}, "what you send has 'run'", id="a strange field"),
    pytest.param(says(lights=[{}] * 1001), "what you send has a lights that cannot be", id="a thousand"),
    pytest.param(says(lights=[{"number": 1}]), "a light has no history", id="half a light"),
    pytest.param(says(light(7)), "light 7 of tables-3 came before", id="lights are missing"),
    pytest.param(says(light(1, test=ESCAPE)), "a light has a test that cannot be", id="an escape"),
    pytest.param(says(pair=replace(TABLES_3, name=MARKUP)), "a pair has a name that", id="markup in a name"),
    pytest.param(says(pair=replace(TABLES_3, key="../x")), "a pair has a key that", id="a path for a key"),
    pytest.param(says(proof=[["a", "b", ESCAPE]]), "a proof that is no list of tests", id="a proof"),
]


@pytest.mark.parametrize(("body", "line"), REFUSED)
def test_bad_input_is_refused_in_a_line_and_nothing_of_it_is_kept(room, body, line):
    send(room, light(1), pair=TABLES_4)
    before = on_page(room)["pairs"], files(room)
    status, told = ask(room, "/plum-fox/lights", body)
    assert (status, told["error"].startswith(line)) == (400, True), told
    assert "\x1b" not in told["error"]
    assert len(told["error"].splitlines()) == 1
    known = [one for one in on_page(room)["pairs"] if one["name"] == "tables-4"]
    assert (known, files(room)) == before


def files(room):
    return {file.name: file.read_bytes() for file in room.book.folder.iterdir()}


def test_a_name_belongs_to_whoever_came_first(room):
    send(room, light(1))
    before = files(room)
    told = {"error": "Tables-3 is somebody else's name in this room: take another one"}
    assert send(room, light(1), pair=replace(TABLES_4, name="Tables-3")) == (409, told)
    assert files(room) == before


def test_a_strange_path_is_not_there(room):
    assert ask(room, "/plum-fox/../../etc/passwd")[0] == 404
    assert ask(room, "/plum-fox/lights")[0] == 405


# Code


def diff(room, words):
    return ask(room, f"/plum-fox/diff?{words}")


LINES = "".join(f"{number}\n" for number in range(19))
SAME = [["same", "16"], ["same", "17"], ["same", "18"]]


@pytest.mark.parametrize(
    ("before", "after", "words", "most", "rows"),
    [
        ("1\n2\n", "1\nx\n", "from=0&to=1", 4, [["same", "1"], ["gone", "2"], ["new", "x"]]),
        ("1\n2\n", "1\n3\n", "from=0&to=1", 3, [["gone", "1"], ["gone", "2"], ["new", "1"], ["new", "3"]]),
        ("1\n2\n", "", "from=-1&to=0", 4, [["new", "1"], ["new", "2"]]),
        (LINES, f"{LINES}x\n", "from=0&to=1", 999, [["fold", "16 lines"], *SAME, ["new", "x"]]),
    ],
    ids=["two lights", "too many lines to compare", "the empty folder", "many that are the same"],
)
def test_the_change_of_who_shares_can_be_seen(room, monkeypatch, before, after, words, most, rows):
    monkeypatch.setattr(changes, "TOO_MANY", most)
    send(room, light(1, files={"a.py": before}), light(2, files={"a.py": after}), pair=SHARING)
    assert diff(room, f"pair=tables-3&{words}") == (200, {"files": [{"name": "a.py", "rows": rows}]})


def test_code_of_who_does_not_share_is_not_kept(room):
    send(room, light(1, files={"a.py": "secret"}))
    send(room, pair=SHARING)
    assert diff(room, "pair=tables-3&from=-1&to=0")[1] == {"files": []}
    assert b"secret" not in b"".join(files(room).values())


NOT_SHOWN = [
    pytest.param("pair=tables-4&from=0&to=0", 403, "tables-4 does not share its code", id="not shared"),
    pytest.param("pair=nobody&from=0&to=0", 404, "there is no such pair", id="no such pair"),
    pytest.param("from=0&to=0", 404, "there is no such pair", id="no pair"),
    pytest.param("pair=tables-3&from=x&to=0", 400, "a number, please, not 'x'", id="no number"),
]


@pytest.mark.parametrize(("words", "status", "line"), NOT_SHOWN)
def test_a_change_is_not_shown_for(room, words, status, line):
    send(room, light(1), pair=SHARING)
    send(room, light(1, files={"a.py": "secret"}), pair=TABLES_4)
    assert diff(room, words) == (status, {"error": line})


# The clock


def turn(room, what, lead="secret", **other):
    return ask(room, "/plum-fox/clock", {"do": what} | other, HTTP_LEAD=lead)


PLAN = {"round": 20, "rotate": 4, "rest": 5, "names": ["Ada"], "at_green": True, "by_itself": False}


def test_whoever_leads_turns_the_clock(room):
    kept = []
    room.save = kept.append
    assert turn(room, "set", plan=PLAN)[1]["clock"]["left"] == 1200
    assert turn(room, "start")[1]["clock"]["running"] is True
    assert turn(room, "stop")[1]["clock"]["running"] is False
    assert turn(room, "next")[1]["clock"]["phase"] == "break"
    assert kept[-1] == room.clock
    assert on_page(room)["clock"]["phase"] == "break"


ONLY = "only whoever leads the session turns the clock"


@pytest.mark.parametrize(
    ("what", "other", "status", "line"),
    [
        ("start", {"lead": ""}, 403, ONLY),
        ("start", {"lead": "guess"}, 403, ONLY),
        ("jump", {}, 400, "the clock does no 'jump'"),
        ("set", {"plan": {"round": 1}}, 400, "a plan has no rotate"),
        ("set", {"plan": PLAN | {"round": -1}}, 400, "a plan has a round that cannot be: -1"),
        ("set", {"plan": PLAN | {"round": 1e-9}}, 400, "a plan has a round that cannot be: 1e-09"),
        ("set", {"plan": PLAN | {"names": [ESCAPE]}}, 400, "a plan has a names that cannot be"),
    ],
)
def test_nobody_else_turns_it_and_it_does_only_what_it_can(room, what, other, status, line):
    turn(room, "set", plan=PLAN)
    before = room.clock
    answer = turn(room, what, **other)
    assert (answer[0], answer[1]["error"].startswith(line), room.clock) == (status, True, before)


def test_a_pair_is_told_of_the_clock_and_of_its_own_change(room, monkeypatch):
    room.clock = Clock(Plan(round=20, rotate=4, at_green=True)).start(1000)
    monkeypatch.setattr(server.time, "time", lambda: 1245.0)
    answer = send(room, light(1, when=1100.0))[1]
    assert answer["now"] == 1245.0
    assert answer["clock"]["change"] == {"due": False, "wait": 55.0}
    assert on_page(room)["waits"] == {"tables-3": 55.0}
