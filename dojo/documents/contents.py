"""`make contents`: writes what the pages tell of the steps, from the steps; the speeds, from what the bench
measured; and what each story has to say of its own.
"""

import re
from contextlib import suppress
from importlib import import_module
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from dojo.bench.plot import draw_plot
from dojo.bench.timings import NoFigures, read_figures
from dojo.documents.tables import TABLES, Part
from dojo.errors import EnvironmentProblem
from dojo.runner.matrix import Matrix, matrix
from dojo.screen.palette import INK, PAPER, TERMINAL
from dojo.screen.waiting import progress_bar
from dojo.story.workspace import Workspace
from dojo.tour.progression import staircase

PROGRESSION, SPEED = "progression.svg", "speed.svg"
PICTURE = re.compile(r"!\[[^]]*\]\(([^)\s]+)\)")
PLACE = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def fill_page(page: Path, found: Matrix, parts: dict[str, Part]) -> str:
    """A page, with everything between `<!-- name -->` and `<!-- end -->` written again.

    Raises EnvironmentProblem for a table that there is not.
    """

    def anew(place: re.Match[str]) -> str:
        if place[1] not in parts:
            names = " ".join(parts)
            fault = f"{found.story.shown(page)}: there is no table {place[1]}: there are {names}"
            raise EnvironmentProblem(fault)
        return f"<!-- {place[1]} -->\n\n{parts[place[1]](found, page.parent)}\n\n<!-- end -->"

    return PLACE.sub(anew, page.read_text(encoding="utf-8"))


def generated_files(found: Matrix, *, first: bool) -> dict[Path, str]:
    """Every generated file of a story, with what it has to say; the first has the workspace's pages too.

    Raises EnvironmentProblem, or NoFigures.
    """
    story = found.story
    own = import_module(story.own.pages) if story.own.pages else None
    parts: dict[str, Part] = TABLES | (own.PARTS if own else {})
    files = [story.folder / "README.md", *(kata.folder / "README.md" for kata in story.katas)]
    files += [story.top / "README.md", *sorted(story.top.glob("docs/*.md"))] if first else []
    files += [story.top / page for page in own.PAGES] if own else []
    texts = {page: fill_page(page, found, parts) for page in files if page.exists()}
    pictures = {story.folder / PROGRESSION: staircase_svg(found)}
    with suppress(NoFigures):
        figures = read_figures(story)
        if figures.work:
            pictures[story.file.parent / SPEED] = draw_plot(figures, figures.work, found.steps) + "\n"
    named = {(page.parent / name).resolve() for page in texts for name in PICTURE.findall(texts[page])}
    return texts | {file: drawn for file, drawn in pictures.items() if file.resolve() in named}


def stale_files(texts: dict[Path, str]) -> list[Path]:
    """The files that do not say what they should say."""
    return [page for page, text in texts.items() if not page.exists() or page.read_text("utf-8") != text]


def contents(workspace: Workspace) -> int:
    """Write those of all stories that are stale; gives a status. Raises BadFile, CollectionError."""
    if workspace.faults:
        raise workspace.faults[0]
    for story in workspace.stories:
        with progress_bar() as on_done:
            texts = generated_files(matrix(story, on_done=on_done), first=story == workspace.stories[0])
        for page in stale_files(texts):
            page.write_text(texts[page], encoding="utf-8")
            print(f"{story.shown(page)} written anew")
    return 0


RED, GREEN, YELLOW, MAGENTA = (TERMINAL[name] for name in ("red", "green", "yellow", "magenta"))
THEME = TerminalTheme(PAPER, INK, [INK, RED, GREEN, YELLOW, INK, MAGENTA, INK, INK])
SVG = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>The green-bar progression, step by step</title>
<style>
.{unique_id}-matrix {{ font-family: Menlo, "DejaVu Sans Mono", Consolas, monospace; }}
.{unique_id}-matrix {{ font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#1b1b1b"/>
<defs>{lines}</defs>
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""


def staircase_svg(matrix: Matrix) -> str:
    """The staircase, as an SVG."""
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True, color_system="standard")
    console.print(staircase(matrix, 80))
    return console.export_svg(code_format=SVG, unique_id="progression", theme=THEME)
