"""Records what the runs of a verb depend on: here, in children, in other Pythons, and in programs."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.runner.recorder.dependencies import (
    BEGUN,
    ENVIRONMENT,
    INSTALLED,
    LIBRARY,
    TOOLING,
    UNTRACKED,
    Dependencies,
    Present,
    Recorder,
    begin,
    state_of,
)


@contextmanager
def recording() -> Iterator[Recorder]:
    """Record what the code of a story reads within the block."""
    recorder = Recorder()
    begin(recorder)
    try:
        yield recorder
    finally:
        Present.recorders.remove(recorder)


@contextmanager
def covering(folder: Path) -> Iterator[None]:
    """Note no file of a folder within the block: the key of each answer has all of them."""
    before, Present.covered = Present.covered, os.fspath(folder)
    try:
        yield
    finally:
        Present.covered = before


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder for the block, in which nothing is a dependency."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = os.path.realpath(name)
        Present.made |= {name, folder}
        try:
            yield Path(folder)
        finally:
            Present.made -= {name, folder}


def record_child() -> Recorder:
    """Record from now on in this process, which was forked, up to its end."""
    recorder = Recorder(has_process=True)
    begin(recorder)
    Present.recorders[:] = [recorder]
    return recorder


def merge(*parts: Dependencies) -> Dependencies:
    """Put dependencies together; what has changed between two of them makes all of it untracked."""
    merged: Dependencies = {}
    for part in parts:
        for name, state in part.items():
            if merged.setdefault(name, state) != state:
                merged.setdefault(UNTRACKED, f"{name} has changed meanwhile")
    return merged


def of_another_python(dependencies: Dependencies, is_changed: Callable[[str], bool]) -> Dependencies:
    """Return what a Python with other variables depended on, seen from here.

    The variables that were changed for it are the same each time; the others it has from here.
    """
    seen = {}
    for name, state in dependencies.items():
        kind, _, what = name.partition(" ")
        if kind in ("variable", ENVIRONMENT):
            if not is_changed(what):
                seen[name] = state_of(name)
        else:
            seen[name] = state
    return seen


def read_dependencies(report: Path, is_changed: Callable[[str], bool]) -> Dependencies:
    """Return what another Python has written of its program, for which some variables were changed."""
    dependencies: Dependencies = {}
    try:
        lines = report.read_text(encoding="utf-8").split("\n")[:-1]
    except (OSError, ValueError):
        lines = []
    for line in lines:
        name, _, state = line.partition("\t")
        dependencies = merge(dependencies, {name: state})
    if dependencies.pop(BEGUN, None) is None:
        return {UNTRACKED: "has not said what it read"}
    return of_another_python(dependencies, is_changed)


def stays(file: str | None) -> bool:
    """True if a module from this file is the same for all stories: it is Python's, a package's or ours."""
    return file is None or file.startswith((*LIBRARY, *INSTALLED, f"{TOOLING}{os.sep}"))
