"""`make step-7 diff`: what step 7 changed. Piped into a file it is a patch."""

import difflib
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax

from dojo.story.steps import Step
from dojo.story.story import Story


def step_patch(story: Story, step: Step) -> str:
    """Return the unified diff from the files of the step before to those of a step."""
    before = story.before(step)
    known = {file.name: file for file in before.files} if before else {}
    return "".join(line for file in step.files for line in file_patch(story, known.get(file.name), file))


def file_patch(story: Story, old: Path | None, new: Path) -> Iterator[str]:
    """Yield the unified diff between two files."""
    before, after = (lines_of_file(file) if file else [] for file in (old, new))
    old_name, new_name = (story.inside(f) if f else "/dev/null" for f in (old, new))
    return difflib.unified_diff(before, after, old_name, new_name)


def lines_of_file(file: Path) -> list[str]:
    """Return the lines of a file, whatever its bytes are."""
    return file.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)


def diff(story: Story, step: Step) -> int:
    """Show it; returns an exit status."""
    try:
        text = step_patch(story, step)
    except FileNotFoundError as missing:
        there = f" -C {shlex.quote(story.shown(story.top))}" if story.top != story.workspace else ""
        mend = f"git{there} checkout {shlex.quote(story.inside(story.folder))}"
        print(f"{story.shown(Path(missing.filename))} is missing: {mend} brings it back", file=sys.stderr)
        return 1
    console = Console()
    if console.is_terminal:
        console.print(Syntax(text, "diff", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        print(text, end="")
    return 0
