"""`make step-7 story`: the story of a step, drawn for the terminal; piped, it is the Markdown itself."""

import sys

from rich.console import Console
from rich.markdown import Markdown

from dojo.steps import find

WIDTH = 100
"""Longer lines are hard to read, however wide the screen."""


def main() -> int:
    step = find(int(sys.argv[1]))
    console = Console()
    if console.is_terminal:
        drawn = Markdown(step.story, code_theme="ansi_dark")
        Console(width=min(WIDTH, console.width)).print(drawn)
    else:
        print(step.story, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
