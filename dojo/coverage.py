"""`make coverage`: what the tests of each step cover of it; `make step-7 coverage`: of one, in detail."""

import sys
from functools import partial

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dojo.covered import Covered
from dojo.matrix import Broken
from dojo.parallel import run_on_all_cores
from dojo.steps import find
from dojo.verb import ended
from dojo.waiting import with_a_bar


def table(measured: list[Covered]) -> Table:
    """A line for each step, in the terms of coverage's own report."""
    drawn = Table(box=None, pad_edge=False)
    for name in ("step", "lines", "branches", "covered"):
        drawn.add_column(name, justify="left" if name == "step" else "right")
    drawn.add_column("missed", overflow="fold")
    for step, lines, branches, percent, missed in measured:
        share = Text(f"{percent:.1f} %", style="red" if missed else "green")
        drawn.add_row(step.name, str(lines), str(branches), share, ", ".join(missed))
    return drawn


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else None
    try:
        only = None if number is None else [find(number)]
        matrix = with_a_bar(partial(run_on_all_cores, only=only, measured=True))
    except Broken as broken:
        print(f"The suite does not run: {broken}", file=sys.stderr)
        return 1
    measured = [matrix.covered[step.number] for step in matrix.steps]
    Console(highlight=False).print(table(measured))
    return 1 if any(covered.missed for covered in measured) else 0


if __name__ == "__main__":
    sys.exit(ended(main))
