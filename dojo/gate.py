"""The gate: all eight laws, checked on every step. Each breach is a line; any breach is exit 1."""

import argparse
import sys
from functools import partial
from pathlib import Path

from dojo import colours, covered, fresh, standing, stories
from dojo.breach import Breach
from dojo.matrix import Broken, Matrix, run
from dojo.parallel import run_on_all_cores
from dojo.steps import ROOT
from dojo.verb import ended
from dojo.waiting import with_a_bar

SHOWN = 5
"""How many breaches of one law on one step are worth reading."""


def breaches(matrix: Matrix, root: Path) -> list[Breach]:
    """Every law that does not hold on the steps of a matrix that was measured."""
    return [
        *standing.breaches(root),  # first, because a step that is no Python breaks the other laws as well
        *colours.breaches(matrix),
        *covered.breaches(matrix.covered[step.number] for step in matrix.steps),
        *stories.breaches(matrix, root),
        *fresh.breaches(root),
    ]


def shown(breaches: list[Breach]) -> list[str]:
    """A line for each breach; of many alike only the first ones, and how many more there are."""
    lines: list[str] = []
    seen: dict[tuple[int, str], int] = {}
    for breach in breaches:
        key = breach.law, breach.step
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= SHOWN:
            lines.append(str(breach))
    more = [f"law {law} · {step}: {n - SHOWN} more" for (law, step), n in seen.items() if n > SHOWN]
    return lines + more


def shut(found: list[Breach]) -> str:
    """What the gate says where it is shut."""
    return "\n".join([*shown(found), f"The gate is shut. Breaches: {len(found)}."])


def does_not_run(broken: Broken, root: Path) -> str:
    """What the gate says of a suite that does not run, after what is wrong with the folders."""
    return "\n".join([*map(str, standing.breaches(root)), f"law 4 · the suite does not run: {broken}"])


def verdict(matrix: Matrix) -> str:
    """What the gate says where it is open."""
    return f"The eight laws hold: {len(matrix.tests)} tests on {len(matrix.steps)} steps."


def main() -> int:
    parser = argparse.ArgumentParser(prog="dojo.gate", description=__doc__)
    parser.add_argument("--steps", help="only steps N-M (default: all)", default="")
    first, _, last = parser.parse_args().steps.partition("-")
    try:
        if first:
            matrix = run(int(first), int(last or first), measured=True)
        else:
            matrix = with_a_bar(partial(run_on_all_cores, measured=True))
    except Broken as broken:
        print(does_not_run(broken, ROOT), file=sys.stderr)
        return 1
    if found := breaches(matrix, ROOT):
        print(shut(found), file=sys.stderr)
        return 1
    print(verdict(matrix))
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
