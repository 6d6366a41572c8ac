"""Run every test again, in other Pythons: alone, a second time, in reverse order, and on another date.

A result that is the same each time does not depend on chance, on the order, or on what another test has left.
Meanwhile it is watched what the tests and the step do besides their answer.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from signal import SIGINT
from subprocess import DEVNULL, PIPE, Popen
from typing import NamedTuple

from dojo.errors import CollectionError
from dojo.model.outcome import Colour
from dojo.model.waiting import OnDone, Slow, ignore_progress
from dojo.runner.cache import DOJO, Answers, Cache, cached_answers, digest, suite_key
from dojo.runner.child import clock
from dojo.runner.child.isolation import SideEffect, SideEffects, trace_lines
from dojo.runner.child.messages import Began, Ended, Message, Send, from_json, read_line, to_json, write_line
from dojo.runner.child.worker import deferred_signals
from dojo.runner.collect import collect
from dojo.runner.matrix import Matrix
from dojo.runner.recorder.dependencies import Dependencies
from dojo.runner.recorder.recording import merge, of_another_python
from dojo.runner.run import Run, run_all
from dojo.runner.suite import Suite
from dojo.story.steps import Step
from dojo.story.story import Story, read_story
from dojo.story.tests import SuiteTest

# The ways to run a test again.
ALONE, TWICE = "where its function runs alone", "a second time"
BACKWARDS, ELSEWHERE = "in reverse order", "on another date and hash seed"
# The Pythons in which tests run again, and how. A day east it is tomorrow, and west yesterday.
PYTHONS = (
    ({"PYTHONHASHSEED": "1"}, (ALONE, TWICE)),
    ({"PYTHONHASHSEED": "2", "TZ": "DOJO-24", "LC_ALL": "C"}, (BACKWARDS,)),
    ({"PYTHONHASHSEED": "3", "TZ": "DOJO+24", "LC_ALL": "C"}, (ELSEWHERE,)),
)
TRACING_FACTOR = 5  # on the time limit of a test while its lines are traced


class Rerun(NamedTuple):
    """The results of a step's tests when they run again.

    Attributes:
        colours: by the id of a test, its colour each way.
        side_effects: what each test does besides its answer, by its id; and under IMPORT, what the step does
            while it is imported.
        lines: the lines of the suite that run, if it is the last step: the path of a file, and a number.
    """

    colours: dict[str, dict[str, str]]
    side_effects: dict[str, list[SideEffect]]
    lines: set[tuple[str, int]]

    @classmethod
    def of(cls, parts: Iterable[Message]) -> "Rerun":
        """Put together what the runs of a step have sent, one way after the other."""
        whole = cls({}, {}, set())
        for part in parts:
            if not isinstance(part, WayEnded):
                continue
            for id, colour in part.colours.items():
                whole.colours.setdefault(id, {})[part.way] = colour
            for id, effects in part.side_effects.items():
                whole.side_effects.setdefault(id, []).extend(effects)
            whole.lines.update(part.lines)
        return whole


@dataclass(frozen=True)
class WayEnded(Message):
    """What was seen of a step while its tests ran again in one way; the fields are those of a `Rerun`."""

    way: str
    colours: dict[str, str]
    side_effects: dict[str, list[SideEffect]]
    lines: list[tuple[str, int]]


@dataclass(frozen=True)
class StepsDone(Message):
    """How many of how many steps another Python has done, and the test that takes long there."""

    done: int
    of: int
    slow: Slow | None


@dataclass(frozen=True)
class StepsAnswered(Message):
    """What another Python has found.

    Attributes:
        notes: for each step, its `WayEnded`, as JSON has them.
        depends_on: for each step, what its runs have read.
    """

    notes: list[list[object]]
    depends_on: list[Dependencies]


@dataclass(frozen=True)
class CollectingFailed(Message):
    """The suite cannot be collected in another Python."""

    why: str


def rerun(matrix: Matrix, on_done: OnDone = ignore_progress) -> dict[Step, Rerun]:
    """Run the tests again whose colour a step decides; from the cache if nothing has changed.

    `on_done` is called with how many of how many steps are done. Raises CollectionError.
    """
    steps = matrix.story.steps

    def find_keys() -> dict[Step, str]:
        """Hash the code and the tests of each step: two steps may have the same."""
        keys = {}
        suite = suite_key(matrix.story)
        for step in matrix.steps:
            requests = [f"{test.id} {ways(test, step, steps)}" for test in matrix.tests]
            keys[step] = digest(step.files, step.folder, [suite, str(step == steps[-1]), *requests])
        return keys

    parts_by_step = cached_answers(
        Cache(matrix.story.workspace, "reruns"),
        find_keys,
        lambda stale: run_in_other_pythons(matrix, stale, on_done),
    )
    return {step: Rerun.of(map(from_json, parts)) for step, parts in parts_by_step.items()}


def ways(test: SuiteTest, step: Step, steps: list[Step]) -> list[str]:
    """Return the ways in which a test has to give the same result on a step.

    What one test leaves for another is seen where it is written, and on the last step.
    """
    if step.number < test.written - 1:
        return []
    if step.number <= test.written or step == steps[-1]:
        return [ALONE, TWICE, BACKWARDS, ELSEWHERE]
    return [BACKWARDS, ELSEWHERE]


def run_in_other_pythons(matrix: Matrix, steps: list[Step], on_done: OnDone) -> Answers[Step]:
    """Return what the runs of these steps send, in one Python after the other; raises CollectionError."""
    found: dict[Step, list[object]] = {step: [] for step in steps}
    depends_on: dict[Step, Dependencies] = {step: {} for step in steps}
    for number, (variables, _ways) in enumerate(PYTHONS):
        answer: StepsAnswered | None = None
        for message in ask_python(number, matrix.story, steps):
            match message:
                case StepsDone(done, of, slow):
                    on_done((number * of + done) // len(PYTHONS), of, slow)
                case CollectingFailed(why):
                    raise CollectionError(why)
                case StepsAnswered():
                    answer = message
        if answer is None:
            raise CollectionError("Python ends while the tests run again; find the test that ends it")
        for step, notes_of_step, part in zip(steps, answer.notes, answer.depends_on, strict=True):
            found[step] += notes_of_step
            depends_on[step] = merge(depends_on[step], of_another_python(part, variables.__contains__))
    return {step: (found[step], depends_on[step]) for step in steps}


def ask_python(number: int, story: Story, steps: list[Step]) -> Iterator[Message]:
    """Yield the messages of another Python about these steps, as it finds it out."""
    call = [sys.executable, "-m", __name__, str(story.file.parent), str(story.workspace), str(number)]
    environment, _ways = PYTHONS[number]
    with deferred_signals(SIGINT):
        process = Popen(
            [*call, *(str(step.number) for step in steps)],
            cwd=DOJO.parent,
            env=os.environ | environment,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
        )
    assert process.stdout
    try:
        with process.stdout as lines:
            for line in lines:
                yield read_line(line)
    finally:
        process.kill()
        process.wait()


def main() -> None:
    """Called with the folders of a story and the workspace, a number of a Python, and those of steps.

    It answers on standard output. What the tests print is no answer: it goes nowhere.
    """
    folder, workspace, python, *numbers = sys.argv[1:]
    pipe = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    story = read_story(Path(folder), Path(workspace))
    _environment, its_ways = PYTHONS[int(python)]
    with os.fdopen(pipe, "wb") as answers:

        def send(message: Message) -> None:
            answers.write(write_line(message))
            answers.flush()

        def send_progress(done: int, of: int, slow: Slow | None = None) -> None:
            send(StepsDone(done, of, slow))

        try:
            with collect(story) as suite:
                runs = [prepare_rerun(suite, story.step(int(number)), its_ways) for number in numbers]
                run_all(runs, on_done=send_progress)
            parts = [suite.dependencies(run) for run in runs]
            notes: list[list[object]] = [[to_json(note) for note in run.notes] for run in runs]
            send(StepsAnswered(notes, parts))
        except CollectionError as error:
            send(CollectingFailed(str(error)))


def prepare_rerun(suite: Suite, step: Step, its_ways: Iterable[str]) -> Run:
    """Prepare a run of a step's tests in some of the ways, one after the other."""
    steps = suite.story.steps
    tests_by_way: dict[str, list[SuiteTest]] = {way: [] for way in its_ways}
    tests = []
    for test in suite.tests:
        own_ways = tests_by_way.keys() & ways(test, step, steps)
        for way in own_ways:
            tests_by_way[way].append(test)
        if own_ways:
            tests.append(test)
    work = partial(run_again, suite=suite, tests_by_way=tests_by_way, traced=step == steps[-1])
    return Run(step, work, tests, suite.story.top, limit=clock.STEP_LIMIT)


def run_again(
    run: Run, send: Send, *, suite: Suite, tests_by_way: dict[str, list[SuiteTest]], traced: bool
) -> None:
    """In a child: run the tests in each way, watched."""
    watch = SideEffects(suite.story, run.home)
    for way, tests in split_into_parts(tests_by_way):
        lines: set[tuple[str, int]] = set()
        is_traced = traced and way == ELSEWHERE
        limit = run.limit * (TRACING_FACTOR if is_traced else 1)
        part = suite.prepare(run.version, tests, limit=limit, drawn=())
        if way != TWICE:
            # it is loaded again, and nothing that it kept is there any more
            suite.module = None
            with watch.watching(imports=True), suppress(BaseException):
                suite.load_version(part)

        def note(message: Message, part: Run = part) -> None:
            part.receive(message)
            if isinstance(message, Began):
                watch.begin(message.id)

        with watch.watching(), trace_lines(suite.story, lines) if is_traced else nullcontext():
            suite.work(part, note)
        colours = {id: result.colour for id, result in part.results.items()}
        send(WayEnded(way, colours, watch.seen, sorted(lines)))
        watch.seen = {}
    for test in run.tests:
        send(Began(test.id, test.rule))
        send(Ended(Colour.GREEN))


def split_into_parts(
    tests_by_way: dict[str, list[SuiteTest]],
) -> Iterator[tuple[str, list[SuiteTest]]]:
    """Yield what runs one after the other: each function alone, the last first, and twice; or all tests."""
    for way, tests in tests_by_way.items():
        if way == ALONE:
            for _, rows in groupby(reversed(tests), key=lambda test: test.id.partition("[")[0]):
                part = list(rows)
                part.reverse()
                yield ALONE, part
                yield TWICE, part
        elif way != TWICE and tests:
            yield way, tests[::-1] if way == BACKWARDS else tests


if __name__ == "__main__":
    main()
