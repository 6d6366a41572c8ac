"""What pytest itself says in a process of its own, as if typed by hand: the runner is not asked."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import DEVNULL, run
from typing import NamedTuple

SETTINGS = ("PYTHON", "PYTEST_", "COVERAGE_")
"""Variables that change what Python, pytest and coverage do begin like this."""


class Said(NamedTuple):
    """The status with which pytest has ended, and its last line."""

    status: int
    last: str


def plain_pytest(words: Sequence[str], folder: Path, variables: Mapping[str, str]) -> Said:
    """Run it in a folder, in an environment without settings for it, and with these variables."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    ended = run(
        [sys.executable, "-m", "pytest", *words, "-q", "--tb=no", "--color=no", "-p", "no:cacheprovider"],
        cwd=folder,
        env=environment | {**variables},
        stdin=DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    errors = [line for line in ended.stderr.splitlines() if "error" in line.lower()]
    lines = ended.stdout.strip().splitlines() or errors or [""]
    return Said(ended.returncode, lines[-1])
