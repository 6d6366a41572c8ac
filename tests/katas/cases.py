"""The katas that have black-box cases, each with a right program and the faults to plant in it."""

import io
import sys
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType

from helpers import TOP

from dojo.sandbox.program import plain
from dojo.story.mutants import rules
from dojo.story.workspace import Workspace
from katas import holdem_faults, other_faults, roman_faults

PROGRAMS = TOP / "tests" / "check" / "programs"


@dataclass(frozen=True, eq=False)
class Tried:
    """The cases of a kata, a program that is right, and its faults: pytest's rows of case, old and new."""

    name: str
    program: str = field(repr=False)
    faults: list = field(repr=False)

    @cached_property
    def cases(self):
        return self.kata.cases

    @cached_property
    def kata(self):
        return Workspace(TOP).kata(self.name)[1]

    @cached_property
    def breaking(self):
        """The mutants that break a rule of its statement."""
        story = Workspace(TOP).kata(self.name)[0]
        return [mutant for rule in rules(self.kata, story) for mutant in rule.mutants]

    def named(self, rule):
        """The case whose file is called so, whatever its number."""
        (found,) = (case for case in self.cases if case.file.stem[3:] == rule)
        return found

    def planted(self, old, new):
        """The program with a fault in it."""
        assert self.program.count(old) == 1, f"{self.name} has {self.program.count(old)} times {old!r}"
        return self.program.replace(old, new)

    def passed(self, code):
        """For each case, whether a program passes it."""
        return passed(tuple(self.cases), code, self.kata.words)


POKER = Workspace(TOP).kata("holdem")[0]
FINISHED = POKER.designs[0].code
HOLDEM = Tried("holdem", FINISHED, holdem_faults.FAULTS)
LADDER = Tried("ladder", FINISHED, other_faults.LADDER)
TWO_HANDS = Tried("two_hands", FINISHED, other_faults.TWO_HANDS)
DEALS = Tried("deals", FINISHED, other_faults.DEALS)
ROMAN = Tried("roman", (PROGRAMS / "numerals.py").read_text(encoding="utf-8"), roman_faults.FAULTS)
KATAS = [DEALS, HOLDEM, LADDER, ROMAN, TWO_HANDS]
OUR_STORIES = {"poker", "roman"}
"""Whoever adds a story in katas/ owes these tests nothing."""


@cache
def passed(cases, code, words=()):
    """For each case, whether the code passes it; the program as a module, which is fast."""
    module = ModuleType("tried")
    sys.modules["tried"] = module
    try:
        exec(compile(code, "tried.py", "exec"), module.__dict__)
        return [passes(module.main, case, words) for case in cases]
    finally:
        del sys.modules["tried"]


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
        same = plain(printed.getvalue().decode()) == plain(case.expected)
        said = complaint.getvalue().decode()
        return same and status == bool(case.complaints) and all(words in said for words in case.complaints)
    except Exception:
        return False
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
