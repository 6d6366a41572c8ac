"""Law 4: each test comes to the same alone, a second time and in reverse order, and leaves nothing behind."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.engine.proof.again import WAYS, Again, asked
from dojo.gate.breach import Breach
from dojo.story.steps import Step

ORDER = "in the order of the suite"


def breaches(matrix: Matrix, runs: dict[Step, Again]) -> Iterator[Breach]:
    """Every test whose colour hangs on more than the step; what it must not do, or the step (law 6)."""
    said: set[tuple[str, str]] = set()
    for step, once_more in runs.items():
        for test in matrix.tests:
            first = matrix.cell(test, step).colour
            colours = once_more.colours.get(test.id, {})
            for way in WAYS if asked(test, step) else ():
                colour = colours.get(way, "missing")
                if colour != first:
                    yield Breach(4, step.name, test.rule, f"{first} {ORDER}, and {colour} {way}")
            for of_step, what in once_more.traces.get(test.id, []):
                if (test.id, what) not in said:
                    said.add((test.id, what))
                    yield Breach(6 if of_step else 4, step.name, test.rule, what)
