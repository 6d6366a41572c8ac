"""`make lights`: the runs that changed something, a row each, in the terminal and as a page."""

import json
import re
import time
from types import SimpleNamespace
from typing import Any, cast

from helpers import light_with, record_light
from prove.made import files

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.history.summary import Summary
from dojo.history.timeline import format_page, strip
from history.session import light, played

SEEN = "tests/suite/test_cards.py::test_a_card_equals_itself"
# seconds since the last one, verb, colour, counts, test, file, told
Played = tuple[int, str, str, dict[str, int], str, str, dict[str, Any]]
PLAYED: list[Played] = [
    (0, "start", "red", {"red": 1}, "", "1\n", {}),
    (60, "next", "green", {"green": 1}, SEEN, "1\n2\n", {"expected": "green", "held": True}),
    (30, "watch", "red", {"green": 1, "red": 1}, SEEN, "1\n2\n3\n", {}),
    (20, "hint", "red", {}, SEEN, "1\n2\n3\n", {}),
    (10, "watch", "amber", {"green": 1, "amber": 1}, SEEN, "oh\n", {}),
    (5, "back", "amber", {}, "", "oh no\n", {"to": 2}),
    (40, "next", "green", {"green": 2}, SEEN, "1\n2\nx\ny\n", {"expected": "red", "held": False}),
]
SHOWN = """\
light  at     after  colour   green   lines changed    test in hand
    1  22:13         × red    0 of 1
    2  22:14  +1:00  ■ green  1 of 1  +1 code          as expected · a card equ…
    3  22:14  +0:30  × red    1 of 2  +1 code          a card equals itself
    4  22:15  +0:20  hint                              a card equals itself
    5  22:15  +0:10  ! amber  1 of 2  ±3 code          a card equals itself
    6  22:15  +0:05  back                              to light 2
    7  22:16  +0:40  ■ green  2 of 2  +2 code          red expected · a card eq…

   1  ×■×·!·■
      ■ green  × red  ! amber  · not run  ↻ changed in green  ×2 run twice
      new: brought by make next, which leaves two lights, without it and with it

7 lights in 2 min 45 s, 5 runs that changed something: 2 green, 2 red, 1 amber
4 changes of colour
time: 1 min 10 s green, 0 s thinking in green, 1 min 30 s red, 5 s amber
longest time in red: 1 min 00 s, from light 1 to 2
largest change up to a green: 2 lines of code, from light 2 to 7
code changed in green: 0 times
code written when a test was failing: 1 line; the most: 1, from light 1 to 2
code written when no test was failing: 3 lines; the most: 2, from light 2 to 7
guesses right: 1 of 2
"""


def data_of(text):
    """What the page compares, as a browser reads it."""
    data = re.search(r'"application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert data
    return json.loads(data[1])


def page_of(lights, files):
    attempt = SimpleNamespace(name="tables-3", kata=SimpleNamespace(name="fizz"), setting={}.get)
    return format_page(cast(Attempt, attempt), Summary(lights, files))


def test_it_is_a_timeline_in_the_terminal_and_a_page_that_needs_nothing_else(bare, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("time.localtime", time.gmtime)
    attempt = create(bare.workspace, "tables-3", "fizz")
    assert bare.verb("lights", "NAME=tables-3") == 0
    says = "tables-3 has no lights yet: make next NAME=tables-3 and make watch NAME=tables-3 record them\n"
    assert capsys.readouterr() == (says, "")
    now = 1_700_000_000.0
    for seconds, verb, colour, counts, test, text, more in PLAYED:
        now += seconds
        monkeypatch.setattr("time.time", lambda now=now: now)
        attempt.module.write_text(text)
        record_light(attempt, verb=verb, colour=colour, counts=counts, test=test, **more)
    assert bare.verb("lights", "NAME=tables-3") == 0
    out, err = capsys.readouterr()
    assert ([line.rstrip() for line in out.splitlines()], err) == (SHOWN.splitlines(), "")
    assert bare.verb("lights", "NAME=tables-3", "PAGE=1") == 0
    file = attempt.folder.with_name("tables-3-lights.html")
    assert capsys.readouterr() == (f"{file}\n", "")
    page = file.read_text(encoding="utf-8")
    assert re.findall(r'<tr id="light-(\d)"', page) == list("1234567")
    data = data_of(page)
    assert [data["texts"][tree["fizz.py"]] for tree in data["trees"].values()] == [one[5] for one in PLAYED]
    assert len(data["texts"]) == 7  # that of one more file, which stays as it was
    assert {name for tree in data["trees"].values() for name in tree} == {"fizz.py", "test_fizz.py"}
    assert re.findall(r'(?:src|href)="(?!#)|https?:|url\(|@import', page) == []


def test_a_row_has_its_lines_and_is_compared_with_what_was_there_before():
    lights = [
        light("start", "red", "", "t", revealed=0),
        light("next", "green", "abc", "tu", revealed=0),
        light("next", "red", "abc", "tu", revealed=1, test="test_two"),
        light("watch", "green", "abcd", "tu"),
        light("watch", "green", "abcd", "tu"),
    ]
    text = page_of(*played(*lights))
    said = " ".join(re.sub("<[^>]*>", " ", text).split())
    assert re.search("2–3 [^–]* [+]3 code [+]1 tests new × two 4–5 [^–]* ×2 ", said)
    pairs = re.findall(r'data-number="(\d)" data-base="(\d)"', text)
    assert pairs == [("1", "1"), ("2", "1"), ("4", "2")]
    assert "new: brought by make next, which leaves two lights" in text


def test_nothing_that_somebody_writes_is_taken_for_a_part_of_the_page():
    hostile = "</script><script>alert(1)</script><!-- \u2028 '\" {{ 7 * 7 }}"
    named: dict[str, str | bytes] = {
        "fizz.py": hostile,
        "<img src=x onerror=alert(2)>.py": "x",
        "film.bin": b"\0" * 2000,
    }
    light = light_with("next", "red", number=1, test="test_a[<b onclick='alert(3)'>]", id="a1")
    text = page_of([light], {"a1": files(named)})
    assert [text.count(part) for part in ("<script", "<img", "<b ")] == [2, 0, 0]
    assert hostile in data_of(text)["texts"]
    assert "(2,000 bytes, not shown)" in text


def test_the_strip_has_a_shape_for_each_row_and_fifty_in_a_line():
    lights = [
        light("next", "green", "a", revealed=0),
        light("next", "red", "a", revealed=1),
        light("watch", "green", "b"),
        light("watch", "green", "c"),
        *[light("watch", "red", "a"), light("watch", "red", "b")] * 25,
    ]
    lines = strip(Summary(*played(*lights)).rows).plain.splitlines()
    assert lines[:2] == [f"   1  ■×■↻{'×' * 46}", "  51  ××××"]
