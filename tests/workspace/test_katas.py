"""The katas: what a statement shows is what the program does."""

import re
import sys

from conftest import ROOT

sys.path.append(str(ROOT / "tests" / "suite"))

from test_program import GAME, MARKED_GAME

HOLDEM = ROOT / "katas" / "holdem"


def test_the_sample_is_the_one_that_the_suite_marks():
    assert (HOLDEM / "game.txt").read_text(encoding="utf-8") == GAME


def test_the_statement_shows_the_sample_and_what_comes_of_it():
    blocks = re.findall(r"```text\n(.*?)```", (HOLDEM / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert GAME in blocks
    assert MARKED_GAME in blocks


def test_the_program_marks_the_sample(here):
    made = here.make("step-36", "run", stdin=GAME)
    assert (made.returncode, made.stdout, made.stderr) == (0, MARKED_GAME, "")


def test_the_program_reads_and_writes_cards_whatever_the_locale(here):
    made = here.make("step-36", "run", stdin=GAME, LC_ALL="POSIX", PYTHONCOERCECLOCALE="0")
    assert made.stdout == MARKED_GAME
