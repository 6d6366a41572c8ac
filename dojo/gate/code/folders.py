"""Law 6: the folder of the steps, and the folder of each step, hold what belongs there and nothing else.

What systems, editors and tools leave behind is ignored: nothing can be imported from it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.runner.loader import is_the_plugin
from dojo.story.steps import FOLDER
from dojo.story.story import Story

README = "README.md"
TO_WRITE = {README: "write it as docs/authoring.md says"}
COPY = "copy the one of the step before, and change it"
DROPPED = re.compile(
    r"\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|\.#.*|#.*#|\..*\.sw[a-p]|__pycache__|\..*_cache|\.idea|\.vscode"
)
"""What systems and editors leave behind, and the caches of tools; cached.py looks into Python's."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every file or folder that is missing or does not belong there, and every link."""
    story = evidence.story
    known = {README, *(first_below(story.folder, path) for path in story.paths)}
    for file in lying(story.folder):
        if FOLDER.fullmatch(file.name) and file.is_dir() and not file.is_symlink():
            yield from furnished(file, story)
        elif is_visible_folder(file) and file.name not in known:
            what = f"a step's folder is called step_NN_slug; rename it, or {named_by(story)}"
            yield Violation(6, file, 0, *split(what))
        elif what := out_of_place(file, known):
            yield Violation(6, file, 0, *split(what.format(named=named_by(story))))


def has_modules(evidence: Evidence) -> Iterator[Violation]:
    """Every step that has no code: nothing can be said about it."""
    for step in evidence.story.steps:
        yield from lacking(step.folder, step.module.name)


def lacking(folder: Path, name: str) -> Iterator[Violation]:
    """A file that every step has, if this one lacks it."""
    if not (folder / name).is_file():
        what = f"a step has one, and this one is missing; {TO_WRITE.get(name, COPY)}"
        yield Violation(6, folder / name, 0, *split(what), step=folder.name)


def furnished(folder: Path, story: Story) -> Iterator[Violation]:
    """A step's folder holds its module, its README and what story.toml names, and nothing else."""
    must = [f"{story.module}.py", README]
    for name in must:
        yield from lacking(folder, name)
    known = {*must, *(f"{name}.py" for name in story.imports)}
    for file in lying(folder):
        if is_visible_folder(file):
            yield Violation(6, file, 0, "is a folder, and a step has none", "remove it", step=folder.name)
        elif what := out_of_place(file, known):
            named = f"name a module in [beside] of {story.file.name}"
            yield Violation(6, file, 0, *split(what.format(named=named)), step=folder.name)


def lying(folder: Path) -> list[Path]:
    """What lies in a folder."""
    return sorted(file for file in folder.iterdir() if not DROPPED.fullmatch(file.name))


def is_visible_folder(file: Path) -> bool:
    return file.is_dir() and not file.is_symlink() and file.name[0] != "."


def out_of_place(file: Path, known: set[str]) -> str:
    """What is wrong with a file that lies here, and what to do; nothing if it belongs here."""
    if file.is_symlink():
        return "is a link, and what it leads to may change; put the file itself here"
    if file.name in known or is_the_plugin(file):
        return ""
    hidden = "is hidden, and " if file.name[0] == "." else ""
    return f"{hidden}nothing names it; remove it, or {{named}}"


def named_by(story: Story) -> str:
    """How a file in the folder of the steps is named."""
    return f"name it in [own] files of {story.file.name}"


def first_below(folder: Path, path: Path) -> str:
    """The first part of a path below a folder; nothing if it leads elsewhere."""
    return path.relative_to(folder).parts[0] if path != folder and path.is_relative_to(folder) else ""
