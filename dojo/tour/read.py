"""`make step-7 story`: the story of a step; piped, it is the Markdown itself.

At a terminal it comes a screen at a time, and the green begins a new one: the room reads the red before it
sees the answer.
"""

import os

from rich.console import Console
from rich.markdown import Markdown

from dojo.story.steps import Step

LESS = "FRXPsspace goes on, b goes back, q leaves$"
WIDTH = 100
"""Longer lines are hard to read, however wide the screen."""


def split_before_green(prose: str) -> tuple[str, str]:
    """Split a story: up to its red, and from its green on; a refactoring has no red, so all comes first."""
    red, green, answer = prose.partition("\n## Green")
    return (red, green + answer) if "\n## Red" in red else (prose, "")


def show_story(step: Step) -> None:
    """Show the story of a step."""
    console, prose = Console(), step.prose or "This step has no README yet.\n"
    if not console.is_terminal:
        print(prose, end="")
        return
    os.environ.setdefault("LESS", LESS)
    page = Console(width=min(WIDTH, console.width))
    red, answer = (Markdown(part, code_theme="ansi_dark") for part in split_before_green(prose))
    drawn = len(page.render_lines(red))
    with page.pager(styles=not console.no_color):
        page.print(red)
        page.print("\n" * (-drawn % (console.height - 1)), end="")
        page.print(answer)
