"""The Python of a repository: what it is, what is installed there, and what its runs see."""

import os
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from dojo.errors import UsageError

DESCRIBE_TIMEOUT_S = 60.0
# how the variables begin that a test sees: none that changes how it runs, and no secret
KEPT_VARIABLES = ("LANG", "LC_", "TZ", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DYLD_")
# the variables that choose a locale, of those that a test sees
LOCALE_VARIABLES = ("LANG", "LC_")
# a set is then written in the same order in each run
HASH_SEED = "0"
DESCRIBE = """
import os, sys, sysconfig, _pytest
assert sys.version_info >= (3, 9) and int(_pytest.__version__.split(".")[0]) >= 6
folders = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
entries = [entry for folder in folders if os.path.isdir(folder) for entry in os.scandir(folder)]
info = (".dist-info", ".egg-info", ".egg-link", ".pth")
found = [(one.name, one.stat().st_mtime_ns if one.name.endswith(info) else 0) for one in entries]
print(sys.executable, sys.version, sorted(one for one in found if one[0] != "__pycache__"))
"""


def clean_environment(home: Path, python: Path) -> dict[str, str]:
    """Return the variables of a run, with a home and a Python of its own.

    None of them changes what pytest does.
    """
    kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT_VARIABLES)}
    path = os.pathsep.join([str(python.parent), os.environ.get("PATH", os.defpath)])
    return kept | {
        "PATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": HASH_SEED,
        "HOME": str(home),
        "TMPDIR": str(home),
    }


def locale_variables() -> list[str]:
    """Return the variables that choose the locale of a run, with their values."""
    chosen = [name for name in sorted(os.environ) if name.startswith(LOCALE_VARIABLES)]
    return [f"{name}={os.environ[name]}" for name in chosen]


def is_not_passed_on(variable: str) -> bool:
    """True if a run has a variable from us, or not at all: then it is the same for each run."""
    is_whole_environment = not variable
    return not (is_whole_environment or variable == "PATH" or variable.startswith(KEPT_VARIABLES))


@cache
def describe(python: Path) -> str:
    """Say which Python it is, and what is installed there; raises UsageError if it cannot run the tests."""
    how: dict[str, Any] = {"capture_output": True, "text": True, "timeout": DESCRIBE_TIMEOUT_S}
    with suppress(OSError, subprocess.TimeoutExpired):
        run = subprocess.run([str(python), "-c", DESCRIBE], env=clean_environment(Path(), python), **how)
        if not run.returncode and run.stdout:
            return str(run.stdout)
    what = "does not run, has no pytest, or is too old: it needs Python 3.9 and pytest 6, or newer"
    raise UsageError(f"{python} {what}; name another with PYTHON=")
