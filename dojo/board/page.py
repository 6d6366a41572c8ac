"""The board as one HTML file: what `replay` tells, in the words of a page. Everything is escaped."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from dojo.bench.plot import draw_plot
from dojo.bench.timings import NoFigures, notes, read_figures, target_rows, unit_rows
from dojo.board.replay import lines_of, replays
from dojo.pages.code import highlight, highlight_lines
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.runner.matrix import Matrix
from dojo.screen.palette import COLOURS, REFACTORING, STATES
from dojo.story.steps import Step

PAGES = Path(__file__).parent / "pages"
SHAPES = {name: look.shape for name, look in COLOURS.items()} | {"skipped": "!", "missing": "!"}
"""What a test came to, if nobody asks what it had to be."""


def page(matrix: Matrix, unwritten: int = 0) -> str:
    """The page; `matrix` has to be one on which the gate holds, but for so many texts."""
    pages = template_environment(PAGES)
    pages.filters |= {"zip": zip, "groups": groups}
    pages.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    states = {step: [matrix.state(test, step) for test in matrix.tests] for step in matrix.steps}
    return pages.get_template("board.html").render(
        matrix=matrix,
        unwritten=unwritten,
        replays=replays(matrix),
        counts=[Counter(states[step]) for step in matrix.steps],
        chapters=list(matrix.by_chapter().items()),
        state=matrix.state,
        shapes={name: look.shape for name, look in STATES.items()},
        legend={name: look.meaning for name, look in STATES.items() if name != "broken"},
        refactoring=REFACTORING.shape,
        shown=SHAPES,
        code=highlight_lines,
        tally=tally,
        story=story,
        inline=inline,
        designs=list(designs(matrix.steps)),
        speed=speed(matrix),
        data=data(matrix),
        **page_frame(matrix.story.title, script_of(pages, "board.js")),
    )


def speed(matrix: Matrix) -> dict[str, Any] | None:
    """The figures of the steps, for a page of their own; nothing if nothing was measured."""
    try:
        figures = read_figures(matrix.story)
    except NoFigures:
        return None
    if not figures.work:
        return None
    return {
        "work": figures.work,
        "plot": Markup(draw_plot(figures, figures.work, matrix.steps)),
        "targets": list(target_rows(figures)),
        "each": list(unit_rows(figures, figures.work)),
        "notes": notes(figures),
    }


def designs(steps: list[Step]) -> Iterator[tuple[Step, list[Step]]]:
    """A chapter of refactorings only is about designs: each, and the step before, beside those after it."""
    for _, chapter in groupby(steps, key=lambda step: step.chapter):
        members = list(chapter)
        if len(members) > 1 and all(step.kind == "refactoring" for step in members):
            compared = [step for step in steps if step.number == members[0].number - 1] + members
            yield from ((step, compared[n:]) for n, step in enumerate(compared[:-1], 1))


def groups(colours: list[str]) -> list[tuple[str, int]]:
    """How often each colour comes, one after the other."""
    return [(colour, len(list(group))) for colour, group in groupby(colours)]


def tally(colours: list[str]) -> str:
    """`28 green, 1 red`."""
    return ", ".join(f"{count} {colour}" for colour, count in Counter(colours).items())


def data(matrix: Matrix) -> dict[str, Any]:
    """What the page's script needs: the reason for each cell, and any two steps side by side."""
    whys: dict[str, int] = {}
    cells = [
        [whys.setdefault(matrix.cell(test, step).why, len(whys)) for test in matrix.tests]
        for step in matrix.steps
    ]
    texts: dict[str, int] = {}
    code = [
        [texts.setdefault(line, len(texts)) for line in highlight(lines_of(step))] for step in matrix.steps
    ]
    return {
        "title": matrix.story.title,
        "steps": [step.title for step in matrix.steps],
        "tests": [[test.rule, test.kind, test.written] for test in matrix.tests],
        "whys": list(whys),
        "cells": cells,
        "lines": list(texts),
        "code": code,
    }


def highlighted(code: str, language: str, _attributes: str) -> str:
    """A block of a story; an empty answer leaves it to be escaped as it is."""
    if language == "diff":
        tags = {"-": Markup("del"), "+": Markup("ins")}
        line = Markup("<{0} class=line>{1}</{0}>").format
        lines = code.removesuffix("\n").split("\n")
        return "".join(line(tags.get(one[:1], Markup("span")), one or " ") for one in lines)
    return "\n".join(highlight_lines(code)) if language == "python" else ""


MARKDOWN = MarkdownIt("commonmark", {"html": False, "highlight": highlighted}).disable("image")
"""The text is escaped: none of it is ever taken for HTML."""


def story(prose: str) -> Markup:
    """Markdown as HTML: headings below the page's own, Python highlighted, no HTML let through."""
    tokens = MARKDOWN.parse(prose)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return render(tokens)


def inline(text: str) -> Markup:
    """A sentence of Markdown as HTML."""
    return render(MARKDOWN.parseInline(text))


def render(tokens: list[Token]) -> Markup:
    """As HTML, without links: those of a story lead to other files, but the page stands alone."""
    for token in tokens:
        token.children = [child for child in token.children or [] if not child.type.startswith("link_")]
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
