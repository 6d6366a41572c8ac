"""`make progress`: the green-bar progression. Exit 0 only when every law of colour holds."""

import sys
from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from dojo import colours
from dojo.drawing import progression
from dojo.gate import shown
from dojo.matrix import Broken, Matrix
from dojo.parallel import run_on_all_cores
from dojo.verb import ended


def with_a_bar(run: Callable[[Callable[[int, int], None]], Matrix]) -> Matrix:
    """What `run` makes, and meanwhile a bar on standard error, where that is a terminal."""
    screen = Console(stderr=True)
    columns = ("every test on every step", BarColumn(), TextColumn("{task.completed} of {task.total} steps"))
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("steps", total=None)
        return run(lambda done, of: progress.update(task, completed=done, total=of))


def main() -> int:
    try:
        matrix = with_a_bar(run_on_all_cores)
    except Broken as broken:
        print(f"The suite does not run: {broken}", file=sys.stderr)
        return 1
    Console(highlight=False).print(progression(matrix))
    if found := colours.breaches(matrix):
        print(
            *shown(found),
            f"The laws of colour do not hold. Breaches: {len(found)}.",
            sep="\n",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
