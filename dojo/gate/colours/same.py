"""Law 4: each test comes to the same alone, a second time and in reverse order, and leaves nothing behind."""

from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test, split
from dojo.runner.proof.repeat import ways

ORDER = "in the order of the suite"
ALIKE = "let it depend on no other run, no order of a set and no date"
NOT_HERE = "let the step give back an answer, and the test do that"
UNDO = "let the test put back what it changes: tmp_path and monkeypatch do"


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every test whose colour depends on more than the step, and what it or the step (law 6) must not do."""
    matrix = evidence.matrix
    said: set[tuple[str, str]] = set()
    for step, once_more in evidence.reruns.items():
        for test in matrix.tests:
            first = matrix.cell(test, step).colour
            colours = once_more.colours.get(test.id, {})
            for way in ways(test, step, matrix.story.steps):
                colour = colours.get(way, "missing")
                if colour != first:
                    what = f"{first} {ORDER}, and {colour} {way}; {ALIKE}"
                    yield at_test(4, test, matrix.story, *split(what), step=step.name)
            for of_step, what in once_more.traces.get(test.id, []):
                if (test.id, what) not in said:
                    said.add((test.id, what))
                    law, do = (6, NOT_HERE) if of_step else (4, UNDO)
                    yield at_test(law, test, matrix.story, what, do, step=step.name)
