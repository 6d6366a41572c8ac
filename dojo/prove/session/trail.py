"""The way of one test through the stages: where it was, under which name, and what it came to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from dojo.prove.session.stages import Stage, beginning, file_of, row_of
from dojo.runner.failure.reason import RAISED
from dojo.runner.result import Cell

GREEN, ASSERTED, NAME, CRASH, SILENT, DOUBT = "green", "asserted", "name", "crash", "silent", "doubt"
"""What a test came to: green; red by its own assertion, by a name or by a crash; it could not speak; or the
replay does not bear out the light.
"""
RED = (ASSERTED, NAME, CRASH, DOUBT)
ERROR = re.compile(r"(?!SyntaxError|IndentationError|TabError)[A-Za-z_][\w.]*(:|$)")
MISSING = re.compile(
    r"has no attribute '(?P<attribute>\w+)'|cannot import name '(?P<imported>\w+)'"
    r"|name '(?P<name>\w+)' is not|No module named '(?P<module>[\w.]+)'"
)
SIGNATURE = re.compile(r"TypeError: \w.*\barguments?\b")
OTHER = "its output is not that of the case"
NAMES = ("AttributeError", "ImportError", "ModuleNotFoundError", "NameError")


@dataclass(frozen=True)
class Point:
    """A test at a stage."""

    stage: Stage
    id: str
    came: str
    cell: Cell | None

    @property
    def is_red(self) -> bool:
        """Was it seen red, whatever the reason?"""
        return self.came in RED

    @property
    def was_amber(self) -> bool:
        """Did it break before it could say no?"""
        return self.stage.noted(self.id) == "amber" or (self.cell is not None and self.cell.colour == "amber")

    @property
    def why(self) -> str:
        return self.cell.why if self.cell else ""

    @property
    def failure(self) -> str:
        return shown(self.cell)

    @property
    def missing(self) -> str:
        """The name that was missing, if it was red for that."""
        found = MISSING.search(self.why) if self.came == NAME else None
        return next(filter(None, found.groups()), "") if found else ""

    @property
    def what(self) -> tuple[str, str]:
        """The test: its body with all that it uses, and its row."""
        text = self.stage.texts.get(beginning(self.id))
        return (text.intent if text else "", row_at(self.stage, self.id))


def shown(cell: Cell | None) -> str:
    """A failure as it is drawn, or at least its last line: only the first one of a run is drawn."""
    if cell is None:
        return ""
    return cell.failure or (f"{RAISED}{cell.why}" if cell.why else "")


def row_at(stage: Stage, id: str) -> str:
    """The row of a test: what stands in the table, where that can be told; or else its name."""
    text = stage.texts.get(beginning(id))
    if text and text.rows:
        ids = [other for other in stage.ids if beginning(other) == beginning(id)]
        if len(text.rows) == len(ids):
            return text.rows[ids.index(id)].text
    return row_of(id)


def point(stage: Stage, id: str) -> Point:
    """A test at a stage."""
    colour = stage.noted(id)
    cell = stage.cells.get(id) or stage.cells.get(file_of(id)) or of_the_light(id, colour)
    colour = colour or (cell.colour if cell else "")
    if colour == "green":
        return Point(stage, id, GREEN, None)
    return Point(stage, id, of_colour(colour, cell), cell)


def of_the_light(id: str, colour: str) -> Cell | None:
    """What a light alone tells of a case: a case says no by itself, and a program that breaks crashes."""
    if not id.startswith("cases["):
        return None
    return Cell(id, id, colour, OTHER if colour == "red" else "the program broke")


def of_colour(colour: str, cell: Cell | None) -> str:
    """What a test came to that is not green."""
    if cell is None or cell.colour not in ("red", "amber"):
        return DOUBT if colour == "red" else SILENT
    by_name = cell.why.partition(":")[0] in NAMES
    if colour == "red":
        return DOUBT if cell.colour != "red" else NAME if by_name else ASSERTED
    if by_name:
        return NAME
    if cell.id.startswith("cases["):
        return CRASH
    return CRASH if "::" in cell.id and not cell.fell and ERROR.match(cell.why) else SILENT


def names_alone(came: str, why: str) -> bool:
    """Was it red for names alone: one was missing, or a function has other arguments?"""
    return came == NAME or (came == CRASH and bool(SIGNATURE.match(why)))


def trail(stage: Stage, id: str) -> Iterator[Point]:
    """A test from a stage back to the one at which it came: the newest first."""
    yield point(stage, id)
    while stage.before and (older := earlier(stage, id)):
        stage, id = stage.before, older
        yield point(stage, id)


def last_spoken(stage: Stage, id: str) -> Point | None:
    """Where a test has said something last, before a stage."""
    return next((point for point in islice(trail(stage, id), 1, None) if point.came != SILENT), None)


def earlier(now: Stage, id: str) -> str:
    """The name of a test at the stage before; nothing if it was not there."""
    before = now.before
    if before is None:
        return ""
    if id in before.ids:
        return id
    if beginning(id) in before.ids and unread(before, id):
        return beginning(id)
    if unread(now, id):
        return next((old for old in before.ids if beginning(old) == id), "")
    return renamed(before, now, id) or in_its_place(before, now, id)


def unread(stage: Stage, id: str) -> bool:
    """Could its file not be read? Then its rows are not known."""
    return file_of(id) in stage.told


def renamed(before: Stage, now: Stage, id: str) -> str:
    """Its name before, if it had another one, in this file or in another."""
    text = now.texts.get(beginning(id))
    for old in gone(before, now):
        was = before.texts.get(beginning(old))
        if text and was and was.body == text.body and row_of(old) == row_of(id):
            return old
    return ""


def in_its_place(before: Stage, now: Stage, id: str) -> str:
    """The row that stood in its place in the same table, if that row has gone."""
    old = [one for one in gone(before, now) if beginning(one) == beginning(id)]
    new = [one for one in now.ids if beginning(one) == beginning(id) and one not in before.ids]
    place = new.index(id) if id in new else len(old)
    return old[place] if place < len(old) and row_of(id) else ""


def gone(before: Stage, now: Stage) -> list[str]:
    """The tests that are not there by their name any more."""
    return [id for id in before.ids if id not in now.ids and id not in before.ours]


def reds(points: list[Point]) -> list[Point]:
    """From a green back to the green before it: the reds between them, also those that could not speak."""
    return list(takewhile(lambda point: point.came != GREEN, points[1:]))
