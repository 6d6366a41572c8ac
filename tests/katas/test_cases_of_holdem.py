"""The black-box cases of holdem: what the suite and the documents say of its hands, they say too."""

import re
import sys

import pytest
from helpers import FOR_EVER, TOP

from dojo.engine.loading import forgetting
from dojo.sandbox.program import feed
from katas.cases import HOLDEM
from katas.poker import story

with forgetting(story()):  # a copy of the suite has files of the same names
    sys.path.append(str(TOP / "tests" / "suite"))
    from test_best import SEVENS, SEVENS_IN_ORDER
    from test_program import GAME, MARKED_GAME, MARKS


def marks(case):
    """The input of a case, line by line, with its marks."""
    fed, printed = case.given.splitlines(), case.expected.splitlines()
    return {old: new.removeprefix(old).strip() for old, new in zip(fed, printed, strict=True)}


ROWS = [
    pytest.param({stronger: True, weaker: False}, id=row.id)
    for row in SEVENS_IN_ORDER
    for stronger, weaker in [row.values]
]


@pytest.mark.parametrize("wins", ROWS)
def test_each_pair_of_sevens_of_the_suite_is_in_a_case(wins):
    found = [
        {line: mark.endswith(" (winner)") for line, mark in marks(case).items()} for case in HOLDEM.cases
    ]
    assert [won for won in found if wins.items() <= won.items()]


def test_what_a_case_takes_from_the_tables_of_the_suite_has_the_label_that_they_say():
    labels = dict(row.values for row in SEVENS)
    in_cases = {line: mark for case in HOLDEM.cases for line, mark in marks(case).items() if line in labels}
    assert len(in_cases) == 12
    assert [line for line, mark in in_cases.items() if mark.removesuffix(" (winner)") != labels[line]] == []


def test_the_example_is_the_one_of_the_suite():
    example = HOLDEM.named("the-example-of-the-statement")
    assert (example.given, example.expected) == (GAME, MARKED_GAME)


def test_marks_that_a_case_takes_from_the_suite_are_those_of_the_suite():
    rows = [dict(zip(*row.values, strict=True)) for row in MARKS]
    in_cases = [marks(case) for case in HOLDEM.cases]
    same = [(row, case) for row in rows for case in in_cases if row and row.keys() == case.keys()]
    assert len(same) == 4
    assert [pair for pair in same if pair[0] != pair[1]] == []


def test_an_empty_line_after_the_last_one_is_a_fault_of_the_first_case(tmp_path):
    """A slip of the dialogue: its program ends the text as it ends each line."""
    program = tmp_path / "poker.py"
    told = "    for fault in faults:\n"
    program.write_text(HOLDEM.planted(told, f"    print()\n{told}"))
    first = HOLDEM.cases[0]
    outcome = feed(first.file, first.expected, [sys.executable, str(program)], tmp_path, limit=FOR_EVER)
    assert (outcome.colour, outcome.why) == ("red", "prints something else")


def told(document):
    """What the slips of one document do, in `katas/poker/slips.md`."""
    text = (TOP / "katas" / "poker" / "slips.md").read_text(encoding="utf-8")
    return re.findall(
        r"^\| .+ \| .+ \| `.+\|$", text.partition(f"## {document}")[2].partition("\n## ")[0], re.M
    )


DOCUMENTS = [
    pytest.param("The dialogue", 6, id="the dialogue"),
    pytest.param("Three first stabs", 7, id="three first stabs"),
    pytest.param("Valuations", 2, id="valuations"),
    pytest.param("Hand power", 2, id="hand power"),
    pytest.param("The thousand deals", 2, id="the thousand deals"),
]


@pytest.mark.parametrize(("document", "slips"), DOCUMENTS)
def test_every_slip_that_is_told_is_planted(document, slips):
    """A new slip in the table wants a row in SLIPS: this count says so."""
    assert len(told(document)) == slips
