"""`make prove` on the lights of an attempt: each light is a commit, and tells what its run came to."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import Light, NotRecorded, all_lights, ancestors, snapshots
from dojo.attempt.snapshot import Snapshot
from dojo.prove.judge import VersionComparison, VersionJudge
from dojo.prove.runs import KataSuite, Runner, TestResult, TreeRun, running
from dojo.prove.tests import file_of
from dojo.prove.verdict import GREEN_AT_ONCE, LIGHTS, SEEN_RED, Kind, Verdict, no_answer, say
from dojo.prove.versions import DOUBT, Proof, Revision, at_hand, red_kind, tree_of
from dojo.room.models import VerdictLine
from dojo.runner.cache import suite_key
from dojo.runner.collect import collect
from dojo.runner.reporter import pytest_arguments
from dojo.screen.words import count_of, one_line
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, first_drivers

OTHERS = "The tests of {} have changed since: only those that you wrote are judged."
NO_LIGHTS = "{} has no lights yet: {} and {} record them."
LEFT_OUT_FILES = "its light has left out {}"
DIFFERS = "light {} says red, and another run of its files does not"
SILENCE = "For {} the tests could not speak."
ENDS_SILENT = "The attempt ends while the tests cannot speak."
COLOURS_ALONE = "From green to green with other code, {}. A program in another language is not measured."
OTHER_OUTPUT, BROKE = "its output is not that of the case", "the program broke"


@dataclass(eq=False, kw_only=True)
class Stage(Revision):
    """A run that changed something; `make back` takes those between it and the one before out of the way."""

    run: TreeRun
    light: Light
    snapshot: Snapshot
    colours: Mapping[str, str]
    """What the light tells of its tests, by their ids."""
    brought: Sequence[str] = ()
    """The tests of the kata that were revealed here, and never before."""
    proven: frozenset[tuple[str, str]] = frozenset()
    """The tests that were proven by then, with their sources: one that breaks later needs no second proof."""

    @property
    def is_silent(self) -> bool:
        """True if no test could say anything."""
        found = [*self.run.outcomes.values(), *self.run.unread.values()]
        return not self.light.is_green and not any(one.colour == "green" or red_kind(one) for one in found)

    def find_base(self) -> tuple[Revision, int]:
        """The last one before it whose tests could say anything, and how many runs between could not."""
        silent, stage = 0, self.before
        while isinstance(stage, Stage) and stage.is_silent:
            silent, stage = silent + 1, stage.before
        return stage or Revision(), silent


def prove_lights(attempt: Attempt) -> Proof:
    """Prove the lights of an attempt: what was seen of each test, in which order.

    Lights that cannot be read are a question without an answer. Raises CollectionError if the story's suite
    cannot be collected.
    """
    title = f"the lights of {attempt.name}"
    try:
        lights = all_lights(attempt)
        if not lights:
            verbs = attempt.command("next"), attempt.command("watch")
            return Proof(title, remarks=(NO_LIGHTS.format(attempt.name, *verbs),))
        there = snapshots(attempt, lights)
    except NotRecorded as fault:
        return Proof(title, (Revision("lights", verdicts=(no_answer(str(fault)),)),))
    taught = find_taught(attempt, lights)
    have_changed = tests_have_changed(lights, taught)
    taught = [] if have_changed else taught
    with running(Path(sys.executable), attempt.story.workspace, (), at_hand) as runner:
        session = Session(
            runner,
            attempt.story.module,
            attempt.story.inside(attempt.folder),
            taught,
            make_suite(attempt.story, taught) if taught else None,
            is_program=bool(attempt.program),
        )
        versions = session.prove(lights, there)
    return Proof(title, versions, [OTHERS.format(attempt.kata.name)] * have_changed)


def list_verdicts(attempt: Attempt) -> list[VerdictLine]:
    """Give a line for each verdict on a test, for a room: the sentences, and no code.

    Raises CollectionError if the suite of the story cannot be collected.
    """
    return [
        VerdictLine(one_line(one.rule or one.test), str(one.kind), one_line(one.says))
        for one in prove_lights(attempt).verdicts
        if one.test
    ]


def find_taught(attempt: Attempt, lights: Sequence[Light]) -> list[SuiteTest]:
    """Find the tests of the kata in the order in which they are revealed; none if none was, and no cases."""
    if attempt.program or not any(light.revealed for light in lights):
        return []
    with collect(attempt.story) as suite:
        return attempt.kata.taught(suite.tests)


def tests_have_changed(lights: Sequence[Light], taught: Sequence[SuiteTest]) -> bool:
    """True if other tests were revealed than those that stand there now."""
    ids = [test.id for test in taught]
    known = 0
    for light in lights:
        known = known if light.revealed is None else light.revealed
        if ids and light.judged and light.test and light.test not in ids[:known]:
            return True
    return False


class Session:
    """The lights of an attempt, and what judges them."""

    def __init__(
        self,
        runner: Runner,
        module: str,
        folder: str,
        taught: Sequence[SuiteTest],
        suite: KataSuite | None = None,
        *,
        is_program: bool = False,
    ) -> None:
        self.taught, self.folder, self.is_program = taught, folder, is_program
        rules = {test.id: test.rule for test in taught}
        self.judging = VersionJudge(runner, {module}, LIGHTS, rules=rules, suite=suite)

    def prove(self, lights: list[Light], there: Mapping[str, Snapshot]) -> list[Stage]:
        """Judge the runs that changed something; gives those that there is something to say of."""
        stages = list(self.stages(lights, there))
        self.run_again([stage for stage in stages if not stage.light.is_green and not self.is_program])
        self.judge(stages)
        return [stage for stage in stages if stage.verdicts or stage.remarks]

    def stages(self, lights: list[Light], there: Mapping[str, Snapshot]) -> Iterator[Stage]:
        """Each run that changed something: its files, its tests or their colours."""
        at: dict[int, Stage] = {}
        revealed, known = 0, set[str]()
        for light in lights:
            revealed = revealed if light.revealed is None else light.revealed
            if not light.judged:
                continue
            path = (at.get(one.number) for one in ancestors(lights[: light.number - 1]))
            before = None if light.verb == "start" else next(filter(None, path), None)
            given = self.find_given(before, light, revealed)
            colours = self.find_colours(light, given)
            told = colours if self.is_program else {id: one for id, one in colours.items() if one == "green"}
            clock = time.strftime("%H:%M", time.localtime(light.when))
            now = Stage(
                f"light {light.number}",
                f"{clock}, make {light.verb}: {light.colour}",
                before=before or Revision(),
                tree=tree_of(there[light.commit].files),
                number=light.number,
                when=light.when,
                run=TreeRun({id: run_of_case(id, one) for id, one in told.items()}),
                all_green=light.is_green,
                given=given,
                light=light,
                snapshot=there[light.commit],
                colours=colours,
                brought=[id for id in given if id not in known],
            )
            known.update(given)
            at[light.number] = before if before and is_again(before, now) else now
            if at[light.number] is now:
                yield now

    def find_given(self, before: Stage | None, light: Light, revealed: int) -> tuple[str, ...]:
        """The tests of the kata that were revealed; of a program, the cases that its lights have named."""
        if not self.is_program:
            return tuple(test.id for test in self.taught[:revealed])
        known = tuple(before.colours) if before else ()
        return known if light.test in ("", *known) else (*known, light.test)

    def find_colours(self, light: Light, given: Sequence[str]) -> dict[str, str]:
        """What a light tells of each test; of the kata's, the first that is not green, or that all are."""
        told = {id.removeprefix(f"{self.folder}/"): colour for id, colour in (light.own or {}).items()}
        own = [*told.values()].count(light.colour)
        if self.is_program or light.is_green:
            told |= dict.fromkeys(given, "green")
        if light.test not in given or light.is_green:
            return told
        # the bar may have its colour from a test of one's own, and not from the one in hand
        is_in_hand = not light.counts or light.counts.get(light.colour, 0) > own
        return told | ({light.test: light.colour} if is_in_hand else {})

    def run_again(self, stages: Sequence[Stage]) -> None:
        """Run what was not green once more: a light tells the colour, and not why."""
        own = [one.test_files if one.light.own is None else map(file_of, one.colours) for one in stages]
        for stage, run in zip(stages, self.judging.run(*zip(stages, own))):
            stage.run = run
            reconcile(stage)

    def judge(self, stages: Sequence[Stage]) -> None:
        """Judge each stage by the last one before it that could say anything."""
        seen: set[tuple[str, str]] = set()
        for stage in stages:
            if stage.is_silent:
                continue
            base, silent = stage.find_base()
            stage.proven = base.proven if isinstance(base, Stage) else frozenset()
            comparison = VersionComparison(self.judging, base, stage)
            found = [
                one
                for one in comparison.judge_all()
                if one.kind not in SEEN_RED or (one.test, source_of(stage, one)) not in stage.proven
            ]
            seen |= {(id, red.test.source) for id, red in stage.reds.items() if red.asserted}
            if stage.light.verb != "start":
                stage.verdicts = [one for one in found if not self.is_program or one.test]
                stage.verdicts += self.green_at_once(stage)
            stage.proven |= {(one.test, source_of(stage, one)) for one in found if one.kind == Kind.PROVEN}
            said = {one.test for one in stage.verdicts}
            stage.remarks = [
                *[SILENCE.format(count_of(silent, "run"))] * bool(silent),
                *comparison.remarks,
                *comparison.tell_what_happened(said),
                *self.say_kept(stage, said),
                *self.say_size(base, stage),
            ]
        for stage in stages:  # seen red at another time, it needs no red here
            stage.verdicts = [
                one
                for one in stage.verdicts
                if one.kind not in (Kind.PASSES, Kind.UNSEEN) or (one.test, source_of(stage, one)) not in seen
            ]
        if stages:
            last = stages[-1]
            last.verdicts = [*last.verdicts, *self.still_red(last.find_base()[0] if last.is_silent else last)]
            last.remarks = [*last.remarks, *[ENDS_SILENT] * last.is_silent]

    def green_at_once(self, stage: Stage) -> Iterator[Verdict]:
        """A test that opens a step of ours, and was green when it came. The first one is like the example."""
        opening = {test.id for test in first_drivers(self.taught[1:])}
        id = stage.light.test
        if stage.light.is_green and id in stage.brought and id in opening:
            yield say(Kind.PASSES, self.judging.rule(id), {Kind.PASSES: GREEN_AT_ONCE}, test=id)

    def say_kept(self, stage: Stage, said: set[str]) -> Iterator[str]:
        """How many tests of ours were green at once, and needed no code of ours either."""
        first = self.taught[0].id if self.taught else ""
        kept = [id for id in stage.brought if id != first and stage.run.is_green(id) and id not in said]
        if kept and stage.light.verb != "start" and not self.is_program:
            yield f"Your code kept {count_of(len(kept), 'test')} of ours already."

    def say_size(self, base: Revision, stage: Stage) -> Iterator[str]:
        """A refactoring of a program, as far as the colours tell."""
        if self.is_program and isinstance(base, Stage) and base.light.is_green and stage.light.is_green:
            lines = lines_between(base.snapshot.files, stage.snapshot.files).code.number
            if lines and base.given == stage.given:
                yield COLOURS_ALONE.format(count_of(lines, "line"))

    def still_red(self, last: Revision) -> Iterator[Verdict]:
        for id, red in last.reds.items():
            kind = Kind.NO_ANSWER if red_kind(red.now) == Kind.NO_ANSWER else Kind.STILL_RED
            more = {"why": red.now.why, "failure_now": red.now.failure}
            yield say(kind, self.judging.rule(id), LIGHTS, test=id, **more)


def make_suite(story: Story, taught: Sequence[SuiteTest]) -> KataSuite:
    """The files of the suite, as plain pytest runs them on the module of an attempt."""
    files = dict.fromkeys(test.id.partition("::")[0] for test in taught)
    return KataSuite(story.top, tuple(files), tuple(pytest_arguments(story)), story.module, suite_key(story))


def is_again(before: Stage, now: Stage) -> bool:
    same = (before.tree, before.given, before.colours) == (now.tree, now.given, now.colours)
    return same and before.light.colour == now.light.colour


def run_of_case(id: str, colour: str) -> TestResult:
    """What a light alone tells of a case: it says no by itself, and a program that breaks crashes."""
    if colour == "green":
        return TestResult(id, colour)
    return TestResult(id, colour, why=OTHER_OUTPUT if colour == "red" else BROKE, where="test")


def reconcile(stage: Stage) -> None:
    """Let the light say the colour of each test; where the run says another one, there is a doubt."""
    left_out = ", ".join(stage.snapshot.left_out)
    for id, colour in stage.colours.items():
        found = stage.run.find(id)
        if colour == "green":
            stage.run.outcomes[id] = TestResult(id, "green")
        elif colour == "red" and not red_kind(found) and id not in stage.run.unread:
            fault = f"light {stage.number} cannot be run again: {stage.run.fault}" if stage.run.fault else ""
            why = fault or (LEFT_OUT_FILES if left_out else DIFFERS).format(left_out or stage.number)
            stage.run.outcomes[id] = TestResult(id, "amber", why=why, where=DOUBT)
        elif found.colour == "green":
            stage.run.outcomes[id] = replace(found, colour="amber", why=DIFFERS, where="elsewhere")


def source_of(stage: Stage, verdict: Verdict) -> str:
    test = stage.tests.get(verdict.function)
    return test.source if test else "given"
