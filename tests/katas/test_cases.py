"""The black-box cases of holdem: right, one rule each, and together they see every fault."""

import re
import sys
from functools import cache
from types import ModuleType

import pytest
from helpers import FOR_EVER, TOP

from dojo.accept.report import row
from dojo.engine.loading import forgetting
from dojo.sandbox.program import feed
from dojo.story.workspace import Workspace
from katas.faults import OTHERS, SLIPS

with forgetting(Workspace(TOP).story()):  # a copy of the suite has files of the same names
    sys.path.append(str(TOP / "tests" / "suite"))
    from test_best import SEVENS, SEVENS_IN_ORDER
    from test_program import GAME, MARKED_GAME, MARKS

STORY, HOLDEM = Workspace(TOP).kata("holdem")
FOLDER = HOLDEM.folder / "cases"
CASES = HOLDEM.cases
SOLVED = STORY.step(40)


def named(rule):
    """The case whose file is called so, whatever its number."""
    (file,) = FOLDER.glob(f"[0-9][0-9]-{rule}.in")
    return next(case for case in CASES if case.file == file)


def planted(old, new):
    """The program of the steps with a fault in it."""
    assert SOLVED.code.count(old) == 1, f"step 40 has {SOLVED.code.count(old)} times {old!r}"
    return SOLVED.code.replace(old, new)


@cache
def passed(code):
    """For each case, whether the code passes it; the program as a module, which is fast."""
    module = ModuleType("poker")
    sys.modules["poker"] = module
    try:
        exec(compile(code, "poker.py", "exec"), module.__dict__)
        return [passes(module, case) for case in CASES]
    finally:
        del sys.modules["poker"]


def passes(module, case):
    try:
        return module.scores(case.given.splitlines()) == case.expected.splitlines()
    except Exception:
        return False


def test_the_numbers_have_no_gap():
    assert [case.file.name[:3] for case in CASES] == [f"{n:02}-" for n in range(1, len(CASES) + 1)]


def test_the_files_come_in_pairs_and_are_called_by_a_rule():
    files = sorted(file.name for file in FOLDER.iterdir())
    assert files == sorted(f"{case.file.stem}{end}" for case in CASES for end in (".in", ".out"))
    assert [name for name in files if not re.fullmatch(r"\d\d-[a-z]+(-[a-z]+)*\.(in|out)", name)] == []


def test_the_program_of_the_steps_passes_every_case():
    """That it does so as a program too is one of the slow checks, beside the starters."""
    assert len(CASES) == 51
    assert [case.rule for case, fine in zip(CASES, passed(SOLVED.code), strict=True) if not fine] == []


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
    found = [{line: mark.endswith(" (winner)") for line, mark in marks(case).items()} for case in CASES]
    assert [won for won in found if wins.items() <= won.items()]


def test_what_a_case_takes_from_the_tables_of_the_suite_has_the_label_that_they_say():
    labels = dict(row.values for row in SEVENS)
    in_cases = {line: mark for case in CASES for line, mark in marks(case).items() if line in labels}
    assert len(in_cases) == 9
    assert [line for line, mark in in_cases.items() if mark.removesuffix(" (winner)") != labels[line]] == []


def test_the_example_is_the_one_of_the_suite():
    example = named("the-example-of-the-statement")
    assert (example.given, example.expected) == (GAME, MARKED_GAME)


def test_marks_that_a_case_takes_from_the_suite_are_those_of_the_suite():
    rows = [dict(zip(*row.values, strict=True)) for row in MARKS]
    same = [(row, marks(case)) for row in rows for case in CASES if row and row.keys() == marks(case).keys()]
    assert len(same) == 3
    assert [pair for pair in same if pair[0] != pair[1]] == []


@pytest.mark.parametrize(("rule", "old", "new"), [*SLIPS, *OTHERS])
def test_a_fault_fails_the_case_made_for_it(rule, old, new):
    results = dict(zip(CASES, passed(planted(old, new)), strict=True))
    assert results[named(rule)] is False


def test_the_case_that_fails_says_its_rule(tmp_path):
    rule, old, new = SLIPS[0].values
    program = tmp_path / "poker.py"
    program.write_text(planted(old, new), encoding="utf-8")
    case = named(rule)
    outcome = feed(case.file, case.expected, [sys.executable, str(program)], tmp_path, limit=FOR_EVER)
    assert outcome.colour == "red"
    assert "suits break no tie: " in row(case, outcome).plain


def test_an_empty_line_after_the_last_one_is_a_fault_of_the_first_case(tmp_path):
    """A slip of the dialogue: its program ends the text as it ends each line."""
    program = tmp_path / "poker.py"
    program.write_text(planted("    for fault in faults:\n", "    print()\n    for fault in faults:\n"))
    outcome = feed(CASES[0].file, CASES[0].expected, [sys.executable, str(program)], tmp_path, limit=FOR_EVER)
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


@pytest.fixture(scope="module")
def caught():
    """For each case the faults that it catches."""
    columns = [passed(planted(*row.values[1:])) for row in (*SLIPS, *OTHERS)]
    return {case.rule: cells for case, cells in zip(CASES, zip(*columns, strict=True), strict=True)}


def test_each_case_catches_a_fault(caught):
    assert [rule for rule, cells in caught.items() if all(cells)] == []


def test_no_two_cases_catch_the_same_faults(caught):
    assert len(set(caught.values())) == len(caught)
