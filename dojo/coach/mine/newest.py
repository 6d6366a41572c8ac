"""The tests that are new since `make next` last told of a green bar: was each red first?"""

from typing import NamedTuple

from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import Light, all_files
from dojo.attempt.snapshot import Files
from dojo.coach.cycle.run import Run
from dojo.coach.mine.own import is_a_test, own, own_then, seen_in
from dojo.coach.mine.written import Written, beginning, written
from dojo.runner.result import Cell

TELLS = ("start", "next")
"""The verbs that have told of the tests so far."""


class Newest(NamedTuple):
    """A test, the colours that it has had since then, and how many lines of code are new since then."""

    cell: Cell
    seen: frozenset[str]
    lines: int
    is_new: bool
    was_unseen: bool
    """Had nobody seen it red until then?"""

    @property
    def was_red(self) -> bool:
        return "red" in self.seen

    @property
    def drove(self) -> bool:
        """Was it red for the right reason, and has code made it green?"""
        return self.was_red and self.lines > 0

    @property
    def is_news(self) -> bool:
        """Is it new, or seen red for the first time?"""
        return self.is_new or (self.was_red and self.was_unseen)

    @property
    def is_unseen(self) -> bool:
        """Has nobody seen it red until now?"""
        return not self.was_red and (self.is_new or self.was_unseen)


def newest(run: Run) -> list[Newest]:
    """Every test, in order, with its colours since then."""
    told, since = last_told(run.lights)
    files = all_files(run.attempt, [*([told] if told else []), *since])
    unseen = told.unseen if told else ()
    before = known(told, files, run)
    now = written(run.snapshot.files)
    then = [(light, own_then(run.attempt, light)) for light in since]
    found = []
    for cell in filter(lambda cell: is_a_test(cell.id), own(run)):
        earlier = was(cell.id, before, now, run)
        seen = [(light, seen_in(colours, id)) for light, colours in then for id in {cell.id, earlier}]
        red = next((light for light, colours in seen if "red" in colours), None)
        lines = lines_between(files[red.commit], run.snapshot.files).code.number if red else 0
        colours = frozenset(colour for _, colours in seen for colour in colours)
        found.append(Newest(cell, colours, lines, not earlier, earlier in unseen))
    return found


def known(told: Light | None, files: dict[str, Files], run: Run) -> dict[str, str]:
    """The tests of then: their ids, and the text of each."""
    if not told:
        return {}
    bodies = written(files[told.commit]).bodies
    return {id: bodies.get(beginning(id), "") for id in own_then(run.attempt, told)}


def was(id: str, before: dict[str, str], now: Written, run: Run) -> str:
    """The id of a test at that time, if it has another name now; nothing if it is new."""
    body, row = now.bodies.get(beginning(id), ""), id.removeprefix(beginning(id))
    if before.get(id) == body:
        return id
    there = {cell.id for cell in own(run)}
    same = (old for old in before if before[old] == body and old.removeprefix(beginning(old)) == row)
    return next((old for old in same if old not in there), "")


def last_told(lights: list[Light]) -> tuple[Light | None, list[Light]]:
    """The last light at which a verb said that all is green, and the runs since then."""
    told = next(
        (light for light in reversed(lights) if light.verb in TELLS and light.colour == "green"), None
    )
    return told, [light for light in lights if light.judged and (told is None or light.number > told.number)]
