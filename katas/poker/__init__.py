"""What the katas of poker share, and what only poker has: its verbs, its benches, its mutants."""

from functools import cache
from pathlib import Path

from dojo.story.story import Story, read_story

STEPS = Path(__file__).resolve().parent.parent.parent / "steps"


@cache
def story() -> Story:
    """The story of poker hands."""
    return read_story(STEPS)
