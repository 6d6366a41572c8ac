"""The page of `make retro`: questions, the evening in one picture, and a page for each pair."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from dojo.history.pairs import REST, name_pairs
from dojo.history.questions import choose_questions, way
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.room.models import Record
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of, duration

PAGES = Path(__file__).parent / "pages"
HEIGHTS = {"green": 10, "amber": 20, "red": 30, REST: 4}
"""The colours have heights as well, so that they can be told apart without colours."""
TALL = 30
IN_A_COLUMN = 20
"""Pairs that stand one below the other in the picture: more would be too small for the back row."""
MOST = 8
"""Tests that are listed."""
FOLD = 900
"""Seconds without a light of anybody that are folded,"""
FOLDED = 60
"""to so many."""
TICKS = (60, 300, 600, 900, 1800, 3600)
MOST_TICKS = 10


@dataclass(frozen=True)
class Evening:
    """What a room or a folder of files has."""

    title: str
    records: Sequence[Record]
    rounds: Sequence[tuple[float, float | None]] = ()
    opened: float = 0
    faults: Sequence[str] = ()
    """A line for each thing that could not be read."""


@dataclass(frozen=True)
class Axis:
    """The times that are on the axis, in order: between two that are far apart lies a fold."""

    times: Sequence[float]

    def at(self, when: float) -> float:
        """The place of a time: in seconds from the beginning, folds left out."""
        place = 0.0
        for before, after in pairwise(self.times):
            gap = after - before
            length = gap if gap <= FOLD else FOLDED
            if when <= after:
                return place + max(0.0, when - before) / gap * length
            place += length
        return place

    @property
    def length(self) -> float:
        """Its length, in seconds; a second at least."""
        return max(1.0, self.at(self.times[-1])) if self.times else 1.0

    def share(self, when: float) -> float:
        """The place of a time, in thousandths of the axis."""
        return round(1000 * self.at(when) / self.length, 1)

    @property
    def folds(self) -> list[tuple[float, float]]:
        """The folds: the place, in thousandths, and the seconds that are left out."""
        gaps = [(before, after - before) for before, after in pairwise(self.times)]
        return [(self.share(before), gap) for before, gap in gaps if gap > FOLD]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Round times of the day that are on it: the place, in thousandths, and the words."""
        step = next((step for step in TICKS if self.length / step <= MOST_TICKS), TICKS[-1])
        found = []
        for before, after in pairwise(self.times):
            if after - before <= FOLD:
                first = -(-int(before) // step) * step
                found += [when for when in range(first, int(after) + 1, step) if before < when <= after]
        return [(self.share(when), time.strftime("%H:%M", time.localtime(when))) for when in found]


def page(evening: Evening, *, anonymous: bool) -> str:
    """The page as HTML."""
    pairs = [pair for pair in name_pairs(evening.records, anonymous=anonymous) if pair.runs]
    axis = Axis(sorted({light.when for pair in pairs for light in pair.runs}))
    first = min((pair.runs[0].when for pair in pairs), default=evening.opened)
    faults = evening.faults
    if anonymous and faults:  # a line may name a pair
        faults = [f"{count_of(len(faults), 'record')} could not be read"]
    environment = template_environment(PAGES)
    return environment.get_template("retro.html").render(
        day=time.strftime("%d %B %Y", time.localtime(first)),
        pairs=pairs,
        questions=choose_questions(pairs),
        axis=axis,
        rounds=rounds(evening, axis),
        faults=faults,
        anonymous=anonymous,
        colours={**{colour: look.shape for colour, look in COLOURS.items()}, REST: "·"},
        heights=HEIGHTS,
        tall=TALL,
        in_a_column=IN_A_COLUMN,
        duration=duration,
        count_of=count_of,
        way=way,
        most=MOST,
        **page_frame(f"Retrospective: {evening.title}", script_of(environment, "retro.js")),
    )


def rounds(evening: Evening, axis: Axis) -> list[tuple[float, float, int]]:
    """The rounds on the axis: from where to where, and their numbers."""
    last = axis.times[-1] if axis.times else 0
    return [
        (axis.share(start), axis.share(end or last), number)
        for number, (start, end) in enumerate(evening.rounds, start=1)
        if axis.times and (end or last) >= axis.times[0] and start <= last
    ]
