"""Runs of tests next to a solution, each in a folder and a process of its own."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from types import FrameType
from typing import TypeVar

import pytest

from dojo.attempt.snapshot import Files, write_files
from dojo.files import copy_into
from dojo.model.waiting import OnDone, ignore_progress
from dojo.runner.child.messages import Message, Send
from dojo.runner.child.worker import FORKING
from dojo.runner.executor import Executor
from dojo.runner.own_tests import run_own
from dojo.runner.result import CodeVersion, Copy
from dojo.runner.run import Run, run_all
from dojo.story.mutants import PROGRAM, Mutant
from dojo.story.steps import Step
from dojo.story.story import Story

# One failure catches a mutant; a second one shows that no test is alone in that.
QUICK = ("--assert=plain", "--maxfail=2")
Solution = TypeVar("Solution", bound=Step | Mutant)


@dataclass(frozen=True)
class FunctionsCalled(Message):
    """The names of the functions of the module that the tests call; none if that was not traced."""

    names: list[str]


class Workbench:
    """A folder in which each solution gets a copy of the tests next to it.

    Attributes:
        folder: where it is.
        story: whose solutions they are.
        executor: what runs them.
        tests: the files of the tests.
        left_out: the ids of the tests that do not run any more.
    """

    def __init__(self, folder: str, tests: Files, story: Story, executor: Executor = FORKING) -> None:
        self.folder = Path(folder).resolve()
        self.story = story
        self.executor = executor
        self.tests = without_solution(tests, story)
        self.left_out: set[str] = set()

    def run_on(
        self, solutions: Iterable[Solution], *, quick: bool = False, on_done: OnDone = ignore_progress
    ) -> dict[Solution, Run]:
        """Run the tests on each of these solutions; a quick run stops early, and traces no calls."""
        work = partial(self.work, quick=quick)
        runs = {}
        for solution in solutions:
            code = solution.whole if isinstance(solution, Mutant) else solution.code
            version = self.lay_out(solution.name, code, solution.beside)
            runs[solution] = Run(
                version,
                work,
                [],
                version.folder,
                executor=self.executor,
                limit=self.executor.test_limit_s,
                drawn=(),
            )
        run_all([*runs.values()], on_done=on_done)
        return runs

    def lay_out(self, name: str, code: str, beside: Mapping[str, Path]) -> CodeVersion:
        """Write a copy of the tests, and this solution as the module that they import, with what it needs."""
        folder = Path(mkdtemp(dir=self.folder))
        write_files(folder, self.tests)
        copy_into(folder, beside)
        module = folder / f"{self.story.module}.py"
        module.write_text(code, encoding="utf-8")
        return Copy(name, folder, module)

    def work(self, run: Run, send: Send, *, quick: bool) -> None:
        """In a child: run the tests, with this as a plugin, and send which functions they call."""
        self.send = send
        tracer = CallTracer(run.version.module)
        plugins = [self] if quick else [self, tracer]
        run_own(run, send, self.story, *plugins, words=QUICK if quick else ())
        send(FunctionsCalled(sorted(tracer.calls)))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [item for item in items if item.nodeid not in self.left_out]
        # pytest runs what is in the list that it has given
        items[:] = kept


def without_solution(files: Files, story: Story) -> Files:
    """Return a participant's files but for their solution: its module, and those that it may import."""
    tests: Files = {}
    for name, file in files.items():
        # a test could write through a link
        if not file.is_link and not is_of_a_solution(os.fsdecode(name), story):
            tests[name] = file
    return tests


def is_of_a_solution(name: str, story: Story) -> bool:
    """True if each solution has such a file of its own, or has none yet: the participant's is no test."""
    module = name.partition("/")[0].removesuffix(".py")
    return name == f"{story.module}.py" or module in story.imports or name in story.imports


class CallTracer:
    """A plugin of pytest: it collects which functions of a file other files call.

    It looks while conftest.py and the tests are read, and while the tests run. Python tells it of each call,
    and pytest makes fifty thousand of them before it reads a test: of those it is not told.

    Attributes:
        calls: the names of those functions; `main` if the file ran as a program.
    """

    def __init__(self, file: Path) -> None:
        self.file = str(file)
        self.calls: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_load_initial_conftests(self) -> Iterator[None]:
        with self.tracing():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        with self.tracing():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Iterator[None]:
        with self.tracing():
            return (yield)

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Collect calls within the block."""
        sys.setprofile(self.note)
        try:
            yield
        finally:
            # in a browser, this process goes on
            sys.setprofile(None)

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call; Python calls this at each call and at each return."""
        if event != "call" or frame.f_code.co_filename != self.file:
            return
        caller = frame.f_back
        if not caller or caller.f_code.co_filename == self.file:
            return
        name = frame.f_code.co_name
        if name != "<module>":
            self.calls.add(name)
        elif frame.f_globals.get("__name__") == "__main__":
            self.calls.add(PROGRAM)
