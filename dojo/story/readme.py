"""What stands in the README of a step: the blocks that it quotes, and the question that ends it."""

import re
from typing import NamedTuple

QUESTION = "**Ask the room:** "
SAYS_SO = "nobody asked"
"""With these words a README says that a refactoring changes what no test asks for."""
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Quote(NamedTuple):
    """A fenced block: what kind it is of, its lines, and where it stands."""

    kind: str
    lines: list[str]
    line: int


def quotes(prose: str) -> list[Quote]:
    """The fenced blocks, in order."""
    return [
        Quote(fence[1], fence[2].splitlines(), prose[: fence.start()].count("\n") + 1)
        for fence in FENCE.finditer(prose)
    ]
