"""`make step-7 story`: the story of a step, a screen at a time; piped, it is the Markdown itself.

A screen at a time, and the green begins a new one: the room reads the red before it sees the answer.
"""

import os
import sys

from rich.console import Console
from rich.markdown import Markdown

from dojo.steps import find
from dojo.verb import ended

LESS = "FRXPsspace goes on, b goes back, q leaves$"
WIDTH = 100
"""Longer lines are hard to read, however wide the screen."""


def split(story: str) -> tuple[str, str]:
    """A story up to its red, and from its green on; of a refactoring, which has no red, all is the first."""
    red, green, answer = story.partition("\n## Green")
    return (red, green + answer) if "\n## Red" in red else (story, "")


def main() -> int:
    step = find(int(sys.argv[1]))
    console = Console()
    if console.is_terminal:
        os.environ.setdefault("LESS", LESS)
        page = Console(width=min(WIDTH, console.width))
        red, answer = (Markdown(part, code_theme="ansi_dark") for part in split(step.story))
        shown = len(page.render_lines(red))
        with page.pager(styles=not console.no_color):
            page.print(red)
            page.print("\n" * (-shown % (console.height - 1)), end="")
            page.print(answer)
    else:
        print(step.story, end="")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
