"""Who may read and write what in a room: a request that is not right changes nothing, and shows nothing."""

import io
import json
from dataclasses import asdict, replace

import pytest

from dojo.protocol.report import sent
from dojo.room import changes, server
from dojo.room.clock import Clock, Plan
from dojo.room.rows import Rows
from dojo.room.server import Room
from room.conftest import TABLES_3, TABLES_4, light

ADDRESS = "127.0.0.1:8765"
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def room(book):
    return Room("plum-fox", "secret", ADDRESS, book, Rows(), page="<!doctype html>the page")


def ask(room, path, body=None, **headers):
    """The status of a request, and what it says."""
    path, _, words = path.partition("?")
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "PATH_INFO": path,
        "QUERY_STRING": words,
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": ADDRESS,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.input": io.BytesIO(content),
        **headers,
    }
    seen = []
    answer = b"".join(room(environ, lambda status, _headers: seen.append(status)))
    said = answer.decode()
    return int(seen[0][:3]), json.loads(said) if said.startswith("{") else said


def says(*lights, pair=TABLES_3, **other):
    """What a pair sends."""
    told = {"version": 1, "pair": asdict(pair), "lights": [sent(one) for one in lights]}
    return told | {"proof": None, "left": False} | other


def send(room, *lights, **other):
    return ask(room, "/plum-fox/lights", says(*lights, **other))


def on_page(room, after=0, era=""):
    return ask(room, f"/plum-fox/state?era={era or room.rows.era}&after={after}")[1]


def test_a_light_that_is_sent_is_on_the_page(room):
    status, answer = send(room, light(1, code=3))
    assert (status, answer["history"], answer["number"]) == (200, "a" * 12, 1)
    (pair,) = on_page(room)["pairs"]
    assert (pair["name"], pair["kata"], pair["shares"], pair["here"]) == ("tables-3", "fizz", False, False)
    (shown,) = pair["lights"]
    assert (shown["place"], shown["number"], shown["colour"], shown["code"]) == (0, 1, "red", 3)
    assert (shown["green"], shown["tests"], shown["test"]) == (1, 2, "two is said")


def test_who_asks_again_gets_what_is_new(room):
    send(room, light(1))
    cursor = on_page(room)["cursor"]
    assert on_page(room, cursor)["pairs"] == []
    send(room, light(2))
    send(room, light(1), pair=TABLES_4)
    told = on_page(room, cursor)["pairs"]
    assert [(one["name"], [x["number"] for x in one["lights"]]) for one in told] == [
        ("tables-3", [2]),
        ("tables-4", [1]),
    ]


def test_a_page_of_another_era_gets_everything(room):
    send(room, light(1))
    assert len(on_page(room, after=99, era="old")["pairs"]) == 1


def test_the_page_has_no_key_and_no_code(room):
    send(room, light(1, files={"a.py": "secret code"}), pair=replace(TABLES_3, shares=True))
    told = json.dumps(on_page(room))
    assert TABLES_3.key not in told
    assert "secret code" not in told


def test_the_page_is_served_behind_the_word(room):
    assert ask(room, "/plum-fox/") == (200, "<!doctype html>the page")


@pytest.mark.parametrize("path", ["/", "/plum-fox", "/plum-cat/", "/plum-cat/state", "/../plum-fox/", ""])
def test_without_the_word_nothing_is_read(room, path):
    send(room, light(1))
    assert ask(room, path) == (403, {"error": "that is not the join word of this room"})


def test_without_the_word_nothing_is_written(room):
    status, _ = ask(room, "/plum-cat/lights", says(light(1)))
    assert (status, room.book.records) == (403, {})


def test_who_guesses_is_not_heard_for_a_minute_and_others_are(room):
    for _ in range(server.WRONG):
        ask(room, "/plum-cat/")
    told = "too many wrong words: this room hears you again in a minute"
    assert ask(room, "/plum-fox/") == (429, {"error": told})
    assert ask(room, "/plum-fox/", REMOTE_ADDR="127.0.0.2")[0] == 200


def test_a_room_answers_at_its_own_address_alone(room):
    told = {"error": "this room is at 127.0.0.1:8765, and nowhere else"}
    assert ask(room, "/plum-fox/", HTTP_HOST="evil.example") == (403, told)


def test_a_page_of_somebody_else_cannot_write(room):
    status, _ = ask(room, "/plum-fox/lights", says(light(1)), HTTP_ORIGIN="http://evil.example")
    assert (status, room.book.records) == (403, {})
    assert ask(room, "/plum-fox/lights", says(light(1)), HTTP_ORIGIN=f"http://{ADDRESS}")[0] == 200


def test_a_form_of_a_page_cannot_write(room):
    status, _ = ask(room, "/plum-fox/lights", says(light(1)), CONTENT_TYPE="text/plain")
    assert (status, room.book.records) == (400, {})


ESCAPE = "\x1b[2J"
REFUSED = [
    pytest.param(b"{", 400, "a line that is no JSON: '{'", id="broken JSON"),
    pytest.param(b"[1]", 400, "a line that is no table of names and values", id="a list"),
    pytest.param(b"[" * 60_000, 400, "a line that is no JSON", id="too deep"),
    pytest.param(b"\xff\xfe", 400, "a line that is no JSON", id="no text"),
    pytest.param(
        says(light(1)) | {"version": 0}, 400, "this workspace speaks version 1, not 0: both", id="old"
    ),
    pytest.param(
        says(light(1), lights=[]) | {"run": "rm"}, 400, "what you send has 'run'", id="a strange field"
    ),
    pytest.param(says(lights=[{}] * 1001), 400, "what you send has a lights that cannot be", id="a thousand"),
    pytest.param(says(lights=[{"number": 1}]), 400, "a light has no history", id="half a light"),
    pytest.param(says(light(7)), 400, "light 7 of tables-3 came before", id="lights are missing"),
    pytest.param(
        says(light(20_001)), 400, "a light has a number that cannot be: 20001", id="a million lights"
    ),
    *[
        pytest.param(
            says(pair=replace(TABLES_3, **{name: bad})), 400, f"a pair has a {name} that", id=f"{name} {bad}"
        )
        for name in ("name", "key")
        for bad in (MARKUP, ESCAPE, "../../etc/passwd", "", "x" * 5000)
    ],
    pytest.param(says(pair=replace(TABLES_3, kata=ESCAPE)), 400, "a pair has a kata that", id="kata"),
    *[
        pytest.param(
            says(replace(light(1), **{name: ESCAPE})), 400, f"a light has a {name} that cannot be", id=name
        )
        for name in ("history", "verb", "colour", "test", "expected", "number", "when", "held", "files", "to")
    ],
    pytest.param(says(proof=[["a", "b", ESCAPE]]), 400, "a proof that is no list of tests", id="a proof"),
]


@pytest.mark.parametrize(("body", "status", "line"), REFUSED)
def test_bad_input_is_refused_in_a_line_and_nothing_of_it_is_kept(room, body, status, line):
    send(room, light(1), pair=TABLES_4)
    before = on_page(room)["pairs"], files(room)
    answer = ask(room, "/plum-fox/lights", body)
    assert answer[0] == status
    assert answer[1]["error"].startswith(line)
    assert "\x1b" not in answer[1]["error"]
    assert len(answer[1]["error"].splitlines()) == 1
    known = [one for one in on_page(room)["pairs"] if one["name"] == "tables-4"]
    assert (known, files(room)) == before


def files(room):
    return {file.name: file.read_bytes() for file in room.book.folder.iterdir()}


def test_ten_megabytes_are_refused_before_they_are_read(room):
    status, _ = ask(room, "/plum-fox/lights", b"x", CONTENT_LENGTH="10000000")
    assert status == 413


def test_a_name_that_is_somebody_elses_is_refused(room):
    send(room, light(1))
    before = files(room)
    told = {"error": "tables-3 is somebody else's name in this room: take another one"}
    assert send(room, light(1), pair=replace(TABLES_4, name="tables-3")) == (409, told)
    assert files(room) == before


def test_markup_is_a_text_like_any_other(room):
    send(room, light(1, test=MARKUP))
    assert on_page(room)["pairs"][0]["lights"][0]["test"] == MARKUP


def test_a_strange_path_is_not_there(room):
    assert ask(room, "/plum-fox/../../etc/passwd")[0] == 404
    assert ask(room, "/plum-fox/lights")[0] == 405


# Code


SHARING = replace(TABLES_3, shares=True)


def test_the_change_between_two_lights_of_who_shares_can_be_seen(room):
    send(room, light(1, files={"a.py": "one\ntwo\n"}), light(2, files={"a.py": "one\n2\n"}), pair=SHARING)
    status, told = ask(room, "/plum-fox/diff?pair=tables-3&from=0&to=1")
    rows = [["same", "one"], ["gone", "two"], ["new", "2"]]
    assert (status, told) == (200, {"files": [{"name": "a.py", "rows": rows}]})


def test_files_that_are_too_long_to_compare_are_shown_one_after_the_other(room, monkeypatch):
    monkeypatch.setattr(changes, "TOO_MANY", 3)
    send(room, light(1, files={"a.py": "1\n2\n"}), light(2, files={"a.py": "1\n3\n"}), pair=SHARING)
    (file,) = ask(room, "/plum-fox/diff?pair=tables-3&from=0&to=1")[1]["files"]
    assert file["rows"] == [["gone", "1"], ["gone", "2"], ["new", "1"], ["new", "3"]]


def test_code_of_who_does_not_share_is_not_kept(room):
    send(room, light(1, files={"a.py": "secret"}))
    send(room, pair=SHARING)
    assert ask(room, "/plum-fox/diff?pair=tables-3&from=-1&to=0")[1] == {"files": []}
    assert b"secret" not in b"".join(files(room).values())


def test_from_the_empty_folder_everything_is_new(room):
    send(room, light(1, files={"a.py": "one\n"}), pair=SHARING)
    told = ask(room, "/plum-fox/diff?pair=tables-3&from=-1&to=0")[1]
    assert told == {"files": [{"name": "a.py", "rows": [["new", "one"]]}]}


def test_many_lines_that_are_the_same_are_told_in_one(room):
    before, after = "".join(f"{n}\n" for n in range(20)), "".join(f"{n}\n" for n in range(19)) + "x\n"
    send(room, light(1, files={"a.py": before}), light(2, files={"a.py": after}), pair=SHARING)
    (file,) = ask(room, "/plum-fox/diff?pair=tables-3&from=0&to=1")[1]["files"]
    assert file["rows"][0] == ["fold", "16 lines"]
    assert file["rows"][1:] == [["same", "16"], ["same", "17"], ["same", "18"], ["gone", "19"], ["new", "x"]]


@pytest.mark.parametrize(
    ("words", "status", "line"),
    [
        ("pair=tables-3&from=0&to=0", 403, "tables-3 does not share its code"),
        ("pair=nobody&from=0&to=0", 404, "there is no such pair"),
        ("from=0&to=0", 404, "there is no such pair"),
    ],
)
def test_nobody_sees_the_code_of_who_does_not_share(room, words, status, line):
    send(room, light(1, files={"a.py": "secret"}))
    assert ask(room, f"/plum-fox/diff?{words}") == (status, {"error": line})


def test_a_place_is_a_number(room):
    send(room, light(1), pair=SHARING)
    told = (400, {"error": "a number, please, not 'x'"})
    assert ask(room, "/plum-fox/diff?pair=tables-3&from=x&to=0") == told


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


@pytest.mark.parametrize("lead", ["", "guess"])
def test_nobody_else_does(room, lead):
    turn(room, "set", plan=PLAN)
    before = room.clock
    told = {"error": "only whoever leads the session turns the clock"}
    assert turn(room, "start", lead=lead) == (403, told)
    assert room.clock == before


@pytest.mark.parametrize(
    ("what", "other", "line"),
    [
        ("jump", {}, "the clock does no 'jump'"),
        ("set", {"plan": {"round": 1}}, "a plan has no rotate"),
        ("set", {"plan": PLAN | {"round": -1}}, "a plan has a round that cannot be: -1"),
        ("set", {"plan": PLAN | {"round": 1e-9}}, "a plan has a round that cannot be: 1e-09"),
        ("set", {"plan": PLAN | {"names": [ESCAPE]}}, "a plan has a names that cannot be"),
    ],
)
def test_the_clock_does_only_what_it_can(room, what, other, line):
    status, told = turn(room, what, **other)
    assert (status, told["error"].startswith(line)) == (400, True)


def test_a_pair_is_told_of_the_clock_and_of_its_own_change(room, monkeypatch):
    room.clock = Clock(Plan(round=20, rotate=4, at_green=True)).start(1000)
    monkeypatch.setattr(server.time, "time", lambda: 1245.0)
    answer = send(room, light(1, when=1100.0))[1]
    assert answer["now"] == 1245.0
    assert answer["clock"]["change"] == {"due": False, "wait": 55.0}
    assert on_page(room)["waits"] == {"tables-3": 55.0}
