"""A bar while something takes time, on standard error, if that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from dojo.model.waiting import OnDone, Slow
from dojo.wording import count_of

MAX_SLOW = 3  # that are named at the end


@contextmanager
def progress_bar(what: str = "every test on every step", of: str = "steps") -> Iterator[OnDone]:
    """Yield a function that draws how many of how many are done; until it is called, nothing is drawn.

    It names a test that takes long, while it runs; at the end, the longest are told, in a file too.
    It draws on the present standard error, even if that is replaced later.
    """
    screen = Console(file=sys.stderr)
    done_of = TextColumn(f"{{task.completed}} of {{task.total}} {of}")
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        done_of,
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
        # without a thread: the caller forks, and a lock that a thread holds then stays locked in the child
        auto_refresh=False,
    )
    longest: dict[tuple[str, str], Slow] = {}
    with progress as bar:
        task = bar.add_task(what, total=None, visible=False)

        def draw(done: int, total: int, slow: Slow | None = None) -> None:
            if slow:
                longest[slow.version, slow.rule] = slow
            shown = escape(describe_slow(slow)) if slow else what
            bar.update(task, completed=done, total=total, description=shown, visible=True, refresh=True)

        yield draw
    for line in list_slow(longest.values()):
        print(line, file=screen.file)


def describe_slow(slow: Slow) -> str:
    """Say what takes long: `step_02_numbers, “two is said”: 3 s`."""
    where = f"{slow.version}, “{slow.rule}”" if slow.rule else f"{slow.version}, while it loads"
    return f"{where}: {slow.seconds:.0f} s"


def list_slow(slow: Iterable[Slow]) -> list[str]:
    """Return a line for each of those that took longest, and how many more there are."""
    by_time = sorted(slow, key=lambda slow: -slow.seconds)
    lines = [f"slow: {describe_slow(test)}" for test in by_time[:MAX_SLOW]]
    if by_time[MAX_SLOW:]:
        lines.append(f"slow: {count_of(len(by_time) - MAX_SLOW, 'more test')}")
    return lines
