"""A bar for whoever waits, on standard error, where that is a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


@contextmanager
def with_a_bar(
    what: str = "every test on every step", of: str = "steps"
) -> Iterator[Callable[[int, int], None]]:
    """Gives a function that draws how many of how many are done; a bar that nobody moves is not drawn."""
    screen = Console(stderr=True)
    columns = (what, BarColumn(), TextColumn(f"{{task.completed}} of {{task.total}} {of}"))
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(what, total=None, visible=False)
        yield lambda done, whole: progress.update(task, completed=done, total=whole, visible=True)
