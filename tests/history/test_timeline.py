"""`make lights`: every run, one a row, and what they tell together."""

from helpers import typed_copy

from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, record
from dojo.history.timeline import said
from history.conftest import play


def test_typed_it_is_a_timeline_in_the_terminal(tmp_path):
    typed = typed_copy(tmp_path)
    play(typed)
    made = typed.make("lights", "NAME=tables-3", COLUMNS="80", TZ="UTC")
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


def test_an_attempt_without_lights_says_how_to_get_one(small, capsys):
    create(small.workspace, "tables-4", "fizz")
    assert small.verb("lights", "NAME=tables-4") == 0
    assert capsys.readouterr() == (
        "tables-4 has no lights yet: make next NAME=tables-4 and make watch NAME=tables-4 record them\n",
        "",
    )


def test_no_row_is_wider_than_the_terminal(small, attempt, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    record(attempt, verb="next", colour="red", counts={"green": 290, "red": 1}, test="test_" + "long_" * 40)
    assert small.verb("lights", "NAME=tables-3") == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) == 80
    assert " 290 of 291  long long" in shown


def test_each_kind_of_light_says_what_it_is(seen):
    words = [said(light).plain.split()[0] for light in all_lights(seen)]
    assert words == ["red", "green", "red", "hint", "amber", "back", "green"]


def test_what_a_judgement_came_to_is_told(attempt):
    judged = record(attempt, verb="judge", colour="green", counts={}, accepted=[8, 8], caught=[71, 97])
    assert said(judged).plain == "judge  accepts 8 of 8, catches 71 of 97"
