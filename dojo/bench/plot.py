"""The speed of each step as an SVG: on a logarithmic scale, the peers as labelled lines.

Nothing in it is told by colour alone, and it brings its own dark ground, for pages of either kind.
"""

from collections.abc import Iterator
from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dojo.bench.timings import Figures, Work
from dojo.story.steps import Step

WIDTH, LEFT, RIGHT, ROW = 960, 250, 150, 24
"""The width of it, of the names of the steps, of the figures, and the height of a row."""
LABEL = 20
LOOKS = {"ground": "#1b1b1b", "ink": "#e6e9ec", "quiet": "#a9b3bd", "grid": "#3a424a", "mark": "#4cc26b"}
SIZES = {"width": WIDTH, "left": LEFT, "height": ROW, "label": LABEL}
OF_ITS_OWN = Markup(' xmlns="http://www.w3.org/2000/svg"')
LETTER = 8
"""The width of a letter, at most."""


class Scale(NamedTuple):
    """From a rate to a place: whole powers of ten."""

    low: int
    high: int

    def x(self, rate: float) -> float:
        share = (log10(rate) - self.low) / (self.high - self.low)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


class PlotBar(NamedTuple):
    """A row: a name, and how many units of work a second."""

    name: str
    rate: float
    again: float | None


def draw_plot(figures: Figures, work: Work, steps: list[Step], more: str = "") -> str:
    """Draw the picture as SVG; the steps give the titles, and a picture in its own file needs `more`."""
    bars, peers = list(bars_of(figures, work, steps)), peers_of(figures, work)
    rates = [bar.rate for bar in bars] + [rate for _, rate in peers]
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    scale = Scale(low, max(high, low + 1))
    placed = labels(peers, scale)
    top = LABEL * (2 + max((row for *_, row in placed), default=0)) + 10
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["g"] = "{:g}".format
    drawn = {"work": work, "bars": bars, "peers": placed, "scale": scale, "more": more}
    below = top + ROW * len(bars)
    return environment.get_template("plot.html").render(drawn | SIZES | LOOKS, top=top, below=below)


def bars_of(figures: Figures, work: Work, steps: list[Step]) -> Iterator[PlotBar]:
    """A row for each step that was measured, and those that the story adds."""
    for step in steps:
        if one := figures.find(work.group, f"step {step.number}"):
            again = figures.find(work.again, one.name)
            yield PlotBar(f"{step.number} {step.title}", one.rate, again.rate if again else None)
    for group, name, called in work.more:
        if one := figures.find(group, name):
            yield PlotBar(called, one.rate, None)


def peers_of(figures: Figures, work: Work) -> list[tuple[str, float]]:
    """The peers that were measured, and their rates, the slowest first."""
    found = [(name, one.rate) for name in work.peers if (one := figures.find(work.group, name))]
    return sorted(found, key=lambda peer: peer[1])


def labels(peers: list[tuple[str, float]], scale: Scale) -> list[tuple[str, float, int]]:
    """The place of each peer's line, and the lowest row above in which its name has room."""
    ends: list[float] = []
    placed = []
    for name, speed in peers:
        x = scale.x(speed)
        half = len(name) * LETTER / 2
        row = next((n for n, end in enumerate(ends) if end < x - half), len(ends))
        ends[row : row + 1] = [x + half + LETTER]
        placed.append((name, x, row))
    return placed
