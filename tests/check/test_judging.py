"""The judge on all there is: our suite, the forty tests that `make bench` judges, and what tests reach."""

import os

import pytest
from helpers import TOP, Copy

from dojo.attempt.snapshot import File, take_snapshot
from dojo.judge.judge import judge_tests
from dojo.story.mutants import read_mutants
from katas.poker import story
from katas.poker.bench.judging import forty_tests


def test_our_suite_is_accepted_by_all_and_catches_all(here, capsys):
    assert here.verb("judge", f"TESTS={here.root}/tests/suite") == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "accepted 7 of 7 right solutions, each of a different design\n"
        "caught   139 of 139 wrong ones, up to step 65, A thousand deals\n"
    )
    assert "They catch all there is to catch." in said


def test_the_forty_tests_of_the_bench_are_judged_by_all_there_are(tmp_path):
    forty_tests(tmp_path)
    judgement = judge_tests(take_snapshot(tmp_path).files, story())
    assert (len(judgement.tests), judgement.wrong.keys()) == (40, set(read_mutants(story())))
    assert judgement.reach == 65


FACES = "import poker\n\n\ndef test_a_jack():\n    assert poker.card('J♣') > poker.card('T♣')\n"
FACES += "\n\ndef test_a_queen():\n    assert poker.card('Q♣') > poker.card('J♣')\n"


def test_what_tests_of_faces_accept_and_catch_is_said(tmp_path, capsys):
    (tmp_path / "test_poker.py").write_text(FACES, "utf-8")
    assert Copy(TOP).verb("judge", f"TESTS={tmp_path}", "REVEAL=1") == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "accepted 7 of 7 right solutions, each of a different design\n"
        "caught   1 of 5 wrong ones, up to step 4, Faces\n"
        "  reading cards  █░░░░ 1 of 5\n"
    )
    assert "134 more wrong ones have faults that no test here reaches. No test yet for: " in told
    assert "6♣ against 6♣" in told
    assert "katas/poker/mutants/each_card_is_another.py" in told


FOUR = "poker.hand(poker.cards('2♦ 2♠ 2♥ 2♣ 3♦')) > poker.hand(poker.cards('A♥ A♦ A♠ K♥ K♠'))"
REACHES = [
    pytest.param("poker.card('6♣') == poker.card('6♣')", 1, 1, id="a card"),
    pytest.param("not poker.flush(poker.cards('A♠ T♣ 3♣ 4♣ 2♣'))", 7, 9, id="no flush"),
    pytest.param("poker.flush(poker.cards('A♠ T♠ 3♠ 4♠ 2♠'))", 8, 13, id="a flush"),
    pytest.param(FOUR, 17, 38, id="four of a kind"),
    pytest.param("poker.left_wins([]) == 0", 65, 79, id="deals"),
]


@pytest.mark.parametrize(("says", "step", "wrong"), REACHES)
def test_they_are_judged_by_the_wrong_ones_of_the_steps_that_they_reach(says, step, wrong):
    text = f"import poker\n\n\ndef test_it():\n    assert {says}\n"
    judgement = judge_tests({os.fsencode("test_poker.py"): File("100644", text.encode())}, story())
    assert (judgement.reach, len(judgement.wrong)) == (step, wrong)
    assert all(mutant.step <= step for mutant in judgement.wrong)
