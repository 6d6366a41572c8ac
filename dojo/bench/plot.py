"""The speed of each step as an SVG: on a logarithmic scale, the peers as labelled lines.

Nothing in it is told by colour alone, and it brings its own dark ground, for pages of either kind.
"""

from math import ceil, floor, log10
from pathlib import Path

from dojo.bench.timings import Figures, Work
from dojo.screen.templates import template_environment
from dojo.story.steps import Step


def draw_plot(figures: Figures, work: Work, steps: list[Step]) -> str:
    """Draw the picture as SVG; the steps give the titles, and the story may add rows."""

    def rate(group: str, name: str) -> float:
        """Return the units of work a second; 0 if it was not measured."""
        one = figures.find(group, name)
        return 1 / one.median if one else 0

    rows = [(work.group, f"step {step.number}", f"{step.number} {step.title}") for step in steps]
    bars = [
        (title, rate(group, name), rate(work.again, name) if group == work.group else 0)
        for group, name, title in [*rows, *work.more]
        if rate(group, name)
    ]
    peers = sorted((rate(work.group, name), name) for name in work.peers if rate(work.group, name))
    rates = [*(bar[1] for bar in bars), *(peer[0] for peer in peers)]
    low, high = floor(log10(min(rates))), ceil(log10(max(rates)))
    powers = [10**power for power in range(low, max(high, low + 1) + 1)]

    def share(rate: float) -> float:
        """Return how far along the scale a rate is."""
        return log10(rate / powers[0]) / (len(powers) - 1)

    template = template_environment(Path(__file__).parent).get_template("plot.html")
    return template.render(work=work, bars=bars, peers=peers, powers=powers, share=share)
