"""The page of `make retro`: it shows everybody, compares nobody, and takes no text for markup."""

import re

import pytest

from dojo.history.retro import Axis, Evening, format_retro
from dojo.room.models import VerdictLine
from history.evenings import MINUTE, START, record

MARKUP = "<script>alert(1)</script>"
PAIR = r'<h2 tabindex="-1" id="pair-\d+-head">(.*?) <'
TWO = [
    record("tables-3", (0, "red"), (4, "green", {"code": 20, "expected": "red", "held": False})),
    record(
        "tables-10",
        (1, "green", {"first_green": {"one": "green"}, "of": 9, "known": 2}),
        (40, "red", {"test": MARKUP}),
        proof=[VerdictLine("tables-3 is one", "proven", "It was red.")],
    ),
]


def html_of(records, *, anonymous=False, **how):
    return format_retro(Evening("the room plum-fox", records, **how), anonymous=anonymous)


def test_pairs_stand_in_the_order_of_their_names_with_the_rounds_and_a_legend_and_nothing_ranks_them():
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
    html = html_of([record("tables-3", *lights)])
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


def test_it_says_where_the_reds_are_known_from():
    html = html_of(TWO)
    assert "1 of 1 tests, by the proof of the lights." in html
    assert "No test has turned green, as far as the lights say." in html
    html = html_of([record("tables-3", (0, "green", {"first_green": {"one": "red"}}))])
    assert "1 of 1 tests, by the lights alone: make leave or make hand-in brings the proof." in html
    assert "1 pair. Nothing here says" in html


@pytest.mark.parametrize("names", [("tables-3", "tables-10"), ("Ada", "Bea"), ("Zq", "Xq")])
def test_anonymous_it_names_no_pair_anywhere(names):
    records = []
    for n, name in enumerate(names):
        red = {"test": f"{name} loses", "first_green": {f"{name} wins": "green"}}
        records.append(record(name, (n, "red", red), (n + 4, "green")))
    html = html_of(records, anonymous=True, faults=[f"{names[0]}.lights is not taken: why"])
    assert "1 record could not be read" in html
    assert "in the order of their names" not in html
    assert [name for name in names if name.lower() in html.lower()] == []
    assert [one.pair.id for one in records if one.pair.id in html] == []
    assert sorted(re.findall(PAIR, html)) == ["pair 1", "pair 2"]


def test_a_short_name_is_hidden_as_a_word_of_its_own_only():
    lights = [(0, "red", {"test": "x fixes x_y"}), (1, "green", {"test": "next"})]
    html = html_of([record("x", *lights)], anonymous=True)
    assert "“… fixes …_y”" in html
    assert "“next”" in html


def test_the_order_of_letters_says_nothing_of_the_names():
    records = [record(f"tables-{n}", (n, "red"), (n + 1, "green")) for n in range(8)]
    starts = re.findall(r'<rect class="red" x="([\d.]+)"', html_of(records, anonymous=True))[:8]
    assert starts != sorted(starts, key=float)


def test_an_evening_without_a_run_says_so():
    html = html_of([record("tables-3")], faults=["x.lights is not taken: why"])
    assert "never red for longer than a moment" in html_of([record("tables-3", (0, "green"))])
    assert "There is no run to look at yet." in html
    assert "The lights say too little for a question." in html
    assert "x.lights is not taken: why" in html


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
