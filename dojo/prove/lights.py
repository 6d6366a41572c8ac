"""`make prove` on the lights of an attempt: each light is a commit, and tells what its run came to."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import LEFT_OUT, Light, NotRecorded, all_lights, ancestors, snapshots
from dojo.attempt.snapshot import Files, Snapshot
from dojo.attempt.store import store
from dojo.prove.git import Repository
from dojo.prove.judge import DOUBT, VersionJudge, red_kind
from dojo.prove.remarks import pluralize, remarks, say_silence
from dojo.prove.runs import KataSuite, Runner, TestResult, TreeRun, running
from dojo.prove.tests import file_of
from dojo.prove.verdict import (
    GREEN_AT_ONCE,
    LIGHTS,
    SEEN_RED,
    CodeChange,
    JudgedVersion,
    Kind,
    Proof,
    Verdict,
    no_answer,
    say,
)
from dojo.prove.versions import Blobs, Point, VersionState
from dojo.room.models import VerdictLine, one_line
from dojo.runner.cache import of_suite
from dojo.runner.collect import collect
from dojo.runner.reporter import pytest_words
from dojo.screen.words import count_of
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, first_drivers

OTHERS = "The tests of {} have changed since: only those that you wrote are judged."
NO_LIGHTS = "{} has no lights yet: {} and {} record them."
LEFT_OUT_FILES = "its light has left out {}"
DIFFERS = "light {} says red, and another run of its files does not"
ENDS_SILENT = "The attempt ends while the tests cannot speak."
COLOURS_ALONE = "From green to green with other code, {}. A program in another language is not measured."
OTHER_OUTPUT, BROKE = "its output is not that of the case", "the program broke"


@dataclass(eq=False, kw_only=True)
class Stage(Point):
    """A run that changed something."""

    light: Light
    snapshot: Snapshot
    before: "Stage | None"
    """The one whose files it was made from: `make back` takes those between out of the way."""
    colours: Mapping[str, str]
    """What the light tells of its tests, by their ids."""
    brought: tuple[str, ...] = ()
    """The tests of the kata that were revealed here, and never before."""
    proven: frozenset[tuple[str, str]] = frozenset()
    """The tests that were proven by then, with their sources: one that breaks later needs no second proof."""
    verdicts: list[Verdict] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def is_silent(self) -> bool:
        """True if no test could say anything."""
        found = [*(self.run or TreeRun()).outcomes.values(), *(self.run or TreeRun()).unread.values()]
        return not self.light.is_green and not any(one.colour == "green" or red_kind(one) for one in found)

    @property
    def silent_runs(self) -> int:
        """How many runs before it could say nothing."""
        runs, stage = 0, self.before
        while stage and stage.is_silent:
            runs, stage = runs + 1, stage.before
        return runs

    @property
    def base(self) -> Point:
        """The version to compare with: the last one before it whose tests could say anything."""
        stage = self.before
        while stage and stage.is_silent:
            stage = stage.before
        return stage or Point(VersionState({}, self.state.blobs))


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
        return Proof(title, (JudgedVersion("lights", "", (no_answer(str(fault)),)),))
    taught = find_taught(attempt, lights)
    have_changed = tests_have_changed(lights, taught)
    taught = [] if have_changed else taught
    with (
        Repository(store(attempt).repository) as repository,
        running(Path(sys.executable), attempt.story.workspace, (), repository.read) as runner,
    ):
        session = Session(
            runner,
            attempt.story.module,
            attempt.story.inside(attempt.folder),
            taught,
            make_suite(attempt.story, taught) if taught else None,
            is_program=bool(attempt.program),
        )
        stages = list(session.stages(lights, there, repository))
        session.run(stages)
        session.judge(stages)
    said = (OTHERS.format(attempt.kata.name),) if have_changed else ()
    return Proof(title, tuple(map(make_version, filter(is_news, stages))), said)


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

    def stages(
        self, lights: list[Light], snapshots: Mapping[str, Snapshot], repository: Repository
    ) -> Iterator[Stage]:
        """Each run that changed something: its files, its tests or their colours."""
        blobs = Blobs(repository.read)
        at: dict[int, Stage] = {}
        revealed, known = 0, set[str]()
        for light in lights:
            revealed = revealed if light.revealed is None else light.revealed
            if light.judged:
                path = (at.get(one.number) for one in ancestors(lights[: light.number - 1]))
                before = None if light.verb == "start" else next(filter(None, path), None)
                given = self.find_given(before, light, revealed)
                tree = {name: one for name, one in repository.tree(light.commit).items() if name != LEFT_OUT}
                now = Stage(
                    VersionState(tree, blobs),
                    light.number,
                    light.when,
                    all_green=light.is_green,
                    given=frozenset(given),
                    light=light,
                    snapshot=snapshots[light.commit],
                    before=before,
                    colours=self.find_colours(light, given),
                    brought=tuple(id for id in given if id not in known),
                )
                known.update(given)
                if before and is_again(before, now):
                    now = before
                else:
                    yield now
                at[light.number] = now

    def find_given(self, before: Stage | None, light: Light, revealed: int) -> tuple[str, ...]:
        """The tests of the kata that were revealed; of a program, the cases that its lights have named."""
        if not self.is_program:
            return tuple(test.id for test in self.taught[:revealed])
        known = tuple(before.colours) if before else ()
        return known if light.test in ("", *known) else (*known, light.test)

    def find_colours(self, light: Light, given: Sequence[str]) -> dict[str, str]:
        """What a light tells of each test; of the kata's, the first that is not green, or that all are."""
        told = {id.removeprefix(f"{self.folder}/"): colour for id, colour in (light.own or {}).items()}
        if self.is_program:
            told = dict.fromkeys(given, "green")
        if light.is_green:
            return told | dict.fromkeys(given, "green")
        own = [*told.values()].count(
            light.colour
        )  # the bar may be red for these, and not for the one in hand
        is_in_hand = light.test in given and (not light.counts or light.counts.get(light.colour, 0) > own)
        return told | ({light.test: light.colour} if is_in_hand else {})

    def run(self, stages: Sequence[Stage]) -> None:
        """Run what was not green once more: a light tells the colour, and not why."""
        waiting = []
        for stage in stages:
            if stage.light.is_green:
                outcomes = {
                    id: TestResult(id, "green") for id, one in stage.colours.items() if one == "green"
                }
                stage.run = TreeRun(outcomes)
            elif self.is_program:
                stage.run = TreeRun({id: run_of_case(id, one) for id, one in stage.colours.items()})
            else:
                waiting.append(stage)
        judge = self.judging
        own = [
            judge.ask(one.state, one.state.test_files if one.light.own is None else map(file_of, one.colours))
            for one in waiting
        ]
        suite = [judge.ask_suite(stage) for stage in waiting]
        runs = judge.answers(*own, *chain.from_iterable(suite))
        of_suite = iter(runs[len(own) :])
        for stage, run, asked in zip(waiting, runs, suite):
            more = next(of_suite) if asked else TreeRun()
            ours = [replace(one, id=strip_version(id)) for id, one in more.outcomes.items()]
            stage.run = TreeRun(
                run.outcomes | {one.id: one for one in ours}, run.unread, run.fault or more.fault
            )
            reconcile(stage)

    def judge(self, stages: Sequence[Stage]) -> None:
        """Judge each stage by the last one before it that could say anything."""
        seen: set[tuple[str, str]] = set()
        for stage in stages:
            if stage.is_silent:
                continue
            base = stage.base
            stage.proven = base.proven if isinstance(base, Stage) else frozenset()
            found = [
                one
                for one in self.judging.judge(base, stage)
                if one.kind not in SEEN_RED or (one.test, source_of(stage, one)) not in stage.proven
            ]
            seen |= {(id, red.source) for id, red in stage.reds.items() if red.asserted}
            if stage.light.verb != "start":
                stage.verdicts = [one for one in found if not self.is_program or one.test]
                stage.verdicts += self.green_at_once(stage)
            stage.proven |= {(one.test, source_of(stage, one)) for one in found if one.kind == Kind.PROVEN}
            said = {one.test for one in stage.verdicts}
            stage.remarks = [
                *say_silence(stage.silent_runs),
                *self.judging.remarks,
                *remarks(base, stage, said, self.judging.rule),
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
            stages[-1].verdicts += self.still_red(stages[-1])
            stages[-1].remarks += [ENDS_SILENT] * stages[-1].is_silent

    def green_at_once(self, stage: Stage) -> Iterator[Verdict]:
        """A test that opens a step of ours, and was green when it came. The first one is like the example."""
        opening = {test.id for test in first_drivers(self.taught[1:])}
        id = stage.light.test
        if stage.light.is_green and id in stage.brought and id in opening:
            yield say(Kind.PASSES, self.judging.rule(id), {Kind.PASSES: GREEN_AT_ONCE}, test=id)

    def say_kept(self, stage: Stage, said: set[str]) -> Iterator[str]:
        """How many tests of ours were green at once, and needed no code of ours either."""
        run = stage.run or TreeRun()
        first = self.taught[0].id if self.taught else ""
        kept = [id for id in stage.brought if id != first and run.is_green(id) and id not in said]
        if kept and stage.light.verb != "start" and not self.is_program:
            yield f"Your code kept {pluralize(len(kept), 'test')} of ours already."

    def say_size(self, base: Point, stage: Stage) -> Iterator[str]:
        """A refactoring of a program, as far as the colours tell."""
        if self.is_program and isinstance(base, Stage) and base.light.is_green and stage.light.is_green:
            lines = lines_between(base.snapshot.files, stage.snapshot.files).code.number
            if lines and base.given == stage.given:
                yield COLOURS_ALONE.format(count_of(lines, "line"))

    def still_red(self, stage: Stage) -> Iterator[Verdict]:
        """The tests that are red at the end."""
        last = stage.base if stage.is_silent else stage
        for id, red in last.reds.items():
            kind = Kind.NO_ANSWER if red_kind(red.outcome) == Kind.NO_ANSWER else Kind.STILL_RED
            more = {"why": red.outcome.why, "failure_now": red.outcome.failure}
            yield say(kind, self.judging.rule(id), LIGHTS, test=id, **more)


def make_suite(story: Story, taught: Sequence[SuiteTest]) -> KataSuite:
    """The files of the suite, as plain pytest runs them on the module of an attempt."""
    files = dict.fromkeys(test.id.partition("::")[0] for test in taught)
    return KataSuite(story.top, tuple(files), tuple(pytest_words(story)), story.module, of_suite(story))


def strip_version(id: str) -> str:
    """The id of a test of the suite, without the version that it ran on: `[fizz-one is said]`."""
    function, _, row = id.partition("[")
    rest = row.removesuffix("]").partition("-")[2]
    return f"{function}[{rest}]" if rest else function


def is_again(before: Stage, now: Stage) -> bool:
    """True for a run of the same files, with the same tests and colours."""
    same = (before.state.tree, before.given, before.colours) == (now.state.tree, now.given, now.colours)
    return same and before.light.colour == now.light.colour


def run_of_case(id: str, colour: str) -> TestResult:
    """What a light alone tells of a case: it says no by itself, and a program that breaks crashes."""
    if colour == "green":
        return TestResult(id, colour)
    return TestResult(id, colour, why=OTHER_OUTPUT if colour == "red" else BROKE, where="test")


def reconcile(stage: Stage) -> None:
    """Let the light say the colour of each test; where the run says another one, there is a doubt."""
    assert stage.run
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
    """The source of a test that a verdict is about."""
    test = stage.state.tests.get(verdict.function)
    return test.source if test else "given"


def is_news(stage: Stage) -> bool:
    """True if there is something to say of a stage."""
    return bool(stage.verdicts or stage.remarks)


def make_version(stage: Stage) -> JudgedVersion:
    """A stage as the report has it."""
    clock = time.strftime("%H:%M", time.localtime(stage.light.when))
    title = f"{clock}, make {stage.light.verb}: {stage.light.colour}"
    before: Files = stage.before.snapshot.files if stage.before else {}
    change = partial(CodeChange, before, stage.snapshot.files)
    return JudgedVersion(f"light {stage.number}", title, tuple(stage.verdicts), tuple(stage.remarks), change)
