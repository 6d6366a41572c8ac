"""`make prove` on the lights of an attempt: each light is a commit, and tells what its run came to."""

import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, NotRecorded, all_files, all_lights, ancestors
from dojo.attempt.snapshot import Files
from dojo.prove.judge import VersionComparison, VersionJudge
from dojo.prove.runs import DOUBT, Runner, TestResult, TreeRun
from dojo.prove.tests import file_of
from dojo.prove.verdict import SEEN_RED, Kind, Verdict, no_answer, say
from dojo.prove.versions import GIVEN, Proof, Revision, TestChange
from dojo.runner.collect import collect
from dojo.screen.waiting import progress_bar
from dojo.story.tests import SuiteTest, first_drivers

SECONDS = 20.0
"""How long the tests of a light may take: an endless loop is no reason to wait longer."""
WHY = {"red": "its output is not that of the case", "amber": "the program broke"}


@dataclass(eq=False, kw_only=True)
class Stage(Revision):
    """A run; `make back` takes those between it and the one before out of the way.

    The one before is the last whose tests could say anything.
    """

    light: Light
    run: TreeRun = field(default_factory=TreeRun)
    brought: Set[str] = frozenset()
    """The tests of the kata that were revealed here, and never before."""
    proven: frozenset[tuple[str, str]] = frozenset()
    """The tests that were proven by then, with their sources: one that breaks later needs no second proof."""

    @property
    def is_silent(self) -> bool:
        """True if no test could say anything."""
        found = self.run.results.values()
        return not self.all_green and not any(one.colour == "green" or one.red_kind for one in found)

    def has(self, verdict: Verdict) -> tuple[str, str]:
        """The test of a verdict, with its source here."""
        test = self.tests.get(verdict.function)
        return verdict.test, test.source if test else GIVEN


def prove_lights(attempt: Attempt) -> Proof:
    """Prove the lights of an attempt: what was seen of each test, in which order.

    Lights that cannot be read are a question without an answer. Raises CollectionError if the story's suite
    cannot be collected.
    """
    title, story = f"the lights of {attempt.name}", attempt.story
    try:
        lights = all_lights(attempt)
        files = all_files(attempt, lights)
    except NotRecorded as fault:
        return Proof(title, (Revision("lights", verdicts=(no_answer(str(fault)),)),))
    if not lights:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        return Proof(title, remarks=(f"{attempt.name} has no lights yet: {verbs} record them.",))
    taught, remarks = find_taught(attempt, lights)
    suite, folder = story if taught else None, story.inside(attempt.folder)
    with Runner(Path(sys.executable), story.workspace, (), suite, (SECONDS, SECONDS)).ready() as runner:
        session = Session(runner, story.module, folder, taught, is_program=bool(attempt.program))
        return Proof(title, session.prove(lights, files), remarks)


def find_taught(attempt: Attempt, lights: Sequence[Light]) -> tuple[list[SuiteTest], list[str]]:
    """Find the tests of the kata in the order in which they are revealed, unless none was; and a remark.

    If others were revealed than those that stand there now, they are not judged.
    """
    if attempt.program or not any(light.revealed for light in lights):
        return [], []
    with collect(attempt.story) as suite:
        taught = attempt.kata.taught(suite.tests)
    ids, known = [test.id for test in taught], 0
    for light in lights:
        known = known if light.revealed is None else light.revealed
        if light.judged and light.test and light.test not in ids[:known]:
            return [], [f"The tests of {attempt.kata.name} have changed since: only your own are judged."]
    return taught, []


class Session:
    """The lights of an attempt, and what judges them."""

    def __init__(
        self, runner: Runner, module: str, folder: str, taught: Sequence[SuiteTest], *, is_program: bool
    ) -> None:
        self.taught, self.folder, self.is_program = taught, folder, is_program
        rules = {test.id: test.rule for test in taught}
        self.judging = VersionJudge(runner, {module}, True, rules)
        self.opening = {test.id for test in first_drivers(taught[1:])}
        """What opens a step."""
        self.waiting = dict[str, TestChange]()
        """The tests of the kata that are still red: `make back` lets them stay."""

    def prove(self, lights: list[Light], files: Mapping[str, Files]) -> list[Stage]:
        """Judge the runs; gives those that there is something to say of."""
        stages, at = [*self.stages(lights, files)], dict[int, Stage]()
        waiting = [] if self.is_program else [one for one in stages if not one.all_green]
        with progress_bar("every new test", "lights") as on_done:
            for done, stage in enumerate(stages):
                on_done(done, len(stages))
                if stage in waiting:
                    two, waiting = waiting[:2], waiting[2:]
                    for one, run in zip(two, self.judging.run(*map(self.own_files, two))):
                        one.run = run
                light = stage.light
                path = (at.get(one.number) for one in ancestors(lights[: light.number - 1]))
                before = None if light.verb == "start" else next(filter(None, path), None)
                stage.before = before or Revision()
                if self.is_program:  # the cases that its lights have named
                    stage.given = [*dict.fromkeys((*stage.before.given, light.test))]
                self.read(stage)
                if not stage.is_silent:
                    at[light.number] = stage
                    self.judge(stage)
        seen = {(id, red.test.source) for stage in stages for id, red in stage.reds.items() if red.asserted}
        for stage in stages:  # seen red at another time, it needs no red here
            needy = [one for one in stage.verdicts if one.kind in (Kind.PASSES, Kind.UNSEEN)]
            stage.verdicts = [one for one in stage.verdicts if one not in needy or stage.has(one) not in seen]
        for last in stages[-1:]:
            reds = last.before.reds if last.before and last.is_silent else last.reds
            for id, red in reds.items():
                kind = Kind.NO_ANSWER if red.now.where == DOUBT else Kind.STILL_RED
                more = {"why": red.now.why, "failure_now": red.now.failure}
                verdict = say(kind, self.judging.rule(id), by_lights=True, test=id, **more)
                last.verdicts = [*last.verdicts, verdict]
        return [stage for stage in stages if stage.verdicts or stage.remarks]

    def stages(self, lights: Sequence[Light], files: Mapping[str, Files]) -> Iterator[Stage]:
        """Each run, with its files and the tests that were revealed by then."""
        revealed, known = 0, {test.id for test in self.taught[:1]}  # the first one is like the example
        for light in lights:
            revealed = revealed if light.revealed is None else light.revealed
            if not light.judged:
                continue
            title = f"{time.strftime('%H:%M', time.localtime(light.when))}, make {light.verb}: {light.colour}"
            stage = Stage(f"light {light.number}", title, files=files[light.commit], light=light)
            stage.all_green = light.is_green
            stage.given = tuple(test.id for test in self.taught[:revealed])
            stage.brought = set() if light.verb == "start" else {*stage.given} - known
            known.update(stage.given)
            yield stage

    def read(self, stage: Stage) -> None:
        """Read the colours of a light into its run, which tells why a test was not green.

        The light says the colour of each test; where the run says another one, there is a doubt.
        """
        results, colours = stage.run.results, self.find_colours(stage.light, stage.given)
        differs = f"{stage.name} says red, and another run of its files does not"
        differs += f": {stage.run.fault}" if stage.run.fault else ""
        for id, colour in colours.items():
            found = stage.run.find(id)
            if colour == "green":
                results[id] = TestResult(id, "green")
            elif self.is_program:
                results[id] = TestResult(id, colour, why=WHY[colour], where="test")
            elif colour == "red" and not found.red_kind:
                results[id] = TestResult(id, "amber", why=differs, where=DOUBT)
            elif found.colour == "green":
                results[id] = replace(found, colour="amber", why=differs, where="elsewhere")

    def own_files(self, stage: Stage) -> tuple[Stage, Iterable[str]]:
        """A stage, and the test files of the participant that ran; of an old light, all that there are."""
        ran = map(file_of, self.find_colours(stage.light, stage.given))
        return stage, stage.test_files if stage.light.own is None else ran

    def find_colours(self, light: Light, given: Collection[str]) -> dict[str, str]:
        """What a light tells of each test; of the kata's, the first that is not green, or that all are."""
        told = {id.removeprefix(f"{self.folder}/"): colour for id, colour in (light.own or {}).items()}
        own = [*told.values()].count(light.colour)
        if self.is_program or light.is_green:
            told |= dict.fromkeys(given, "green")
        # the bar may have its colour from a test of one's own, and not from the one in hand
        is_in_hand = not light.counts or light.counts.get(light.colour, 0) > own
        if light.test in given and not light.is_green and is_in_hand:
            told[light.test] = light.colour
        return told

    def judge(self, stage: Stage) -> None:
        """Judge a stage by the last one before it that could say anything."""
        base = stage.before or Revision()
        stage.proven = base.proven if isinstance(base, Stage) else frozenset()
        if stayed := {id: red for id, red in self.waiting.items() if id in {*stage.given} - {*base.given}}:
            run = TreeRun((base.run or TreeRun()).results | {id: red.now for id, red in stayed.items()})
            base = replace(base, given=[*base.given, *stayed], run=run, reds=base.reds | stayed)
        comparison = VersionComparison(self.judging, base, stage)
        found = comparison.judge_all()
        red = {id: one for id, one in stage.reds.items() if id in stage.given}
        self.waiting = {id: one for id, one in self.waiting.items() if not stage.run.is_green(id)} | red
        if stage.light.verb != "start":
            told = [one for one in found if one.test or not self.is_program]
            stage.verdicts = [
                one for one in told if one.kind not in SEEN_RED or stage.has(one) not in stage.proven
            ]
            if stage.all_green and stage.light.test in self.opening & stage.brought:
                rule = self.judging.rule(stage.light.test)
                stage.verdicts += [say(Kind.PASSES, rule, by_lights=True, test=stage.light.test)]
        stage.proven |= {stage.has(one) for one in found if one.kind == Kind.PROVEN}
        stage.remarks = comparison.remarks
        kept = sum(stage.run.is_green(id) for id in stage.brought - {one.test for one in stage.verdicts})
        if kept and not self.is_program:
            stage.remarks.append(f"Your code already passed {kept} of our tests.")
