"""Law 1: a red is not made for show.

If a test-first step breaks something, that is an honest wrong turn, and the next test may well be red because
of it. A refactoring breaks nothing: if the next step's test is red only because of it, that step does no more
than mend it. It may change what no test asks for, as when it removes a fake; then its README says so.
"""

from collections.abc import Iterator
from itertools import pairwise

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach, of_test
from dojo.story.readme import SAYS_SO


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every test that was green until a refactoring made it red for the next step."""
    for before, step in pairwise(matrix.steps):
        if matrix.driving(step) or SAYS_SO in " ".join(step.prose.split()):
            continue
        for test in matrix.tests:
            if test.red_on(step) and matrix.cell(test, before).colour == "green":
                what = f"was green on {before.name}, and only this refactoring made it red"
                do = f"keep it green, or say in the README that this changes what {SAYS_SO}"
                yield of_test(1, step.name, test, matrix.story, f"{what}; {do}")
