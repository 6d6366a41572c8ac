"""Processes that run tests: a fork of a Python that has imported pytest, or a new Python."""

import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import Popen
from typing import Any, Protocol

from dojo.prove.measure import child
from dojo.prove.measure.interpreter import clean_environment
from dojo.prove.measure.source_tree import INI_FILES
from dojo.runner.cache import PLUGIN as SUITE_PLUGIN
from dojo.runner.programs.command import kill_group
from dojo.runner.recorder import dependencies

# what runs tests elsewhere, in another order or again, or writes files
SWITCHED_OFF_PLUGINS = (
    "cacheprovider",
    "xdist",
    "xdist.looponfail",
    "pytest_cov",
    "randomly",
    "pytest_rerunfailures",
)

CHILD = Path(child.__file__).parent
# what runs in the Python of a repository, by the names that it has there
PLUGIN_FILES = {
    "prove_classify.py": SUITE_PLUGIN,
    "prove_dependencies.py": Path(dependencies.__file__),
    "prove_explain.py": CHILD / "explain.py",
    "prove_plugin.py": CHILD / "plugin.py",
    "prove_programs.py": CHILD / "programs.py",
    "prove_rewriting.py": CHILD / "rewriting.py",
    "prove_server.py": CHILD / "server.py",
    "prove_starting.py": CHILD / "starting.py",
    "prove_tree.py": CHILD / "tree.py",
    "prove_values.py": CHILD / "values.py",
}
START_TIMEOUT_S = 60.0
READ_BYTES = 65536
# Python imports them when it starts, if it finds them
STARTUP_MODULES = {"sitecustomize", "usercustomize"}


class TestProcess(Protocol):
    """A process that runs tests, with all that it has started.

    Attributes:
        returncode: how it ended, as `Popen` says it; None while it runs.
    """

    returncode: int | None

    def poll(self) -> int | None:
        """Return how it ended; None while it runs."""

    def end(self) -> None:
        """End it with all that it has started, and wait for it."""


class NewProcess:
    """A new Python."""

    def __init__(
        self, python: Path, words: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> None:
        """Raises OSError."""
        command = [str(python), "-m", "prove_starting", *words]
        self.process = Popen(command, cwd=folder, env=environment, start_new_session=True, **quiet())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        self.returncode = self.process.poll()
        return self.returncode

    def end(self) -> None:
        kill_group(self.process)


class ForkServer:
    """A Python of a repository that has imported pytest, and forks for each run.

    Attributes:
        modules: what it has imported, by the first parts of the names; nothing if it does not work.
        ended: how the runs have ended, by their numbers.
    """

    def __init__(self, python: Path, folder: Path) -> None:
        """Start it; `folder` has the files of the plugin. Raises OSError."""
        self.process = Popen(
            [str(python), str(folder / "prove_server.py")],
            cwd=folder,
            env=clean_environment(folder, python),
            start_new_session=True,
            **quiet() | {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0},
        )
        self.ended: dict[int, int] = {}
        self.modules: frozenset[str] = frozenset()
        self.started = 0
        self.unread = b""
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self.modules and self.is_alive and time.monotonic() < deadline:
            self.receive(wait_s=deadline - time.monotonic())

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def can_run(self, paths: Iterable[str]) -> bool:
        """True if a version with these files finds none of its modules imported already, from elsewhere."""
        if not self.modules or not self.is_alive:
            return False
        names = set()
        for path in paths:
            parts = path.removeprefix("src/").removeprefix("lib/").split("/")
            names.add(parts[0].removesuffix(".py"))
        return not names & (self.modules | STARTUP_MODULES)

    def start(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> "ForkedProcess":
        """Start a run; raises OSError."""
        self.started += 1
        order = {"folder": str(folder), "words": words, "environment": dict(environment)}
        self.send(number=self.started, **order)
        return ForkedProcess(self, self.started)

    def send(self, **order: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(order).encode() + b"\n")

    def receive(self, *, wait_s: float = 0.0) -> None:
        """Take what it has answered by now, or the first answer within some time."""
        assert self.process.stdout
        while select.select([self.process.stdout], [], [], wait_s)[0]:
            received = os.read(self.process.stdout.fileno(), READ_BYTES)
            if not received:
                self.process.wait()
                return
            *lines, self.unread = (self.unread + received).split(b"\n")
            for line in lines:
                # what something that Python imports at its start prints is no answer
                with suppress(ValueError, AttributeError):
                    self.take(json.loads(line))
            wait_s = 0.0

    def take(self, answer: Mapping[str, Any]) -> None:
        if "ready" in answer:
            self.modules = frozenset(answer["ready"])
        else:
            self.ended[answer["number"]] = answer["status"]

    def end(self) -> None:
        """End it; it kills each of its runs."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class ForkedProcess:
    """A fork of a server."""

    def __init__(self, server: ForkServer, number: int) -> None:
        self.server, self.number = server, number
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.wait(wait_s=0.0)
        return self.returncode

    def wait(self, *, wait_s: float) -> None:
        self.server.receive(wait_s=wait_s)
        self.returncode = self.server.ended.pop(self.number, None)
        if self.returncode is None and not self.server.is_alive:
            # something killed the server: nobody knows how its runs ended
            self.returncode = -signal.SIGKILL

    def end(self) -> None:
        if self.returncode is not None:
            # what it had started has ended with it
            return
        with suppress(OSError):
            self.server.send(number=self.number, kill=True)
        while self.returncode is None:
            self.wait(wait_s=1.0)


def quiet() -> dict[str, Any]:
    return dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)


def copy_plugin(folder: Path) -> None:
    """Copy into a folder what runs in the Python of a repository."""
    for name, file in PLUGIN_FILES.items():
        shutil.copy(file, folder / name)


def own_words(files: Sequence[str], tree: Path) -> list[str]:
    """Call pytest as the repository says, but without what starts plugins or stops early."""
    words = ["--rootdir", str(tree), "--confcutdir", str(tree), "--continue-on-collection-errors"]
    words += ["-o", "addopts=", "-o", "required_plugins="]
    folder = Path(os.path.commonpath([str(Path(file).parent) for file in files]))
    places = [tree / place / name for place in (folder, *folder.parents) for name in INI_FILES]
    if not any(place.is_file() for place in places):
        words += ["-c", os.devnull]
    for plugin in SWITCHED_OFF_PLUGINS:
        words += ["-p", f"no:{plugin}"]
    return words
