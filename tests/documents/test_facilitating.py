"""FACILITATING.md: its minutes add up, and what it says is so. test_commands.py tries what it types."""

import re

import pytest
from helpers import TOP

from documents.written import FACILITATING, commands, facilitating, plan
from dojo.runner.matrix import matrix

PLANS = {
    "holdem": [90, 60, 120],
    "roman": [60, 45],
    "fizzbuzz": [45, 60],
    "tennis": [45, 60],
    "rover": [45, 60],
    "yatzy": [45, 60],
}


@pytest.mark.parametrize("kata", PLANS)
def test_each_part_of_a_plan_begins_where_the_last_one_ends(kata):
    page = facilitating(kata)
    assert {page.parent.name for page in FACILITATING} == PLANS.keys()
    told = re.findall(r"^## The plan for (\d+) minutes$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [*map(int, told)] == PLANS[kata]
    for minutes in PLANS[kata]:
        starts, ends, _ = zip(*plan(page, minutes), strict=True)
        assert [0, *ends] == [*starts, minutes]


@pytest.mark.parametrize(
    ("kata", "minutes"),
    [("holdem", 90), ("roman", 60), ("fizzbuzz", 45), ("tennis", 45), ("rover", 45), ("yatzy", 45)],
)
def test_a_plan_tells_of_each_part_and_shows_no_step_that_it_leaves_out(kata, minutes):
    """The other plans are told beside it."""
    page = facilitating(kata)
    text = page.read_text(encoding="utf-8")
    told = re.findall(r"^\*\*(\d+)–(\d+)\.\*\*", text, re.MULTILINE)
    assert told == [(str(start), str(end)) for start, end, _ in plan(page, minutes)]
    for start, end, planned in plan(page, minutes):
        said = text.partition(f"**{start}–{end}.**")[2]
        typed = commands(re.split(r"^\*\*\d|^## ", said, maxsplit=1, flags=re.MULTILINE)[0])
        assert [command for command in typed if "STORY=" in command and command not in planned] == []


EVERYWHERE = "next; hint; back TO=2; back; where; lights; watch; "
PROMISED = {
    "holdem": "step-1 red; step-1 diff; step-1 test; step-2 red; next EXPECT=red; where NAME=all; "
    'lights PAGE=1; progress; board; accept CMD="python3 scores.py" IN=katas/holdem/starters/python',
    "roman": "start KATA=roman NAME=tables-3; step-1 red STORY=roman; step-1 diff STORY=roman; "
    "step-1 test STORY=roman; step-2 red STORY=roman; progress STORY=roman; board STORY=roman",
    "fizzbuzz": "start KATA=fizzbuzz NAME=tables-3; step-1 red STORY=fizzbuzz; step-1 diff STORY=fizzbuzz; "
    "step-1 test STORY=fizzbuzz; step-2 red STORY=fizzbuzz; progress STORY=fizzbuzz; board STORY=fizzbuzz",
    "tennis": "start KATA=tennis NAME=tables-3; step-1 diff STORY=tennis; step-1 test STORY=tennis; "
    "step-2 diff STORY=tennis; step-10 red STORY=tennis; progress STORY=tennis; board STORY=tennis",
    "rover": "start KATA=rover NAME=tables-3; step-1 red STORY=rover; step-1 diff STORY=rover; "
    "step-11 red STORY=rover; step-11 diff STORY=rover; step-15 diff STORY=rover; progress STORY=rover; "
    "board STORY=rover",
    "yatzy": "start KATA=yatzy NAME=tables-3; step-1 red STORY=yatzy; step-2 diff STORY=yatzy; "
    "step-2 test STORY=yatzy; step-5 diff STORY=yatzy; step-14 diff STORY=yatzy; progress STORY=yatzy; "
    "board STORY=yatzy",
}


@pytest.mark.parametrize("kata", PROMISED)
def test_what_a_session_needs_is_on_the_page(kata):
    typed, promised = commands(facilitating(kata).read_text(encoding="utf-8")), EVERYWHERE + PROMISED[kata]
    assert [words for words in promised.split("; ") if f"make {words}" not in typed] == []


@pytest.mark.parametrize("kata", ["fizzbuzz", "roman"])
def test_a_first_session_says_what_the_words_mean_and_uses_each(kata):
    text = facilitating(kata).read_text(encoding="utf-8")
    explained = re.findall(r"^\| \*(.+)\* \|", text, re.MULTILINE)
    words = (
        "bar, red, green, amber, fake it, triangulate, obvious implementation, refactor, guard, luck, light"
    )
    assert ", ".join(explained) == words
    assert [word for word in explained if word not in text.partition("## The plan")[2].lower()] == []


def test_every_number_of_languages_and_tests_is_so(here):
    page = " ".join(facilitating("holdem").read_text(encoding="utf-8").split())
    assert len(list(TOP.glob("katas/holdem/starters/*"))) == 8
    assert "eight languages" in page
    (holdem,) = (kata for kata in here.story.katas if kata.name == "holdem")
    of_holdem = len(holdem.taught(matrix(here.story).tests))
    assert f"counts the tests of hold'em, {of_holdem} of them" in page
