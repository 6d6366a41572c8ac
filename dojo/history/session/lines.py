"""Which lines of the code have changed, of those that Python can run; and which lines ran."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import SequenceMatcher
from pathlib import Path

from coverage import Coverage

from dojo.attempt.lines import lines_of
from dojo.attempt.snapshot import Files
from dojo.history.identity.places import is_code
from dojo.sandbox.child import Tell
from dojo.screen.words import counted
from dojo.story.compiled import NO_PYTHON, compiled, within


def changed_lines(before: Files, after: Files) -> set[tuple[str, int]]:
    """The lines of Python code that are new or other than before, and can run: their files and numbers."""
    return {
        (os.fsdecode(name), number)
        for name in after
        if is_code(os.fsdecode(name)) and before.get(name) != after[name]
        for number in new_lines(lines_of(before, name), lines_of(after, name)) & can_run(after[name].content)
    }


def new_lines(old: list[bytes], new: list[bytes]) -> set[int]:
    """The numbers of the lines that are new or other than before."""
    matched = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return {number + 1 for kind, _, _, a, b in matched if kind != "equal" for number in range(a, b)}


def can_run(source: bytes) -> set[int]:
    """The lines of a source that Python can run."""
    try:
        code = compiled(source, Path("code"))
    except NO_PYTHON:
        return set()
    return {line for one in within(code) for _, _, line in one.co_lines() if line}


def in_words(number: int) -> str:
    """12 lines of code"""
    return f"{counted(number, 'line')} of code"


@contextmanager
def noted(folder: Path, tell: Tell, *, lines: bool = True) -> Iterator[None]:
    """In a child: tell at the end which lines of the files in a folder ran; without `lines`, nothing."""
    if not lines:
        yield
        return
    coverage = Coverage(data_file=None, config_file=False, include=[f"{folder}{os.sep}*"])
    coverage.set_option("run:core", "ctrace")
    coverage.set_option("run:disable_warnings", ["no-data-collected"])
    coverage.start()
    try:
        yield
    finally:
        coverage.stop()
        data = coverage.get_data()
        files = {str(Path(file).relative_to(folder)): file for file in data.measured_files()}
        tell(ran={name: sorted(data.lines(file) or ()) for name, file in files.items()})
