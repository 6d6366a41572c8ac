"""Who may read and write what in a room: a wrong request changes nothing, and shows nothing."""

import asyncio
import json
import re
import threading
import time
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from dojo.room import app, guesses
from dojo.room import changes as the_changes
from dojo.room.app import RoomApp
from dojo.room.clock import Clock, Plan
from dojo.room.models import id_of, write_record
from dojo.room.slow_work import SlowWork
from dojo.room.storage.records import Records
from room.conftest import ADDRESS, answer, ask, delivery, light, lines_of, numbers, send

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def room(records):
    return RoomApp(records, ADDRESS)


def on_page(room, after=0):
    return ask(room, f"/plum-fox/state?after={after}")[1]


def lights_of(state):
    """The lights of each pair that an answer has."""
    return {pair["name"]: [each["number"] for each in pair["lights"]] for pair in state["pairs"]}


def pair_on_page(room, after=0):
    """The only pair that an answer to the page has."""
    (pair,) = on_page(room, after)["pairs"]
    return pair


CHANGES_OF_A_PAIR = [
    pytest.param({}, {"shares": False, "left": False}, id="it is new"),
    pytest.param({"shares": True}, {"shares": True, "left": False}, id="it shares its code"),
    pytest.param({"left": True}, {"shares": False, "left": True}, id="it has left"),
]


@pytest.mark.parametrize(("change", "shown"), CHANGES_OF_A_PAIR)
def test_a_page_hears_of_a_pair_that_has_no_new_light(room, change, shown):
    cursor = on_page(room)["cursor"]
    send(room, **change)
    pair = pair_on_page(room, cursor)
    assert {name: pair[name] for name in shown} == shown
    assert pair["lights"] == []


def test_the_room_answers_a_pair_with_its_last_light(room):
    status, answer = send(room, light(1))
    assert status == 200
    assert answer["history"] == "a" * 12
    assert answer["number"] == 1


def test_what_a_pair_sends_is_on_the_page_and_markup_is_a_text(room):
    send(room, light(1, code=3, test=MARKUP), shares=True)
    pair = pair_on_page(room)
    (shown,) = pair.pop("lights")
    assert pair == {"id": id_of("3" * 32), "name": "tables-3", "kata": "fizz", "shares": True, "left": False}
    expected = {
        "number": 1,
        "colour": "red",
        "green": 1,
        "tests": 2,
        "test": MARKUP,
        "code": 3,
        "judged": True,
    }
    assert {name: shown[name] for name in expected} == expected


@pytest.mark.parametrize("secret", ["3" * 32, "secret code"], ids=["the key", "the code"])
def test_the_page_does_not_get_what_is_secret(room, secret):
    send(room, light(1, files={"a.py": "secret code"}), shares=True)
    assert secret not in json.dumps(on_page(room))


def test_the_page_is_behind_the_word_and_needs_no_other_file(room):
    status, page = ask(room, "/plum-fox/")
    assert status == 200
    assert "<title>The room plum-fox" in page
    assert "<svg" in page
    assert asyncio.run(room.page(None)).headers["cache-control"] == "no-store"
    assert "<title>The room &lt;b&gt;</title>" in app.page("<b>", ADDRESS)
    assert '{"amber": "!", "green": "\\u25a0", "kept": "\\u00b7", "red": "\\u00d7"}' in page
    policy = page.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert policy.startswith(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-"
    )
    assert policy.endswith("; connect-src 'self'; form-action 'none'; base-uri 'none'")
    assert [text for text in (" src=", "://", "innerHTML") if text in page] == []
    # Firefox asks for an icon where a page has none, and says that the policy forbids it
    assert re.findall('<link rel="([a-z]+)" href="([a-z]+:)', page) == [("icon", "data:")]
    assert page.count("<link") == 1


@pytest.fixture
def clock(monkeypatch):
    """The clock by which guesses are counted."""
    made = SimpleNamespace(monotonic=lambda: 60.0)
    monkeypatch.setattr(guesses, "time", made)
    return made


def guess(room, number, **who):
    """Say so many wrong words, each another one."""
    return [ask(room, f"/plum-cat{word}/", **who)[0] for word in range(number)]


PATIENCE = (429, {"error": "too many wrong words: try again in a few seconds"})


@pytest.mark.usefixtures("clock")
def test_beside_a_guesser_who_is_not_heard_for_a_while_the_others_are(room):
    send(room, light(1))
    assert guess(room, guesses.MAX_GUESSES) == [403] * guesses.MAX_GUESSES
    assert ask(room, "/plum-fox/") == ask(room, "/plum-cat/", lead="secret") == PATIENCE
    known = {"client": "127.0.0.2"}, {"lead": "secret"}, {"pair": "3" * 32}, {"cookie": f"pair={'3' * 32}"}
    asked = *known, {"lead": "x"}, {"pair": "4" * 32}
    statuses = [ask(room, "/plum-fox/state", **who)[0] for who in asked]
    assert statuses == [200, 200, 200, 200, 429, 429]


def test_a_newcomer_from_the_address_of_a_guesser_waits_for_seconds(room, clock):
    guess(room, guesses.MAX_GUESSES)
    assert send(room, light(1)) == PATIENCE
    clock.monotonic = lambda: 60.0 + guesses.SECONDS_FOR_A_GUESS
    assert send(room, light(1))[0] == 200
    assert ask(room, "/plum-fox/")[0] == 200
    assert guess(room, 30)[20:] == [403] + [429] * 9


@pytest.mark.usefixtures("clock")
def test_an_old_watch_that_says_its_word_all_evening_is_no_guesser(room):
    assert {ask(room, "/old-owl/state")[0] for _ in range(99)} == {403}
    assert send(room, light(1))[0] == 200


@pytest.mark.usefixtures("clock")
def test_who_has_the_key_of_a_pair_of_an_earlier_room_guesses_for_itself(room):
    room.earlier_pairs = frozenset({id_of("4" * 32)})
    guess(room, guesses.MAX_GUESSES)
    assert ask(room, "/plum-fox/state", pair="4" * 32)[0] == 200
    guess(room, guesses.MAX_GUESSES, pair="4" * 32)
    assert ask(room, "/plum-fox/state", pair="4" * 32) == PATIENCE


def name_of(answer):
    """The name that a pair has in the room, as it is answered."""
    _status, answered = answer
    return answered["name"]


def test_the_name_of_another_pair_gets_a_number(room):
    long = "x" * 40
    assert name_of(send(room, light(1), name=long, key="3")) == long
    assert name_of(send(room, light(1), name=long, key="4")) == "x" * 36 + "-2"
    assert name_of(send(room, light(1), name="Ada", key="5")) == "Ada"
    # in other letters it is the same name
    assert name_of(send(room, name="ADA", key="3")) == "ADA-2"
    assert lights_of(on_page(room)) == {"ADA-2": [1], "x" * 36 + "-2": [1], "Ada": [1]}


def test_a_pair_may_take_a_free_name_or_write_its_own_otherwise(room):
    send(room, light(1), name="tables-3")
    assert name_of(send(room, name="BEA")) == "BEA"
    assert name_of(send(room, name="Bea")) == "Bea"
    assert lights_of(on_page(room)) == {"Bea": [1]}


LINES = "".join(f"{number}\n" for number in range(19))
SAME = [["same", "16"], ["same", "17"], ["same", "18"]]
CHANGES = [
    ("1\n2\n", "1\nx\n", "from=0&to=1", 4, [["same", "1"], ["gone", "2"], ["new", "x"]]),
    ("1\n2\n", "1\n3\n", "from=0&to=1", 3, [["gone", "1"], ["gone", "2"], ["new", "1"], ["new", "3"]]),
    ("1\n2\n", "", "from=-1&to=0", 4, [["new", "1"], ["new", "2"]]),
    (LINES, f"{LINES}x\n", "from=0&to=1", 999, [["fold", "16 lines"], *SAME, ["new", "x"]]),
]
IDS = ["two lights", "too many lines to compare", "the empty folder", "many that are the same"]


@pytest.mark.parametrize(("before", "after", "words", "most", "drawn"), CHANGES, ids=IDS)
def test_the_change_of_who_shares_can_be_seen(room, monkeypatch, before, after, words, most, drawn):
    monkeypatch.setattr(the_changes, "MAX_PAIRS_OF_LINES", most)
    send(room, light(1, files={"a.py": before}), light(2, files={"a.py": after}), shares=True)
    answer = ask(room, f"/plum-fox/diff?pair=tables-3&{words}")
    assert answer == (200, {"files": [{"name": "a.py", "rows": drawn}]})


def test_of_too_many_rows_it_is_said_how_many_lines_there_are(room, monkeypatch):
    monkeypatch.setattr(the_changes, "MAX_ROWS", 3)
    files = {"a.py": "1\n", "b.py": "1\n2\n3\n"}
    send(room, light(1, files=files), light(2, files={"a.py": "2\n", "b.py": "4\n"}), shares=True)
    _, answer = ask(room, "/plum-fox/diff?pair=tables-3&from=0&to=1")
    assert answer["files"] == [
        {"name": "a.py", "rows": [["gone", "1"], ["new", "2"]]},
        {"name": "b.py", "rows": [["gone", "3 lines"], ["new", "1 lines"]]},
    ]


async def stay():
    return False


async def leave():
    return True


def test_a_question_is_answered_once_for_all_who_ask_it_and_lights_come_in_meanwhile():
    made = []
    goes_on = threading.Event()

    def make():
        made.append(1)
        goes_on.wait(60)
        return b"answer"

    async def evening():
        work = SlowWork[bytes]()
        asked = [asyncio.create_task(work.answer("who", make, stay)) for _ in range(3)]
        # without an answer that is being made, all of them would be done
        while not made and not any(task.done() for task in asked):
            await asyncio.sleep(0)
        # the loop is free while the thread works
        goes_on.set()
        return await asyncio.gather(*asked), work.running

    assert asyncio.run(evening()) == ([b"answer"] * 3, {})
    assert made == [1]


def test_what_nobody_waits_for_is_not_made():
    async def evening():
        await SlowWork[bytes]().answer("who", lambda: b"made all the same", leave)

    with pytest.raises(HTTPException) as refusal:
        asyncio.run(evening())
    assert refusal.value.detail == "nobody waits for this any more"


def test_too_many_questions_at_once_are_refused():
    async def evening():
        work = SlowWork[bytes](max_questions=2)
        asked = [work.answer(number, lambda: b"answer", stay) for number in range(3)]
        return await asyncio.gather(*asked, return_exceptions=True)

    *answers, refused = asyncio.run(evening())
    assert answers == [b"answer", b"answer"]
    assert refused.detail == "the room is busy: ask again in a moment"


def test_code_of_who_does_not_share_is_not_kept(room):
    send(room, light(1, files={"a.py": "secret"}))
    send(room, shares=True)
    assert [each.files for each in room.records.find(name="tables-3").lights] == [None]


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


def test_a_pair_hears_of_the_clock_and_a_page_that_looks_on_writes_nothing(room, monkeypatch):
    clock = Clock(Plan(round=5, rotate=4, rest=1, at_green=True, by_itself=True)).turn("start", 1000)
    room.records.save(replace(room.records.info, clock=clock))
    monkeypatch.setattr(time, "time", lambda: 1245.0)
    _, answer = send(room, light(1, when=1100.0))
    assert answer["now"] == 1245.0
    assert answer["clock"]["change"] == {"due": False, "wait": 55.0}
    assert on_page(room)["waits"] == {"tables-3": 55.0}
    monkeypatch.setattr(time, "time", lambda: 1310.0)
    with monkeypatch.context() as patch:
        patch.setattr(room.records, "save", None)
        assert on_page(room)["clock"]["phase"] == "break"
    assert lead(room, "next")[1]["clock"]["phase"] == "round"


def test_a_renamed_pair_keeps_its_row_and_a_removed_one_its_lights(room):
    """Also when the room is served again."""
    send(room, light(1))
    assert lead(room, "rename", pair="tables-3", name="Ada") == lead(room, "lock") == (200, {"clock": None})
    again = RoomApp(Records(room.records.folder), ADDRESS)
    assert send(again, light(2))[1]["name"] == "Ada"
    assert send(again, key="4") == (400, {"error": "this room is locked: it takes no more pairs"})
    lead(room, "unlock")
    assert send(room, key="4")[0] == 200
    assert lights_of(on_page(room)) == {"Ada": [1, 2], "tables-3": []}
    assert lead(room, "remove", pair="Ada") == (200, {"clock": None})
    assert lights_of(on_page(room)) == {"tables-3": []}
    again = RoomApp(Records(room.records.folder), ADDRESS)
    assert send(again, light(3)) == (400, {"error": "the leader has removed tables-3 from this room"})
    assert room.records.database.execute("SELECT count(*) FROM lights").fetchone() == (2,)
    assert send(room, light(1), key="5", name="Ada")[1]["name"] == "Ada"


def test_many_pairs_get_other_names_at_once_or_none_of_them_does(room):
    for key in "345":
        send(room, light(1), key=key, name=f"tables-{key}")
    both = {"tables-3": "tables-4", "tables-4": "tables-3", "tables-5": None}
    assert lead(room, "names", names=both) == (200, {"clock": None})
    assert lights_of(on_page(room)) == {"tables-4": [1], "tables-3": [1]}
    assert send(room, key="3")[1]["name"] == "tables-4"
    taken = {"tables-4": None, "tables-3": "Tables-4", "tables-9": "Ada"}
    assert lead(room, "names", names=taken) == (404, {"error": NO_PAIR})
    wrong = {"tables-3": "tables-7", "tables-4": "Tables-7"}
    refusal = {"error": "Tables-7 is another pair's name in this room: take another one"}
    assert lead(room, "names", names=wrong) == (400, refusal)
    assert lights_of(on_page(room)) == {"tables-4": [1], "tables-3": [1]}


def test_from_one_address_come_only_so_many_pairs(room, monkeypatch):
    monkeypatch.setattr(app, "PAIRS_OF_ADDRESS", 2)
    statuses = [send(room, key=key, name=f"tables-{key}")[0] for key in "345"]
    assert statuses == [200, 200, 400]
    # a place that the leader has taken away is not free for another pair
    lead(room, "remove", pair="tables-3")
    error = "2 pairs are here from your address: the room takes no more"
    assert send(room, key="5", name="tables-5") == (400, {"error": error})
    note = "2 pairs are here from 127.0.0.1, and it asks for more places: one address gets no more."
    assert on_page(room)["notes"] == [note]


def test_those_that_are_in_stay_in_and_another_address_has_places(room, monkeypatch):
    monkeypatch.setattr(app, "PAIRS_OF_ADDRESS", 2)
    for key in "34":
        send(room, key=key, name=f"tables-{key}")
    assert send(room, light(1), key="4", name="tables-4")[0] == 200
    assert send(room, key="5", name="tables-5", client="127.0.0.2")[0] == 200


def test_if_nothing_can_be_recorded_the_page_says_so_and_goes_on(room):
    send(room, light(1))
    room.records.database.execute("PRAGMA query_only = ON")
    problem = "attempt to write a readonly database"
    assert send(room, light(2)) == (500, {"error": f"nothing is recorded: {problem}"})
    assert on_page(room)["notes"] == [f"Nothing is recorded: {problem}. The room goes on showing."]
    assert lights_of(on_page(room)) == numbers(room.records.select()) == {"tables-3": [1]}
    room.records.database.execute("PRAGMA query_only = OFF")
    assert send(room, light(2))[1]["number"] == 2
    assert on_page(room)["notes"] == []


def test_that_nothing_is_recorded_comes_before_files_that_are_not_taken(room):
    room.notes["a.lights"] = "a.lights is not taken: it has no pair"
    room.records.fault = "Nothing is recorded: database or disk is full."
    assert on_page(room)["notes"] == [room.records.fault, room.notes["a.lights"]]


def test_a_long_answer_comes_in_parts(room, monkeypatch):
    monkeypatch.setattr(app, "LIGHTS_PER_ANSWER", 2)
    for key in "34":
        send(room, light(1), light(2), key=key, name=f"tables-{key}")
    states = [on_page(room, after) for after in (0, 2, 4)]
    lights = [[*lights_of(state).values()] for state in states]
    assert lights == [[[1, 2], []], [[], [1, 2]], [[], []]]
    assert [(state["cursor"], state["more"]) for state in states] == [(2, True), (4, True), (4, False)]


def test_a_light_goes_before_pages_and_who_has_gone_is_not_answered(room):
    answered = []

    async def come(what, **how):
        _, said = await answer(room, f"/plum-fox/{what}", **how)
        answered.append((what, said != ""))

    async def all_come():
        looks = [come("state", says=f"http.{message}") for message in ("request", "disconnect", "request")]
        await asyncio.gather(*looks, come("lights", body=SENT, pair="3" * 32))

    asyncio.run(all_come())
    assert answered == [("lights", True), ("state", True), ("state", False), ("state", True)]


ESCAPE, ONLY = "\x1b[2J", "only the leader of the session may do that"
NOT_THE_WORD, NO_PAIR = "that is not the join word of this room", "there is no such pair"
TABLES_3 = {"pair": "3" * 32}
LEADER = {"lead": "secret"}
SENT = write_record(delivery(light(1)))
REFUSED = [
    ("/", None, {}, 403, NOT_THE_WORD),
    ("/plum-cat/", None, LEADER, 403, NOT_THE_WORD),
    ("/plum-cat/lights", SENT, TABLES_3, 403, NOT_THE_WORD),
    ("lights", SENT, {"origin": "http://x.com"}, 403, "this room hears no other page than its own"),
    ("state", None, {"host": "x.com"}, 403, "this room is at 127.0.0.1:8765, and nowhere else"),
    ("lights", SENT, {"content_length": "10000000"}, 413, "more than 1,048,576 bytes at once: "),
    ("lights", SENT, {"pair": "4" * 32}, 403, "only who has the key of a pair sends its lights"),
    ("lights", SENT + lines_of({ESCAPE: 1}), TABLES_3, 400, "what a pair says cannot be taken: Object "),
    ("lights", None, {}, 405, "Method Not Allowed"),
    ("/plum-fox/../../etc/passwd", None, {}, 404, "Not Found"),
    ("diff?pair=tables-4&from=0&to=0", None, {}, 403, "tables-4 does not share its code"),
    ("diff?pair=nobody&from=0&to=0", None, {}, 404, NO_PAIR),
    (
        "state?after=99999999999999999999999",
        None,
        {},
        400,
        "what you ask cannot be taken: Expected `int` <= 461",
    ),
    ("diff?pair=tables-3&from=x", None, {}, 400, "what you ask cannot be taken: Expected `int`, got `str`"),
    ("lead", {"do": "start"}, {"lead": "guess"}, 403, ONLY),
    ("lead", {"do": "remove", "pair": "tables-3"}, TABLES_3, 403, ONLY),
    ("lead", {"do": "remove", "pair": "tables-9"}, LEADER, 404, NO_PAIR),
    ("lead", {"do": "rename", "pair": "tables-3", "name": "../x"}, LEADER, 400, "`$.name`"),
    ("lead", {"do": "rename", "pair": "tables-3", "name": "Tables-4"}, LEADER, 400, "another pair's name"),
    ("lead", {"do": "names", "names": {"tables-3": "../x"}}, LEADER, 400, "`$.names[...]`"),
    ("lead", {"do": "tell", "message": ESCAPE}, LEADER, 400, "invisible characters"),
    ("lead", {"do": "jump"}, LEADER, 400, "Invalid enum value 'jump' - at `$.do`"),
    ("lead", {"do": "set", "plan": PLAN | {"round": -1}}, LEADER, 400, "`$.plan.round`"),
]


@pytest.mark.parametrize(("path", "body", "headers", "status", "line"), REFUSED)
def test_what_is_refused_is_told_in_a_line_and_changes_nothing(room, path, body, headers, status, line):
    send(room, shares=True)
    send(room, name="tables-4", key="4")
    info = room.records.info
    lights = numbers(room.records.select())
    path = path if path.startswith("/") or not path else f"/plum-fox/{path}"
    found, answer = ask(room, path, body, **headers)
    assert line in answer["error"]
    assert answer["error"].isprintable()
    assert found == status
    assert room.records.info == info
    assert numbers(room.records.select()) == lights
