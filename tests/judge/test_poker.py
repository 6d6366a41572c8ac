"""The judge on the first story: what tests of it reach, and what is said of them."""

import io
import os

import pytest
from rich.console import Console

from dojo.attempt.snapshot import File
from dojo.judge.report import report
from dojo.jury.judgement import within_reach
from dojo.jury.jury import judged
from katas.poker import story
from katas.poker.printed_tests import DOCUMENTS, NAMES

FACES = "import poker\n\n\ndef test_a_jack():\n    assert poker.card('J♣') > poker.card('T♣')\n"
FACES += "\n\ndef test_a_queen():\n    assert poker.card('Q♣') > poker.card('J♣')\n"


def judge(text):
    """The judgement of a test file with this text."""
    return judged({os.fsencode("test_poker.py"): File("100644", text.encode())}, story())


def said(judgement, more="riddle"):
    """What is shown of it on a screen of 80 columns."""
    out = Console(file=io.StringIO(), width=80, highlight=False, markup=False, emoji=False)
    assert report(judgement, more, out) == 0
    return out.file.getvalue()


def names(mutants):
    return [mutant.name for mutant in mutants]


@pytest.fixture(scope="module")
def of_faces():
    """The judgement of tests that know the values of cards."""
    return judge(FACES)


def test_every_right_solution_accepts_and_some_wrong_ones_are_caught(of_faces):
    assert [step.number for step in of_faces.accepted] == [67, 68, 69, 70, 71, 72, 73]
    assert of_faces.reach == 4
    assert names(of_faces.caught) == ["queen_below_jack"]
    assert names(of_faces.alive) == [
        "each_card_is_another",
        "ace_always_low",
        "king_above_ace",
        "ten_below_nine",
    ]


MORE = [
    pytest.param("riddle", ["It knows no twins"], ["6♣", "Read the same card twice."], id="riddle"),
    pytest.param("hint", ["It knows no twins", "Read the same card twice."], ["6♣"], id="hint"),
    pytest.param("reveal", ["6♣ against 6♣", "katas/poker/mutants/each_card_is_another.py"], [], id="reveal"),
]


@pytest.mark.parametrize(("more", "there", "not_there"), MORE)
def test_a_riddle_a_hint_and_all_of_it(of_faces, more, there, not_there):
    text = said(of_faces, more)
    assert [part for part in there if part not in text] == []
    assert [part for part in not_there if part in text] == []


def test_numbers_and_bars(of_faces):
    text = said(of_faces)
    assert text.startswith(
        "accepted 7 of 7 right solutions, each of a different design\n"
        "caught   1 of 5 wrong ones, up to step 4, Faces\n"
        "  reading cards  █░░░░ 1 of 5\n"
    )
    assert "134 more have a fault that these tests do not reach yet: write a test for" in text


REACHES = [
    pytest.param(1, {"card"}, 1, id="a card"),
    pytest.param(4, {"card"}, 5, id="faces"),
    pytest.param(7, {"flush", "cards"}, 9, id="no flush"),
    pytest.param(8, {"flush", "cards"}, 13, id="a flush"),
    pytest.param(17, {"hand", "cards"}, 38, id="four of a kind"),
    pytest.param(67, {"main"}, 139, id="the program"),
]


@pytest.mark.parametrize(("reach", "calls", "wrong"), REACHES)
def test_so_many_wrong_ones_are_within_reach(reach, calls, wrong):
    assert len(within_reach(story(), reach, calls)) == wrong


def test_what_shows_through_functions_that_they_do_not_call_is_none_of_their_business():
    wrong = within_reach(story(), 67, {"left_wins"})
    assert "ties_count_as_wins" in names(wrong)
    assert {mutant.theme for mutant in wrong}.isdisjoint({"best of seven", "marking", "labels"})


def test_a_part_of_our_suite_is_judged_by_the_steps_that_it_reaches(here, capsys):
    assert here.verb("judge", f"TESTS={here.root}/tests/suite/test_cards.py") == 0
    assert "caught   6 of 7 wrong ones, up to step 6, Suits\n" in capsys.readouterr().out


def test_every_document_is_judged():
    assert sorted(file.name for file in DOCUMENTS.glob("*.py")) == sorted(NAMES)
