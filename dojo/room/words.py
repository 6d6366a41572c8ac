"""Join words: two short words that one can say across a room, and type without a doubt."""

import secrets
from pathlib import Path

FIRST, SECOND = (
    part.split() for part in (Path(__file__).parent / "words.txt").read_text("utf-8").split("\n\n")
)
"""What it is like, and the animal that is like that."""


def join_word() -> str:
    """plum-fox: a new one, of more than ten thousand."""
    return f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)}"
