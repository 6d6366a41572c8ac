"""Law 7: a story is read against the facts, a module for each kind of them."""

from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.prose.code import codes
from dojo.gate.prose.commands import typed
from dojo.gate.prose.counts import counted
from dojo.gate.prose.driving import SuiteCode
from dojo.gate.prose.form import formed, forward
from dojo.gate.prose.letters import of_step, of_story
from dojo.gate.prose.names import named
from dojo.gate.prose.quotes import Facts, quoted
from dojo.gate.prose.taught import hinted, of_a_kata
from dojo.gate.prose.trying import claimed
from dojo.gate.violation import Violation
from dojo.runner.matrix import Matrix
from dojo.story.steps import Step


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the READMEs, in the hints and in story.toml that breaks law 7.

    A README is judged together with the step before it: if only some steps are given, from the second on.
    """
    matrix = evidence.matrix
    story = matrix.story
    yield from of_story(story)
    yield from forward(story.steps, story.source.part if story.source else "")
    yield from hinted(story, matrix.tests)
    yield from of_a_kata(story, matrix.tests)
    suite = SuiteCode(story)
    files = {step: codes(step) for step in matrix.steps}
    judged = []
    for before, step in zip([None, *matrix.steps], matrix.steps, strict=False):
        yield from of_step(step)
        if step.readme.is_file() and (before or step.number == 0):
            judged.append(step)
            facts = Facts(step, files[step], files[before] if before else [], suite.files)
            yield from read(matrix, suite, facts, before)
    yield from claimed(matrix, judged)
    yield from typed(story, judged)


def read(matrix: Matrix, suite: SuiteCode, facts: Facts, before: Step | None) -> Iterator[Violation]:
    """One README, as far as it can be judged without running anything."""
    step, driving = facts.step, matrix.driving(facts.step)
    facts.driving = suite.of(driving)
    facts.failures = [matrix.cell(test, before).failure for test in driving if before]
    yield from formed(step, driven=bool(driving))
    yield from quoted(facts)
    yield from named(step, [*facts.now, *facts.before, *facts.suite], matrix.story)
    yield from counted(matrix, step)
