"""The matrix, measured, of which only those columns are run that something has changed since last time.

A column is kept under a key of everything that it can depend on. A key that has changed, a file that is
missing, or one that cannot be read: then the column is run again.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dojo.covered import Covered
from dojo.matrix import SUITE, Cell, Matrix, SuiteTest
from dojo.parallel import run_on_all_cores
from dojo.steps import ROOT, Step, all_steps

FOLDER = ".board"
COLUMNS = f"{FOLDER}/columns.json"
SPEAKS_TO_PYTEST = ("CI", "BUILD_NUMBER", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTHONPATH")
"""Variables of the environment that change what a failure looks like, or what runs at all."""


def kept_or_run(root: Path = ROOT, on_part: Callable[[int, int], None] = lambda _done, _of: None) -> Matrix:
    """The matrix of all steps, each column from the disk where nothing has changed; raises Broken."""
    steps = all_steps(root)
    keys = {step.name: key(step, root) for step in steps}
    kept = {name: column for name, column in read(root).items() if column.get("key") == keys.get(name)}
    stale = [step for step in steps if step.name not in kept]
    matrix = Matrix(steps)
    if stale:
        fresh = run_on_all_cores(on_part, only=stale, measured=True)
        kept |= {step.name: column(fresh, step, keys[step.name]) for step in stale}
        write(root, COLUMNS, kept)
        if any(key(step, root) != keys[step.name] for step in stale):  # somebody saved while it ran
            return kept_or_run(root, on_part)
    for step in steps:
        fill(matrix, step, kept[step.name])
    return matrix


def key(step: Step, root: Path) -> str:
    """What a column depends on, in a few letters: the step, the suite, the engine, and what runs them."""
    files = [
        *step.files,
        *root.glob(f"{SUITE}/**/*.py"),
        *root.glob("dojo/*.py"),
        root / "pytest.ini",
        root / "requirements/loop.txt",
    ]
    steps = " ".join(other.name for other in all_steps(root))
    variables = [f"{name}={os.environ.get(name)}" for name in SPEAKS_TO_PYTEST]
    return digest(files, root, [steps, sys.version, *variables])


def digest(files: Iterable[Path], root: Path, texts: Iterable[str] = ()) -> str:
    """The names and contents of files, and some texts, as one hash."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(text.encode() + b"\0")
    for file in sorted(files):
        content = file.read_bytes() if file.exists() else b""
        whole.update(f"{file.relative_to(root)} {len(content)}\0".encode() + content)
    return whole.hexdigest()


def column(matrix: Matrix, step: Step, its_key: str) -> dict[str, Any]:
    """One column, as JSON can hold it."""
    covered = matrix.covered[step.number]
    return {
        "key": its_key,
        "tests": [asdict(test) for test in matrix.tests],
        "cells": [asdict(matrix.cell(test, step)) for test in matrix.tests],
        "covered": [covered.lines, covered.branches, covered.percent, covered.missed],
    }


def fill(matrix: Matrix, step: Step, column: dict[str, Any]) -> None:
    """Put a column back into the matrix."""
    matrix.tests = [SuiteTest(**test) for test in column["tests"]]
    cells = [Cell(**cell) for cell in column["cells"]]
    matrix.cells |= {(test.id, step.number): cell for test, cell in zip(matrix.tests, cells, strict=True)}
    matrix.covered[step.number] = Covered(step, *column["covered"])


def read(root: Path, name: str = COLUMNS) -> dict[str, Any]:
    """What was kept; nothing where nothing was, or where it cannot be read."""
    try:
        kept = json.loads((root / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    whole = isinstance(kept, dict) and all(isinstance(column, dict) for column in kept.values())
    return kept if whole else {}


def write(root: Path, name: str, kept: dict[str, Any]) -> None:
    """Keep it, whole or not at all: a run that is killed leaves what was kept before."""
    file = root / name
    file.parent.mkdir(exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_text(json.dumps(kept), encoding="utf-8")
    draft.replace(file)
