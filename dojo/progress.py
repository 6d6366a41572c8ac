"""`make progress`: the green-bar progression. Exit 0 only when every law of colour holds."""

import sys

from rich.console import Console

from dojo import colours
from dojo.drawing import progression
from dojo.gate import shown
from dojo.matrix import Broken
from dojo.parallel import run_on_all_cores
from dojo.verb import ended
from dojo.waiting import with_a_bar


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
