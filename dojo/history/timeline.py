"""`make lights`: the runs of an attempt that changed something, and a summary. PAGE=1: as a page.

It can be read without colours: a word says the colour, and each has a shape.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, Group
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, all_files, all_lights
from dojo.history.rows import Row
from dojo.history.summary import Stretch, Summary, summary
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.screen.words import counted, duration, first_of, since
from dojo.story.tests import rule_of

STRIP = 50
HEADS = ("light", "at", "after", "colour", "green", "lines changed")
LAST = "test in hand"
TO_THE_RIGHT = (0, 2)
COLOUR = 3
GAP = "  "
NEW = "new"
"""What stands before a test that `make next` has just brought."""
LEGEND = f"{NEW}: brought by make next, which leaves two lights, without it and with it"


def timeline(lights: list[Light], told: Summary, width: int) -> Group:
    """The rows, the strip of all colours, and last the summary: it stays on the screen."""
    words = Text("\n".join(sentences(lights, told)))
    return Group(*table(told.rows, width), Text(), strip(told.rows), Text(), words)


def table(rows: list[Row], width: int) -> Iterator[Text]:
    """The rows below the names of the columns; none is wider than the screen."""
    cells = [in_cells(before, row) for before, row in zip([None, *rows], rows, strict=False)]
    widths = [max(map(cell_len, column)) for column in zip_longest(HEADS, *cells, fillvalue="")]
    yield in_columns(HEADS, widths, LAST, "", width, "dim")
    for row, found in zip(rows, cells, strict=True):
        style = "" if row.judged else "dim"
        line = in_columns(found, widths, what(row), times(row), width, style)
        if row.judged:
            start = sum(widths[:COLOUR]) + COLOUR * len(GAP)
            line.stylize(COLOURS[row.light.colour].style, start, start + widths[COLOUR])
        yield line


def in_cells(before: Row | None, row: Row) -> list[str]:
    """The words of a row, but for the last column."""
    clock = time.strftime("%H:%M", time.localtime(row.light.when))
    later = since(row.light.when - before.light.when) if before else ""
    if not row.judged:
        return [numbers(row), clock, later, row.light.verb]
    return [numbers(row), clock, later, shape_and_word(row), how_many(row), lines(row)]


def in_columns(cells: Sequence[str], widths: list[int], last: str, end: str, width: int, style: str) -> Text:
    """A line no wider than the screen: if need be, the last column loses its middle."""
    line = Text(style=style, no_wrap=True, overflow="ellipsis")
    for place, (cell, room) in enumerate(zip(cells, widths, strict=False)):
        padding = " " * (room - cell_len(cell))
        line.append(f"{padding}{cell}{GAP}" if place in TO_THE_RIGHT else f"{cell}{padding}{GAP}")
    after = f"{GAP}{end}" if last and end else end
    words = Text(last)
    words.truncate(max(0, width - line.cell_len - len(after)), overflow="ellipsis")
    line.append(words.plain + after)
    line.rstrip()
    return line


def numbers(row: Row) -> str:
    """3, or 3–5: the lights of a row."""
    first, last = row.light.number, row.lights[-1].number
    return f"{first}–{last}" if last > first else f"{first}"


def times(row: Row) -> str:
    """×3 for three runs."""
    return f"×{row.runs}" if row.runs > 1 else ""


def shape_and_word(row: Row) -> str:
    """■ green"""
    return f"{COLOURS[row.light.colour].shape} {row.light.colour}"


def how_many(row: Row) -> str:
    """12 of 13"""
    return f"{row.light.counts.get('green', 0)} of {sum(row.light.counts.values())}"


def lines(row: Row) -> str:
    """+12 code +3 tests"""
    code, tests = row.lines
    return " ".join([f"{code} code"] * bool(code) + [f"{tests} tests"] * bool(tests))


def what(row: Row) -> str:
    """What a row was about, behind the mark of a refactoring."""
    return f"{REFACTORING.shape} {about(row)}".rstrip() if row.refactoring else about(row)


def about(row: Row) -> str:
    """The light that `make back` went to, what the tests catch, or the colour that was expected."""
    light = next((light for light in row.lights if light.held is not None), row.light)
    rule = rule_of((row.brought or light).test)
    if row.brought:
        rule = f"{NEW} {COLOURS[row.brought.colour].shape} {rule}"
    match light:
        case Light(verb="back"):
            return f"to light {light.to}"
        case Light(verb="judge", accepted=(fine, right), caught=(caught, wrong)):
            return f"accepts {fine} of {right}, catches {caught} of {wrong}"
        case Light(held=True):
            return f"as expected · {rule}"
        case Light(held=False):
            return f"{light.expected} expected · {rule}"
        case _:
            return rule


def looks(row: Row) -> Iterator[tuple[Light, Look]]:
    """The shapes of a row in the strip: one, or two where it brought a test."""
    look = COLOURS[row.light.colour] if row.judged else NOT_RUN
    yield row.light, look._replace(shape=REFACTORING.shape) if row.refactoring else look
    if row.brought not in (None, row.light):
        yield row.brought, COLOURS[row.brought.colour]


def strip(rows: list[Row]) -> Text:
    """All rows, a shape each, with the number of the first light of each line."""
    shapes = [pair for row in rows for pair in looks(row)]
    text = Text()
    for start in range(0, len(shapes), STRIP):
        part = shapes[start : start + STRIP]
        text.append(f"{part[0][0].number:4}  ")
        for _, look in part:
            text.append(*look[:2])
        text.append("\n")
    text.append("    ")
    for colour, look in COLOURS.items():
        text.append("  ").append(*look[:2]).append(f" {colour}")
    text.append(f"  {NOT_RUN.shape} not run  {REFACTORING.shape} refactoring  ×2 run twice\n")
    return text.append(f"      {LEGEND}", "dim")


def sentences(lights: list[Light], told: Summary) -> Iterator[str]:
    """The summary, a line each."""
    runs = ", ".join(f"{told.runs[colour]} {colour}" for colour in COLOURS)
    changed = f"{counted(told.runs.total(), 'run')} that changed something"
    yield f"{counted(len(lights), 'light')} in {duration(told.seconds)}, {changed}: {runs}"
    yield f"{counted(told.turns, 'change')} of colour"
    yield from of_time(told)
    yield from told.facts.sentences
    if told.own and told.own.told:
        none = f"{len(told.own.never_red)} of {told.own.told}"
        which = first_of([rule_of(test) for test in told.own.never_red])
        yield f"own tests never seen red: {none}" + (f": {which}" if which else "")
    if told.predicted:
        yield f"predictions: {told.held} of {told.predicted} held"


def of_time(told: Summary) -> Iterator[str]:
    """How long it had which colour, and how long the pauses were."""
    green = told.time_in("green") - told.thinking
    others = ", ".join(f"{duration(told.time_in(colour))} {colour}" for colour in ("red", "amber"))
    yield f"time: {duration(green)} green, {duration(told.thinking)} thinking in green, {others}"
    if told.pauses:
        pauses = counted(len(told.pauses), "pause")
        yield f"{pauses}, {duration(sum(told.pauses))} in all, which counts for no colour"
    if longest := told.longest("red"):
        yield f"longest time in red: {duration(longest.seconds)}, {between(longest)}"


def between(stretch: Stretch) -> str:
    """lights 4 to 9"""
    return f"light{f's {stretch.first} to' if stretch.first != stretch.last else ''} {stretch.last}"


def lights(attempt: Attempt, *, page: bool) -> None:
    """Show them, or write them as a page and print its path; raises NotRecorded."""
    found = all_lights(attempt)
    if not found:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        print(f"{attempt.name} has no lights yet: {verbs} record them")
        return
    files = all_files(attempt, found)
    told = summary(found, files)
    if page:
        from dojo.history.page import written  # the terminal needs none of it

        print(written(attempt, found, files, told))
    else:
        out = Console(highlight=False)
        out.print(timeline(found, told, out.width))
