"""Every test again, in a Python with another hash seed: each function alone, all in reverse order, and twice.

What comes to the same each time does not depend on chance, on the order, or on what another test has left.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any, NamedTuple

from dojo.errors import Broken
from dojo.runner.cache import DOJO, Cache, digest, of_suite
from dojo.runner.child import clock
from dojo.runner.child.inside import Tell
from dojo.runner.child.messages import Message
from dojo.runner.child.signals import out_of_reach
from dojo.runner.collect import collect
from dojo.runner.matrix import Matrix
from dojo.runner.proof.isolation import Trace, Traces
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.story.steps import Step
from dojo.story.story import described
from dojo.story.tests import SuiteTest

SEED = "1"
"""The hash seed of the second Python; the first one takes any."""
WAYS = ALONE, BACKWARDS, TWICE = "where its function runs alone", "in reverse order", "a second time"
Heard = Callable[[int, int], None]


class Again(NamedTuple):
    """The results of a step's tests, by their ids: their colours each way, and the traces that they left."""

    colours: dict[str, dict[str, str]]
    traces: dict[str, list[Trace]]


def again(matrix: Matrix, on_done: Heard = lambda _done, _of: None) -> dict[Step, Again]:
    """The tests that a step has something to say about, run again; from the disk if nothing has changed.

    `on_done` hears how many of how many steps are tried. Raises Broken if they do not come to an end.
    """
    cache, keys = Cache(matrix.story.workspace, "again"), keys_of(matrix)
    found = {key: cache.read(key) for key in keys.values()}
    stale = {key: step for step, key in keys.items() if found[key] is None}
    if stale:
        answers = in_another_python(matrix, [*stale.values()], on_done)
        found |= dict(zip(stale, answers, strict=True))
        saved = keys_of(matrix) != keys  # somebody saved while it ran
        for key in stale if not saved else ():
            cache.write(key, found[key])
    return {step: Again(*found[key]) for step, key in keys.items()}


def keys_of(matrix: Matrix) -> dict[Step, str]:
    """What each step's runs depend on, in a few letters; the same for two steps with the same code."""
    suite, top = of_suite(matrix.story), matrix.story.top
    ids = {step: [test.id for test in matrix.tests if asked(test, step)] for step in matrix.steps}
    return {step: digest([], top, [suite, step.code, *ids[step]]) for step in matrix.steps}


def asked(test: SuiteTest, step: Step) -> bool:
    """Does the test have to be a certain colour on this step?"""
    return step.number >= test.written - 1


def in_another_python(matrix: Matrix, steps: list[Step], on_done: Heard) -> list[Any]:
    """What a fresh process tells about these steps; raises Broken."""
    folders = str(matrix.story.file.parent), str(matrix.story.workspace)
    numbers = [str(step.number) for step in steps]
    with out_of_reach():
        process = Popen(
            [sys.executable, "-m", __name__, *folders, *numbers],
            cwd=DOJO.parent,
            env=os.environ | {"PYTHONHASHSEED": SEED},
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            encoding="utf-8",
        )
    assert process.stdout
    try:
        with process.stdout as lines:
            return heard(lines, on_done)
    finally:
        process.kill()
        process.wait()


def heard(lines: Iterable[str], on_done: Heard) -> list[Any]:
    """What it tells in the end; raises Broken if it says why there is nothing, or if it says nothing."""
    for line in lines:
        match json.loads(line):
            case {"done": done, "of": of}:
                on_done(done, of)
            case {"broken": why}:
                raise Broken(why)
            case {"answers": answers}:
                return list(answers)
    raise Broken("Python ends while the tests run again: find the test or the step that ends it")


class OnceMore(Trial):
    """The tests of a step that have to be a certain colour there, run in each of the ways."""

    def __init__(self, suite: Suite, step: Step) -> None:
        tests = [test for test in suite.tests if asked(test, step)]
        top, patience = suite.story.top, clock.PATIENCE
        super().__init__(step, self.in_all_ways, tests, top, limit=clock.STEP_LIMIT, patience=patience)
        self.suite = suite
        self.again = Again({}, {})

    def hear(self, message: Message) -> None:
        match message:
            case {"way": way, "colours": colours}:
                for id, colour in colours.items():
                    self.again.colours.setdefault(id, {})[way] = colour
            case {"traces": traces, "of": id}:
                self.again.traces[id] = traces
            case _:
                super().hear(message)

    def in_all_ways(self, _trial: Trial, tell: Tell) -> None:
        """In a child: the tests on the step, in each of the ways."""
        if self.tests:
            self.in_each_way(tell)

    def in_each_way(self, tell: Tell) -> None:
        """Each function on the step loaded anew; then all tests in reverse order, then again."""
        traces = Traces(self.suite, self.home)
        for _, rows in groupby(self.tests[::-1], key=lambda test: test.id.partition("[")[0]):
            self.forget()
            self.told(ALONE, [*rows][::-1], traces, tell)
        self.forget()
        self.told(BACKWARDS, self.tests[::-1], traces, tell)
        self.told(TWICE, self.tests, traces, tell)
        for test in self.tests:
            tell(began=test.id, rule=test.rule)
            tell(colour="green", why="", fell=False)
            tell(over=True)

    def forget(self) -> None:
        """The next test loads the step again: nothing that it kept in its module is there any more."""
        self.suite.module = None

    def told(self, way: str, tests: list[SuiteTest], traces: Traces, tell: Tell) -> None:
        """Run some tests; tell what they come to, and which traces they leave."""
        part = self.suite.trial(self.version, tests, limit=self.limit, patience=self.patience, drawn=())

        def note(**message: Any) -> None:
            part.hear(message)
            if "began" in message:
                traces.of(message["began"])

        with traces.watching():
            self.suite.work(part, note)
        tell(way=way, colours={id: cell.colour for id, cell in part.cells.items()})
        for id, seen in traces.seen.items():
            tell(of=id, traces=seen)


def main() -> None:
    """Called with the folders of a story and the workspace, and step numbers; it answers on standard output.

    What the tests print is no answer: it goes nowhere.
    """
    folder, workspace, *numbers = sys.argv[1:]
    pipe = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    story = described(Path(folder), Path(workspace))
    steps = [story.step(int(number)) for number in numbers]
    with os.fdopen(pipe, "w", encoding="utf-8", buffering=1) as told:

        def tell(**message: object) -> None:
            print(json.dumps(message), file=told)

        try:
            with collect(story) as suite:
                trials = [OnceMore(suite, step) for step in steps]
                try_all([*trials], on_done=lambda done, of: tell(done=done, of=of))
            tell(answers=[trial.again for trial in trials])
        except Broken as broken:
            tell(broken=str(broken))


if __name__ == "__main__":
    from dojo.runner.proof import repeat as by_its_name  # by which another process finds its classes too

    by_its_name.main()
