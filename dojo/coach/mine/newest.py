"""The tests that are new since `make next` last told of a green bar: was each red first?"""

from typing import NamedTuple

from dojo.attempt.lights import Light, all_files
from dojo.attempt.lines import lines_between
from dojo.coach.cycle.run import Run
from dojo.coach.mine.own import is_a_test, own, own_then, seen_in
from dojo.coach.mine.written import beginning, written
from dojo.engine.cell import Cell

TELLS = ("start", "next")
"""The verbs that have told of the tests so far."""


class Newest(NamedTuple):
    """A new test, the colours in which it was seen before, and how many lines of code have come since."""

    cell: Cell
    seen: frozenset[str]
    lines: int
    is_new: bool = True
    """It is not, where an older one has been seen red for the first time."""

    @property
    def was_red(self) -> bool:
        return "red" in self.seen

    @property
    def drove(self) -> bool:
        """Was it red for the right reason, and has code made it green?"""
        return self.was_red and self.lines > 0


def newest(run: Run) -> list[Newest]:
    """The tests that are new, in their order; and older ones that nobody had seen red until now."""
    told, since = last_told(run.lights)
    files = all_files(run.attempt, [*([told] if told else []), *since])
    before, now = written(files[told.commit] if told else {}), written(run.snapshot.files)
    known = own_then(run.attempt, told) if told else {}
    then = [(light, own_then(run.attempt, light)) for light in run.lights]
    found = []
    for cell in filter(lambda cell: is_a_test(cell.id), own(run)):
        start = beginning(cell.id)
        is_new = cell.id not in known or before.bodies.get(start) != now.bodies.get(start)
        all_seen = [(light, seen_in(colours, cell.id)) for light, colours in then]
        seen = [(light, colours) for light, colours in all_seen if light in since]
        red = next((light for light, colours in seen if "red" in colours), None)
        red_before = any("red" in colours for light, colours in all_seen if light not in since)
        if is_new or (red and not red_before):
            lines = lines_between(files[red.commit], run.snapshot.files).code.number if red else 0
            colours = frozenset(colour for _, colours in seen for colour in colours)
            found.append(Newest(cell, colours, lines, is_new))
    return found


def last_told(lights: list[Light]) -> tuple[Light | None, list[Light]]:
    """The light with which a verb told last that all is green, and the runs since then."""
    told = next(
        (light for light in reversed(lights) if light.verb in TELLS and light.colour == "green"), None
    )
    return told, [light for light in lights if light.judged and (told is None or light.number > told.number)]
