"""`make lights`: the runs of an attempt that changed something, and a summary. PAGE=1: as a page.

It can be read without colours: a word says the colour, and each has a shape.
"""

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_files, all_lights
from dojo.history.rows import LEGEND, describe_rows, shapes
from dojo.history.runs import RunRow
from dojo.history.summary import Summary
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING

STRIP = 50
"""Shapes in a line of the strip."""


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
