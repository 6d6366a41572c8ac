"""`make contents`: writes what the pages tell of the steps, from the steps; the speeds, from what the bench
measured; and the rules into each kata.
"""

import re
import sys
from collections.abc import Callable
from io import StringIO
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from dojo import speed_plot
from dojo.documents import table
from dojo.drawing import Staircase
from dojo.gate import verdict
from dojo.matrix import Matrix
from dojo.parallel import run_on_all_cores
from dojo.speed import read
from dojo.speed_words import markdown
from dojo.steps import ROOT, Step
from dojo.verb import ended
from dojo.waiting import with_a_bar
from dojo.where import COLUMNS, written

STORIES_HEAD = [
    "| step | | exchanges | drives | guards | green |",
    "|---|---|---|---|---|---|",
]
RULES = "katas/rules.md"
PICTURE = "steps/progression.svg"
RED, GREEN, YELLOW, MAGENTA, GREY = (
    (229, 83, 75),
    (46, 160, 67),
    (219, 171, 9),
    (191, 75, 138),
    (201, 209, 217),
)
THEME = TerminalTheme((27, 27, 27), GREY, [GREY, RED, GREEN, YELLOW, GREY, MAGENTA, GREY, GREY])
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


def by_chapter(steps: list[Step]) -> list[tuple[str, list[Step]]]:
    """The chapters in order, each with its steps."""
    return [(chapter, list(of)) for chapter, of in groupby(steps, key=lambda step: step.chapter)]


def chapters(matrix: Matrix) -> str:
    """A row for each chapter: its steps, each a link to its story. For README.md."""
    rows = ["| chapter | steps |", "|---|---|"]
    for chapter, steps in by_chapter(matrix.steps):
        links = [f"[{step.number:02} {step.title}](steps/{step.name}/README.md)" for step in steps]
        rows.append(f"| {chapter} | {'<br>'.join(links)} |")
    return "\n".join(rows)


def stories(matrix: Matrix) -> str:
    """A table for each chapter: each step, how it came about, and its tests. For steps/README.md."""
    parts = []
    for chapter, steps in by_chapter(matrix.steps):
        rows = [row(matrix, step) for step in steps]
        parts.append("\n".join([f"## {chapter}\n", *STORIES_HEAD, *rows]))
    return "\n\n".join(parts)


def row(matrix: Matrix, step: Step) -> str:
    """One step: its story, its kind, what it retells, its new tests, and how many are green by then."""
    told = step.exchanges
    exchanges = f"{told[0]}–{told[-1]}" if len(told) > 1 else "".join(map(str, told))
    drives = len(matrix.driving(step))
    guards = sum(test.kind == "guards" and test.written == step.number for test in matrix.tests)
    green = sum(step.number >= test.written for test in matrix.tests)
    link = f"[{step.number:02} {step.title}]({step.name}/README.md)"
    return f"| {link} | {step.kind} | {exchanges} | {drives or ''} | {guards or ''} | {green} |"


def gate(matrix: Matrix) -> str:
    """What the gate says, for README.md."""
    return f"```text\n{verdict(matrix)}\n```"


def rules(_matrix: Matrix) -> str:
    """The rules of poker, for the statement of each kata."""
    return (ROOT / RULES).read_text(encoding="utf-8").split("\n\n", 1)[1].rstrip()


def speed(_matrix: Matrix) -> str:
    """The figures of the bench, for README.md."""
    return markdown(read())


def plot(matrix: Matrix) -> str:
    """The speed of each step, as a picture that stands alone."""
    return speed_plot.drawn(read(), matrix.steps, speed_plot.OF_ITS_OWN)


def picture(matrix: Matrix) -> str:
    """The staircase as it is drawn in a terminal of 80 columns."""
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True, color_system="standard")
    console.print(Staircase(matrix))
    return console.export_svg(code_format=SVG, unique_id="progression", theme=THEME)


def documents(_matrix: Matrix) -> str:
    """What the documents' own tests catch, for katas/judging.md."""
    return table()


PARTS: dict[str, Callable[[Matrix], str]] = {
    "chapters": chapters,
    "stories": stories,
    "gate": gate,
    "rules": rules,
    "documents": documents,
    "speed": speed,
}


def filled(text: str, matrix: Matrix) -> str:
    """A page with what stands between `<!-- name -->` and `<!-- end -->` made anew."""

    def anew(found: re.Match[str]) -> str:
        return f"<!-- {found[1]} -->\n\n{PARTS[found[1]](matrix)}\n\n<!-- end -->"

    return re.sub(r"<!-- (\w+) -->\n.*?<!-- end -->", anew, text, flags=re.DOTALL)


def pages(matrix: Matrix, root: Path) -> dict[Path, str]:
    """Every generated file, with what it has to say."""
    readmes = [root / "README.md", root / "steps" / "README.md", *sorted(root.glob("katas/*/README.md"))]
    readmes += [root / "katas" / "judging.md"]
    texts = {page: filled(page.read_text(encoding="utf-8"), matrix) for page in readmes}
    pictures = {root / PICTURE: picture(matrix), root / speed_plot.FILE: plot(matrix)}
    return texts | pictures | {root / COLUMNS: written(matrix)}


def stale(texts: dict[Path, str]) -> list[Path]:
    """The files that do not say what they have to say."""
    return [page for page, text in texts.items() if not page.exists() or page.read_text("utf-8") != text]


def main() -> int:
    texts = pages(with_a_bar(run_on_all_cores), ROOT)
    for page in stale(texts):
        page.write_text(texts[page], encoding="utf-8")
        print(f"{page.relative_to(ROOT)} written anew")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
