"""Who may read and write what in a room: a wrong request changes nothing, and shows nothing."""

import asyncio
import json

import msgspec
import pytest
from msgspec.structs import replace

from dojo.room import app
from dojo.room import records as the_records
from dojo.room.app import RoomApp
from dojo.room.clock import Clock, Plan
from room.conftest import ADDRESS, ask, delivery, light, numbers, send

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def room(records):
    return RoomApp(records, ADDRESS)


def says(*told):
    """The lines of a pair."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in told)


PAIR = {"pair": msgspec.to_builtins(delivery().pair)}
LIGHT = {"light": msgspec.to_builtins(light(1))}


def on_page(room, after=0):
    return ask(room, f"/plum-fox/state?after={after}")[1]


def lights_of(state):
    """The lights of each pair that an answer has."""
    return {pair["name"]: [one["number"] for one in pair["lights"]] for pair in state["pairs"]}


def test_a_light_that_is_sent_is_on_the_page_without_key_and_code_and_markup_is_a_text(room):
    sent = light(1, code=3, test=MARKUP, files={"a.py": "secret code"})
    status, answer = send(room, sent, shares=True)
    assert (status, answer["history"], answer["number"]) == (200, "a" * 12, 1)
    told = on_page(room)
    (pair,) = told["pairs"]
    assert (pair["name"], pair["kata"], pair["shares"]) == ("tables-3", "fizz", True)
    (shown,) = pair["lights"]
    assert (shown["number"], shown["colour"], shown["code"], shown["judged"]) == (1, "red", 3, True)
    assert (shown["green"], shown["tests"], shown["test"]) == (1, 2, MARKUP)
    assert [one for one in ("3" * 32, "secret code") if one in json.dumps(told)] == []


def test_who_asks_again_gets_what_is_new(room):
    send(room, light(1))
    cursor = on_page(room)["cursor"]
    assert lights_of(on_page(room, cursor)) == {"tables-3": []}
    send(room, light(2))
    send(room, light(1), name="tables-4", key="4")
    assert lights_of(on_page(room, cursor)) == {"tables-3": [2], "tables-4": [1]}


def test_a_pair_without_lights_is_on_the_page_and_so_is_what_it_changes(room):
    for told in ({}, {"shares": True}, {"left": True}):
        cursor = on_page(room)["cursor"]
        send(room, **told)
        (pair,) = on_page(room, cursor)["pairs"]
        assert (pair["lights"], {name: pair[name] for name in told}) == ([], told)


def test_the_page_is_served_behind_the_word_and_may_write(room):
    status, page = ask(room, "/plum-fox/")
    assert (status, "<title>The room plum-fox" in page, "<svg" in page) == (200, True, True)
    assert asyncio.run(room.page(None)).headers["cache-control"] == "no-store"
    assert ask(room, "/plum-fox/lights", says(PAIR), origin=f"http://{ADDRESS}", pair="3" * 32)[0] == 200


@pytest.mark.parametrize("path", ["/", "/plum-cat", "/plum-cat/", "/plum-cat/lights", "/../plum-fox/", ""])
@pytest.mark.parametrize("body", [None, says(PAIR, LIGHT)], ids=["read", "written"])
def test_without_the_word_nothing_is_read_or_written(room, path, body):
    assert ask(room, path, body) == (403, {"error": "that is not the join word of this room"})
    assert room.records.names() == {}


KNOWN = {
    "another address": ({"client": "127.0.0.2"}, 200),
    "the leader": ({"lead": "secret"}, 200),
    "a pair": ({"pair": "3" * 32}, 200),
    "no leader": ({"lead": "x"}, 429),
    "no such pair": ({"pair": "4" * 32}, 429),
}


@pytest.mark.parametrize(("who", "status"), KNOWN.values(), ids=KNOWN)
def test_beside_a_guesser_who_is_not_heard_for_a_minute_is(room, monkeypatch, who, status):
    send(room, light(1))
    monkeypatch.setattr(app, "minute", lambda: 7)
    for _ in range(app.WRONG):
        ask(room, "/plum-cat/")
    told = "too many wrong words: this room hears you again in a minute"
    assert ask(room, "/plum-fox/") == ask(room, "/plum-cat/", lead="secret") == (429, {"error": told})
    assert ask(room, "/plum-fox/state", **who)[0] == status
    monkeypatch.setattr(app, "minute", lambda: 8)
    assert ask(room, "/plum-fox/")[0] == 200


STRANGE = {
    "another address": ({"host": "evil.example"}, 403, "this room is at 127.0.0.1:8765, and nowhere else"),
    "ten megabytes": ({"content_length": "10000000"}, 413, "more than 1,048,576 bytes at once: send it in"),
    "another key": ({"pair": "4" * 32}, 403, "only who has the key of a pair sends its lights"),
}


@pytest.mark.parametrize(("headers", "status", "line"), STRANGE.values(), ids=STRANGE)
def test_a_request_that_no_pair_would_send_writes_nothing(room, headers, status, line):
    sent = ask(room, "/plum-fox/lights", says(PAIR, LIGHT), **{"pair": "3" * 32, **headers})
    assert (sent[0], line in sent[1]["error"]) == (status, True)
    assert room.records.names() == {}


ESCAPE = "\x1b[2J"


@pytest.mark.parametrize("line", [{ESCAPE: 1}, {"light": {"number": 1}}], ids=["an escape", "half a light"])
def test_bad_input_is_refused_in_a_line_and_nothing_of_it_is_kept(room, line):
    status, told = ask(room, "/plum-fox/lights", says(PAIR, LIGHT, line), pair="3" * 32)
    assert (status, told["error"].isprintable()) == (400, True)
    assert told["error"].startswith("what a pair says cannot be taken: Object ")
    assert (on_page(room)["pairs"], room.records.names()) == ([], {})


def test_the_name_of_another_pair_gets_a_number_and_a_pair_may_take_a_free_one(room):
    long = "x" * 40
    sent = {"3": long, "4": long, "5": "Ada"}
    names = [send(room, light(1), name=name, key=key)[1]["name"] for key, name in sent.items()]
    assert names == [long, "x" * 36 + "-2", "Ada"]
    assert send(room, name="ADA", key="3")[1]["name"] == "ADA-2"
    for name in ("BEA", "Bea"):
        assert send(room, light(2), name=name, key="3")[1]["name"] == name
    assert lights_of(on_page(room)) == {"Bea": [1, 2], "x" * 36 + "-2": [1], "Ada": [1]}


def test_a_strange_path_is_not_there_and_a_missing_slash_is_forgiven(room):
    assert ask(room, "/plum-fox")[0] == 307
    assert ask(room, "/plum-fox/../../etc/passwd")[0] == 404
    assert ask(room, "/plum-fox/lights")[0] == 405


# The page


PAGE = app.page("plum-fox", ADDRESS)


def test_the_page_has_the_word_of_the_room_as_a_text_and_the_shapes_of_the_palette():
    assert "<title>The room &lt;b&gt;</title>" in app.page("<b>", ADDRESS)
    assert '{"amber": "!", "green": "\\u25a0", "kept": "\\u00b7", "red": "\\u00d7"}' in PAGE


def test_the_page_asks_only_its_room_and_needs_no_other_file():
    policy = PAGE.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert policy.endswith("; connect-src 'self'; form-action 'none'; base-uri 'none'")
    assert [one for one in (" src=", "<link", "://", "innerHTML") if one in PAGE] == []


# Code


def diff(room, words):
    return ask(room, f"/plum-fox/diff?{words}")


LINES = "".join(f"{number}\n" for number in range(19))
SAME = [["same", "16"], ["same", "17"], ["same", "18"]]


@pytest.mark.parametrize(
    ("before", "after", "words", "most", "drawn"),
    [
        ("1\n2\n", "1\nx\n", "from=0&to=1", 4, [["same", "1"], ["gone", "2"], ["new", "x"]]),
        ("1\n2\n", "1\n3\n", "from=0&to=1", 3, [["gone", "1"], ["gone", "2"], ["new", "1"], ["new", "3"]]),
        ("1\n2\n", "", "from=-1&to=0", 4, [["new", "1"], ["new", "2"]]),
        (LINES, f"{LINES}x\n", "from=0&to=1", 999, [["fold", "16 lines"], *SAME, ["new", "x"]]),
    ],
    ids=["two lights", "too many lines to compare", "the empty folder", "many that are the same"],
)
def test_the_change_of_who_shares_can_be_seen(room, monkeypatch, before, after, words, most, drawn):
    monkeypatch.setattr(the_records, "TOO_MANY", most)
    send(room, light(1, files={"a.py": before}), light(2, files={"a.py": after}), shares=True)
    assert diff(room, f"pair=tables-3&{words}") == (200, {"files": [{"name": "a.py", "rows": drawn}]})


def test_code_of_who_does_not_share_is_not_kept(room):
    send(room, light(1, files={"a.py": "secret"}))
    send(room, shares=True)
    assert diff(room, "pair=tables-3&from=-1&to=0")[1] == {"files": []}
    assert [one.files for one in room.records.find(name="tables-3").lights] == [None]


ASK = "what you ask cannot be taken:"
NOT_SHOWN = [
    pytest.param("pair=tables-4&from=0&to=0", 403, "tables-4 does not share its code", id="not shared"),
    pytest.param("pair=nobody&from=0&to=0", 404, "there is no such pair", id="no such pair"),
    pytest.param("from=0&to=0", 404, "there is no such pair", id="no pair"),
    pytest.param("pair=tables-3&from=x&to=0", 400, f"{ASK} Expected `int`, got `str` - at `$.from`", id="x"),
]


@pytest.mark.parametrize(("words", "status", "line"), NOT_SHOWN)
def test_a_change_is_not_shown_for(room, words, status, line):
    send(room, light(1), shares=True)
    send(room, light(1, files={"a.py": "secret"}), name="tables-4", key="4")
    assert diff(room, words) == (status, {"error": line})


# The clock


def lead(room, what, key="secret", **other):
    return ask(room, "/plum-fox/lead", {"do": what} | other, lead=key)


PLAN = {"round": 20, "rotate": 4, "rest": 5, "names": ["Ada"], "at_green": True, "by_itself": False}


def test_the_leader_turns_the_clock_and_tells_all_something(room):
    assert lead(room, "set", plan=PLAN)[1]["clock"]["left"] == 1200
    assert lead(room, "extend")[1]["clock"]["left"] == 1500
    assert lead(room, "start")[1]["clock"]["running"] is True
    assert lead(room, "stop")[1]["clock"]["running"] is False
    assert lead(room, "next")[1]["clock"]["phase"] == "break"
    assert on_page(room)["clock"]["phase"] == "break"
    lead(room, "tell", message="Back at 11\N{NO-BREAK SPACE}h")
    assert on_page(room)["message"] == "Back at 11\N{NO-BREAK SPACE}h"


ONLY = "only the leader of the session may do that"


@pytest.mark.parametrize(
    ("what", "other", "status", "line"),
    [
        ("start", {"key": ""}, 403, ONLY),
        ("start", {"key": "guess"}, 403, ONLY),
        ("remove", {"pair": "tables-3", "key": "x"}, 403, ONLY),
        ("remove", {"pair": "tables-9"}, 404, "there is no such pair"),
        ("tell", {"message": ESCAPE}, 400, "invisible characters"),
        ("rename", {"pair": "tables-3", "name": "../x"}, 400, "`$.name`"),
        ("jump", {}, 400, "Invalid enum value 'jump' - at `$.do`"),
        ("set", {"plan": PLAN | {"round": -1}}, 400, "`$.plan.round`"),
        ("set", {"plan": PLAN | {"names": [ESCAPE]}}, 400, "invisible characters"),
    ],
)
def test_nobody_else_turns_it_and_it_does_only_what_it_can(room, what, other, status, line):
    send(room, light(1))
    lead(room, "set", plan=PLAN)
    before = room.records.info
    answer = lead(room, what, **other)
    assert (answer[0], line in answer[1]["error"], room.records.info) == (status, True, before)
    assert numbers(room.records.select()) == {"tables-3": [1]}


def test_a_pair_is_told_of_the_clock_and_of_its_own_change(room, monkeypatch):
    clock = Clock(Plan(round=5, rotate=4, at_green=True, by_itself=True)).turn("start", 1000)
    room.records.save(replace(room.records.info, clock=clock))
    monkeypatch.setattr(app.time, "time", lambda: 1545.0)
    answer = send(room, light(1, when=1400.0))[1]
    assert answer["now"] == 1545.0
    assert answer["clock"]["change"] == {"due": False, "wait": 55.0}
    assert on_page(room)["waits"] == {"tables-3": 55.0}


def test_a_page_that_looks_on_writes_nothing(room, monkeypatch):
    clock = Clock(Plan(round=1, rest=1, by_itself=True)).turn("start", 1000)
    room.records.save(replace(room.records.info, clock=clock))
    monkeypatch.setattr(app.time, "time", lambda: 1070.0)
    with monkeypatch.context() as patch:
        patch.setattr(room.records, "save", None)
        assert on_page(room)["clock"]["phase"] == "break"
    assert lead(room, "next")[1]["clock"]["phase"] == "round"


# The leader and the pairs


def test_a_removed_pair_is_refused_its_lights_are_kept_and_its_name_is_free(room):
    send(room, light(1))
    assert lead(room, "remove", pair="tables-3") == (200, {"clock": None})
    assert on_page(room)["pairs"] == []
    told = {"error": "the leader has removed tables-3 from this room"}
    assert send(room, light(2)) == (400, told)
    assert room.records.database.execute("SELECT count(*) FROM lights").fetchone() == (1,)
    assert send(room, light(1), key="4")[0] == 200


def test_a_pair_that_the_leader_renames_keeps_its_row_and_its_new_name(room):
    send(room, light(1))
    send(room, light(1), name="tables-4", key="4")
    told = {"error": "Tables-4 is another pair's name in this room: take another one"}
    assert lead(room, "rename", pair="tables-3", name="Tables-4") == (400, told)
    assert lead(room, "rename", pair="tables-3", name="Ada") == (200, {"clock": None})
    assert send(room, light(2))[1]["name"] == "Ada"
    assert lights_of(on_page(room)) == {"Ada": [1, 2], "tables-4": [1]}


def test_a_locked_room_takes_lights_and_no_more_pairs(room):
    send(room, light(1))
    lead(room, "lock")
    assert send(room, light(2))[0] == 200
    told = {"error": "this room is locked: it takes no more pairs"}
    assert send(room, light(1), name="tables-4", key="4") == (400, told)
    lead(room, "unlock")
    assert send(room, light(1), name="tables-4", key="4")[0] == 200


# Limits


def test_from_one_address_come_only_so_many_pairs_and_those_that_are_in_stay_in(room, monkeypatch):
    monkeypatch.setattr(app, "PAIRS_OF_ADDRESS", 2)
    statuses = [send(room, key=key, name=f"tables-{key}")[0] for key in "345"]
    lead(room, "remove", pair="tables-3")
    told = {"error": "2 pairs have joined from your address: this room takes no more"}
    assert (statuses, send(room, key="5", name="tables-5")) == ([200, 200, 400], (400, told))
    assert send(room, light(1), key="4", name="tables-4")[0] == 200
    assert send(room, key="5", name="tables-5", client="127.0.0.2")[0] == 200


def test_if_nothing_can_be_recorded_the_page_says_so_and_goes_on(room):
    send(room, light(1))
    room.records.database.execute("PRAGMA query_only = ON")
    told = {"error": "nothing is recorded: attempt to write a readonly database"}
    assert send(room, light(2)) == (500, told)
    assert numbers(room.records.select()) == {"tables-3": [1]}
    state = on_page(room)
    assert [one["number"] for one in state["pairs"][0]["lights"]] == [1]
    assert state["notes"] == [
        "Nothing is recorded: attempt to write a readonly database. The room goes on showing."
    ]
    room.records.database.execute("PRAGMA query_only = OFF")
    assert send(room, light(2))[1]["number"] == 2
    assert on_page(room)["notes"] == []


def test_a_long_answer_comes_in_parts(room, monkeypatch):
    monkeypatch.setattr(app, "AT_ONCE", 2)
    for key in "345":
        send(room, light(1), light(2), key=key, name=f"tables-{key}")
    seen, cursor, more = [], 0, True
    while more:
        state = on_page(room, cursor)
        cursor, more = state["cursor"], state["more"]
        seen.append({name: lights for name, lights in lights_of(state).items() if lights})
    assert [*filter(None, seen)] == [{f"tables-{key}": [1, 2]} for key in "345"]
