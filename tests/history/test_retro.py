"""`make retro`: of the last room, a folder of files, or one attempt; a page that compares nobody."""

import json
import re
import time

import msgspec
import pytest
from helpers import record_light

from dojo.attempt.create import create
from dojo.history.pairs import list_verdicts
from dojo.history.retro import Axis, Evening, format_retro
from dojo.room.models import VerdictLine
from dojo.room.reports import record_of
from dojo.room.storage.records import Records
from history.session import MINUTE, START
from history.session import record as made

ONE = "test_fizz.py::test_one_is_said"
WHYS = {ONE: ("missing name", "say", "AttributeError: module 'fizz' has no attribute 'say'")}


def pairs(html):
    """The pairs that have a page."""
    return re.findall(r'<option value="pair-\d+">(.*?)</option>', html)


@pytest.fixture
def attempt(bare):
    made = create(bare.workspace, "tables-3", "fizz")
    for colour, code in (("red", ""), ("green", 'def say(number):\n    return "1"\n')):
        made.module.write_text(code)
        record_light(
            made,
            verb="next",
            colour=colour,
            counts={colour: 1},
            own={ONE: colour},
            whys=WHYS if colour == "red" else {},
        )
    return made


def test_of_an_attempt_with_its_proof_and_anonymous_with_nobody_named(bare, attempt, capsys):
    assert [(one.rule, one.kind) for one in list_verdicts(attempt)] == [("one is said", "red by name only")]
    assert bare.verb("retro", "NAME=tables-3") == 0
    assert capsys.readouterr().out == f"{bare.root / 'retro-tables-3.html'}\n"
    assert "1 of 1 test, as far as the lights say." in bare.path("retro-tables-3.html").read_text()
    assert bare.verb("retro", "NAME=tables-3", "ANONYMOUS=1") == 0
    assert "tables-3" not in bare.path("retro-anonymous.html").read_text() + capsys.readouterr().out


def room_of_before(top, word, opened, record):
    """The folder of a room in the format of before, with a pair that is called like its word."""
    room = top / ".room" / word
    (room / "pairs").mkdir(parents=True)
    clock = {"phases": [["round", 1, 5.0, 9.0], ["break", 1, 9.0, None]]}
    info = {"word": "-".join(word.split("-")[3:]), "lead": "x", "opened": opened, "clock": clock}
    (room / "room.json").write_text(json.dumps(info))
    pair = {"key": "4" * 32, "name": info["word"], "kata": "fizz", "shares": False}
    lines = {"version": 1, "pair": pair}, *({"light": msgspec.to_builtins(light)} for light in record.lights)
    (room / "pairs" / "0.lights").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return room


def test_of_a_room_with_the_attempts_here_and_what_cannot_be_read(bare, attempt, capsys):
    room = room_of_before(bare.root, "2026-01-01-plum-fox", 0.0, record_of(attempt))
    (room / "pairs" / "x.lights").write_text("{}\n")
    room_of_before(bare.root, "2026-01-02-iron-owl", 4e9, record_of(attempt))  # after the attempts here
    broken = create(bare.workspace, "tables-9", "fizz")
    record_light(broken, verb="next", colour="red", counts={"red": 1})
    broken.record(".db").write_text("no lights")
    assert bare.verb("retro", "ROOM=plum-fox") == 0
    html = bare.path("retro.html").read_text()
    assert "Retrospective: the room plum-fox" in html
    assert pairs(html) == ["plum-fox", "tables-3"]
    missing = "what a pair says cannot be taken: Object missing required field `pair`"
    assert f"x.lights is not taken: {missing}" in html
    assert "the lights of tables-9 cannot be read" in html
    records = Records(room)
    records.rename({records.keep(record_of(attempt)).id: None})  # the leader removes it
    assert bare.verb("retro", "ROOM=plum-fox") == 0
    assert pairs(bare.path("retro.html").read_text()) == ["plum-fox"]
    assert bare.verb("retro") == 0
    html = bare.path("retro.html").read_text()
    assert "Retrospective: the room iron-owl" in html
    assert pairs(html) == ["iron-owl"]
    capsys.readouterr()
    assert bare.verb("retro", "ROOM=no-such") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.usefixtures("attempt")
def test_of_a_folder_of_files(bare):
    (bare.root / "stick").mkdir()
    assert bare.verb("hand-in", "NAME=tables-3", "IN=stick") == 0
    assert bare.verb("retro", "FROM=stick", "KATA=fizz") == 0
    assert pairs(bare.path("retro-folder.html").read_text()) == ["tables-3"]


MISTAKES = {
    "no room": (
        [],
        "there was no room yet: make room opens one; NAME= names an attempt, FROM= a folder of files",
    ),
    "no file": (["FROM=kata"], "has no file of make hand-in"),
    "no light": (["NAME=tables-4"], "tables-4 has no lights yet: make next NAME=tables-4 records one"),
}


@pytest.mark.parametrize(("words", "line"), MISTAKES.values(), ids=MISTAKES)
@pytest.mark.usefixtures("attempt")
def test_what_cannot_be_is_a_mistake_in_a_line(bare, capsys, words, line):
    create(bare.workspace, "tables-4", "fizz")
    assert bare.verb("retro", *words) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert line in said


MARKUP = "<script>alert(1)</script>"
PAIR = r'<h2 tabindex="-1" id="pair-\d+-head">(.*?) <'
TWO = [
    made("tables-3", (0, "red"), (4, "green", {"code": 20, "expected": "red", "held": False})),
    made(
        "tables-10",
        (1, "green", {"first_green": {"one": "green"}, "of": 9, "known": 2}),
        (40, "red", {"test": MARKUP}),
        proof=[VerdictLine("tables-3 is one", "proven", "It was red.")],
    ),
]


def html_of(records, *, anonymous=False, **how):
    return format_retro(Evening("the room plum-fox", records, **how), anonymous=anonymous)


def test_pairs_stand_in_the_order_of_their_names_and_nothing_ranks_them():
    html = html_of(TWO, rounds=[(START, START + 20 * MINUTE), (START + 30 * MINUTE, None), (0.0, 10.0)])
    assert re.findall(PAIR, html) == ["tables-3", "tables-10"]
    assert [html.count(f"<title>round {n}</title>") for n in (1, 2, 3)] == [4, 4, 0]
    words = re.findall(r'<span class="word-(\w+)">. \1</span>', html)
    assert words[:4] == ["green", "red", "amber", "pause"]
    assert re.findall(">[^<]*(best|worst|winner|rank|score|fastest|slowest)", html.lower()) == []
    assert html.count("<script") == 2
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_a_pair_has_its_longest_red_its_largest_step_and_the_size_of_each_change():
    lights = [
        (0, "red", {"code": 2}),
        (1, "green", {"code": 3, "test_lines": 2}),
        (2, "red", {"test_lines": 4}),
        (5, "green", {"code": 8}),
    ]
    html = html_of([made("tables-3", *lights)])
    assert "3 min 00 s, on “rule 3”, from light 3 to 4" in html
    assert "up to a green: 8 lines of code, from light 2 to 4. Code changed in green: 0 times." in html
    assert re.findall(r"<title>(light \d: [^<]*)</title>", html) == [
        "light 1: 2 lines of code, 0 of tests",
        "light 2: 3 lines of code, 2 of tests",
        "light 3: 0 lines of code, 4 of tests",
        "light 4: 8 lines of code, 0 of tests",
    ]
    sizes = re.findall(r'<rect class="code" x="(\d+)" [^>]* height="([\d.]+)">', html)
    assert sizes == [("1", "7.5"), ("11", "11.2"), ("21", "0.0"), ("31", "30.0")]
    bars = re.findall(r'<rect class="(\w+)" [^>]* height="(\d+)"><title>([^<]*)', html)
    assert ("red", "30", "3 min 00 s red, light 3 to 4") in bars
    assert "4 runs in 5 min 00 s: 1 min 00 s green, 4 min 00 s red." in html


@pytest.mark.parametrize("names", [("tables-3", "tables-10"), ("Ada", "Bea"), ("Zq", "Xq")])
def test_anonymous_it_names_no_pair_anywhere(names):
    records = []
    for n, name in enumerate(names):
        red = {"test": f"{name} loses", "first_green": {f"{name} wins": "green"}}
        records.append(made(name, (n, "red", red), (n + 4, "green")))
    html = html_of(records, anonymous=True, faults=[f"{names[0]}.lights is not taken: why"])
    assert "1 record could not be read" in html
    assert "in the order of their names" not in html
    # a hash of a script may have any two letters side by side
    text = re.sub(r"sha256-[\w+/=]+", "", html).lower()
    assert [name for name in names if name.lower() in text] == []
    assert [one.pair.id for one in records if one.pair.id in html] == []
    assert sorted(re.findall(PAIR, html)) == ["pair 1", "pair 2"]


YEAR = 365 * 24 * 60
WRONG_CLOCK = made("tables-1", (-7 * YEAR, "red"))
RIGHT_CLOCKS = [made("tables-2", (0, "red")), made("tables-3", (5, "red"))]


@pytest.mark.parametrize("opened", [START - 600, 0.0], ids=["a room", "files"])
def test_an_evening_is_dated_by_the_room_or_by_most_pairs(opened):
    html = html_of([WRONG_CLOCK, *RIGHT_CLOCKS], opened=opened)
    assert time.strftime("%d %B %Y. 3 pairs", time.localtime(START)) in html


BY_LIGHTS = made("tables-3", (0, "green", {"first_green": {"one": "red"}}))
IN_GREEN = made("tables-3", (0, "green"), (1, "green", {"in_green": "refactoring"}))
TIDIED = {"in_green": "refactoring"}
UNASKED = made("tables-3", (0, "green", TIDIED), (1, "green", {"in_green": "unnoticed"}))
OLD = made("tables-3", (0, "green", {"in_green": None}))
SHORT = made("x", (0, "red", {"test": "x fixes x_y"}), (1, "green", {"test": "next"}))
SAYS = {
    "a test that was never red": (TWO, {}, "0 of 1 test, as far as the lights say."),
    "the verdicts that came along": (TWO, {}, "1 proven"),
    "no test that turned green": (TWO, {}, "No test has turned green, as far as the lights say."),
    "a test that was red first": ([BY_LIGHTS], {}, "1 of 1 test, as far as the lights say."),
    "code that changed in green": ([IN_GREEN], {}, "Code changed in green: 1 time."),
    "code without a test in green": ([UNASKED], {}, "2 times, 1 of them without a test that would notice"),
    "lights of an older edition": (
        [OLD],
        {},
        "The lights are too old to say how often code changed in green.",
    ),
    "one pair": ([BY_LIGHTS], {}, "1 pair. Nothing here says"),
    "a short name in a word": ([SHORT], {"anonymous": True}, "“… fixes …_y”"),
    "a part of a word": ([SHORT], {"anonymous": True}, "“next”"),
    "green from the first": ([made("tables-3", (0, "green"))], {}, "never red for longer than a moment"),
    "no run": ([made("tables-3")], {}, "There is no run to look at yet."),
    "no question": ([made("tables-3")], {}, "The lights say too little for a question."),
    "a fault": ([], {"faults": ["x.lights is not taken: why"]}, "x.lights is not taken: why"),
}


@pytest.mark.parametrize(("records", "how", "says"), SAYS.values(), ids=SAYS)
def test_what_a_page_says_of(records, how, says):
    assert says in html_of(records, **how)


def test_the_order_of_letters_says_nothing_of_the_names():
    records = [made(f"tables-{n}", (n, "red"), (n + 1, "green")) for n in range(8)]
    starts = re.findall(r'<rect class="red" x="([\d.]+)"', html_of(records, anonymous=True))[:8]
    assert starts != sorted(starts, key=float)


def test_a_long_time_without_a_light_is_folded_and_nothing_lies_beyond_the_edges():
    axis = Axis([0, 600, 4200, 4800])
    assert axis.length == 600 + 60 + 600
    assert [axis.share(when) for when in (0, 600, 4200, 4800)] == [0, 476.2, 523.8, 1000]
    assert axis.folds == [(476.2, 3600)]
    edges = Axis([200, 100])
    assert [edges.share(when) for when in (0, 100, 150, 200, 900)] == [0, 0, 500, 1000, 1000]
    assert Axis([5]).length == Axis([]).length == 1


def test_it_has_a_few_round_times_of_the_day():
    ticks = Axis(range(int(START), int(START) + 5400, 300)).ticks
    assert 4 <= len(ticks) <= 10
    assert {words[-2:] for _, words in ticks} <= {"00", "10", "15", "20", "30", "40", "45", "50"}
