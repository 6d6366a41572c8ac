"""`make progress`: the green-bar progression. Exit 0 only when every law of colour holds."""

import sys

from rich.console import Console

from dojo.errors import Broken
from dojo.gate.colours import red_green
from dojo.gate.evidence import Evidence
from dojo.gate.verdict import lines
from dojo.story.story import Story
from dojo.tour.progression import progression


def progress(story: Story) -> int:
    """Draw it, and say which laws do not hold; gives an exit status."""
    try:
        evidence = Evidence(story, measured=False)
        found = evidence.matrix
    except Broken as broken:
        print(f"The suite does not run: {broken}", file=sys.stderr)
        return 1
    Console(highlight=False).print(progression(found))
    if wrong := [*red_green.check(evidence)]:
        print(
            *lines(wrong, story),
            f"The laws of colour do not hold. Violations: {len(wrong)}.",
            sep="\n",
            file=sys.stderr,
        )
        return 1
    return 0
