"""The speed of each step as an SVG: on a logarithmic scale, the peers as labelled lines.

Nothing in it is told by colour alone, and it brings its own dark ground, for pages of either kind.
"""

from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

from dojo.bench.timings import Figures, Work
from dojo.screen.templates import template_environment
from dojo.story.steps import Step


class Bar(NamedTuple):
    """A row of the plot: its title, its units of work a second, and those measured in the other way."""

    title: str
    rate: float
    again: float


class Peer(NamedTuple):
    """A labelled line of the plot: its units of work a second, and its name."""

    rate: float
    name: str


def draw_plot(figures: Figures, work: Work, steps: list[Step]) -> str:
    """Draw the picture as SVG; the steps give the titles, and the story may add rows."""

    def rate(group: str, name: str) -> float:
        """Return the units of work a second; 0 if it was not measured."""
        measured = figures.find(group, name)
        return 1 / measured.median if measured else 0

    rates = []
    bars = []

    def add_bar(title: str, group: str, name: str) -> None:
        """Add a row for what was measured under a name; none if nothing was."""
        measured_rate = rate(group, name)
        if measured_rate:
            again = rate(work.again, name) if group == work.group else 0
            bars.append(Bar(title, measured_rate, again))
            rates.append(measured_rate)

    for step in steps:
        add_bar(f"{step.number} {step.title}", work.group, f"step {step.number}")
    for group, name, title in work.more:
        add_bar(f"{name}, {title}", group, name)
    peers = []
    for name in work.peers:
        peer = Peer(rate(work.group, name), name)
        if peer.rate:
            peers.append(peer)
            rates.append(peer.rate)
    peers.sort()
    # the scale goes from one power of ten to another
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    powers = [10**power for power in range(low, max(high, low + 1) + 1)]

    def share(rate: float) -> float:
        """Return how far along the scale a rate is."""
        return log10(rate / powers[0]) / (len(powers) - 1)

    template = template_environment(Path(__file__).parent).get_template("plot.html")
    return template.render(work=work, bars=bars, peers=peers, powers=powers, share=share)
