"""Bars: a line across the screen, several rows of it, and shares in their colours."""

from rich.text import Text

from dojo.screen.palette import COLOURS

ROWS = 5


def colour_line(colour: str, words: str, width: int) -> Text:
    """A line in the colour, across the screen, with the name of the colour, for screens without colours."""
    text = f" {colour.upper()}  {words}"
    style = f"bold reverse {COLOURS[colour].style}"
    return Text(text.ljust(width), style=style, no_wrap=True, overflow="ellipsis")


def colour_rows(colour: str, words: str, width: int, *, coloured: bool) -> Text:
    """Several rows as wide as the screen, the words in the middle; without colours, shapes fill it."""
    empty = " " if coloured else COLOURS[colour].shape
    return rows(f"{colour.upper()} · {words}", width, COLOURS[colour].bar, empty)


def grey_rows(words: str, width: int) -> Text:
    """As many rows without a colour: nobody knows it yet."""
    return rows(words, width, "dim reverse")


def rows(words: str, width: int, style: str, empty: str = " ") -> Text:
    """Rows of a sign, with words in the middle."""
    filled = [empty * width] * ROWS
    filled[ROWS // 2] = f"  {words}  ".center(width, empty)[:width]
    return Text("\n".join(filled), style=style, no_wrap=True, overflow="crop")


def shares(counts: dict[str, int], room: int) -> Text:
    """A shape for each share of the tests; a share that is not empty has one at least."""
    there = {colour: n for colour, n in counts.items() if n}
    left = room - ("green" in there)
    found: dict[str, int] = {}
    for colour in sorted(there.keys() - {"green"}, key=there.__getitem__):  # the smallest is not crowded out
        share = -(-there[colour] * left // sum(there.values()))
        found[colour] = min(share, left - sum(found.values()))
    found["green"] = room - sum(found.values()) if "green" in there else 0
    drawn = [(look.shape * found.get(colour, 0), look.style) for colour, look in COLOURS.items()]
    return Text.assemble(*drawn, " " * (room - sum(found.values())))
