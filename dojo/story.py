"""`make step-7 story`: the story of a step, a screen at a time; piped, it is the Markdown itself.

A page at a time, because the room is to read the red before it sees the green.
"""

import os
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
        os.environ.setdefault("LESS", "FRX")
        page = Console(width=min(WIDTH, console.width))
        with page.pager(styles=not console.no_color):
            page.print(Markdown(step.story, code_theme="ansi_dark"))
    else:
        print(step.story, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
