"""`make lights`: the runs of an attempt that changed something, and a summary. PAGE=1: as a page.

It can be read without colours: a word says the colour, and each has a shape.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

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


class RowText(NamedTuple):
    """A row in words, for the terminal and for the page: 3–5, 22:13, +0:40, …, 12 of 13, …, ×3"""

    numbers: str
    at: str
    after: str
    look: Look
    word: str
    green: str
    about: str
    times: str


def describe_rows(rows: list[RunRow]) -> Iterator[RowText]:
    """Yield what stands in each row."""
    for before, row in zip([None, *rows], rows):
        light, last = row.light, row.lights[-1].number
        yield RowText(
            f"{light.number}–{last}" if last > light.number else f"{light.number}",
            time.strftime("%H:%M", time.localtime(light.when)),
            time_since(light.when - before.light.when) if before else "",
            COLOURS[light.colour] if light.judged else NOT_RUN,
            light.colour if light.judged else light.verb,
            f"{light.counts.get('green', 0)} of {sum(light.counts.values())}" if light.judged else "",
            about(row),
            f"×{row.runs}" if row.runs > 1 else "",
        )


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


def timeline(summary: Summary) -> Group:
    """The rows, the strip of all colours, and last the summary: it stays on the screen."""
    sentences = Text("\n".join(summary.sentences))
    return Group(table(summary.rows), Text(), strip(summary.rows), Text(), sentences)


def table(rows: list[RunRow]) -> Table:
    """The rows below the names of the columns; if need be, the last column is cut."""
    found = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", expand=True)
    for name in ("light", "at", "after", "colour", "green", "lines changed", ""):
        found.add_column(name, justify="right" if name in ("light", "after") else "left", no_wrap=True)
    found.add_column("test in hand", no_wrap=True, overflow="ellipsis", ratio=1)
    for row, text in zip(rows, describe_rows(rows)):
        found.add_row(
            text.numbers,
            text.at,
            text.after,
            Text(f"{text.look.shape} {text.word}", text.look.style) if row.light.judged else text.word,
            text.green,
            " ".join(f"{lines} {kind}" for kind, lines in row.change.lines._asdict().items() if lines),
            text.times,
            Text(text.about),
            style="" if row.light.judged else "dim",
        )
    return found


def shapes(row: RunRow) -> Iterator[tuple[Light, Look]]:
    """The shapes of a row in the strip: one, or two where it brought a test."""
    look = COLOURS[row.light.colour] if row.light.judged else NOT_RUN
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
    summary = Summary(found, all_files(attempt, found))
    if page:
        from dojo.history.page import write  # the terminal needs none of it

        print(write(attempt, summary))
    else:
        Console(highlight=False).print(timeline(summary))
