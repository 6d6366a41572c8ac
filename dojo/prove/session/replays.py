"""Replays: some files of an attempt run once more, where the lights alone do not say why a test was red.

Nobody sees a replay, so it proves nothing of the order: it tells what a test comes to on some code.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from _pytest.config import default_plugins
from coverage import Coverage

from dojo.attempt.diffstat import is_tests
from dojo.attempt.snapshot import File, Files, put_back
from dojo.errors import plainly
from dojo.runner.cache import Cache, of_suite
from dojo.runner.child.clock import LIMIT
from dojo.runner.child.worker import Message, Tell
from dojo.runner.collect import collect
from dojo.runner.own_tests import run_own
from dojo.runner.result import Cell, Copy
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.story.story import Story

WITH_LINES = 5
"""A test may take so many times its limit where the lines that it runs are noted."""
KIND = "replays"


class Request(NamedTuple):
    """What to run: some files, with the tests among them, and so many of ours."""

    files: tuple[tuple[bytes, File], ...]
    ours: tuple[str, ...] = ()
    lines: bool = False
    """Are the lines that run to be noted?"""


@dataclass(frozen=True)
class Reading:
    """What a replay came to."""

    cells: dict[str, Cell] = field(default_factory=dict)
    """By the ids of the tests, as the lights have them."""
    ran: dict[str, list[int]] = field(default_factory=dict)
    """The lines that ran, by their files."""
    fault: str = ""
    """Why it is not whole, if it is not."""


Replay = Callable[[Collection[Request]], dict[Request, Reading]]


def asked(files: Files, ours: Collection[str] = (), *, lines: bool = False) -> Request:
    """The request to run some files."""
    return Request(tuple(sorted(files.items())), tuple(ours), lines)


def replays(story: Story) -> Replay:
    """How a story's attempts are replayed: all at once, and none twice as long as nothing changes."""

    def replay(requests: Collection[Request]) -> dict[Request, Reading]:
        if not requests:
            return {}
        cache, suite = Cache(story.workspace, KIND), of_suite(story)
        keys = {request: key(request, suite) for request in dict.fromkeys(requests)}
        known = {request: cache.read(one) for request, one in keys.items()}
        found = {request: reading(told) for request, told in known.items() if told}
        left = [request for request in keys if request not in found]
        try:
            new = tried(left, story)
        except OSError as error:  # a full disk, for example
            new = dict.fromkeys(left, Reading(fault=plainly(error)))
        for request, came in new.items():
            if not came.fault:  # a machine that had too much to do may say something else next time
                cache.write(keys[request], asdict(came))
        return found | new

    return replay


def key(request: Request, suite: str) -> str:
    """The name of an answer: all that it depends on."""
    whole = hashlib.sha256(json.dumps([suite, request.ours, request.lines]).encode())
    for name, (mode, content) in request.files:
        whole.update(b"%d %s %s %d\0" % (len(name), name, mode.encode(), len(content)) + content)
    return whole.hexdigest()


def reading(told: dict[str, Any]) -> Reading:
    """The reading that was kept."""
    cells = {id: Cell(*cell) for id, cell in told["cells"].items()}
    return Reading(cells, told["ran"])


def tried(requests: list[Request], story: Story) -> dict[Request, Reading]:
    """Run them; raises Broken if our tests are asked for and cannot be collected."""
    if any(request.ours for request in requests):
        with collect(story) as suite:
            return in_folders(requests, story, suite)
    return in_folders(requests, story, None)


def warm() -> None:
    """Import what pytest imports at every start: a child has it then, and begins twice as fast."""
    for name in default_plugins:
        import_module(f"_pytest.{name}")


def in_folders(requests: list[Request], story: Story, suite: Suite | None) -> dict[Request, Reading]:
    """Run each in a folder of its own, which is gone afterwards."""
    warm()
    with tempfile.TemporaryDirectory(prefix="dojo-", ignore_cleanup_errors=True) as top:
        trials = {
            request: of_request(request, Path(top).resolve() / str(number), story, suite)
            for number, request in enumerate(requests)
        }
        try_all([trial for both in trials.values() for trial in both])
    return {request: heard(both) for request, both in trials.items()}


class Noting(Trial):
    """A run that also tells which lines of the files ran."""

    ran: dict[str, list[int]]

    def hear(self, message: Message) -> None:
        """Note what the child tells."""
        if "ran" in message:
            self.ran = message["ran"]
        super().hear(message)


def of_request(request: Request, folder: Path, story: Story, suite: Suite | None) -> list[Noting]:
    """The trials of a request: the participant's tests, and ours."""
    folder.mkdir()
    put_back(folder, dict(request.files), now={}, draft=folder.with_name("draft"))
    version = Copy("the attempt", folder, folder / f"{story.module}.py")
    limit = LIMIT * (WITH_LINES if request.lines else 1)

    noting = partial(work_noted, folder=folder, lines=request.lines)
    found = []
    if any(is_tests(name.decode(errors="replace")) for name, _ in request.files):
        own = partial(noting, work=partial(run_own, story=story))
        found.append(Noting(version, own, [], folder, limit=limit))
    if suite and (tests := [test for test in suite.tests if test.id in set(request.ours)]):
        found.append(Noting(version, partial(noting, work=suite.work), tests, folder, limit=limit))
    return found


def work_noted(
    trial: Trial, tell: Tell, *, folder: Path, lines: bool, work: Callable[[Trial, Tell], None]
) -> None:
    """In a child: some work, and a note of the lines that ran."""
    with noted(folder, tell, lines=lines):
        work(trial, tell)


def heard(trials: list[Noting]) -> Reading:
    """What the trials of a request came to."""
    cells: dict[str, Cell] = {}
    ran: dict[str, list[int]] = {}
    faults = []
    for trial in trials:
        for id, cell in trial.cells.items():
            cells[id] = cell._replace(fell=True) if trial.broken else cell
        for file, lines in getattr(trial, "ran", {}).items():
            ran[file] = sorted({*ran.get(file, []), *lines})
        faults += trial.falls
    return Reading(cells, ran, "; ".join(faults))


@contextmanager
def noted(folder: Path, tell: Tell, *, lines: bool = True) -> Iterator[None]:
    """In a child: tell at the end which lines of the files in a folder ran; without `lines`, nothing."""
    if not lines:
        yield
        return
    coverage = Coverage(data_file=None, config_file=False, include=[f"{folder}{os.sep}*"])
    coverage.set_option("run:core", "ctrace")
    coverage.set_option("run:disable_warnings", ["no-data-collected"])
    coverage.start()
    try:
        yield
    finally:
        coverage.stop()
        data = coverage.get_data()
        files = {str(Path(file).relative_to(folder)): file for file in data.measured_files()}
        tell(ran={name: sorted(data.lines(file) or ()) for name, file in files.items()})
