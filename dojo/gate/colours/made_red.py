"""Law 1: a red is not made for show.

What a test-first step breaks on its way is an honest wrong turn, and the next test may well be red by it. A
refactoring breaks nothing: where it alone made a test red that drives the next step, that step only mends it.
It may change what nobody asked, as one that removes a fake does; then its README says so.
"""

from collections.abc import Iterator
from itertools import pairwise

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test
from dojo.story.readme import SAYS_SO


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every test that was green before the refactoring which made it red for the next step."""
    for before, step in pairwise(matrix.steps):
        if matrix.driving(step) or SAYS_SO in " ".join(step.prose.split()):
            continue
        for test in matrix.tests:
            if test.red_on(step) and matrix.cell(test, before).colour == "green":
                what = f"was green on {before.name}, and only this refactoring made it red"
                do = f"keep it green, or say in the README that this changes what {SAYS_SO}"
                yield of_test(1, step.name, test, matrix.story, f"{what}; {do}")
