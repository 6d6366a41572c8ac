"""What the tests that the documents print themselves catch is what their page says."""

import re

from helpers import TOP

from dojo.documents.contents import fill_page
from dojo.documents.tables import TABLES
from dojo.runner.matrix import matrix
from katas.poker.pages import PAGES, PARTS
from katas.poker.printed_tests import DOCUMENTS, NAMES, judgements


def test_the_page_is_as_make_contents_would_make_it_and_what_it_tells_of_them_is_so(here):
    """All in one: to judge them takes ten seconds."""
    for name in PAGES:
        text = (TOP / name).read_text(encoding="utf-8")
        assert re.search("<!-- documents -->", text)
        assert fill_page(TOP / name, matrix(here.story), TABLES | PARTS) == text
    found = judgements()
    assert len(found) == 4
    of_the_dialogue = {
        result.rule for failing in found["test_dialogue.py"].right.values() for result in failing
    }
    only_the_label_of_two_pair = {"scores", "show[2♦ 2♣ 3♣ 3♠ 4♥-Two Pairs]"}
    assert of_the_dialogue == only_the_label_of_two_pair
    alive = {name: [mutant.name for mutant in judgement.alive] for name, judgement in found.items()}
    caught_a_wheel_that_loses = [n for n, left in alive.items() if "wheel_counts_its_ace_high" not in left]
    assert caught_a_wheel_that_loses == []


def test_every_document_is_judged():
    assert sorted(file.name for file in DOCUMENTS.glob("*.py")) == sorted(NAMES)
