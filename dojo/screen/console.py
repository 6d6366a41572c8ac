"""The screen, and paragraphs on it."""

import textwrap

from rich.console import Console
from rich.text import Text


def console(*, stderr: bool = False) -> Console:
    """The screen; it takes no text of a participant for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def paragraph(out: Console, text: str, style: str = "") -> None:
    """A paragraph, as wide as the screen."""
    out.print(Text(textwrap.fill(text, out.width), style=style))
