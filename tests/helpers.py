"""Throwaway copies, to plant faults in: of the small story, and of the whole workspace."""

import fcntl
import gc
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import pytest

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, RunLight, runs_of
from dojo.attempt.recording import all_lights, record
from dojo.attempt.snapshot import Snapshot
from dojo.attempt.storage.earlier import read_earlier
from dojo.attempt.store import AnyLight
from dojo.cli.checks import require_terminals
from dojo.cli.main import parse_calls, run_verb
from dojo.cli.status import exit_status
from dojo.prove.measure.processes import ForkedProcess, ForkServer, copy_plugin
from dojo.runner.recorder import dependencies
from dojo.story.story import Story
from dojo.story.workspace import Workspace

TOP = Path(__file__).parent.parent
# the Pythons below are forks of this one for the runner: no story starts them
dependencies.OWNERS[__file__] = dependencies.OURS
COPIED = [
    "Makefile",
    "README.md",
    "conftest.py",
    "docs",
    "dojo",
    "katas",
    "pyproject.toml",
    "pytest.ini",
    "requirements",
    "steps",
    "tests/check/arrays",  # which step 72 names
    "tests/suite",
]
SETTINGS = ("pytest.ini", "conftest.py")
# typeshed has no private names, and no public one names the Python that .venv is made of
BASE_PYTHON: str = sys._base_executable  # type: ignore[attr-defined]
OPEN = "The nine laws hold: 5 tests on 5 steps and 3 mutants, 40 runs, each seen to its end."
"""What the gate says of the small story as it is."""
NOT_COPIED = shutil.ignore_patterns("__pycache__", "attempts", ".cache", ".dojo")

# The trap of law 8 is hidden where the first is set, colours where the next are; a CI shortens nothing.
HIDING = {"PYTHONDONTWRITEBYTECODE", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "MAKEFLAGS", "MAKELEVEL", "PYTHON"}
HIDING |= {"CI", "BUILD_NUMBER"}

FOR_EVER = 1800
"""Seconds: a command that has not ended by then never does."""


class Copy:
    """A copy of a story, or of the workspace, in a folder whose name has a space."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def story(self) -> Story:
        """The first story, as its files are now."""
        return self.workspace.story()

    @property
    def workspace(self) -> Workspace:
        """What lies in the folder, as its files are now."""
        return Workspace(self.root, (self.root,))

    def path(self, path: str) -> Path:
        """A file of the copy; the slug of a step may be left out: `step_07/poker.py` finds its step."""
        step, _, name = path.partition("/")
        found = sorted((self.root / "steps").glob(f"{step}_*")) if step.startswith("step_") else []
        return found[0] / name if found else self.root / path

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace the one place where `old` stands in a file."""
        file = self.path(path)
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path} has {text.count(old)} times {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def add_kata(self, name: str, *tests: str) -> "Copy":
        """Give its small story another kata, after its first, with some tests of the suite."""
        with self.path("story.toml").open("a") as file:
            file.write(f'\n[katas.{name}]\nfolder = "{name}"\nfirst_test = "kata/first_test.py"\n')
            file.write(f"tests = {list(tests)}\n")
        self.path(name).mkdir()
        self.path(f"{name}/README.md").write_text(f"# {name.title()}\n")
        return self

    def run(
        self, *command: str | Path, stdin: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """What a command gives back here: its exit status, and what it prints."""
        return subprocess.run(
            [str(part) for part in command],
            cwd=self.root,
            env={k: v for k, v in os.environ.items() if k not in HIDING} | environment,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=FOR_EVER,
        )

    def make(self, *words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """What a verb gives back, as somebody types it."""
        return self.run("make", *words, stdin=stdin, **environment)

    def verb(self, *words: str) -> int:
        """The status of a verb that runs in this process; what it prints is for capsys."""
        return exit_status(lambda: max(run_verb(call) for call in parse_calls(words, self.workspace)), words)


def link_environments(root: Path) -> None:
    """Give a copy the environment that most verbs run in."""
    if (TOP / ".venv").exists():
        (root / ".venv").symlink_to(TOP / ".venv")


def light_with(
    verb: str = "next",
    colour: str = "green",
    *,
    number: int = 0,
    when: float = 0,
    id: str = "",
    **fields: Any,
) -> Light:
    """A light from the few fields that matter to a test, as earlier editions recorded it: `own={id: "red"}`.

    A run also has `counts`, or else counts nothing.
    """
    told = {"number": number, "when": when, "verb": verb, "colour": colour, "counts": {}, **fields}
    return read_earlier(json.loads(json.dumps(told)), id)


def all_runs(attempt: Attempt) -> list[RunLight]:
    """The lights of an attempt, each of which is a run."""
    lights = all_lights(attempt)
    runs = runs_of(lights)
    assert runs == lights
    return runs


def last_light(attempt: Attempt, kind: type[AnyLight]) -> AnyLight:
    """The last light of an attempt, which is of this kind."""
    light = all_lights(attempt)[-1]
    assert isinstance(light, kind)
    return light


def record_light(attempt: Attempt, *, snapshot: Snapshot | None = None, **fields: Any) -> Light:
    """Record a light with these fields and the files as they are; nothing runs."""
    return record(attempt, light_with(**fields), snapshot)


def copied(folder: Path) -> Copy:
    """A copy of the workspace below a folder."""
    root = folder / "a dojo"
    (root / "tests").mkdir(parents=True)
    for name in COPIED:
        if (TOP / name).is_dir():
            shutil.copytree(TOP / name, root / name, ignore=NOT_COPIED)
        else:
            shutil.copy2(TOP / name, root / name)
    link_environments(root)
    return Copy(root)


def small_copy(folder: Path) -> Copy:
    """A copy of the small story below a folder."""
    root = folder / "a dojo"
    shutil.copytree(TOP / "tests" / "small", root, ignore=NOT_COPIED)
    for name in SETTINGS:
        shutil.copy2(TOP / name, root)
    return Copy(root)


def story_outside(folder: Path) -> Path:
    """The small story in a folder of another repository, called like it, without a pytest.ini."""
    shutil.copytree(TOP / "tests" / "small", folder, ignore=NOT_COPIED)
    shutil.copy2(TOP / "conftest.py", folder)
    file = folder / "story.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('name = "small"', f'name = "{folder.name}"'))
    return folder


def workspace_of(folder: Path, **places: str) -> Copy:
    """A workspace below a folder, for verbs in this process: stories of tests/, by the place of each."""
    root = folder / "a dojo"
    for story, place in places.items():
        shutil.copytree(TOP / "tests" / story, root / place, ignore=NOT_COPIED)
    for name in SETTINGS:
        shutil.copy2(TOP / name, root)
    link_environments(root)
    return Copy(root)


def typed_copy(folder: Path) -> Copy:
    """A workspace below a folder whose only story is the small one: for verbs that are typed."""
    copy = workspace_of(folder, small="katas/fizz")
    for name in ("dojo", "requirements"):
        shutil.copytree(TOP / name, copy.root / name, ignore=NOT_COPIED)
    shutil.copy2(TOP / "Makefile", copy.root)
    return copy


class ForkedPython:
    """A new Python that is a fork of this one, which has imported already what takes half a second."""

    stdout: IO[str] | None = None

    def __init__(
        self, main: Callable[[], int], folder: Path, environment: Mapping[str, str], output: int
    ) -> None:
        self.returncode: int | None = None
        self.pid = os.fork()
        if not self.pid:
            status = 1
            gc.freeze()  # a collection would look at all that the tests have, and so copy its memory
            try:
                os.setsid()
                os.chdir(folder)
                os.environ.clear()
                os.environ.update(environment)
                os.dup2(os.open(os.devnull, os.O_RDWR), 2)
                os.dup2(output, 1)
                sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
                # what pytest puts back at its end; mypy has it final
                sys.__stdout__ = sys.stdout  # type: ignore[misc]
                sys.path.insert(0, str(folder))
                status = main()
                sys.stdout.flush()
            finally:
                os._exit(status)

    def wait(self, timeout: float = FOR_EVER) -> int:
        until = time.monotonic() + timeout
        while True:
            status = self.poll()
            if status is not None:
                return status
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("pytest", timeout)
            time.sleep(0.01)

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)


def fork_again(command: list[str], *, cwd: Path, env: Mapping[str, str], **_: object) -> ForkedPython:
    """What `dojo.runner.repeat` starts: `python -m dojo.runner.repeat WORDS`."""
    from dojo.runner import repeat as again

    def main() -> int:
        sys.argv = command[2:]
        again.main()
        return 0

    heard, told = os.pipe()
    process = ForkedPython(main, cwd, env, told)
    os.close(told)
    process.stdout = os.fdopen(heard, encoding="utf-8")
    return process


def fork_pytest(
    command: list[str], *, cwd: Path, env: dict[str, str], stdout: IO[bytes], **how: Any
) -> ForkedPython | subprocess.Popen[bytes]:
    """What a verb starts as a program: `env NAME=value … python -m pytest WORDS`, or any other."""
    if "pytest" not in command:
        return subprocess.Popen(command, cwd=cwd, env=env, stdout=stdout, **how)
    words = command[command.index("pytest") + 1 :]
    there = env | dict(word.split("=") for word in command[1:3])

    def main() -> int:
        dependencies.record_program()
        return int(pytest.main(words))

    return ForkedPython(main, cwd, there, stdout.fileno())


SERVERS: dict[tuple[int, Path], "SharedForkServer"] = {}
"""What forks for each run of the prover, by the process of the tests that has it, and by its Python."""


class SharedForkServer(ForkServer):
    """What forks for each run of the prover, for all tests of a process: to start it takes longer."""

    def __init__(self, python: Path) -> None:
        self.plugins = TemporaryDirectory(prefix="prove-tests-")
        copy_plugin(Path(self.plugins.name))
        super().__init__(python, Path(self.plugins.name))

    def start(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> ForkedProcess:
        # to look for the plugins of others, and to load anyio's, takes longer than all the rest
        return super().start(words, folder, {**environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})

    def end(self) -> None:
        """Leave it to the next test; it ends with the process of the tests."""


def share_server(python: Path, _folder: Path) -> ForkServer:
    """What the prover starts for its runs: it is started once."""
    known = SERVERS.get((os.getpid(), python))
    if known is None or not known.is_alive:
        known = SERVERS[os.getpid(), python] = SharedForkServer(python)
    return known


STARTED = {
    "dojo.runner.repeat.Popen": (subprocess.Popen, fork_again),
    "dojo.runner.programs.command.Popen": (subprocess.Popen, fork_pytest),
    "dojo.prove.measure.launch.ForkServer": (ForkServer, share_server),
}
"""What starts a Python with pytest, which takes half a second: as a new one, and as a fork."""


@contextmanager
def started_pythons(*, fresh: bool) -> Iterator[None]:
    """The Pythons that a verb starts meanwhile are new ones; or forks, which have the same hash seed."""
    with pytest.MonkeyPatch.context() as patch:
        for name, (new, fork) in STARTED.items():
            patch.setattr(name, new if fresh else fork)
        yield


class Watching:
    """A verb on a terminal of 80 columns, which somebody watches."""

    def __init__(self, copy: Copy, *words: str, **environment: str) -> None:
        require_terminals()
        self.screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            ["make", *words],
            cwd=copy.root,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={k: v for k, v in os.environ.items() if k not in HIDING} | {"TERM": "xterm"} | environment,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(theirs)

    def until(self, words: str, timeout: float = 60) -> str:
        """What is shown up to these words; what was shown, when they do not come."""
        shown, deadline = "", time.monotonic() + timeout
        while words not in shown and time.monotonic() < deadline:
            if select.select([self.screen], [], [], 1)[0]:
                try:
                    shown += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:
                    break
        return shown

    def type(self, keys: str) -> None:
        """What somebody types."""
        os.write(self.screen, keys.encode())

    def settings(self) -> int:
        """Whether the terminal shows what is typed, and waits for whole lines, among others."""
        flags = termios.tcgetattr(self.screen)[3]
        assert isinstance(flags, int)
        return flags

    def interrupt(self) -> None:
        """Ctrl-C, as the terminal sends it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def stop(self) -> None:
        """Whatever it does, it ends; and so does what it has begun, also where it has ended itself."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.screen)
