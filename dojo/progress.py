"""`make progress`: the green-bar progression. Exit 0 only when every law of colour holds."""

import os
import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from dojo import colours
from dojo.drawing import progression
from dojo.gate import shown
from dojo.matrix import Broken, Matrix, run


def run_with_a_bar() -> Matrix:
    """The matrix, and while it is made a bar on standard error, where that is a terminal."""
    count = TextColumn("{task.completed} of {task.total}")
    screen = Console(file=os.fdopen(os.dup(sys.stderr.fileno()), "w"))  # pytest captures the one we have
    with Progress(
        "every test on every step",
        BarColumn(),
        count,
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    ) as progress:
        task = progress.add_task("cells", total=None)
        return run(on_cell=lambda done, of: progress.update(task, completed=done, total=of))


def main() -> int:
    try:
        matrix = run_with_a_bar()
    except Broken as broken:
        print(f"The suite does not run: {broken}", file=sys.stderr)
        return 1
    Console(highlight=False).print(progression(matrix))
    if found := colours.breaches(matrix):
        print(
            *shown(found),
            f"{len(found)} breaches of the laws of colour.",
            sep="\n",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
