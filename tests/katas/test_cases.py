"""The black-box cases of the katas: right, one rule each, and together they see every fault."""

import re
import sys
from functools import cache

import pytest
from helpers import FOR_EVER, TOP

from dojo.accept.report import row
from dojo.sandbox.program import feed
from dojo.story.workspace import Workspace
from katas.cases import KATAS, OUR_STORIES, ROMAN

EACH = pytest.mark.parametrize("tried", KATAS, ids=lambda tried: tried.name)
FAULTS = [
    pytest.param(tried, *row.values, id=f"{tried.name}: {row.id}") for tried in KATAS for row in tried.faults
]
SAMPLE = "the sample of the statement"


def test_every_kata_with_cases_is_looked_at():
    ours = [kata for story, kata in Workspace(TOP).katas if story.name in OUR_STORIES]
    assert [kata.name for kata in ours if kata.cases] == [tried.name for tried in KATAS]


@EACH
def test_the_numbers_have_no_gap(tried):
    numbers = [case.file.name[:3] for case in tried.cases]
    assert numbers == [f"{n:02}-" for n in range(1, len(numbers) + 1)]


@EACH
def test_the_files_come_in_pairs_and_are_called_by_a_rule(tried):
    files = sorted(file.name for file in tried.cases[0].file.parent.iterdir())
    assert files == sorted(f"{case.file.stem}{end}" for case in tried.cases for end in (".in", ".out"))
    assert [name for name in files if not re.fullmatch(r"\d\d-[a-z]+(-[a-z]+)*\.(in|out)", name)] == []


@EACH
def test_what_has_to_come_ends_each_line_with_a_line_feed(tried):
    assert [case.rule for case in tried.cases if not re.fullmatch(r"([^\r\n]*\n)+", case.expected)] == []


@EACH
def test_a_right_program_passes_every_case(tried):
    """That one does so that is started as a program is one of the slow checks, beside the starters."""
    passed = zip(tried.cases, tried.passed(tried.program), strict=True)
    assert [case.rule for case, fine in passed if not fine] == []


@pytest.mark.parametrize(("tried", "rule", "old", "new"), FAULTS)
def test_a_fault_fails_the_case_made_for_it(tried, rule, old, new):
    results = dict(zip(tried.cases, tried.passed(tried.planted(old, new)), strict=True))
    assert results[tried.named(rule)] is False


@EACH
def test_the_case_that_fails_says_its_rule(tried, tmp_path):
    rule, old, new = tried.faults[0].values
    program = tmp_path / "program.py"
    program.write_text(tried.planted(old, new), encoding="utf-8")
    case = tried.named(rule)
    outcome = feed(case.file, case.expected, [sys.executable, str(program)], tmp_path, limit=FOR_EVER)
    assert outcome.colour == "red"
    assert f"{rule.replace('-', ' ')}: " in row(case, outcome).plain


@cache
def caught(tried):
    """For each case the faults that it catches."""
    columns = [tried.passed(tried.planted(*row.values[1:])) for row in tried.faults]
    cells = zip(*columns, strict=True)
    return {case.rule: cell for case, cell in zip(tried.cases, cells, strict=True)}


@EACH
def test_each_case_catches_a_fault(tried):
    assert [rule for rule, cells in caught(tried).items() if all(cells)] == []


@EACH
def test_no_two_cases_catch_the_same_faults(tried):
    assert len(set(caught(tried).values())) == len(tried.cases)


def test_each_case_of_roman_is_needed():
    """Without it a fault is seen by none of the others, but for the sample, which has a little of all."""
    seen = {rule: cells for rule, cells in caught(ROMAN).items() if not rule.endswith(SAMPLE)}
    alone = [[rule for rule, fine in zip(seen, column) if not fine] for column in zip(*seen.values())]
    assert [rule for rule in seen if [rule] not in alone] == []
