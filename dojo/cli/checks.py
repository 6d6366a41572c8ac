"""`make test` and `make check`: format, lint, types, layers, the gate of every story, and the tests.

The first needs nothing but Python. The second also runs the checks that need a browser or another language,
and those that take longer.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from dojo.bundle.bundle import workspace_files
from dojo.cli.environment import python_of
from dojo.errors import EnvironmentProblem
from dojo.gate.gate import gate
from dojo.runner.cache import Cache, digest
from dojo.screen.browser import browser_for
from dojo.screen.console import console
from dojo.story.story import FILE
from dojo.story.workspace import Workspace

RUFF = ("-m", "ruff", "check", "--no-cache", "--quiet")
FORMAT = ("-m", "ruff", "format", "--no-cache", "--quiet")
LAYERS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
TOOLS = [
    ("format", (*FORMAT, "--check", ".")),
    ("lint", (*RUFF, ".")),
    ("types", ("-m", "mypy")),
    ("layers", ("-c", LAYERS, "--no-cache")),
]
TIDIED = {"format", "lint"}
NEEDED = {"git": "git", "node": "nodejs", "javac": "a Java development kit"}
"""The tools that `make check` needs beside Python and a browser, and their names."""
CHECK = "check"
"""The folder of tests that make check alone runs."""
LARGE = "katas"
"""The folder of tests that keep tables and answers: after them each fork costs more, so they come last."""
IN_MEMORY = "/dev/shm"
"""A folder of Linux that is on no disk: tests write and delete small files by the ten thousand."""
MEMORY_BYTES = 4 * 1024**3
ADDS = (
    "make check adds the cases, mutants and reruns of the first story, the pages in a browser, arrays and"
    " properties, every hand and every starter, and the runner against plain pytest."
)


def run_checks(workspace: Workspace, *, thorough: bool = False, browser: str = "") -> int:
    """Run the tools, the gates and pytest, up to what fails; gives a status.

    Raises EnvironmentProblem.
    """
    top = workspace.top
    python = python_of(top, "check" if thorough else "test")
    environment = folder_in_memory() | os.environ
    if thorough:
        require_tools(NEEDED)
        environment["BROWSER"] = browser_for(python, browser)
    cache, state = Cache(top, "checks"), workspace_hash(top)
    passed = thorough and bool(cache.read(state))
    if passed:
        console().print("make test has passed on these very files: the rest follows.")
    else:
        with ThreadPoolExecutor() as pool:
            wrong = list(filter(None, pool.map(partial(run_tool, python, top), TOOLS)))
        if wrong:
            print("\n".join(wrong), file=sys.stderr)
            return 1
    if status := run_gates(workspace, thorough=thorough):
        return status
    command = [str(python), *pytest_command(top, thorough, passed=passed)]
    status = subprocess.run(command, cwd=top, env=environment).returncode
    if not status and not thorough:
        if state == workspace_hash(top):  # otherwise a file was saved during the run
            cache.write(state, True)
        print(ADDS)
    return status


def folder_in_memory(folder: str = IN_MEMORY) -> dict[str, str]:
    """Say where tests may write, as a variable: into memory, where that has room and runs programs."""
    with suppress(OSError):  # there is none on macOS
        found = os.statvfs(folder)
        if found.f_bavail * found.f_frsize >= MEMORY_BYTES and not found.f_flag & os.ST_NOEXEC:
            return {"TMPDIR": folder}
    return {}


def workspace_hash(top: Path) -> str:
    """A few letters for all files of a workspace that git would take."""
    return digest(workspace_files(top), top, [sys.version])


def run_tool(python: Path, top: Path, tool: tuple[str, Sequence[str]]) -> str:
    """Run one of the tools; if it finds nothing wrong, say that all is well."""
    name, words = tool
    made = subprocess.run(
        [str(python), *words], cwd=top, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if made.returncode:
        advice = "; make tidy mends what it can" if name in TIDIED else ""
        return f"{made.stdout}{made.stderr}{name}: see above{advice}"
    print(f"{name}: all is well")
    return ""


def run_gates(workspace: Workspace, *, thorough: bool = False) -> int:
    """The laws on every story, also on those in the tests; gives a status. Raises BadFile.

    Of the first story, which is long, only a thorough check runs cases, mutants and every test again.
    """
    if workspace.faults:
        raise workspace.faults[0]
    own = [workspace.at(file.parent) for file in sorted(workspace.top.glob(f"tests/*/{FILE}"))]
    for story in [*workspace.stories, *own]:
        console().print(f"{story.name}: ", end="")  # at once, for violations go to standard error
        if status := gate(story, story.steps, quick=not (thorough or story.word)):
            return status
        console().print("", end="")  # at once, for pytest writes to the same descriptor
    return 0


def pytest_command(top: Path, thorough: bool, *, passed: bool = False) -> list[str]:
    """How pytest is called on the tests of the workspace; without those that have passed."""
    folders = [file.parent.name for file in top.glob("tests/*/__init__.py")]
    folders.sort(key=lambda name: (name == LARGE, name))
    names = [f"tests/{name}" for name in folders if (thorough if name == CHECK else not passed)]
    return ["-m", "pytest", "--quiet", "-n", "auto", "--dist", "worksteal", *names]


def require_tools(tools: dict[str, str]) -> None:
    """Raises EnvironmentProblem if one of these is missing: a check that does not run does not pass."""
    for tool, name in tools.items():
        if not shutil.which(tool):
            raise EnvironmentProblem(f"make check needs {tool}, and it is missing: install {name}")


def tidy(workspace: Workspace) -> int:
    """Format the code as the checks want it; gives a status."""
    python = python_of(workspace.top, "test")
    commands = [[str(python), *RUFF, "--fix", "."], [str(python), *FORMAT, "."]]
    return max(subprocess.run(command, cwd=workspace.top).returncode for command in commands)
