"""The tests of the workspace itself, each file in a process of its own, as many at a time as there are cores.

What a file says is shown when it has ended: a line where all is well, and all of it otherwise.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from dojo.steps import ROOT
from dojo.verb import ended

LONGEST_FIRST = [
    "browser",
    *(
        f"test_{name}.py"
        for name in ("gate", "progress", "board", "walk", "judge", "pages", "trial", "attempts")
    ),
]
"""So that no core waits long for another at the end."""


class Check(NamedTuple):
    """Some tests, and the environment in which they run."""

    tests: Path
    venv: str


def checks(root: Path = ROOT) -> list[Check]:
    """All tests but the suite, which the gate runs."""
    found = [Check(file, ".venv") for file in sorted(root.glob("tests/workspace/test_*.py"))]
    found += [Check(root / "tests" / name, f".venv-{name}") for name in ("property", "browser", "bulk")]
    first = {name: place for place, name in enumerate(LONGEST_FIRST)}
    return sorted(found, key=lambda check: first.get(check.tests.name, len(first)))


def run(check: Check, root: Path = ROOT) -> tuple[bool, str]:
    """Are all its tests green, and what pytest says."""
    python = root / check.venv / "bin" / "python"
    command = [str(python), "-m", "pytest", "--quiet", str(check.tests.relative_to(root))]
    made = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return made.returncode == 0, made.stdout + made.stderr


def shown(check: Check, green: bool, said: str, root: Path = ROOT) -> str:
    """A line, or all of it."""
    name = check.tests.relative_to(root).as_posix()
    return f"{name}: {said.strip().splitlines()[-1]}" if green else f"{name}:\n{said}"


def run_all(found: list[Check], root: Path = ROOT) -> Iterator[tuple[bool, str]]:
    """Each check as it ends: is it green, and what is shown of it."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(run, check, root): check for check in found}
        try:
            for future in as_completed(futures):
                green, said = future.result()
                yield green, shown(futures[future], green, said, root)
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C


def main() -> int:
    red = 0
    for green, text in run_all(checks()):
        red += not green
        print(text, flush=True)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(ended(main))
