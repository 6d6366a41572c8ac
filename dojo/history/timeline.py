"""`make lights`: the runs of an attempt that changed something, and a summary; PAGE=1: as a page.

It can be read without colours: a word says the colour, and each has a shape. The page is a file that needs
nothing else, with the diff between any two lights: it can be sent, and opened without a network.
"""

import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from markupsafe import Markup
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from dojo.attempt.attempt import Attempt, is_bookkeeping
from dojo.attempt.recording import all_files, all_lights
from dojo.files import write_file
from dojo.history.rows import COLUMNS, LEGEND, NUMBERS, RunRow
from dojo.history.summary import Summary
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, css
from dojo.wording import count_of

STRIP = 50  # shapes in a line of the strip


def lights(attempt: Attempt, *, page: bool) -> None:
    """Show them, or write them as a page and print its path. Raises NotRecorded, EnvironmentProblem."""
    found = all_lights(attempt)
    if not found:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        print(f"{attempt.name} has no lights yet: {verbs} record them")
        return
    summary = Summary(found, all_files(attempt, found))
    if page:
        file = attempt.folder.with_name(f"{attempt.name}-lights.html")
        print(write_file(file, format_page(attempt, summary)))
    else:  # the summary comes last: it stays on the screen
        sentences = Text("\n".join(sentences_of(attempt, summary)))
        parts = table(summary.rows), Text(), strip(summary.rows), Text(), sentences
        Console(highlight=False).print(Group(*parts))


def sentences_of(attempt: Attempt, summary: Summary) -> Iterator[str]:
    """Yield where an attempt began, if not at nothing, and what its lights say."""
    origin = attempt.setting("origin")
    if origin:
        yield f"It began with what was in {origin}."
    yield from summary.sentences


def table(rows: list[RunRow]) -> Table:
    """The rows below the names of the columns; if need be, the last column is cut."""
    found = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", expand=True)
    for name in COLUMNS:
        last = 1 if name == COLUMNS[-1] else None
        found.add_column(name, justify="right" if name in NUMBERS else "left", no_wrap=True, ratio=last)
    for row in rows:
        _, look = next(row.shapes)
        cells = []
        for name, cell in zip(COLUMNS, row.cells):
            cells.append(Text(cell, look.style if name == "colour" else ""))
        found.add_row(*cells, style="" if row.is_run else "dim")
    return found


def strip(rows: list[RunRow]) -> Text:
    """All rows, a shape each, with the number of the first light of each line."""
    shapes = chain.from_iterable(row.shapes for row in rows)
    text = Text()
    for place, (light, look) in enumerate(shapes):
        if place % STRIP == 0:
            text.append(f"{light.number:4}  " if place == 0 else f"\n{light.number:4}  ")
        text.append(*look[:2])
    text.append("\n    ")
    for colour, look in COLOURS.items():
        text.append("  ").append(*look[:2]).append(f" {colour}")
    text.append(f"  {NOT_RUN.shape} not run  {REFACTORING.shape} changed in green  ×2 run twice\n")
    return text.append(f"      {LEGEND}", "dim")


def format_page(attempt: Attempt, summary: Summary) -> str:
    """The page as HTML. It has each text once, and the files of each light as places in the list of texts."""
    # late, for it imports jinja2, which the list in the terminal does not need
    from dojo.screen.code import is_drawn
    from dojo.screen.scripts import join_modules
    from dojo.screen.templates import template_environment

    places: dict[str, int] = {}
    trees: dict[int, dict[str, int]] = {}
    for light in summary.lights:
        tree = trees[light.number] = {}
        for name, (_, content) in sorted(summary.files[light.id].items()):
            if is_bookkeeping(name):
                continue
            size = f"({len(content):,} bytes, not shown)\n"
            text = content.decode(errors="replace") if is_drawn(content) else size
            tree[name.decode(errors="replace")] = places.setdefault(text, len(places))
    row_of: dict[int, int] = {}
    for row in summary.rows:
        for light in row.lights:
            row_of[light.number] = row.light.number
    pages = Path(__file__).parent / "pages"
    template = template_environment(pages).get_template("lights.html")
    return template.render(
        attempt=attempt,
        palette=Markup(css()),
        script=Markup(join_modules(pages / "lights.mjs")),
        day=time.strftime("%d %B %Y", time.localtime(summary.lights[0].when)),
        rows=summary.rows,
        columns=COLUMNS,
        numbers=NUMBERS,
        row_of=row_of,
        lights=count_of(len(summary.lights), "light"),
        refactoring=REFACTORING.shape,
        legend=LEGEND,
        sentences=[*sentences_of(attempt, summary)],
        data={"texts": [*places], "trees": trees},
    )
