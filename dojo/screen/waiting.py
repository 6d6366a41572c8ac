"""A bar while something takes time, on standard error, if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(
    what: str = "every test on every step", of: str = "steps"
) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that draws how many of how many are done; until it is called, nothing is drawn.

    It draws on the present standard error, even if that is replaced later.
    """
    screen = Console(file=sys.stderr)
    done_of = TextColumn(f"{{task.completed}} of {{task.total}} {of}")
    progress = Progress(
        what,
        BarColumn(),
        done_of,
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
        # without a thread: the caller forks, and a lock that a thread holds then stays locked in the child
        auto_refresh=False,
    )
    with progress as bar:
        task = bar.add_task(what, total=None, visible=False)

        def draw(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=True, refresh=True)

        yield draw
