"""Poker hands: every hand, the memory of a million, what catches each mutant, and what documents print."""

import random
import re
import subprocess
import sys
from functools import cache
from itertools import islice

import pytest
from helpers import TOP
from katas.cases import load
from katas.test_mutants import KATAS, SHOWN, listed, too_early

from dojo.attempt.snapshot import take_snapshot
from dojo.judge.judge import judge_tests
from dojo.runner.matrix import matrix, on_mutants
from dojo.story.mutants import read_mutants
from dojo.tour.contents import TABLES, fill_page
from katas.poker import exhaustive, story
from katas.poker.bench.judging import forty_tests
from katas.poker.find_numbers import numbers
from katas.poker.pages import PAGES, PARTS
from katas.poker.printed_tests import DOCUMENTS, NAMES, judgements


def test_every_design_gives_every_hand_its_ranking_and_its_place(here, capfd):
    """Both cores work on it, in one test. From nothing it takes minutes; what a design came to is kept."""
    assert here.verb("exhaustive") == 0
    said = capfd.readouterr().out.splitlines()
    assert said[0].split() == ["known", "92", "93", "94", "95", "96", "97", "98", "99=98"]
    counts = [line.split("  ") for line in said[1:-1]]
    assert [line[0] for line in counts] == [*exhaustive.KNOWN, "classes"]
    assert [line[-8:] for line in map(str.split, said[1:-1])] == [["·"] * 8] * 10
    assert said[-1] == "All agree, also on 20,000 deals of seven cards."


def test_each_number_of_the_tables_is_the_smallest_that_keeps_sums_apart():
    assert list(islice(numbers(), 13)) == list(load(story().step(98).code).NUMBERS.values())


PEAK_OF_A_PROGRAM = """\
import runpy
import sys
from contextlib import suppress

with suppress(SystemExit):
    runpy.run_path(sys.argv.pop(), run_name="__main__")

from katas.poker.bench.peak import peak

print(peak(), file=sys.stderr)
"""


def peak_of_a_million(program):
    """The MiB for a million lines, as the peak grows from few to many: tables are filled only once."""
    dice, peaks = random.Random(73), []
    deck = [value + suit for value in "23456789TJQKA" for suit in "♣♦♥♠"]
    lines = "".join(" ".join(dice.sample(deck, 7)) + "\n" for _ in range(1_000))
    for thousands in (100, 300):
        command = [sys.executable, "-X", "utf8", "-c", PEAK_OF_A_PROGRAM, program]
        ran = subprocess.run(command, input=lines * thousands, capture_output=True, cwd=TOP, encoding="utf-8")
        peaks.append(float(ran.stderr))
    few, many = peaks
    return few + (many - few) * (1_000 - 100) / (300 - 100)


def test_a_million_lines_fit_into_200_mib_unless_a_program_keeps_each_of_them_twice(tmp_path):
    greedy = tmp_path / "greedy.py"
    greedy.write_text("import sys\nlines = [*sys.stdin]\nmarked = [line + ' Pair' for line in lines]\n")
    assert peak_of_a_million(story().step(98).module) < 200 < peak_of_a_million(greedy)


# The mutants: law 9 says that each is caught; here it says when, and by which test


@cache
def caught():
    """By the name of each mutant: the rules of the tests that notice it."""
    return {
        mutant.name: {cell.rule for cell in column.values() if cell.colour != "green"}
        for mutant, column in on_mutants(story()).items()
    }


def test_each_passes_what_drives_the_steps_before_its_own():
    assert too_early(story()) == []


SLIPS = {
    "Poker Hand, a dialogue (Haskell)": "suits_break_ties kings_over_nines_are_a_straight"
    " only_the_wheel_is_a_straight best_is_only_a_ranking two_pairs an_empty_line_at_the_end",
    "Three first stabs (Common Lisp, Clojure, Haskell)": "no_wheel cards_that_cannot_be_compared"
    " compared_from_the_highest_card left_hand_wins_in_a_ranking three_of_a_kind_crash each_value_once"
    " suits_break_the_last_tie",
    "Valuations (F#)": "wheel_counts_its_ace_high wheel_in_one_suit_ace_high",
    "Hand power (Scala)": "first_equal_values_draw wheel_counts_its_ace_high ace_always_low",
    "The thousand deals (F#)": "a_draw_is_lost no_wheel_in_one_suit",
}
"""What each row of `katas/poker/slips.md` tells, as an evaluator."""


def test_every_slip_is_an_evaluator_and_the_test_that_is_named_beside_it_catches_it():
    page = (TOP / "katas" / "poker" / "slips.md").read_text(encoding="utf-8")
    parts = dict(part.split("\n", 1) for part in page.split("\n## ")[1:])
    rules = {
        name: re.findall(r"^\|.* \| `([^`]+)`[^|]*\|$", part, re.MULTILINE) for name, part in parts.items()
    }
    told = [(name, rule) for name, named in rules.items() for rule in named]
    planted = [(name, mutant) for name, named in SLIPS.items() for mutant in named.split()]
    assert [name for name, _ in told] == [name for name, _ in planted]
    assert [one for one, other in zip(planted, told, strict=True) if other[1] not in caught()[one[1]]] == []
    assert "two pair" in caught()["two_pairs"] - caught()["no_wheel"]


@pytest.mark.parametrize("kata", KATAS)
def test_the_mutants_below_the_rules_of_a_kata_are_those_that_can_be_shown_there(kata):
    own = {test.rule for test in KATAS[kata].taught(matrix(story()).tests)}
    by_tests = {name for name, rules in caught().items() if rules & own}
    shown = {mutant for of, mutant, *_ in SHOWN if of == kata}
    assert set(listed(kata)) - by_tests == shown
    assert by_tests - set(listed(kata)) == set()


# Tests that others have written


def test_the_tests_of_the_bench_are_judged_by_all_mutants_of_their_steps(tmp_path):
    """They ask for no program: what is left is the side road of Python's streams."""
    forty_tests(tmp_path)
    judgement = judge_tests(take_snapshot(tmp_path).files, story())
    assert judgement.reach == 86
    assert len(judgement.tests) == 40
    assert set(judgement.wrong) == {mutant for mutant in read_mutants(story()) if mutant.step <= 86}


def test_the_page_is_as_make_contents_makes_it_and_is_right_about_printed_tests(here):
    """All in one: to judge what the documents print takes ten seconds."""
    for name in PAGES:
        text = (TOP / name).read_text(encoding="utf-8")
        assert re.search("<!-- documents -->.*<!-- own-tests -->", text, re.DOTALL)
        assert fill_page(TOP / name, matrix(here.story), TABLES | PARTS) == text
    found = judgements()
    assert sorted(file.name for file in DOCUMENTS.glob("*.py")) == sorted(NAMES) == sorted(found)
    failing = found["test_dialogue.py"].right.values()
    only_the_label_of_two_pair = {"scores", "show[2♦ 2♣ 3♣ 3♠ 4♥-Two Pairs]"}
    assert {result.rule for results in failing for result in results} == only_the_label_of_two_pair
    for judgement in found.values():
        assert "wheel_counts_its_ace_high" in [mutant.name for mutant in judgement.alive]
