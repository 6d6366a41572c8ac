"""The axis of time of a page: where nothing happened for long, it is folded."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

FOLD = 900
"""Seconds without a light of anybody that are folded,"""
FOLDED = 60
"""to so many."""
TICKS = (60, 300, 600, 900, 1800, 3600)
MOST_TICKS = 10


@dataclass(frozen=True)
class Axis:
    """The times that are on it, in order: between two that are far apart lies a fold."""

    times: Sequence[float]

    def at(self, when: float) -> float:
        """The place of a time: in seconds from the beginning, folds left out."""
        place = 0.0
        for before, after in pairwise(self.times):
            gap = after - before
            length = gap if gap <= FOLD else FOLDED
            if when <= after:
                return place + max(0.0, when - before) / gap * length if gap else place
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
        return [
            (self.share(before), after - before)
            for before, after in pairwise(self.times)
            if after - before > FOLD
        ]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Round times of the day that are on it: the place, in thousandths, and the words."""
        step = next((step for step in TICKS if self.length / step <= MOST_TICKS), TICKS[-1])
        found = []
        for before, after in pairwise(self.times):
            if after - before > FOLD:
                continue
            first = -(-int(before) // step) * step
            found += [when for when in range(first, int(after) + 1, step) if before < when <= after]
        return [(self.share(when), time.strftime("%H:%M", time.localtime(when))) for when in found]


def axis_of(times: Sequence[float]) -> Axis:
    """The axis of some times."""
    return Axis(sorted(set(times)))
