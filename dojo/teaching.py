"""What an attempt is taught: the tests of its kata, one after the other, and a hint or two for each.

The order is the suite's own, as `pytest tests/suite --poker` has it: step by step, and in a step as the
suite lists them. So a test that asks whether the last step was general enough comes before the next red.
"""

import re
import tomllib
from pathlib import Path

from dojo.matrix import SUITE, SuiteTest
from dojo.steps import ROOT

TESTS = "katas/tests.toml"
HINTS = "steps/hints.txt"


def selections(kata: str, root: Path = ROOT) -> list[str]:
    """Which tests are a kata's: what their names begin with."""
    told = tomllib.loads((root / TESTS).read_text(encoding="utf-8"))
    return [*told["common"], *told["katas"].get(kata, [])]


def taught(kata: str, tests: list[SuiteTest], root: Path = ROOT) -> list[SuiteTest]:
    """The tests of a kata, in the order in which they are taught."""
    starts = selections(kata, root)
    return [test for test in tests if any(selects(start, test) for start in starts)]


def selects(start: str, test: SuiteTest) -> bool:
    """Is this file, this function or this row the test's?"""
    name = test.id.removeprefix(f"{SUITE}/")
    return name == start or name.startswith((f"{start}::", f"{start}["))


def second_hints(root: Path = ROOT) -> dict[int, str]:
    """The second hint for each step that is driven by a test: a line of the file."""
    lines = (root / HINTS).read_text(encoding="utf-8").splitlines()
    return {int(m[1]): m[2] for m in map(re.compile(r" *(\d+) +(.+)").fullmatch, lines) if m}
