"""Law 8: no run trusts cached bytecode of code under test.

Python takes a `.pyc` for fresh when the source has the size and the second of saving that it notes.
"""

import os
import py_compile
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.runner.cache import LOCK, Cache, digest
from dojo.runner.loader import PLUGIN
from dojo.runner.proof.plain import plain_pytest
from dojo.story.steps import Step
from dojo.story.story import PYTEST_INI, Story


def check(evidence: Evidence) -> Iterator[Violation]:
    """Law 8, tried: nothing is green on an empty step, even with a finished step's bytecode beside it."""
    story = evidence.story
    cache, key = Cache(story.workspace, "bytecode"), of_what_loads(story)
    said = cache.read(key)
    if said is None:
        said = tried(story)
        cache.write(key, said)
    if said:
        first = story.steps[0]
        what = f"stale bytecode was run instead of it: {said}; load each step as conftest.py does"
        yield Violation(8, first.module, 0, *split(what), step=first.name)


def of_what_loads(story: Story) -> str:
    """What it depends on, in a few letters: the suite without its tests, which load nothing themselves."""
    files = [file for file in story.suite.rglob("*.py") if not file.name.startswith("test_")]
    files += [PLUGIN, story.file, story.top / PYTEST_INI, LOCK, Path(__file__)]
    return digest(files, story.top, [sys.version, story.steps[0].name])


def tried(story: Story) -> str:
    """What pytest says of a step with another step's bytecode, if that is not what it should say."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        first = story.steps[0]
        lay_out(story, copy)
        finished = next((step.code for step in reversed(story.steps) if compiles(step)), "")
        plant_stale_bytecode(copy / first.folder.relative_to(story.top) / first.module.name, finished)
        status, said = plain_pytest([story.inside(story.suite), "--step", str(first.number)], copy)
        return said if status else ""


def lay_out(story: Story, copy: Path) -> None:
    """The story without its code, at the same places."""
    suite = copy / story.inside(story.suite)
    shutil.copytree(story.suite, suite, ignore=shutil.ignore_patterns("__pycache__"))
    for step in story.steps:
        (copy / step.folder.relative_to(story.top)).mkdir(parents=True)
    shutil.copy(story.file, copy / story.inside(story.file))
    shutil.copy(PLUGIN, copy)
    (copy / PYTEST_INI).write_text("[pytest]\naddopts = -p no:cacheprovider\n", encoding="utf-8")


def compiles(step: Step) -> bool:
    """Can the step be compiled? Other laws speak of one that cannot."""
    try:
        return bool(compile(step.code, str(step.module), "exec"))
    except (SyntaxError, ValueError, FileNotFoundError):
        return False


def plant_stale_bytecode(module: Path, finished: str) -> None:
    """An empty module, and beside it the bytecode of a finished one that looks fresh."""
    module.write_text(finished, encoding="utf-8")
    saved = module.stat()
    py_compile.compile(str(module), doraise=True)
    module.write_bytes(b"\n" * saved.st_size)
    os.utime(module, ns=(saved.st_atime_ns, saved.st_mtime_ns))
