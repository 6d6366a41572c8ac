"""The speeds as tables in the terminal: ratios first."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dojo.speed import Speed
from dojo.speed_words import notes, singles, targets


def shown(speed: Speed) -> RenderableType:
    """All of it."""
    ratios = Table(box=None, pad_edge=False)
    for name, side in [("ratio", "right"), ("spread", "left"), ("asked", "left"), ("", "left"), ("", "left")]:
        ratios.add_column(name, justify=side, no_wrap=name != "")  # type: ignore[arg-type]
    for row in targets(speed):
        held = Text(row.held, "red" if row.held == "missed" else "")
        ratios.add_row(row.ratio, row.spread, row.asked, held, row.what)
    each = Table(box=None, pad_edge=False)
    for name in ("µs a hand", "spread", "hands a second", "from text", "hands"):
        each.add_column(name, justify="right")
    each.add_column("")
    for one in singles(speed):
        each.add_row(*one)
    return Group(ratios, "", each, "", *notes(speed))
