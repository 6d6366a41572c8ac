"""A bar for somebody who waits, on standard error, if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(what: str = "every test on every step", of: str = "steps") -> Iterator[Callable[..., None]]:
    """Gives a function that draws how many of how many are done; a bar that nobody moves is not drawn.

    It draws on the present standard error, even if that is replaced later. It draws at once, with no thread:
    its caller forks, and in a child nobody gives back a lock that a thread of the parent held.
    """
    screen = Console(file=sys.stderr)
    done_of = TextColumn(f"{{task.completed}} of {{task.total}} {of}")
    columns, disable = (what, BarColumn(), done_of, TimeRemainingColumn()), not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=disable, auto_refresh=False) as bar:
        task = bar.add_task(what, total=None, visible=False)
        yield lambda done, whole: bar.update(task, completed=done, total=whole, visible=True, refresh=True)
