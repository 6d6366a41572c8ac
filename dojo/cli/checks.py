"""`make test` and `make check`: format, lint, types, layers, the gate of every story, and the tests.

The first needs nothing but Python; the second also runs what takes longer, or a browser or another language.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from contextlib import suppress
from functools import partial
from pathlib import Path

from dojo.bootstrap import python_of, read_sections
from dojo.cli.bundle import workspace_files
from dojo.errors import EnvironmentProblem
from dojo.gate.gate import gate
from dojo.runner.cache import Cache, digest
from dojo.runner.programs.command import OF_MAKE
from dojo.screen.browser import browser_for, firefox_for, webkit_for
from dojo.story.settings import read_settings
from dojo.story.story import FILE, PYTEST_INI
from dojo.story.workspace import Workspace

LINT = ["-m", "ruff", "check", "--no-cache", "--quiet", "."]
FORMAT = ["-m", "ruff", "format", "--no-cache", "--quiet", "."]
TOOLS = {
    "format": [*FORMAT, "--check"],
    "lint": LINT,
    "types": ["-m", "mypy"],
    "layers": ["-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"],
}
# Variables by which a call of make check differs from one of make test.
OF_THE_CALL = OF_MAKE | {"BROWSER", "FIREFOX", "WEBKIT", "MAKE_TERMERR", "MAKE_TERMOUT"}
# Other warnings stay warnings: code under test inherits this, and a SyntaxWarning in it is not our error.
PYTEST = ["-m", "pytest", "--quiet", "-W", "error::DeprecationWarning", "-p", "dojo.cli.workers"]
# What make check needs besides Python and browsers, and the package that has it.
NEEDED = {"git": "git", "node": "nodejs", "javac": "a Java development kit", "ps": "procps"}


def run_checks(workspace: Workspace, browser: str | None = None, firefox: str = "", webkit: str = "") -> int:
    """Run tools, gates and pytest up to what fails, and return a status; raises EnvironmentProblem.

    With a browser, also if it is one that has to be found, the check is thorough: it takes a Firefox and a
    WebKit as well.
    """
    top = workspace.top
    thorough = browser is not None
    python = python_of(top, "check" if thorough else "test")
    environment = folder_in_memory() | os.environ
    if browser is not None:
        require_programs()
        environment["BROWSER"] = browser_for(python, browser)
        environment["FIREFOX"] = firefox_for(firefox)
        environment["WEBKIT"] = webkit_for(webkit)
    require_terminals()
    cache = Cache(top, "checks")
    state = workspace_hash(top)
    has_passed = thorough and bool(cache.read(state))
    if has_passed:
        print("make test has passed on these very files: the rest follows.")
    elif not run_tools(python, top):
        return 1
    status = run_gates(workspace, thorough=thorough)
    if status:
        return status
    folders: list[str] = []
    if thorough:
        folders.append("tests/check")
    if not has_passed:
        folders.extend(read_testpaths(top))
    command = [str(python), *PYTEST, *folders]
    status = subprocess.run(command, cwd=top, env=environment).returncode
    # otherwise a file was saved meanwhile
    if not status and not thorough and state == workspace_hash(top):
        cache.write(state, True)
    return status


def require_programs() -> None:
    """Raise EnvironmentProblem if a program is missing that make check needs besides Python and browsers."""
    for program, package in NEEDED.items():
        if not shutil.which(program):
            raise EnvironmentProblem(f"make check needs {program}, and it is missing: install {package}")


def run_tools(python: Path, top: Path) -> bool:
    """Run format, lint, types and layers at once, and print what they find; True if that is nothing."""
    with ThreadPoolExecutor() as pool:
        reports = list(pool.map(partial(run_tool, python, top), TOOLS))
    problems = [report for report in reports if report]
    if problems:
        print("\n".join(problems), file=sys.stderr)
    return not problems


def read_testpaths(top: Path) -> list[str]:
    """Return the folders that a bare `pytest` runs: those of make test."""
    settings = ConfigParser()
    settings.read(top / PYTEST_INI, encoding="utf-8")
    return settings["pytest"]["testpaths"].split()


def require_terminals() -> None:
    """Raise EnvironmentProblem if this system has no pseudo-terminal, on which tests type as people do."""
    try:
        ends = os.openpty()
    except OSError:
        mend = "mount -t devpts devpts /dev/pts"
        raise EnvironmentProblem(f"the tests need a pseudo-terminal, and there is none: {mend}") from None
    for end in ends:
        os.close(end)


def folder_in_memory(folder: str = "/dev/shm") -> dict[str, str]:
    """Say where tests may write, as a variable: into memory, where that has 4 GiB and runs programs."""
    with suppress(OSError):  # there is none on macOS
        found = os.statvfs(folder)
        if found.f_bavail * found.f_frsize >= 4 * 1024**3 and not found.f_flag & os.ST_NOEXEC:
            return {"TMPDIR": folder}
    return {}


def workspace_hash(top: Path) -> str:
    """Hash all files of a workspace that git would take, the variables, and the packages of the tests.

    The tests start programs, and nobody sees what these look up: so each variable counts.
    """
    variables = []
    for name, value in sorted(os.environ.items()):
        if name not in OF_THE_CALL:
            variables.append(f"{name}={value}")
    return digest(workspace_files(top), top, [sys.version, *variables, *packages_of_tests(top)])


def packages_of_tests(top: Path) -> list[str]:
    """Say of each package beside the tests when it was installed, but for those that make check adds.

    In a fresh clone it adds them between the end of make test and its own beginning.
    """
    added = set(re.findall(r"^([\w.-]+)==", read_sections(top)["check"], re.MULTILINE))
    environment = python_of(top, "test").parent.parent
    packages = []
    for package in sorted(environment.glob("lib/python*/site-packages/*.dist-info")):
        name, _, _version = package.name.partition("-")
        # pip writes the name of a folder with _ where the lock has -
        if name.replace("_", "-") not in added:
            packages.append(f"{package.name} {package.stat().st_mtime_ns}")
    return packages


def run_tool(python: Path, top: Path, name: str) -> str:
    """Run one of the tools and return what it finds; if that is nothing, say that all is well."""
    command = [str(python), *TOOLS[name]]
    ended = subprocess.run(command, cwd=top, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ended.returncode:
        return f"{ended.stdout}{ended.stderr}{name}: see above; make tidy mends format and lint"
    print(f"{name}: all is well")
    return ""


def run_gates(workspace: Workspace, *, thorough: bool = False) -> int:
    """Hold every story to the laws, also those in the tests; returns a status. Raises BadFile.

    Of the first story, which is long, and of those that pyproject.toml names, only a thorough check runs
    cases, mutants and every test again.
    """
    if workspace.faults:
        raise workspace.faults[0]
    stories = [*workspace.stories]
    for file in sorted(workspace.top.glob(f"tests/*/{FILE}")):
        stories.append(workspace.at(file.parent))
    quick_gates = read_settings(workspace.top).quick_gates
    for story in stories:
        print(f"{story.name}: ", end="")
        # before violations go to standard error
        sys.stdout.flush()
        is_long = not story.word or story.name in quick_gates
        status = gate(story, story.steps, quick=is_long and not thorough)
        if status:
            return status
    # before pytest writes to the same descriptor
    sys.stdout.flush()
    return 0


def tidy(workspace: Workspace) -> int:
    """Format the code as the checks want it; returns a status."""
    python = python_of(workspace.top, "test")
    fixed = subprocess.run([python, *LINT, "--fix"], cwd=workspace.top)
    formatted = subprocess.run([python, *FORMAT], cwd=workspace.top)
    return max(fixed.returncode, formatted.returncode)
