"""Variables of Python, pytest or coverage in the shell: verbs ignore them, for they would change a run."""

import os
import re
import sys

CHANGES_RUNS = re.compile(
    r"PYTHON(?!COERCECLOCALE|DONTWRITEBYTECODE|FAULTHANDLER|NOUSERSITE|STARTUP|UNBUFFERED|UTF8)[A-Z0-9]+"
    r"|PYTEST_(ADDOPTS|PLUGINS|DISABLE_PLUGIN_AUTOLOAD|DEBUG)"
    r"|COVERAGE_(CORE|DEBUG|DEBUG_FILE|FILE|FORCE_CONFIG|PROCESS_CONFIG|PROCESS_START|RCFILE)|COV_CORE_.*"
)
"""Those of Python with a `_` are what images and newer Pythons have: versions, colours, the prompt."""
FLAGS = {"PYTHONDONTWRITEBYTECODE": "-B", "PYTHONUNBUFFERED": "-u"}
"""Harmless variables, and the flags that say the same."""


def python(path: str) -> list[str]:
    """How to call a Python that heeds no variable but the harmless ones."""
    return [path, "-E", "-X", "utf8", *(flag for name, flag in FLAGS.items() if os.environ.get(name))]


def variables_set() -> list[str]:
    """The variables that change a run. An empty one does not, and neither does one that says the usual."""
    usual = {("PYTHONHASHSEED", "random")}
    there = [(name, value) for name, value in sorted(os.environ.items()) if value]
    return [name for name, value in there if CHANGES_RUNS.fullmatch(name) and (name, value) not in usual]


def set_aside(names: list[str]) -> None:
    """Remove variables for this process and all that it starts, and say so."""
    for name in names:
        del os.environ[name]
    if names:
        they = "it" if len(names) == 1 else "they"
        print(dim(f"set aside: {', '.join(names)}: {they} would change what is run"), file=sys.stderr)


def dim(text: str) -> str:
    """A line that does not ask for attention, on a terminal that can show it."""
    plain = not sys.stderr.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain else f"\033[2m{text}\033[0m"
