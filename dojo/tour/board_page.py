"""The board as one HTML file. Everything is escaped."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from dojo.bench.plot import draw_plot
from dojo.bench.tables import TargetRow, UnitRow, notes, target_rows, unit_rows
from dojo.bench.timings import Work, read_figures, speed_file
from dojo.model.cell import CellState
from dojo.model.outcome import Colour
from dojo.runner.matrix import Matrix
from dojo.runner.result import MISSING
from dojo.screen.code import highlight, highlight_block, highlight_lines
from dojo.screen.palette import SHAPES, STATES
from dojo.screen.templates import page_frame, template_environment
from dojo.story.steps import Step, StepKind, by_chapter
from dojo.tour.contents import EACH_HAS_FAILED, describe_tests
from dojo.tour.progression import count_states, marks_of
from dojo.tour.replay import lines_of, replays

PAGES = Path(__file__).parent / "pages"
# What the page asks before it shows the change of a step that no test drives.
QUESTIONS = {
    StepKind.REFACTORING: "What would you tidy?",
    StepKind.DESIGN: "How else could you write it?",
}

# The shapes of all that a test can come to.
SHAPES_OF_RESULTS = {**SHAPES, Colour.SKIPPED: "!", MISSING: "!"}
# What the board explains. On a board no law is broken, for else it would not have been written.
MEANINGS = {state: look.meaning for state, look in STATES.items() if state != CellState.BROKEN}


@dataclass(frozen=True)
class Speed:
    """The figures of the steps, for a page of their own."""

    work: Work
    plot: Markup
    targets: list[TargetRow]
    each: list[UnitRow]
    notes: list[str]


def page(matrix: Matrix, unwritten: int = 0, languages: Sequence[str] = (), overview: str = "") -> str:
    """Return the page; `matrix` has to be one on which the gate holds, but for so many texts.

    What a README says is shown in the first of these languages that there is. `overview` is the address of
    the steps, where a site has them beside the board.
    """
    pages = template_environment(PAGES)
    pages.filters |= {"zip": zip, "groups": groups}
    kinds_of_tests = describe_tests(matrix)
    if not unwritten:
        kinds_of_tests.append(EACH_HAS_FAILED)
    pages.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return pages.get_template("board.html").render(
        matrix=matrix,
        unwritten=unwritten,
        overview=overview,
        kinds_of_tests=kinds_of_tests,
        replays=list(replays(matrix, languages)),
        counts=[count_states(matrix, step) for step in matrix.steps],
        chapters=list(matrix.by_chapter().items()),
        state=matrix.state,
        shapes={state: look.shape for state, look in STATES.items()},
        legend=MEANINGS,
        marks=list(marks_of(matrix)),
        questions=QUESTIONS,
        shown=SHAPES_OF_RESULTS,
        code=highlight_lines,
        tally=tally,
        story=story,
        inline=inline,
        designs=list(designs(matrix.steps)),
        speed=speed(matrix),
        data=data(matrix),
        **page_frame(matrix.story.title, PAGES / "board.mjs"),
    )


def speed(matrix: Matrix) -> Speed | None:
    """Return the figures of the steps; None if nothing was measured."""
    if not speed_file(matrix.story).exists():
        return None
    figures = read_figures(matrix.story)
    if not figures.work:
        return None
    return Speed(
        work=figures.work,
        plot=Markup(draw_plot(figures, figures.work, matrix.steps)),
        targets=list(target_rows(figures)),
        each=list(unit_rows(figures, figures.work)),
        notes=notes(figures),
    )


def designs(steps: list[Step]) -> Iterator[tuple[Step, list[Step]]]:
    """Yield the steps of each chapter that is about designs, each with those to compare it with.

    Each step of it is another design, and so is the step before it. Each is compared with those after it.
    """
    before: list[Step] = []
    for chapter in by_chapter(steps):
        kinds = {step.kind for step in chapter}
        if kinds == {StepKind.DESIGN} and len(chapter) > 1:
            compared = before + chapter
            for place, step in enumerate(compared[:-1]):
                yield step, compared[place + 1 :]
        before = [chapter[-1]]


def groups(colours: list[str]) -> list[tuple[str, int]]:
    """Return each run of one colour, and how long it is: green green red is (green, 2), (red, 1)."""
    return [(colour, len(list(group))) for colour, group in groupby(colours)]


def tally(colours: list[str]) -> str:
    """28 green, 1 red"""
    return ", ".join([f"{count} {colour}" for colour, count in Counter(colours).items()])


class Numbered:
    """Texts that come often, each once: elsewhere, only its number is written."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))


def data(matrix: Matrix) -> dict[str, object]:
    """Return what the page's script needs: the reason for each cell, and any two steps side by side."""
    whys, lines = Numbered(), Numbered()
    titles, cells, code = [], [], []
    for step in matrix.steps:
        titles.append(step.title)
        cells.append([whys.number(matrix.cell(test, step).why) for test in matrix.tests])
        code.append([lines.number(line) for line in highlight(lines_of(step))])
    return {
        "title": matrix.story.title,
        "steps": titles,
        "tests": [[test.rule, test.kind, test.written] for test in matrix.tests],
        "whys": list(whys.numbers),
        "cells": cells,
        "lines": list(lines.numbers),
        "code": code,
    }


# The text is escaped: none of it is ever taken for HTML. The links of a story lead to other files, but the
# page stands alone, and has none of them.
MARKDOWN = MarkdownIt("commonmark", {"html": False, "highlight": highlight_block}).disable("image")
for name in ("link_open", "link_close"):
    MARKDOWN.add_render_rule(name, lambda *_: "")


def story(prose: str) -> Markup:
    """Return Markdown as HTML: headings below the page's own, Python highlighted, no HTML let through."""
    return Markup(MARKDOWN.render(prose).replace("h2>", "h3>"))


def inline(text: str) -> Markup:
    """Return a sentence of Markdown as HTML."""
    return Markup(MARKDOWN.renderInline(text))
