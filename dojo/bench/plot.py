"""The speed of each step as an SVG: on a logarithmic scale, the peers as labelled lines.

Nothing in it is told by colour alone, and it brings its own dark ground, for pages of either kind.
"""

from collections.abc import Iterator
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from dojo.bench.timings import Figures, Measured, Work
from dojo.story.steps import Step

WIDTH, LEFT, RIGHT, ROW = 960, 250, 150, 24
"""The width of it, of the names of the steps, of the figures, and the height of a row."""
LABEL = 20
GROUND, INK, QUIET, GRID, MARK = "#1b1b1b", "#e6e9ec", "#a9b3bd", "#3a424a", "#4cc26b"
FONT = 'font-family="system-ui, DejaVu Sans, sans-serif" font-size="14"'
OF_ITS_OWN = ' xmlns="http://www.w3.org/2000/svg"'
LETTER = 8
"""The width of a letter, at most."""


class Scale(NamedTuple):
    """From a rate to a place."""

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
    bars, peers = list(bars_of(figures, work, steps)), list(peers_of(figures, work))
    scale = scale_of([bar.rate for bar in bars] + [rate for _, rate in peers])
    placed = labels(peers, scale)
    top = LABEL * (2 + max((row for *_, row in placed), default=0)) + 10
    height = top + ROW * len(bars) + 70
    parts = [
        f'<svg{more} viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="speed-title" {FONT}>',
        f'<title id="speed-title">{escape(work.title)}</title>',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{GROUND}"/>',
        *axis(scale, top, ROW * len(bars)),
        *(peer_line(x, row, top, ROW * len(bars)) for _, x, row in placed),
        *(peer_name(name, x, row, top) for name, x, row in placed),
        *(line for n, bar in enumerate(bars) for line in bar_lines(bar, scale, top + ROW * n + ROW / 2)),
        *key(work, height - 14),
        *(key_of_peers(height - 14) if peers else ()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def bars_of(figures: Figures, work: Work, steps: list[Step]) -> Iterator[PlotBar]:
    """A row for each step that was measured, and those that the story adds."""
    for step in steps:
        if one := figures.find(work.group, f"step {step.number}"):
            again = figures.find(work.again, one.name)
            yield PlotBar(f"{step.number} {step.title}", rate(one), rate(again) if again else None)
    for group, name, called in work.more:
        if one := figures.find(group, name):
            yield PlotBar(called, rate(one), None)


def peers_of(figures: Figures, work: Work) -> Iterator[tuple[str, float]]:
    """The peers that were measured, the slowest first."""
    found = [(name, rate(one)) for name in work.peers if (one := figures.find(work.group, name))]
    yield from sorted(found, key=lambda peer: peer[1])


def rate(one: Measured) -> float:
    """Units of work a second."""
    return 1 / one.median


def scale_of(rates: list[float]) -> Scale:
    """Whole powers of ten around all of them."""
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    return Scale(low, max(high, low + 1))


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


def text(x: float, y: float, words: str, colour: str = INK, anchor: str = "start", more: str = "") -> str:
    """Words in the picture, escaped."""
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    """A line from one place to another."""
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{colour}"{more}/>'


def axis(scale: Scale, top: float, height: float) -> Iterator[str]:
    """A line and a number for each power of ten."""
    for power in range(scale.low, scale.high + 1):
        x = scale.x(10**power)
        yield line(x, top, x, top + height, GRID)
        yield text(x, top + height + 20, f"{10**power:,}", QUIET, "middle")


def peer_line(x: float, row: int, top: float, height: float) -> str:
    """The dashed line of a peer, up to its name."""
    return line(x, top - LABEL * row - 4, x, top + height, QUIET, ' stroke-dasharray="5 4"')


def peer_name(name: str, x: float, row: int, top: float) -> str:
    """The name above, on a ground of its own if the line of another peer crosses it."""
    ground = f' stroke="{GROUND}" stroke-width="6" paint-order="stroke"'
    return text(x, top - LABEL * row - 8, name, INK, "middle", ground)


def bar_lines(bar: PlotBar, scale: Scale, y: float) -> Iterator[str]:
    """The row of a step: its name, a ring for the other way, a dot, and the number."""
    x = scale.x(bar.rate)
    yield text(LEFT - 14, y + 5, bar.name, INK, "end")
    yield line(LEFT, y, x, y, MARK, ' stroke-width="3"')
    if bar.again:
        ring = f'<circle cx="{scale.x(bar.again):g}" cy="{y:g}" r="5"'
        yield f'{ring} fill="{GROUND}" stroke="{MARK}" stroke-width="2"/>'
    yield f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{MARK}"/>'
    yield text(WIDTH - 14, y + 5, f"{float(f'{bar.rate:.2g}'):,.0f}", INK, "end")


def key(work: Work, y: float) -> Iterator[str]:
    """What the marks mean."""
    yield f'<circle cx="{LEFT}" cy="{y - 5:g}" r="5" fill="{MARK}"/>'
    yield text(LEFT + 12, y, f"{work.many} a second")
    x = LEFT + 260
    yield f'<circle cx="{x}" cy="{y - 5:g}" r="5" fill="{GROUND}" stroke="{MARK}" stroke-width="2"/>'
    yield text(x + 12, y, work.again_called)


def key_of_peers(y: float) -> Iterator[str]:
    """What the lines mean, where there are any."""
    x = LEFT + 430
    yield line(x, y - 5, x + 30, y - 5, QUIET, ' stroke-dasharray="5 4"')
    yield text(x + 38, y, "what others install")
