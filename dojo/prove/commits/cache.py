"""What runs came to is kept by what they depend on: a second proof runs only what is new."""

import hashlib
import json
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from dojo.errors import Mistake
from dojo.prove.commits.running import SECONDS, Outcome, Run
from dojo.prove.commits.trees.git import Tree
from dojo.runner.cache import DOJO, Cache, digest

KIND = "commits"
MOST = 5_000
OURS = (
    "prove/commits/probe.py",
    "prove/commits/running.py",
    "prove/commits/cache.py",
    "runner/child/worker.py",
)
"""What decides what a run comes to."""
ASKED = (
    "import os, sys, sysconfig; folder = sysconfig.get_path('purelib');"
    " print(sys.executable, sys.version, sorted(os.listdir(folder)) if os.path.isdir(folder) else '')"
)


class Kept:
    """The runs of one Python that were seen before."""

    def __init__(self, top: Path, python: Path, words: Sequence[str]) -> None:
        self.cache = Cache(top, KIND, MOST)
        self.base = [asked(python), *words]
        self.ours = digest([DOJO / name for name in OURS], DOJO)

    def key(self, tree: Tree, *parts: Iterable[str]) -> str:
        """Made from all that a run depends on."""
        whole = hashlib.sha256(self.ours.encode())
        whole.update(json.dumps([self.base, *map(sorted, parts)]).encode())
        for name, entry in sorted(tree.items()):
            whole.update(b"%b\0%b\0" % (name, " ".join(entry).encode()))
        return whole.hexdigest()

    def read(self, key: str) -> Run | None:
        """A run that was kept."""
        told = self.cache.read(key)
        return run_of(told) if told else None

    def write(self, key: str, run: Run) -> None:
        """Keep a run, but not one that had no time to end."""
        if not run.late:
            lines = {file: sorted(numbers) for file, numbers in run.lines.items()}
            self.cache.write(key, asdict(run) | {"lines": lines})


def run_of(told: dict[str, Any]) -> Run:
    """A run as it was written."""
    return Run(
        {id: Outcome(**one) for id, one in told["outcomes"].items()},
        {file: Outcome(**one) for file, one in told["unread"].items()},
        told["fault"],
        lines={file: set(numbers) for file, numbers in told["lines"].items()},
    )


@cache
def asked(python: Path) -> str:
    """Which Python it is, and what is installed there; raises Mistake."""
    try:
        command = [str(python), "-c", ASKED]
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        raise Mistake(f"PYTHON={python} does not run: name another one") from None
