"""`make contents`: the tables and pictures of the pages: which steps there are, what the gate says, what the
bench measured; and what each story has to say of its own.
"""

import os
import re
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from dojo.bench.plot import draw_plot
from dojo.bench.tables import clock_table, markdown
from dojo.bench.timings import read_figures, speed_file
from dojo.errors import EnvironmentProblem
from dojo.gate.gate import format_open
from dojo.runner.matrix import Matrix, matrix
from dojo.screen.palette import INK, PAPER, TERMINAL
from dojo.screen.waiting import progress_bar
from dojo.story.steps import Step, by_chapter
from dojo.story.tests import Mark
from dojo.story.workspace import Workspace
from dojo.tour.progression import staircase
from dojo.wording import count_of

# What is on a page in a certain folder.
Part = Callable[[Matrix, Path], str]
PICTURE = re.compile(r"!\[[^]]*\]\(([^)\s]+)\)")
# Law 9. It is not so yet where a mutant is still to be written.
EACH_HAS_FAILED = "Each has failed by its own assertion, on an earlier step or a mutant: a planted fault."
PLACE = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def contents(workspace: Workspace) -> int:
    """Write those of all stories that are stale; returns a status. Raises BadFile, CollectionError."""
    if workspace.faults:
        raise workspace.faults[0]
    for story in workspace.stories:
        with progress_bar() as on_done:
            texts = generated_files(matrix(story, on_done=on_done), first=story == workspace.stories[0])
        for page in stale_files(texts):
            page.write_text(texts[page], encoding="utf-8")
            print(f"{story.shown(page)}: updated")
    return 0


def stale_files(texts: dict[Path, str]) -> list[Path]:
    """Return the files that do not say what they should say."""
    stale = []
    for page, text in texts.items():
        if not page.exists() or page.read_text("utf-8") != text:
            stale.append(page)
    return stale


def generated_files(found: Matrix, *, first: bool) -> dict[Path, str]:
    """Return every generated file of a story, with its text; the first has the workspace's pages too.

    Raises EnvironmentProblem.
    """
    story = found.story
    parts: dict[str, Part] = {**TABLES}
    pages = [story.folder / "README.md"]
    for kata in story.katas:
        pages.append(kata.folder / "README.md")
    if first:
        pages += [story.top / "README.md", *sorted(story.top.glob("docs/*.md"))]
    if story.own.pages:
        own = import_module(story.own.pages)
        parts.update(own.PARTS)
        pages += [story.top / page for page in own.PAGES]
    texts = {}
    shown_files = set()
    for page in pages:
        if page.exists():
            texts[page] = fill_page(page, found, parts)
            for name in PICTURE.findall(texts[page]):
                shown_files.add((page.parent / name).resolve())
    # only the pictures that a page shows
    for file, picture in draw_pictures(found).items():
        if file.resolve() in shown_files:
            texts[file] = picture
    return texts


def draw_pictures(found: Matrix) -> dict[Path, str]:
    """Return the pictures of a story: its staircase, and its speed if that was measured."""
    story = found.story
    pictures = {story.folder / "progression.svg": staircase_svg(found)}
    if speed_file(story).exists():
        figures = read_figures(story)
        if figures.work:
            plot = draw_plot(figures, figures.work, found.steps)
            # in a file of its own it needs its namespace
            plot = plot.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
            pictures[story.file.parent / "speed.svg"] = f"{plot}\n"
    return pictures


def fill_page(page: Path, found: Matrix, parts: dict[str, Part]) -> str:
    """Return a page, with everything between `<!-- name -->` and `<!-- end -->` written again.

    Raises EnvironmentProblem for a table that there is not.
    """

    def fill(place: re.Match[str]) -> str:
        name = place[1]
        if name not in parts:
            names = " ".join(parts)
            problem = f"{found.story.shown(page)}: there is no table {name}: there are {names}"
            raise EnvironmentProblem(problem)
        return f"<!-- {name} -->\n\n{parts[name](found, page.parent)}\n\n<!-- end -->"

    return PLACE.sub(fill, page.read_text(encoding="utf-8"))


def chapters(matrix: Matrix, folder: Path) -> str:
    """Return a line for each chapter: its number, its name, and a link to its first step."""
    lines = []
    for first, *_ in by_chapter(matrix.steps):
        lines.append(f"{first.chapter.replace(' ·', '.')}: {link(first.title, first, folder)}")
    return "\n".join(lines)


def stories(matrix: Matrix, folder: Path) -> str:
    """Return a table for each chapter: each step, how it came about, and its tests."""
    source = matrix.story.source
    head = "| step | | drives | guards | green |\n|---|---|---|---|---|"
    if source:
        head = f"| step | | {source.part}s | drives | guards | green |\n|---|---|---|---|---|---|"
    tables = []
    for steps in by_chapter(matrix.steps):
        rows = [format_row(matrix, step, folder) for step in steps]
        heading = matrix.story.heading(steps[0].chapter)
        tables.append("\n".join([f"## {heading}\n", head, *rows]))
    return "\n\n".join(tables)


def format_row(matrix: Matrix, step: Step, folder: Path) -> str:
    """Return a step as a row: its story, kind, what it retells, its new tests, how many are green by then."""
    drivers = len(matrix.driving(step))
    guards, green = 0, 0
    for test in matrix.tests:
        if test.kind == Mark.GUARDS and test.written == step.number:
            guards += 1
        if test.written <= step.number:
            green += 1
    cells = [link(f"{step.number:02} {step.title}", step, folder), step.kind.value]
    if matrix.story.source:
        cells.append(format_parts(step.parts))
    # no number is easier to overlook than a zero
    cells += [str(drivers or ""), str(guards or ""), str(green)]
    return f"| {' | '.join(cells)} |"


def format_parts(parts: range) -> str:
    """Return the parts of a source that a step retells: 62, 62–63 or nothing."""
    if not parts:
        return ""
    first, last = parts.start, parts.stop - 1
    return f"{first}" if first == last else f"{first}–{last}"


def link(text: str, step: Step, folder: Path) -> str:
    """Return a link to the story of a step, from a page in that folder."""
    return f"[{text}]({Path(os.path.relpath(step.readme, folder)).as_posix()})"


def tests(matrix: Matrix, _folder: Path) -> str:
    """Say how many tests drive a step and how many guard one, as a list."""
    sentences = describe_tests(matrix)
    if sentences:
        sentences.append(EACH_HAS_FAILED)
    return "\n".join([f"- {sentence}" for sentence in sentences])


def describe_tests(matrix: Matrix) -> list[str]:
    """Return how many tests drive a step, and how many guard one: a sentence each.

    The steps are a snapshot. It shows that a test is red without a step, and not that the test was written
    first.
    """
    marks = Counter([test.kind for test in matrix.tests])
    drivers, guards = marks[Mark.DRIVES], marks[Mark.GUARDS]
    sentences = []
    if drivers:
        verb = "drives" if drivers == 1 else "drive"
        sentences.append(f"{count_of(drivers, 'test')} *{verb}* a step: red without it, green with it.")
    if guards:
        verb = "guards" if guards == 1 else "guard"
        sentences.append(f"{count_of(guards, 'test')} *{verb}* what works: green without the step, too.")
    return sentences


TABLES: dict[str, Part] = {
    "chapters": chapters,
    "stories": stories,
    "tests": tests,
    "gate": lambda matrix, _folder: f"```text\n{format_open(matrix)}\n```",
    "speed": lambda matrix, _folder: markdown(read_figures(matrix.story)),
    "times": lambda matrix, _folder: clock_table(read_figures(matrix.story)),
}
RED, GREEN, YELLOW, MAGENTA = TERMINAL["red"], TERMINAL["green"], TERMINAL["yellow"], TERMINAL["magenta"]
# The eight colours of a terminal, in the order that rich wants; nothing is drawn in the others.
COLOURS = [INK, RED, GREEN, YELLOW, INK, MAGENTA, INK, INK]
# What rich draws a terminal into.
SVG = Path(__file__).parent / "terminal.svg"


def staircase_svg(matrix: Matrix) -> str:
    """Return the staircase as an SVG."""
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True, color_system="standard")
    console.print(staircase(matrix, 80))
    return console.export_svg(
        code_format=SVG.read_text("utf-8"), unique_id="progression", theme=TerminalTheme(PAPER, INK, COLOURS)
    )
