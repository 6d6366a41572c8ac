"""The screen: paragraphs, and bars in a colour."""

import textwrap

from rich.console import Console
from rich.text import Text

from dojo.screen.palette import COLOURS

ROWS = 5  # of a bar


def console(*, stderr: bool = False) -> Console:
    """The screen; it takes no text of a participant for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def paragraph(out: Console, text: str, style: str = "") -> None:
    """A paragraph, as wide as the screen."""
    out.print(Text(textwrap.fill(text, out.width), style=style))


def colour_line(colour: str, words: str, width: int) -> Text:
    """A line in the colour, across the screen, with the name of the colour, for screens without colours."""
    text, style = f" {colour.upper()}  {words}", f"bold reverse {COLOURS[colour].style}"
    return Text(text.ljust(width), style=style, no_wrap=True, overflow="ellipsis")


def bar_rows(colour: str, words: str, width: int, *, coloured: bool) -> Text:
    """Rows across the screen, words in the middle; shapes fill it without colours, grey if none is known."""
    look = COLOURS.get(colour)
    words = f"{colour.upper()} · {words}" if look else words
    empty = look.shape if look and not coloured else " "
    rows = [empty * width] * ROWS
    rows[ROWS // 2] = f"  {words}  ".center(width, empty)[:width]
    style = look.bar if look else "dim reverse"
    return Text("\n".join(rows), style=style, no_wrap=True, overflow="crop")
