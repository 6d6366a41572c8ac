"""The gate: all eight laws, checked on every step. Each breach is a line; any breach is exit 1."""

import argparse
import sys
from pathlib import Path

from dojo import colours, fresh, standing, stories
from dojo.breach import Breach
from dojo.covered import Measuring
from dojo.matrix import Broken, Matrix, run
from dojo.steps import ROOT

SHOWN = 5
"""How many breaches of one law on one step are worth reading."""


def gate(root: Path, first: int | None = None, last: int | None = None) -> tuple[Matrix, list[Breach]]:
    """The matrix of these steps, and every law that does not hold; raises Broken like `run`."""
    measuring = Measuring(root)
    matrix = run(first, last, root=root, plugins=(measuring,))
    return matrix, [
        *colours.breaches(matrix),
        *measuring.breaches(matrix.steps),
        *standing.breaches(root),
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


def verdict(matrix: Matrix) -> str:
    """What the gate says where it is open."""
    return f"The eight laws hold: {len(matrix.tests)} tests on {len(matrix.steps)} steps."


def main() -> int:
    parser = argparse.ArgumentParser(prog="dojo.gate", description=__doc__)
    parser.add_argument("--steps", help="only steps N-M (default: all)", default="")
    first, _, last = parser.parse_args().steps.partition("-")
    try:
        matrix, found = gate(ROOT, int(first) if first else None, int(last or first) if first else None)
    except Broken as broken:
        structure = [str(breach) for breach in standing.breaches(ROOT)]
        print(*structure, f"law 4 · the suite does not run: {broken}", sep="\n", file=sys.stderr)
        return 1
    if found:
        print(*shown(found), f"The gate is shut. Breaches: {len(found)}.", sep="\n", file=sys.stderr)
        return 1
    print(verdict(matrix))
    return 0


if __name__ == "__main__":
    sys.exit(main())
