"""The screen: paragraphs, and bars in a colour."""

import textwrap

from rich.console import Console
from rich.text import Text

from dojo.screen.palette import COLOURS

ROWS = 5  # of a bar


def console(*, stderr: bool = False) -> Console:
    """Return the screen; it takes no text of a participant for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def paragraph(out: Console, text: str, style: str = "") -> None:
    """Print a paragraph, as wide as the screen; no word is broken, nor a command such as `make step-7`."""
    lines = textwrap.wrap(text, out.width, break_long_words=False, break_on_hyphens=False)
    out.print(Text("\n".join(lines), style=style))


def colour_line(colour: str, words: str, width: int) -> Text:
    """Return a line in a colour across the screen; it names the colour, for screens without colours."""
    text = f" {colour.upper()}  {words}"
    style = f"bold reverse {COLOURS[colour].style}"
    return Text(text.ljust(width), style=style, no_wrap=True, overflow="ellipsis")


def bar_rows(colour: str, words: str, width: int, *, coloured: bool) -> Text:
    """Return rows across the screen with words in the middle; it is grey if there is no such colour.

    Without colours, the shape of the colour fills it.
    """
    look = COLOURS.get(colour)
    empty = " "
    if look:
        words = f"{colour.upper()} · {words}"
        if not coloured:
            empty = look.shape
    rows = [empty * width] * ROWS
    rows[ROWS // 2] = f"  {words}  ".center(width, empty)[:width]
    style = look.bar if look else "dim reverse"
    return Text("\n".join(rows), style=style, no_wrap=True, overflow="crop")
