"""Runs tests of a version under the Python of its repository."""

import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from dojo.errors import Mistake, Trouble
from dojo.runner.child.program import how
from dojo.runner.child.worker import Inbox, Message, UnreadableMessage

SECONDS = 60.0
"""How long the tests of one version may take."""
GRACE = 10.0
"""Seconds more after which the process that watches over them is ended itself."""
THEIRS = ("PATH", "LANG", "LC_", "TZ", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DYLD_")
"""How the variables begin that a test sees: none that changes how it runs, and no secret."""
ASKED = "import sys, pytest; print(sys.version_info >= (3, 9) and int(pytest.__version__.split('.')[0]) >= 6)"


@dataclass(frozen=True)
class Outcome:
    """What one test came to."""

    id: str
    """As pytest names it, with its row."""
    colour: str
    """`green`, `red` if its own assertion failed, `left out` if it skips itself, or else `amber`."""
    params: str = ""
    """The values of its row."""
    error: str = ""
    why: str = ""
    failure: str = ""
    missing: str = ""
    """The name that the code does not have, in words, if that is all that is wrong."""
    where: str = ""
    """Where it broke: in the `test`, a `fixture`, the `code`, its `file`, or `elsewhere`."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The number of the row that each of its arguments comes from, from 0."""


@dataclass
class Run:
    """What some tests came to on a version."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    unread: dict[str, Outcome] = field(default_factory=dict)
    """The test files that could not be read."""
    fault: str = ""
    """Why the run as a whole is no answer."""
    late: bool = False
    """Did it not end in time? On another day it may."""
    lines: dict[str, set[int]] = field(default_factory=dict)
    """The lines that ran, of each file that was asked for."""

    def of(self, id: str) -> list[Outcome]:
        """The outcomes of a test, one for each of its rows; or that of its file."""
        found = [one for name, one in self.outcomes.items() if name.partition("[")[0] == id]
        return found or [one for name, one in self.unread.items() if name == id.partition("::")[0]]


@dataclass(frozen=True)
class Asked:
    """Which tests to run, on which tree."""

    tree: Path
    ids: Sequence[str]
    """As pytest names them, without their rows."""
    tests: Sequence[str]
    """The files of the tree that belong to the tests, by their paths in it."""
    names: Sequence[str] = ()
    """The modules that the code of the repository has, before or after: a missing one is a missing name."""
    traced: Sequence[str] = ()
    """The files whose lines are noted as they run."""
    words: Sequence[str] = ()
    """More words for pytest."""


@cache
def usable(python: Path) -> None:
    """Raises Mistake if a Python does not run, or has no pytest."""
    command = [str(python), "-c", ASKED]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, env=environment(Path())
        )
    except (OSError, subprocess.TimeoutExpired):
        raise Mistake(f"PYTHON={python} does not run: name the Python that has what the tests need") from None
    if run.returncode:
        raise Mistake(f"{python} has no pytest: install it there, or name another Python with PYTHON=")
    if run.stdout.strip() != "True":
        raise Mistake(
            f"{python} is too old: Python 3.9 and pytest 6 are needed; name another one with PYTHON="
        )


class Warm:
    """A process that has imported pytest, and runs one job after the other in children of its own."""

    def __init__(self, python: Path, scratch: Path) -> None:
        self.python, self.scratch = python, scratch
        self.process: subprocess.Popen[str] | None = None
        self.number = 0

    def run(self, asked: Asked, seconds: float) -> Run:
        """Run some tests; whatever they do, there is an answer."""
        if not asked.ids:
            return Run()
        self.number += 1
        told = self.scratch / f"told-{self.number}"
        ended = self.ended(
            {
                "tree": str(asked.tree),
                "ids": list(asked.ids),
                "tests": list(asked.tests),
                "names": list(asked.names),
                "traced": list(asked.traced),
                "words": list(asked.words),
                "seconds": seconds,
                "told": str(told),
            },
            seconds,
        )
        return heard(told, ended, seconds)

    def ended(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """How the child of a job ended, as the process says that watches over it."""
        if not self.process or self.process.poll() is not None:
            self.start()
        process = self.process
        assert process
        assert process.stdin
        assert process.stdout
        with ThreadPoolExecutor(1) as reader, suppress(OSError, ValueError):
            os.write(process.stdin.fileno(), f"{json.dumps(job)}\n".encode())
            line = reader.submit(process.stdout.readline)
            try:
                ended: dict[str, Any] = json.loads(line.result(seconds + GRACE))
                return ended
            except TimeoutError:
                self.end()
        self.end()
        return {"late": True}

    def start(self) -> None:
        """Start it. Raises Trouble."""
        probe = Path(__file__).with_name("probe.py")
        command = [str(self.python), "-B", str(probe)]
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                cwd=self.scratch,
                env=environment(self.scratch),
                start_new_session=True,
            )
        except OSError as error:
            raise Trouble(f"{self.python} cannot be run: {error.strerror}") from None

    def end(self) -> None:
        """End it."""
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            for stream in (self.process.stdin, self.process.stdout):
                with suppress(OSError):
                    stream.close()  # type: ignore[union-attr]
        self.process = None


def environment(scratch: Path) -> dict[str, str]:
    """The variables of a run: nothing that changes what pytest does, and a home that nobody needs."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(THEIRS)}
    return kept | {"PYTHONDONTWRITEBYTECODE": "1", "HOME": str(scratch), "TMPDIR": str(scratch)}


class Runner:
    """Several warm processes, one for each core."""

    def __init__(self, python: Path, scratch: Path, at_once: int) -> None:
        self.scratch = scratch
        self.free: queue.Queue[Warm] = queue.Queue()
        self.all = []
        for number in range(at_once):
            folder = scratch / str(number)
            folder.mkdir()
            self.all.append(Warm(python, folder))
            self.free.put(self.all[-1])

    def run(self, asked: Asked, seconds: float = SECONDS) -> Run:
        """Run some tests in the next process that is free."""
        warm = self.free.get()
        try:
            return warm.run(asked, seconds)
        finally:
            self.free.put(warm)

    def both(self, before: Asked, after: Asked) -> tuple[Run, Run]:
        """Run two at the same time."""
        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(self.run, (before, after))
        return first, second


@contextmanager
def runner(python: Path, at_once: int = os.cpu_count() or 1) -> Iterator[Runner]:
    """Processes that run tests, as long as the body lasts."""
    scratch = Path(tempfile.mkdtemp(prefix="prove-"))
    made = Runner(python, scratch, at_once)
    try:
        yield made
    finally:
        for warm in made.all:
            warm.end()
        shutil.rmtree(scratch, ignore_errors=True)


def heard(told: Path, ended: Mapping[str, Any], seconds: float) -> Run:
    """What a child has told before it ended; what cannot be read is a fault of the run."""
    run, began, done = Run(), "", False
    over: set[str] = set()
    params: dict[str, str] = {}
    numbers: dict[str, dict[str, int]] = {}
    try:
        for message in Inbox().read(told.read_bytes()):
            match message:
                case {"item": id, "params": values}:
                    params[id], numbers[id] = values, message["numbers"]
                case {"began": id}:
                    began = id
                case {"over": id}:
                    began = ""
                    over.add(id)
                    run.outcomes.setdefault(id, Outcome(id, "green", params.get(id, "")))
                case {"unread": file, **more}:
                    run.unread[file] = outcome(file, more)
                case {"test": id, **more}:
                    note(run, id, params.get(id, ""), more)
                case {"fault": fault}:
                    run.fault = run.fault or fault
                case {"lines": lines}:
                    run.lines = {file: set(numbers) for file, numbers in lines.items()}
                case {"done": True}:
                    done = True
    except FileNotFoundError:
        run.fault = "the tests did not start"
    except UnreadableMessage as error:
        return Run(fault=f"the code {error}")
    if not done and not run.fault:
        why = f"did not end within {seconds:g} seconds" if ended.get("late") else ending(ended)
        run.fault = "" if began else f"the run {why}"
        if began:
            run.outcomes[began] = Outcome(
                began, "amber", params.get(began, ""), why=f"it {why}", where="elsewhere"
            )
        for id in params.keys() - over - {began}:
            run.outcomes.pop(id, None)
            run.outcomes[id] = Outcome(
                id, "amber", params[id], why=f"a test before it {why}", where="elsewhere"
            )
    elif done and not run.outcomes and not run.unread and not run.fault:
        run.fault = "pytest found none of these tests"
    run.late = bool(ended.get("late"))
    run.outcomes = {id: replace(one, numbers=numbers.get(id, {})) for id, one in run.outcomes.items()}
    return run


def note(run: Run, id: str, params: str, more: Message) -> None:
    """A phase of a test, or a subtest, that was not green: what was red or amber first stays so."""
    before = run.outcomes.get(id)
    if before is None or before.colour == "left out":
        run.outcomes[id] = outcome(id, more, params)


def outcome(id: str, more: Message, params: str = "") -> Outcome:
    """An outcome from a message; of a file that cannot be read it is amber."""
    names = ("error", "why", "failure", "missing", "where")
    error, why, failure, missing, where = (str(more.get(name, "")) for name in names)
    return Outcome(id, str(more.get("colour", "amber")), params, error, why, failure, missing, where)


def ending(ended: Mapping[str, Any]) -> str:
    """How a run ended that was not done: ended Python with status 3, or crashed Python"""
    status = int(ended.get("status", 0))
    return f"crashed Python: {how(status)}" if status < 0 else f"ended Python itself, with status {status}"
