"""The page of `make retro`: questions, the evening in one picture, and a page for each pair."""

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from dojo.history.pairs import name_pairs
from dojo.history.questions import choose_questions
from dojo.history.rhythm import REST
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.room.models import Record
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of, duration

PAGES = Path(__file__).parent / "pages"
FOLD, FOLDED = 900, 60
"""After the first number of seconds without a light from anyone, the axis has a fold of the second length."""
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


class Axis:
    """An axis of times: between two lights that are far apart lies a fold."""

    def __init__(self, times: Collection[float]) -> None:
        self.times = sorted(times)
        gaps = [(before, after, after - before) for before, after in pairwise(self.times)]
        self.parts = [(before, after, 1 if gap <= FOLD else FOLDED / gap) for before, after, gap in gaps]
        self.length = max(1.0, self.place(math.inf))

    def place(self, when: float) -> float:
        """The place of a time: in seconds from the beginning, folds left out."""
        return sum((min(max(when, before), after) - before) * scale for before, after, scale in self.parts)

    def share(self, when: float) -> float:
        """The place of a time, in thousandths of the axis."""
        return round(1000 * self.place(when) / self.length, 1)

    @property
    def folds(self) -> list[tuple[float, float]]:
        """The folds: the place, in thousandths, and the seconds that are left out."""
        return [(self.share(before), after - before) for before, after, scale in self.parts if scale != 1]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Round times of the day that are on it: the place, in thousandths, and the words."""
        step = next((step for step in TICKS if self.length / step <= MOST_TICKS), TICKS[-1])
        found = []
        for before, after, scale in self.parts:
            first = -(-int(before) // step) * step
            times = range(first, int(after) + 1, step) if scale == 1 else []
            found += [when for when in times if before < when <= after]
        return [(self.share(when), time.strftime("%H:%M", time.localtime(when))) for when in found]

    def rounds(self, evening: Evening) -> list[tuple[float, float, int]]:
        """The rounds that are on it: from where to where, and their numbers."""
        last = self.times[-1]
        return [
            (self.share(start), self.share(end or last), number)
            for number, (start, end) in enumerate(evening.rounds, start=1)
            if (end or last) >= self.times[0] and start <= last
        ]


def page(evening: Evening, *, anonymous: bool) -> str:
    """The page as HTML; if it is anonymous, no word of it may name a pair."""
    pairs = [pair for pair in name_pairs(evening.records, anonymous=anonymous) if pair.runs]
    axis = Axis({light.when for pair in pairs for light in pair.runs})
    title, faults = f"Retrospective: {evening.title}", evening.faults
    if anonymous:
        title = "Retrospective"
        faults = [f"{count_of(len(faults), 'record')} could not be read"] * bool(faults)
    environment = template_environment(PAGES)
    return environment.get_template("retro.html").render(
        day=time.strftime("%d %B %Y", time.localtime(axis.times[0] if pairs else evening.opened)),
        pairs=pairs,
        questions=choose_questions(pairs),
        axis=axis,
        rounds=axis.rounds(evening) if pairs else [],
        faults=faults,
        anonymous=anonymous,
        colours={**{colour: look.shape for colour, look in COLOURS.items()}, REST: "·"},
        duration=duration,
        count_of=count_of,
        **page_frame(title, script_of(environment, "retro.js")),
    )
