"""Variables of Python, pytest or coverage in the shell: verbs ignore them, for they would change a run."""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

OF_PYTHON = re.compile("PYTHON[A-Z0-9]+")
"""Those with a `_` are what images and newer Pythons have: versions, colours, the history of the prompt."""
HARMLESS = {
    "PYTHONCOERCECLOCALE",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONFAULTHANDLER",
    "PYTHONNOUSERSITE",
    "PYTHONSTARTUP",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
}
OF_PYTEST = {"PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD", "PYTEST_DEBUG"}
OF_COVERAGE = re.compile(
    "COVERAGE_(CORE|DEBUG|DEBUG_FILE|FILE|FORCE_CONFIG|PROCESS_CONFIG|PROCESS_START|RCFILE)|COV_CORE_.*"
)
ALONE = ("-E", "-X", "utf8")
"""How Python is started: it reads no variable that begins with PYTHON."""
FLAGS = {"PYTHONDONTWRITEBYTECODE": "-B", "PYTHONUNBUFFERED": "-u"}
"""Harmless variables, and the flags that say the same."""


def python(path: str) -> list[str]:
    """How to call a Python that heeds no variable but the harmless ones."""
    return [path, *ALONE, *(flag for name, flag in FLAGS.items() if os.environ.get(name))]


def changes_runs(name: str, value: str) -> bool:
    """Does a variable change a run? An empty one does not, and neither does one that says the usual."""
    if not value or (name, value) == ("PYTHONHASHSEED", "random"):
        return False
    of_python = OF_PYTHON.fullmatch(name) and name not in HARMLESS
    return bool(of_python or name in OF_PYTEST or OF_COVERAGE.fullmatch(name))


def reexec_with_clean_env(words: Sequence[str]) -> None:
    """If this Python has heeded such a variable, or a flag like -O, become one that has not."""
    heeded = [] if sys.flags.ignore_environment else found()
    if sys.flags.optimize and "PYTHONOPTIMIZE" not in heeded:
        report_ignored(["-O"])
    if heeded or sys.flags.optimize:
        os.chdir(Path(__file__).parent.parent.parent)  # PYTHONPATH may have led here
        exec_dojo(sys.executable, words)


def exec_dojo(path: str, words: Sequence[str]) -> NoReturn:
    """This process becomes the Python at a path, which runs the same words."""
    os.execv(path, [*python(path), "-m", "dojo", *words])


def clean_environment() -> None:
    """Remove such variables for this process and all that it starts, and say which ones there were."""
    names = found()
    for name in names:
        del os.environ[name]
    if names:
        report_ignored(names)


def found() -> list[str]:
    """Which there are."""
    return sorted(name for name, value in os.environ.items() if changes_runs(name, value))


def report_ignored(names: list[str]) -> None:
    """That these are set aside."""
    they = "it" if len(names) == 1 else "they"
    print(dim(f"set aside: {', '.join(names)}: {they} would change what is run"), file=sys.stderr)


def dim(text: str) -> str:
    """A line that does not ask for attention, on a terminal that can show it."""
    plain = not sys.stderr.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain else f"\033[2m{text}\033[0m"
