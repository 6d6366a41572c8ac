"""Claims are tried: the suite runs on the step as they change it. What has not changed is not run again."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dojo.gate.prose.claims import BadClaim, Claim, changed, claims, untrue
from dojo.gate.violation import Violation, split
from dojo.runner import clock
from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.matrix import Matrix
from dojo.runner.result import Cell
from dojo.runner.version import Copy
from dojo.story.steps import Step, text_of
from dojo.story.tests import SuiteTest

if TYPE_CHECKING:
    from dojo.runner.trial import Trial

Told = list[list[str]]


class Trying(NamedTuple):
    """A claim that can be tried."""

    step: Step
    claim: Claim
    code: str
    """The step as the claim changes it."""
    key: str


def claimed(matrix: Matrix, steps: list[Step]) -> Iterator[Violation]:
    """Each claim in the READMEs of these steps that does not have the form of one, or is not true."""
    todo: list[Trying] = []
    whole = ""
    for step in steps:
        for claim in claims(step.prose):
            if not isinstance(claim, Claim):
                line, fault = claim
                yield Violation(7, step.readme, line, *split(fault), step=step.name)
                continue
            try:
                if not written(matrix, step):
                    raise BadClaim("no test is written by then: nothing can turn red; leave this out")
                code = changed(text_of(step.module) if step.module.is_file() else "", claim.diff)
            except BadClaim as bad:
                yield Violation(7, step.readme, claim.line, *split(str(bad)), step=step.name)
                continue
            whole = whole or of_suite(matrix.story)
            key = digest(step.files, step.folder, [step.name, code, whole])
            todo.append(Trying(step, claim, code, key))
    for one, cells in tried(matrix, [one for one in todo if holds(matrix, one.step)]):
        if what := untrue(one.claim, cells):
            yield Violation(7, one.step.readme, one.claim.line, what, "write the result", step=one.step.name)


def holds(matrix: Matrix, step: Step) -> bool:
    """Is the step green as it stands? Other laws speak of one that is not."""
    return all(matrix.cell(test, step).colour == "green" for test in written(matrix, step))


def written(matrix: Matrix, step: Step) -> list[SuiteTest]:
    return [test for test in matrix.tests if test.written <= step.number]


def tried(matrix: Matrix, todo: list[Trying]) -> Iterator[tuple[Trying, list[Cell]]]:
    """For each claim, what the tests that are written by its step come to with its change."""
    cache = Cache(matrix.story.workspace, "claims")
    answers: dict[str, Told] = {one.key: told for one in todo if (told := cache.read(one.key))}
    stale = {one.key: one for one in todo if one.key not in answers}
    if stale:
        for key, trial in run(matrix, list(stale.values())):
            answers[key] = [[cell.id, cell.rule, cell.colour] for cell in trial.cells.values()]
            if not trial.falls:  # what hangs may not hang another time
                cache.write(key, answers[key])
    for one in todo:
        yield one, [Cell(id, rule, colour) for id, rule, colour in answers[one.key]]


def run(matrix: Matrix, todo: list[Trying]) -> "list[tuple[str, Trial]]":
    """Run them, on all cores."""
    from dojo.runner.collect import collect
    from dojo.runner.trial import try_all

    trials = []
    with collect(matrix.story) as suite, tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for number, one in enumerate(todo):
            ids = {test.id for test in written(matrix, one.step)}
            tests = [test for test in suite.tests if test.id in ids]
            version = laid_out(one, folder / str(number))
            limits = {"limit": clock.STEP_LIMIT, "patience": clock.PATIENCE}
            trials.append(suite.trial(version, tests, drawn=(), **limits))
        try_all(trials)
    return [(one.key, trial) for one, trial in zip(todo, trials, strict=True)]


def laid_out(one: Trying, folder: Path) -> Copy:
    """A copy of a step's files, its module as the claim changes it."""
    folder.mkdir()
    for file in one.step.files:
        shutil.copyfile(file, folder / file.name)
    (folder / one.step.module.name).write_text(one.code, encoding="utf-8")
    return Copy(one.step.name, folder, folder / one.step.module.name)
