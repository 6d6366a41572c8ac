"""`make contents`: the tables and pictures of the pages: which steps there are, what the gate says, what the
bench measured; and what each story has to say of its own.
"""

import os
import re
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from dojo.bench.plot import draw_plot
from dojo.bench.timings import clock_table, markdown, read_figures, speed_file
from dojo.errors import EnvironmentProblem
from dojo.gate.gate import format_open
from dojo.runner.matrix import Matrix, matrix
from dojo.screen.palette import INK, PAPER, TERMINAL
from dojo.screen.waiting import progress_bar
from dojo.story.steps import Step
from dojo.story.workspace import Workspace
from dojo.tour.progression import staircase
from dojo.wording import count_of

Part = Callable[[Matrix, Path], str]
"""What stands on a page in a certain folder."""
PICTURE = re.compile(r"!\[[^]]*\]\(([^)\s]+)\)")
# Law 9. It is not so yet where a mutant is still to be written.
EACH_HAS_FAILED = "Each has failed by its own assertion, on an earlier step or a mutant: a planted fault."
PLACE = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def contents(workspace: Workspace) -> int:
    """Write those of all stories that are stale; gives a status. Raises BadFile, CollectionError."""
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
    """The files that do not say what they should say."""
    return [page for page, text in texts.items() if not page.exists() or page.read_text("utf-8") != text]


def generated_files(found: Matrix, *, first: bool) -> dict[Path, str]:
    """Every generated file of a story, with what it has to say; the first has the workspace's pages too.

    Raises EnvironmentProblem.
    """
    story = found.story
    own = import_module(story.own.pages) if story.own.pages else None
    parts: dict[str, Part] = TABLES | (own.PARTS if own else {})
    files = [story.folder / "README.md", *(kata.folder / "README.md" for kata in story.katas)]
    files += [story.top / "README.md", *sorted(story.top.glob("docs/*.md"))] if first else []
    files += [story.top / page for page in own.PAGES] if own else []
    texts = {page: fill_page(page, found, parts) for page in files if page.exists()}
    pictures = {story.folder / "progression.svg": staircase_svg(found)}
    figures = read_figures(story) if speed_file(story).exists() else None
    if figures and figures.work:
        plot = draw_plot(figures, figures.work, found.steps)
        alone = plot.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)  # in a file of its own
        pictures[story.file.parent / "speed.svg"] = f"{alone}\n"
    named = {(page.parent / name).resolve() for page in texts for name in PICTURE.findall(texts[page])}
    return texts | {file: drawn for file, drawn in pictures.items() if file.resolve() in named}


def fill_page(page: Path, found: Matrix, parts: dict[str, Part]) -> str:
    """A page, with everything between `<!-- name -->` and `<!-- end -->` written again.

    Raises EnvironmentProblem for a table that there is not.
    """

    def fill(place: re.Match[str]) -> str:
        if place[1] not in parts:
            names = " ".join(parts)
            fault = f"{found.story.shown(page)}: there is no table {place[1]}: there are {names}"
            raise EnvironmentProblem(fault)
        return f"<!-- {place[1]} -->\n\n{parts[place[1]](found, page.parent)}\n\n<!-- end -->"

    return PLACE.sub(fill, page.read_text(encoding="utf-8"))


def by_chapter(steps: list[Step]) -> list[tuple[str, list[Step]]]:
    """The chapters in order, each with its steps."""
    return [(chapter, list(of)) for chapter, of in groupby(steps, key=lambda step: step.chapter)]


def chapters(matrix: Matrix, folder: Path) -> str:
    """A line for each chapter: its number, its name, and a link to its first step."""
    return "\n".join(
        f"{chapter.replace(' ·', '.')}: {link(steps[0].title, steps[0], folder)}"
        for chapter, steps in by_chapter(matrix.steps)
    )


def stories(matrix: Matrix, folder: Path) -> str:
    """A table for each chapter: each step, how it came about, and its tests."""
    source = matrix.story.source
    told = f" {source.part}s |" if source else ""
    head = [f"| step | |{told} drives | guards | green |", "|---" * (6 if source else 5) + "|"]
    parts = []
    for chapter, steps in by_chapter(matrix.steps):
        rows = [row(matrix, step, folder) for step in steps]
        parts.append("\n".join([f"## {matrix.story.heading(chapter)}\n", *head, *rows]))
    return "\n\n".join(parts)


def row(matrix: Matrix, step: Step, folder: Path) -> str:
    """One step: its story, its kind, what it retells, its new tests, and how many are green by then."""
    told = "–".join(map(str, step.parts[:: max(len(step.parts) - 1, 1)]))
    guards = sum(test.kind == "guards" and test.written == step.number for test in matrix.tests)
    green = sum(step.number >= test.written for test in matrix.tests)
    cells = [link(f"{step.number:02} {step.title}", step, folder), step.kind]
    cells += [told] if matrix.story.source else []
    return f"| {' | '.join(map(str, [*cells, len(matrix.driving(step)) or '', guards or '', green]))} |"


def link(text: str, step: Step, folder: Path) -> str:
    """A link to the story of a step, from a page in that folder."""
    return f"[{text}]({Path(os.path.relpath(step.readme, folder)).as_posix()})"


def tests(matrix: Matrix, _folder: Path) -> str:
    """How many tests drive a step and how many guard one, as a list."""
    sentences = describe_tests(matrix)
    if sentences:
        sentences.append(EACH_HAS_FAILED)
    return "\n".join(f"- {sentence}" for sentence in sentences)


def describe_tests(matrix: Matrix) -> list[str]:
    """Return how many tests drive a step, and how many guard one: a sentence each.

    The steps are a snapshot. It shows that a test is red without a step, and not that the test was written
    first.
    """
    drivers = sum(test.kind == "drives" for test in matrix.tests)
    guards = len(matrix.tests) - drivers
    found = []
    if drivers:
        verb = "drives" if drivers == 1 else "drive"
        found.append(f"{count_of(drivers, 'test')} *{verb}* a step: red without it, green with it.")
    if guards:
        verb = "guards" if guards == 1 else "guard"
        found.append(f"{count_of(guards, 'test')} *{verb}* what works: green without the step, too.")
    return found


TABLES: dict[str, Part] = {
    "chapters": chapters,
    "stories": stories,
    "tests": tests,
    "gate": lambda matrix, _folder: f"```text\n{format_open(matrix)}\n```",
    "speed": lambda matrix, _folder: markdown(read_figures(matrix.story)),
    "times": lambda matrix, _folder: clock_table(read_figures(matrix.story)),
}
COLOURS = [TERMINAL.get(name, INK) for name in ("", "red", "green", "yellow", "", "magenta", "", "")]
SVG = Path(__file__).parent / "terminal.svg"
"""What rich draws a terminal into."""


def staircase_svg(matrix: Matrix) -> str:
    """The staircase, as an SVG."""
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True, color_system="standard")
    console.print(staircase(matrix, 80))
    return console.export_svg(
        code_format=SVG.read_text("utf-8"), unique_id="progression", theme=TerminalTheme(PAPER, INK, COLOURS)
    )
