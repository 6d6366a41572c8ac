"""`make lights`: every run, one a row, and what they tell together; as a page with PAGE=1."""

import json
import re

import pytest

from dojo.attempts import Attempt
from dojo.history import Change, Stretch, changed_lines, summary
from dojo.lights import all_files, all_lights, record
from dojo.snapshot import File
from dojo.timeline import bar, duration, rule_of, said

SEEN = "tests/suite/test_cards.py::test_a_card_equals_itself"
PLAYED = [  # seconds since the last one, verb, colour, counts, test, file, told
    (0, "start", "red", {"red": 1}, "", "1\n", {}),
    (60, "next", "green", {"green": 1}, SEEN, "1\n2\n", {"expected": "green", "held": True}),
    (30, "watch", "red", {"green": 1, "red": 1}, SEEN, "1\n2\n3\n", {}),
    (20, "hint", "red", {}, SEEN, "1\n2\n3\n", {}),
    (10, "watch", "amber", {"green": 1, "amber": 1}, SEEN, "oh\n", {}),
    (5, "back", "amber", {}, "", "oh no\n", {"to": 2}),
    (40, "next", "green", {"green": 2}, SEEN, "1\n2\nx\ny\n", {"expected": "red", "held": False}),
]


@pytest.fixture
def attempt(workspace, monkeypatch):
    """An attempt that was played as it stands above."""
    folder = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    attempt = Attempt(folder)
    now = 1_700_000_000.0
    for seconds, verb, colour, counts, test, text, told in PLAYED:
        now += seconds
        monkeypatch.setattr("time.time", lambda now=now: now)
        attempt.module.write_text(text)
        record(attempt, verb=verb, colour=colour, counts=counts, test=test, **told)
    return attempt


def test_the_summary_tells_of_the_whole_session(attempt):
    lights = all_lights(attempt)
    told = summary(lights, all_files(attempt, lights))
    assert told.runs == {"green": 2, "red": 2, "amber": 1}
    assert told.seconds == 165
    assert told.stretches == [
        Stretch("red", 1, 1, 60),
        Stretch("green", 2, 2, 30),
        Stretch("red", 3, 3, 30),
        Stretch("amber", 5, 5, 5),
        Stretch("green", 6, 7, 40),
    ]
    assert told.turns == 4
    assert told.longest("red") == Stretch("red", 1, 1, 60)
    assert told.largest == Change(2, 7, 2)
    assert (told.held, told.predicted) == (1, 2)


def test_the_timeline_in_the_terminal(workspace, attempt):
    made = workspace.make("lights", f"NAME={attempt.name}", COLUMNS="80", TZ="UTC")
    assert (made.returncode, made.stderr) == (0, "")
    assert [line.rstrip() for line in made.stdout.splitlines()] == [
        "   1  22:13:20           red    ××××××××××  0 of 1",
        "   2  22:14:20    +1:00  green  ■■■■■■■■■■  1 of 1      as expected · a card eq…",
        "   3  22:14:50    +0:30  red    ■■■■■×××××  1 of 2      a card equals itself",
        "   4  22:15:10    +0:20  hint   a card equals itself",
        "   5  22:15:20    +0:10  amber  ■■■■■!!!!!  1 of 2      a card equals itself",
        "   6  22:15:25    +0:05  back   to light 2",
        "   7  22:16:05    +0:40  green  ■■■■■■■■■■  2 of 2      red expected · a card e…",
        "",
        "   1  ×■×·!·■",
        "      ■ green   × red   ! amber   · not run",
        "",
        "7 lights in 2 min 45 s: 2 green, 2 red, 1 amber",
        "4 changes of colour",
        "time: 1 min 10 s green, 1 min 30 s red, 5 s amber",
        "longest time in red: 1 min 00 s, light 1",
        "largest change between two greens: 2 lines, from light 2 to 7",
        "predictions: 1 of 2 held",
    ]


def test_an_attempt_without_lights_says_how_to_get_one(workspace):
    (workspace.root / "katas" / "holdem" / "attempts" / "tables-4").mkdir(parents=True)
    made = workspace.make("lights", "NAME=tables-4")
    assert made.stdout == "tables-4 has no lights yet: make next and make watch record them\n"


def test_no_row_is_wider_than_the_terminal(workspace, attempt):
    record(attempt, verb="next", colour="red", counts={"green": 290, "red": 1}, test="test_" + "long_" * 40)
    made = workspace.make("lights", "NAME=tables-3", COLUMNS="80")
    assert max(map(len, made.stdout.splitlines())) == 80
    assert " 290 of 291  long long" in made.stdout


BARS = [
    pytest.param({"green": 3}, "■■■■■■■■■■", id="all green"),
    pytest.param({"red": 2}, "××××××××××", id="all red"),
    pytest.param({"green": 290, "red": 1}, "■■■■■■■■■×", id="one red of many is seen"),
    pytest.param({"green": 1, "red": 290}, "■×××××××××", id="one green of many is seen"),
    pytest.param({"green": 1, "red": 1, "amber": 1}, "■■■■×××!!!", id="one of each"),
    pytest.param({"red": 100, "amber": 1}, "×××××××××!", id="one amber of many is seen"),
    pytest.param({"red": 1, "amber": 100}, "×!!!!!!!!!", id="one red among amber is seen"),
    pytest.param({}, "          ", id="no test ran"),
]


@pytest.mark.parametrize(("counts", "drawn"), BARS)
def test_a_bar_has_a_shape_for_each_colour(counts, drawn):
    assert bar(counts).plain == drawn


DURATIONS = [
    pytest.param(0.9, "0 s", id="less than a second"),
    pytest.param(59, "59 s", id="seconds"),
    pytest.param(200, "3 min 20 s", id="minutes"),
    pytest.param(3900, "1 h 05 min", id="hours"),
]


@pytest.mark.parametrize(("seconds", "words"), DURATIONS)
def test_a_duration_in_words(seconds, words):
    assert duration(seconds) == words


RULES = [
    pytest.param("a/test_b.py::test_a_card_equals_itself", "a card equals itself", id="a name in words"),
    pytest.param("a/test_b.py::test_c[the wheel: A 2 :: 5]", "the wheel: A 2 :: 5", id="the id of a row"),
    pytest.param("", "", id="none"),
]


@pytest.mark.parametrize(("test", "rule"), RULES)
def test_the_rule_of_a_test(test, rule):
    assert rule_of(test) == rule


CHANGED = [
    pytest.param({"a": "1\n2\n"}, {"a": "1\n2\n"}, 0, id="nothing"),
    pytest.param({"a": "1\n2\n"}, {"a": "1\nx\n"}, 1, id="a line replaced counts once"),
    pytest.param({"a": "1\n"}, {"a": "1\n", "b": "1\n2\n"}, 2, id="a new file"),
    pytest.param({"a": "1\n", "b": "1\n"}, {"a": "0\n1\n2\n"}, 3, id="lines added and a file gone"),
]


@pytest.mark.parametrize(("before", "after", "lines"), CHANGED)
def test_how_many_lines_changed(before, after, lines):
    kept = [
        {name.encode(): File("100644", text.encode()) for name, text in tree.items()}
        for tree in (before, after)
    ]
    assert changed_lines(*kept) == lines


def page(workspace):
    made = workspace.make("lights", "NAME=tables-3", "PAGE=1")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.endswith("/katas/holdem/attempts/tables-3-lights.html\n")
    return (workspace.root / made.stdout.strip()).read_text(encoding="utf-8")


def data_of(text):
    """What the page compares, as a browser reads it."""
    return json.loads(re.search(r'"application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_the_page_has_a_row_for_each_light_and_the_files_of_each(workspace, attempt):
    text = page(workspace)
    assert re.findall(r'<tr id="light-(\d)">', text) == list("1234567")
    data = data_of(text)
    kept = [data["texts"][tree["poker.py"]] for tree in data["trees"].values()]
    assert kept == [text for *_, text, _ in PLAYED]
    assert len(data["texts"]) == 6
    assert attempt.name in text


@pytest.mark.usefixtures("attempt")
def test_the_page_needs_nothing_else(workspace):
    assert re.findall(r'(?:src|href)="(?!#)|https?:|url\(|@import', page(workspace)) == []


def test_nothing_that_somebody_writes_is_taken_for_a_part_of_the_page(workspace, attempt):
    hostile = "</script><script>alert(1)</script><!-- \u2028 '\" {{ 7 * 7 }}"
    attempt.module.write_text(hostile)
    (attempt.folder / "<img src=x onerror=alert(2)>.py").write_text("x")
    record(attempt, verb="next", colour="red", counts={}, test="test_a[<b onclick='alert(3)'>]")
    text = page(workspace)
    assert text.count("<script") == 2
    assert "<img" not in text
    assert "<b " not in text
    assert hostile in data_of(text)["texts"]


def test_a_file_that_is_no_text_is_named_by_its_size(workspace, attempt):
    (attempt.folder / "film.bin").write_bytes(b"\0" * 2000)
    record(attempt, verb="next", colour="red", counts={})
    assert "(2,000 bytes, not shown)" in page(workspace)


def test_a_page_that_cannot_be_written_is_told_in_a_line(workspace, attempt):
    attempt.folder.with_name("tables-3-lights.html").mkdir()
    made = workspace.make("lights", "NAME=tables-3", "PAGE=1")
    assert made.stderr.splitlines()[0].startswith("the page is not written: ")
    assert "Traceback" not in made.stderr


def test_each_kind_of_light_says_what_it_is(attempt):
    words = [said(light).plain.split()[0] for light in all_lights(attempt)]
    assert words == ["red", "green", "red", "hint", "amber", "back", "green"]
