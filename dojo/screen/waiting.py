"""A bar for whoever waits, on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


@contextmanager
def with_a_bar(
    what: str = "every test on every step", of: str = "steps"
) -> Iterator[Callable[[int, int], None]]:
    """Gives a function that draws how many of how many are done; a bar that nobody moves is not drawn.

    It draws where standard error is now, whoever takes that meanwhile; and at once, without a thread: who
    waits here forks, and a child of a process with threads may find a lock held by one that it has not got.
    """
    screen = Console(file=sys.stderr)
    columns = (what, BarColumn(), TextColumn(f"{{task.completed}} of {{task.total}} {of}"))
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal, auto_refresh=False
    ) as progress:
        task = progress.add_task(what, total=None, visible=False)

        def draw(done: int, whole: int) -> None:
            progress.update(task, completed=done, total=whole, visible=True, refresh=True)

        yield draw
