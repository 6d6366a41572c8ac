"""The figures as tables in the terminal: ratios first."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dojo.figures.figures import Figures
from dojo.figures.words import notes, singles, singly, targets


def table(figures: Figures) -> RenderableType:
    """All of it."""
    ratios = Table(box=None, pad_edge=False)
    for name, side in [("ratio", "right"), ("spread", "left"), ("asked", "left"), ("", "left"), ("", "left")]:
        ratios.add_column(name, justify=side, no_wrap=name != "")  # type: ignore[arg-type]
    for row in targets(figures):
        held = Text(row.held, "red" if row.held == "missed" else "")
        ratios.add_row(row.ratio, row.spread, row.asked, held, row.what)
    return Group(ratios, "", each(figures), "", *notes(figures))


def each(figures: Figures) -> RenderableType:
    """How long a unit of work takes each step and each peer."""
    if not figures.work:
        return ""
    drawn = Table(box=None, pad_edge=False)
    for name in singly(figures.work):
        drawn.add_column(name, justify="right")
    drawn.add_column("")
    for one in singles(figures):
        drawn.add_row(*one)
    return drawn
