"""The katas that have black-box cases, each with a right program and the faults to plant in it."""

import io
import sys
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType

from helpers import TOP

from dojo.sandbox.program import plain
from dojo.story.workspace import Workspace
from katas import holdem_faults, roman_faults

PROGRAMS = TOP / "tests" / "check" / "programs"


@dataclass(frozen=True, eq=False)
class Tried:
    """The cases of a kata, a program that is right, and its faults: pytest's rows of case, old and new."""

    name: str
    program: str = field(repr=False)
    faults: list = field(repr=False)

    @cached_property
    def cases(self):
        return Workspace(TOP).kata(self.name)[1].cases

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
        return passed(tuple(self.cases), code)


HOLDEM = Tried("holdem", Workspace(TOP).kata("holdem")[0].step(40).code, holdem_faults.FAULTS)
ROMAN = Tried("roman", (PROGRAMS / "numerals.py").read_text(encoding="utf-8"), roman_faults.FAULTS)
KATAS = [HOLDEM, ROMAN]
OUR_STORIES = {"poker", "roman"}
"""Whoever adds a story in katas/ owes these tests nothing."""


@cache
def passed(cases, code):
    """For each case, whether the code passes it; the program as a module, which is fast."""
    module = ModuleType("tried")
    sys.modules["tried"] = module
    try:
        exec(compile(code, "tried.py", "exec"), module.__dict__)
        return [passes(module.main, case) for case in cases]
    finally:
        del sys.modules["tried"]


def passes(main, case):
    """What a program prints on standard output is what has to come, and its status is 0."""
    streams = sys.stdin, sys.stdout
    fed, printed = io.BytesIO(case.given.encode()), io.BytesIO()
    sys.stdin, sys.stdout = io.TextIOWrapper(fed), io.TextIOWrapper(printed, write_through=True)
    try:
        return not main() and plain(printed.getvalue().decode()) == plain(case.expected)
    except Exception:
        return False
    finally:
        sys.stdin, sys.stdout = streams
