"""`make lights`: the runs of an attempt that changed something, and a summary. PAGE=1: as a page.

It can be read without colours: a word says the colour, and each has a shape.
"""

import time
from collections.abc import Iterator

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, all_files, all_lights
from dojo.history.runs import RunRow
from dojo.history.summary import Summary
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.screen.words import time_since
from dojo.story.tests import rule_of

STRIP = 50
"""Shapes in a line of the strip."""
NEW = "new"
"""What stands before a test that `make next` has just brought."""
LEGEND = f"{NEW}: brought by make next, which leaves two lights, without it and with it"


def timeline(summary: Summary) -> Group:
    """The rows, the strip of all colours, and last the summary: it stays on the screen."""
    sentences = Text("\n".join(summary.sentences))
    return Group(table(summary.rows), Text(), strip(summary.rows), Text(), sentences)


def table(rows: list[RunRow]) -> Table:
    """The rows below the names of the columns; if need be, the last column is cut."""
    found = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", expand=True)
    found.add_column("light", justify="right", no_wrap=True)
    found.add_column("at", no_wrap=True)
    found.add_column("after", justify="right", no_wrap=True)
    for name in ("colour", "green", "lines changed", ""):
        found.add_column(name, no_wrap=True)
    found.add_column("test in hand", no_wrap=True, overflow="ellipsis", ratio=1)
    for before, row in zip([None, *rows], rows, strict=False):
        look = look_of(row)
        found.add_row(
            numbers(row),
            clock_of(row.light),
            time_since(row.light.when - before.light.when) if before else "",
            Text(f"{look.shape} {row.light.colour}", look.style) if row.judged else row.light.verb,
            how_many(row),
            lines_changed(row),
            times(row),
            Text(about(row)),
            style="" if row.judged else "dim",
        )
    return found


def clock_of(light: Light) -> str:
    """22:13"""
    return time.strftime("%H:%M", time.localtime(light.when))


def look_of(row: RunRow) -> Look:
    """The shape and the style of a row."""
    return COLOURS[row.light.colour] if row.judged else NOT_RUN


def numbers(row: RunRow) -> str:
    """3, or 3–5: the lights of a row."""
    first, last = row.light.number, row.lights[-1].number
    return f"{first}–{last}" if last > first else f"{first}"


def times(row: RunRow) -> str:
    """×3 for three runs."""
    return f"×{row.runs}" if row.runs > 1 else ""


def how_many(row: RunRow) -> str:
    """12 of 13"""
    return f"{row.light.counts.get('green', 0)} of {sum(row.light.counts.values())}" if row.judged else ""


def lines_changed(row: RunRow) -> str:
    """+12 code +3 tests"""
    code, tests = row.change.lines
    return " ".join([f"{code} code"] * bool(code) + [f"{tests} tests"] * bool(tests))


def about(row: RunRow) -> str:
    """What a row was about: a test and a guess, where `make back` went, or what the tests catch."""
    light = next((light for light in row.lights if light.held is not None), row.light)
    rule = rule_of((row.brought or light).test)
    if row.brought:
        rule = f"{NEW} {COLOURS[row.brought.colour].shape} {rule}"
    match light:
        case Light(verb="back"):
            rule = f"to light {light.to}"
        case Light(verb="judge", accepted=(fine, right), caught=(caught, wrong)):
            rule = f"accepts {fine}/{right}, catches {caught}/{wrong}"
        case Light(held=True):
            rule = f"as expected · {rule}"
        case Light(held=False):
            rule = f"{light.expected} expected · {rule}"
    return f"{REFACTORING.shape} {rule}".rstrip() if row.in_green else rule


def shapes(row: RunRow) -> Iterator[tuple[Light, Look]]:
    """The shapes of a row in the strip: one, or two where it brought a test."""
    look = look_of(row)
    yield row.light, look._replace(shape=REFACTORING.shape) if row.in_green else look
    if row.brought not in (None, row.light):
        yield row.brought, COLOURS[row.brought.colour]


def strip(rows: list[RunRow]) -> Text:
    """All rows, a shape each, with the number of the first light of each line."""
    every = [pair for row in rows for pair in shapes(row)]
    text = Text()
    for start in range(0, len(every), STRIP):
        part = every[start : start + STRIP]
        text.append(f"{part[0][0].number:4}  ")
        for _, look in part:
            text.append(*look[:2])
        text.append("\n")
    text.append("    ")
    for colour, look in COLOURS.items():
        text.append("  ").append(*look[:2]).append(f" {colour}")
    text.append(f"  {NOT_RUN.shape} not run  {REFACTORING.shape} changed in green  ×2 run twice\n")
    return text.append(f"      {LEGEND}", "dim")


def lights(attempt: Attempt, *, page: bool) -> None:
    """Show them, or write them as a page and print its path. Raises NotRecorded, EnvironmentProblem."""
    found = all_lights(attempt)
    if not found:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        print(f"{attempt.name} has no lights yet: {verbs} record them")
        return
    files = all_files(attempt, found)
    summary = Summary(found, files)
    if page:
        from dojo.history.page import write  # the terminal needs none of it

        print(write(attempt, found, files, summary))
    else:
        Console(highlight=False).print(timeline(summary))
