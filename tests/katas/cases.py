"""The katas that have black-box cases, each with a right program and the faults to plant in it."""

import io
import sys
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType

from helpers import TOP

from dojo.runner.program import normalize_line_ends
from dojo.story.mutants import kata_rules, read_mutants
from dojo.story.workspace import Workspace
from katas import faults
from katas.faults import rows
from katas.poker import story


@dataclass(frozen=True, eq=False)
class Tried:
    """The cases of a kata, a program that is right, and a table of its faults."""

    name: str
    program: str = field(repr=False)
    tables: list[str] = field(repr=False)

    @cached_property
    def kata(self):
        return Workspace(TOP).kata(self.name)[1]

    @cached_property
    def cases(self):
        return self.kata.cases

    @cached_property
    def faults(self):
        """The cases that a fault is planted for, and the programs that have these faults."""
        known = {mutant.name: mutant for mutant in read_mutants(Workspace(TOP).kata(self.name)[0])}
        return [row for table in self.tables for row in rows(table, self.program, known)]

    @cached_property
    def breaking(self):
        """The mutants that break a rule of its statement."""
        return [
            mutant
            for rule in kata_rules(self.kata, Workspace(TOP).kata(self.name)[0])
            for mutant in rule.mutants
        ]

    def named(self, rule):
        """The place of the case whose file is called so, whatever its number."""
        (place,) = (n for n, case in enumerate(self.cases) if case.file.stem[3:] == rule)
        return place

    def passed(self, code):
        """For each case, whether a program passes it."""
        return passed(tuple(self.cases), code, self.kata.words)


FINISHED = story().designs[0].code
DEALS = Tried("deals", FINISHED, [faults.DEALS])
HOLDEM = Tried("holdem", FINISHED, [faults.HOLDEM, faults.BEST_OF_SEVEN])
LADDER = Tried("ladder", FINISHED, [faults.LADDER])
ROMAN = Tried("roman", (TOP / "tests/katas/numerals.py").read_text(encoding="utf-8"), [faults.ROMAN])
TWO_HANDS = Tried("two_hands", FINISHED, [faults.TWO_HANDS])
KATAS = [DEALS, HOLDEM, LADDER, ROMAN, TWO_HANDS]
OUR_STORIES = {"poker", "roman"}
"""Whoever adds a story in katas/ owes these tests nothing."""


def load(code):
    """The module of some code, loaded and not run."""
    module = sys.modules["tried"] = ModuleType("tried")
    try:
        exec(compile(code, "tried.py", "exec"), vars(module))
    finally:
        del sys.modules["tried"]
    return module


@cache
def passed(cases, code, words=()):
    """For each case, whether the code passes it; the program as a module, which is fast."""
    main = load(code).main
    return [passes(main, case, words) for case in cases]


def passes(main, case, words=()):
    """It prints what has to come; where it has to complain it does so, with a status of 1."""
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    fed, printed, complaint = io.BytesIO(case.given.encode()), io.BytesIO(), io.BytesIO()
    sys.argv, sys.stdin = ["tried.py", *words], io.TextIOWrapper(fed, encoding="utf-8")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(out, encoding="utf-8", write_through=True) for out in (printed, complaint)
    )
    try:
        status = main() or 0
        same = normalize_line_ends(printed.getvalue().decode()) == normalize_line_ends(case.expected)
        said = complaint.getvalue().decode()
        return same and status == bool(case.complaints) and all(words in said for words in case.complaints)
    except Exception:
        return False
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
