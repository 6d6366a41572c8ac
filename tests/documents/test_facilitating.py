"""FACILITATING.md: its minutes add up, and what it says is so. test_commands.py tries what it types."""

import re

import pytest
from helpers import TOP

from documents.written import FACILITATING, commands, facilitating, name, plan, plans
from dojo.runner.matrix import matrix

PLANS = [
    pytest.param(page, minutes, id=f"{name(page)} {minutes}")
    for page in FACILITATING
    for minutes in plans(page)
]
TOLD = [
    pytest.param("holdem", 90, id="holdem in 90 minutes"),
    pytest.param("roman", 60, id="roman in 60 minutes"),
]
"""Plans with a paragraph for each part; the others are told beside them."""


def test_the_plans_are_these():
    assert {page.parent.name: plans(page) for page in FACILITATING} == {
        "holdem": [90, 60, 120],
        "roman": [60, 45],
    }


def adds_up(page, minutes):
    """Does each part of a plan begin where the last one ends, up to the last minute?"""
    starts, ends, _ = zip(*plan(page, minutes), strict=True)
    return starts[0] == 0 and ends == (*starts[1:], minutes)


@pytest.mark.parametrize(("page", "minutes"), PLANS)
def test_the_minutes_of_a_plan_add_up(page, minutes):
    assert adds_up(page, minutes)


SUMS = [
    pytest.param("0–5", "5–60", True, id="all is well"),
    pytest.param("0–5", "6–60", False, id="a minute is lost"),
    pytest.param("0–6", "5–60", False, id="a minute is there twice"),
    pytest.param("0–5", "5–59", False, id="it ends too early"),
    pytest.param("1–5", "5–60", False, id="it begins too late"),
]


@pytest.mark.parametrize(("one", "other", "well"), SUMS)
def test_a_plan_whose_minutes_do_not_add_up_would_be_found(tmp_path, one, other, well):
    rows = f"| {one} | a | |\n| {other} | b | |\n"
    page = tmp_path / "FACILITATING.md"
    page.write_text(f"## The plan for 60 minutes\n\n{rows}\n## After it\n\n| 60–90 | c | |\n", "utf-8")
    assert (plans(page), adds_up(page, 60)) == ([60], well)


@pytest.mark.parametrize(("kata", "minutes"), TOLD)
def test_a_plan_tells_of_each_part_and_shows_no_step_that_it_leaves_out(kata, minutes):
    page = facilitating(kata)
    told = re.findall(r"^\*\*(\d+)–(\d+)\.\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [(str(start), str(end)) for start, end, _ in plan(page, minutes)]
    text = page.read_text(encoding="utf-8")
    for start, end, planned in plan(page, minutes):
        said = text.partition(f"**{start}–{end}.**")[2]
        typed = commands(re.split(r"^\*\*\d|^## ", said, maxsplit=1, flags=re.MULTILINE)[0])
        assert [command for command in typed if "STORY=" in command and command not in planned] == []


EVERYWHERE = ["next", "hint", "back TO=2", "back", "where", "lights", "watch"]
IN_HOLDEM = ["step-1 red", "step-1 diff", "step-1 test", "step-2 red", "next EXPECT=red", "where NAME=all"]
IN_HOLDEM += ["lights PAGE=1", "progress", "board"]
IN_HOLDEM += ['accept CMD="python3 scores.py" IN=katas/holdem/starters/python']
IN_ROMAN = ["step-1 red", "step-1 diff", "step-1 test", "step-2 red", "progress", "board"]
PROMISED = {
    "holdem": [*EVERYWHERE, *IN_HOLDEM],
    "roman": [*EVERYWHERE, "start KATA=roman NAME=tables-3", *(f"{one} STORY=roman" for one in IN_ROMAN)],
}


@pytest.mark.parametrize("kata", PROMISED)
def test_what_a_session_needs_is_on_the_page(kata):
    typed = commands(facilitating(kata).read_text(encoding="utf-8"))
    assert [words for words in PROMISED[kata] if f"make {words}" not in typed] == []


WORDS = ["bar", "red", "green", "amber", "fake it", "triangulate", "obvious implementation", "refactor"]
WORDS += ["guard", "luck", "light"]


def test_a_first_session_says_what_the_words_mean_and_uses_each():
    text = facilitating("roman").read_text(encoding="utf-8")
    explained = re.findall(r"^\| \*(.+)\* \|", text, re.MULTILINE)
    assert explained == WORDS
    assert [word for word in WORDS if word not in text.partition("## The plan")[2].lower()] == []


def test_every_number_of_languages_and_tests_is_so(here):
    page = " ".join(facilitating("holdem").read_text(encoding="utf-8").split())
    assert len(list(TOP.glob("katas/holdem/starters/*"))) == 8
    assert "eight languages" in page
    (holdem,) = (kata for kata in here.story.katas if kata.name == "holdem")
    of_holdem = len(holdem.taught(matrix(here.story).tests))
    assert f"counts the tests of hold'em, {of_holdem} of them" in page


@pytest.mark.parametrize(("kata", "named"), [("holdem", "→ ← ↓ p h ? Esc"), ("roman", "→ ← ↓ p h")])
def test_the_keys_of_the_board_that_it_names_are_its_keys(kata, named):
    page = facilitating(kata).read_text(encoding="utf-8")
    pages = TOP / "dojo" / "board" / "pages" / "board.html", TOP / "dojo" / "pages" / "shared" / "frame.html"
    board = "".join(file.read_text(encoding="utf-8") for file in pages)
    helped = set(re.findall(r"<kbd>(\w+|.)</kbd>", board))
    assert [key for key in named.split() if f"`{key}`" not in page or key not in helped] == []
