"""A kept story is written from its own runs: first to see the colours, then with marks, READMEs, mutants."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import title
from dojo.gate.laws import of_mutants, of_what_is_missing, of_what_ran
from dojo.history.keeping.choosing import Chosen, chosen
from dojo.history.keeping.evening import Evening
from dojo.history.keeping.faults import needed, of_a_story, waiting
from dojo.history.keeping.gathering import born, gathered, in_the_attempt
from dojo.history.keeping.story import Plan, Tests, text_of
from dojo.history.keeping.stubs import stubs
from dojo.history.keeping.suite.marks import FIRST
from dojo.history.keeping.suite.using import NotKept
from dojo.history.keeping.telling import notes, readme, title_of
from dojo.runner.columns import matrix
from dojo.runner.matrix import Matrix
from dojo.runner.proof.mutants import on_mutants
from dojo.screen.waiting import with_a_bar
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, rule_of
from dojo.story.workspace import Workspace


@dataclass(frozen=True)
class Kept:
    """What was kept: the runs of the story, the tests that it does not have, and what words cannot mend."""

    found: Matrix
    left_out: list[str]
    breaches: list[str]


@dataclass(frozen=True)
class Draft:
    """The folder in which a story is written."""

    folder: Path
    workspace: Workspace

    def write(self, plan: Plan, readmes: Mapping[int, str]) -> Story:
        """The story of a plan, in place of what was there."""
        for one in self.folder.iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        for path, content in plan.files(readmes).items():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return self.workspace.at(self.folder)

    def run(self, plan: Plan, readmes: Mapping[int, str], *, measured: bool) -> Matrix:
        """The runs of such a story; raises Broken."""
        story = self.write(plan, readmes)
        with with_a_bar() as on_done:
            return matrix(story, measured=measured, on_done=on_done)


def written(folder: Path, attempt: Attempt, workspace: Workspace, way: Evening) -> Kept:
    """Write an attempt as a story.

    Takes an empty folder in the workspace, and the greens of the attempt; raises NotKept where they make no
    story, and Broken where the tests do not run.
    """
    draft, tests = Draft(folder, workspace), gathered(attempt, way)
    module = attempt.module.name
    code = [text_of(stop.files[module.encode()].content, module).encode() for stop in way.stops]
    marks = dict.fromkeys((test.id for test in tests.known), FIRST)
    first = Plan(attempt, workspace, code, ["A green"] * len(code), tests.files([], marks), {})
    if not first.suite:
        raise NotKept("it has no test at its last green, and a story begins with one")
    seen = draft.run(first, {}, measured=False)
    choice = choose(seen, tests, way)
    suite = tests.files(seen.tests, choice.marks)
    titles = titled(choice, seen.tests, tests)
    return finished(
        draft,
        Plan(attempt, workspace, [code[n] for n in choice.steps], titles, suite, {}),
        choice,
        way,
        tests,
    )


def choose(seen: Matrix, tests: Tests, way: Evening) -> Chosen:
    """The steps and the marks, by the colours that the tests have on every green; raises NotKept."""
    colours = {test.id: [seen.cell(test, step).colour for step in seen.steps] for test in seen.tests}
    births = {test.id: born(test, tests, way) for test in seen.tests}
    dropped = {number: bool(way.dropped(number)) for number in range(1, len(way.stops))}
    choice = chosen(colours, births, dropped)
    if not choice.marks:
        raise NotKept("none of its tests is green at its last green")
    return choice


def titled(choice: Chosen, seen: Sequence[SuiteTest], tests: Tests) -> list[str]:
    """What the steps are called."""
    drivers: dict[int, list[str]] = {}
    for test in seen:
        mark = choice.marks.get(test.id)
        if mark and mark.kind == "drives":
            function = rule_of(test.id.partition("[")[0])
            rule = f"{function}: {test.rule}" if "[" in test.id and tests.is_own(test) else test.rule
            drivers.setdefault(mark.step, []).append(rule)
    return [title_of(drivers.get(number, []), number) for number in range(len(choice.steps))]


def finished(draft: Draft, plan: Plan, choice: Chosen, way: Evening, tests: Tests) -> Kept:
    """The story with its READMEs, which quote its runs, and with the mutants that its tests need."""
    found = draft.run(plan, {}, measured=True)
    mutants = caught(draft, plan, found)
    chapter = title(plan.attempt.kata)
    readmes = {
        step.number: readme(
            found, step, plan.titles[step.number], chapter, happened(found, step, choice, way, tests)
        )
        for step in found.steps
    }
    last = draft.run(replace(plan, mutants=mutants), readmes, measured=True)
    breaches = of_what_is_missing(last) or [*of_what_ran(last), *of_mutants(last)]
    left_out = [*choice.broken, *(id for number in range(1, len(way.stops)) for id in way.dropped(number))]
    told = [
        one.told(last.story).replace(draft.folder.name, plan.attempt.name)
        for one in breaches
        if not one.is_of_words
    ]
    return Kept(last, [id.rpartition("::")[2] for id in left_out], told)


def caught(draft: Draft, plan: Plan, found: Matrix) -> dict[str, str]:
    """The mutants that the tests need: as few as will do, stubs first."""
    code, chosen = found.steps[-1].code, dict[str, str]()
    for offered in (stubs(code, f"“{found.tests[0].rule}”"), of_a_story(plan.attempt.story, code)):
        if offered and waiting(found):
            tried = on_mutants(draft.write(replace(plan, mutants=offered), {}))
            chosen |= needed(found, tried, offered)
    return chosen


def happened(found: Matrix, step: Step, choice: Chosen, way: Evening, tests: Tests) -> list[str]:
    """What happened on the way to a step, in sentences."""
    here = choice.steps[step.number]
    parts = [*choice.folded.get(here, []), here] if step.number else []
    lights = [light for part in parts for light in way.stops[part].on_the_way]
    red = {id for part in parts for id in way.stops[part].reds}
    own = {test.rule: in_the_attempt(test.id, tests) for test in found.driving(step) if tests.is_own(test)}
    unseen = [rule for rule, id in own.items() if not red & {id, id.partition("::")[0]}]
    return notes(lights, len(parts[1:]), unseen)
