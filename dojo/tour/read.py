"""A step in the terminal, to read: `make step-7 story`, `make step-7 diff`, `make step-7 coverage`.

At a terminal a story comes a screen at a time, and the green begins a new one: the room reads the red before
it sees the answer. In a pipe it is the Markdown itself, and a diff is a patch.
"""

import os
from collections.abc import Sequence

from rich.console import Console
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from dojo.runner.matrix import matrix
from dojo.screen.patch import format_patch
from dojo.screen.waiting import progress_bar
from dojo.story.languages import ORIGINAL, choose_readme
from dojo.story.readme import readme_parts
from dojo.story.steps import Step, StepKind, read_text
from dojo.story.story import Story

LESS = "FRXPsspace goes on, b goes back, q leaves$"
MAX_COLUMNS = 100  # longer lines are hard to read


def show_story(step: Step, languages: Sequence[str] = (), original: str = ORIGINAL) -> None:
    """Show the story of a step, in the first of these languages that it is written in.

    `original` is the language of README.md.
    """
    console = Console()
    prose = step.prose or "This step has no README yet.\n"
    translation = choose_readme(step.readme, languages, original)
    if translation != step.readme:
        prose = read_text(translation)
    if not console.is_terminal:
        print(prose, end="")
        return
    os.environ.setdefault("LESS", LESS)
    page = Console(width=min(MAX_COLUMNS, console.width))
    before_green, from_green = split_before_green(prose, step)
    red = Markdown(before_green, code_theme="ansi_dark")
    answer = Markdown(from_green, code_theme="ansi_dark")
    red_lines = len(page.render_lines(red))
    with page.pager(styles=not console.no_color):
        page.print(red)
        # down to the end of a screen; its last line is the pager's
        page.print("\n" * (-red_lines % (console.height - 1)), end="")
        page.print(answer)


def split_before_green(prose: str, step: Step) -> tuple[str, str]:
    """Split a story: up to its red, and from its green on; a refactoring has no red, so all comes first.

    The green is the second heading of a step with a red, whatever its language calls it.
    """
    headings = [part.line for part in readme_parts(prose) if part.kind == "h2"]
    if step.kind != StepKind.TEST_FIRST or len(headings) <= 1:
        return prose, ""
    lines = prose.splitlines(keepends=True)
    green = headings[1] - 1
    return "".join(lines[:green]), "".join(lines[green:])


def diff(story: Story, step: Step) -> None:
    """Show what a step changed."""
    text = step_patch(story, step)
    console = Console()
    if console.is_terminal:
        console.print(Syntax(text, "diff", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        print(text, end="")


def step_patch(story: Story, step: Step) -> str:
    """Return the unified diff from the files of the step before to those of a step."""
    before = story.before(step)
    old_files = {}
    if before:
        old_files = {before.name_in(file): file for file in before.files}
    patch = ""
    for new in step.files:
        old = old_files.get(step.name_in(new))
        old_text = old.read_text("utf-8", errors="replace") if old else ""
        old_name = story.inside(old) if old else os.devnull
        new_text = new.read_text("utf-8", errors="replace")
        patch += format_patch(old_text, new_text, old_name, story.inside(new))
    return patch


def coverage(story: Story, steps: list[Step]) -> int:
    """Show how much of each step its tests cover, as coverage's own report does; returns an exit status.

    Raises CollectionError.
    """
    with progress_bar() as on_done:
        measured = matrix(story, only=steps, measured=True, on_done=on_done)
    table = Table("step", box=None, pad_edge=False)
    for name in ("lines", "branches", "covered"):
        table.add_column(name, justify="right")
    table.add_column("missed", overflow="fold")
    has_missed = False
    for step in measured.steps:
        lines, branches, percent, missed, missed_beside = measured.coverage(step)
        missed_places = [*missed]
        for name, places in missed_beside.items():
            missed_places += [f"{place} of {name}" for place in places]
        if missed_places:
            has_missed = True
        share = Text(f"{percent:.1f} %", style="red" if missed_places else "green")
        table.add_row(step.name, str(lines), str(branches), share, ", ".join(missed_places))
    Console(highlight=False).print(table)
    return 1 if has_missed else 0
