"""The hints of a story: a line for each step that a test drives."""

import re

from dojo.story.steps import text_of
from dojo.story.story import Story

LINE = re.compile(r" *(\d+) +(\S.*)")


def hints(story: Story) -> dict[int, str]:
    """What helps with the test that drives a step, by its number: what to look at, not what to write."""
    if story.hints is None:
        return {}
    lines = text_of(story.hints).split("\n")
    return {int(found[1]): found[2] for found in map(LINE.fullmatch, lines) if found}
