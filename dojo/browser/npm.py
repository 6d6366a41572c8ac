"""Python for the browser: npm fetches it once, pinned by its integrity, and runs none of its scripts."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from dojo.errors import EnvironmentProblem, describe_error

LOCK = Path(__file__).parent / "npm" / "package-lock.json"
MODULES = Path(".browser")
"""At the top of the workspace: where npm puts it."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
WORDS = ("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def set_up(top: Path, find_npm: Callable[[], list[str]]) -> Path:
    """Return the folder of Python for the browser, and install it first if it is not there yet.

    `find_npm` returns the command that starts npm. Raises EnvironmentProblem.
    """
    home = top / MODULES
    lock, package = home / LOCK.name, home / "node_modules" / "pyodide"
    if lock.is_file() and lock.read_bytes() == LOCK.read_bytes():
        return package
    print("Fetching Python for the browser, once: some seconds.", file=sys.stderr)
    command, draft = [*find_npm(), *WORDS], home.with_name(f"{home.name}.new")
    try:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir()
        for file in (LOCK, LOCK.with_name("package.json")):
            shutil.copy(file, draft)
        run = subprocess.run(command, cwd=draft, capture_output=True, text=True)
        if run.returncode:
            raise OSError(run.stderr.strip() or run.stdout.strip() or f"npm: status {run.returncode}")
        shutil.rmtree(home, ignore_errors=True)
        draft.rename(home)
    except OSError as error:
        why = describe_error(error).splitlines()[0]
        what = "Python for the browser cannot be installed (is there a network?)"
        raise EnvironmentProblem(f"{what}: {why}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return package


def files_of(package: Path) -> list[Path]:
    """Return the files that another workspace needs to have Python for the browser as well."""
    names = (*PYODIDE, "package.json", "pyodide-lock.json")
    return [package.parent.parent / LOCK.name, *(package / name for name in names)]
