"""`make coverage`: how much of each step its tests cover; `make step-7 coverage`: one step, in detail."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dojo.runner.matrix import Matrix, matrix
from dojo.screen.waiting import progress_bar
from dojo.story.steps import Step
from dojo.story.story import Story


def coverage_table(measured: Matrix) -> Table:
    """Draw a line for each step, in the terms of coverage's own report."""
    drawn = Table(box=None, pad_edge=False)
    for name in ("step", "lines", "branches", "covered"):
        drawn.add_column(name, justify="left" if name == "step" else "right")
    drawn.add_column("missed", overflow="fold")
    for step in measured.steps:
        lines, branches, percent, missed = measured.coverage(step)
        share = Text(f"{percent:.1f} %", style="red" if missed else "green")
        drawn.add_row(step.name, str(lines), str(branches), share, ", ".join(missed))
    return drawn


def coverage(story: Story, steps: list[Step]) -> int:
    """Show the table of some steps; returns an exit status. Raises CollectionError."""
    with progress_bar() as on_done:
        measured = matrix(story, only=steps, measured=True, on_done=on_done)
    Console(highlight=False).print(coverage_table(measured))
    return 1 if any(measured.coverage(step).missed for step in steps) else 0
