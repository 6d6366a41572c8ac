"""`make step-7 diff`: what step 7 changed. Piped into a file it is a patch."""

from collections.abc import Iterator
from difflib import unified_diff
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
    """Yield the unified diff between two files, whatever their bytes are."""
    texts = (file.read_text("utf-8", errors="replace") if file else "" for file in (old, new))
    before, after = (text.splitlines(keepends=True) for text in texts)
    old_name, new_name = (story.inside(file) if file else "/dev/null" for file in (old, new))
    return unified_diff(before, after, old_name, new_name)


def diff(story: Story, step: Step) -> None:
    """Show it."""
    text, console = step_patch(story, step), Console()
    if console.is_terminal:
        console.print(Syntax(text, "diff", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        print(text, end="")
