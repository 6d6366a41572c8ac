"""`make gate`: all laws, checked on every step of a story. Each breach is a line; any breach is exit 1."""

import sys

from dojo.engine.columns import matrix
from dojo.errors import Broken
from dojo.gate.laws import breaches
from dojo.gate.verdict import does_not_run, opened, shut
from dojo.screen.waiting import with_a_bar
from dojo.story.steps import Step
from dojo.story.story import Story


def gate(story: Story, steps: list[Step]) -> int:
    """Say whether the laws hold on these steps, and which do not; gives an exit status."""
    try:
        with with_a_bar() as on_done:
            found = matrix(story, only=steps, measured=True, on_done=on_done)
    except Broken as broken:
        print(does_not_run(broken, story), file=sys.stderr)
        return 1
    if wrong := breaches(found):
        print(shut(wrong, story), file=sys.stderr)
        return 1
    print(opened(found))
    return 0
