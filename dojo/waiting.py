"""A bar for whoever waits for every test on every step."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from dojo.matrix import Matrix


def with_a_bar(run: Callable[[Callable[[int, int], None]], Matrix]) -> Matrix:
    """What `run` makes, and meanwhile a bar on standard error, where that is a terminal."""
    screen = Console(stderr=True)
    columns = ("every test on every step", BarColumn(), TextColumn("{task.completed} of {task.total} steps"))
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("steps", total=None)
        return run(lambda done, of: progress.update(task, completed=done, total=of))
