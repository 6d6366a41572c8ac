"""The board as one HTML file. Everything is escaped."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from textwrap import dedent
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from dojo.bench.plot import draw_plot
from dojo.bench.timings import notes, read_figures, speed_file, target_rows, unit_rows
from dojo.diff import split_lines
from dojo.runner.matrix import Matrix
from dojo.screen.code import fold_diff, highlight, highlight_lines
from dojo.screen.palette import COLOURS, REFACTORING, STATES
from dojo.screen.templates import page_frame, template_environment
from dojo.story.readme import QUESTION
from dojo.story.source import find_source
from dojo.story.steps import Step, read_text
from dojo.tour.contents import EACH_HAS_FAILED, describe_tests

PAGES = Path(__file__).parent / "pages"


def page(matrix: Matrix, unwritten: int = 0) -> str:
    """The page; `matrix` has to be one on which the gate holds, but for so many texts."""
    pages = template_environment(PAGES)
    pages.filters |= {"zip": zip, "groups": groups}
    kinds_of_tests = describe_tests(matrix)
    if not unwritten:
        kinds_of_tests.append(EACH_HAS_FAILED)
    pages.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return pages.get_template("board.html").render(
        matrix=matrix,
        unwritten=unwritten,
        kinds_of_tests=kinds_of_tests,
        replays=list(replays(matrix)),
        counts=[Counter(matrix.state(test, step) for test in matrix.tests) for step in matrix.steps],
        chapters=list(matrix.by_chapter().items()),
        state=matrix.state,
        shapes={name: look.shape for name, look in STATES.items()},
        legend={name: look.meaning for name, look in STATES.items() if name != "broken"},
        refactoring=REFACTORING.shape,
        shown={name: look.shape for name, look in COLOURS.items()} | {"skipped": "!", "missing": "!"},
        code=highlight_lines,
        tally=tally,
        story=story,
        inline=inline,
        designs=list(designs(matrix.steps)),
        speed=speed(matrix),
        data=data(matrix),
        **page_frame(matrix.story.title, PAGES / "board.mjs"),
    )


def replays(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """What the page tells of each step and the one before it: red, change, green, story, from real runs."""
    for before, step in zip([None, *matrix.steps], matrix.steps):
        written = [test for test in matrix.tests if test.written <= step.number]
        driving = matrix.driving(step)
        colours_before = [matrix.cell(test, before).colour for test in written] if before else []
        colours = [matrix.cell(test, step).colour for test in written]
        new = []
        for test in driving:
            if before:
                source, cell = find_source(test.id, matrix.story.top), matrix.cell(test, before)
                texts = {"function": dedent(source.function), "row": dedent(source.row)}
                new.append(texts | {"test": test, "cell": cell})
        text = step.lesson.split("\n", 4)[-1] if step.head else step.lesson
        prose, asks, rest = text.rpartition(QUESTION)
        yield {
            "step": step,
            "before": before,
            "driving": driving,
            "guarding": [test for test in written if test.written == step.number and test not in driving],
            "colours_before": colours_before,
            "colours": colours,
            "changed": sum(a != b for a, b in zip(colours_before, colours)),
            "refactoring": before and not driving,
            "new": new,
            "red": [list(tests) for _, tests in groupby(new, key=itemgetter("function"))],
            "change": fold_diff(lines_of(before), lines_of(step)),
            "prose": prose if asks else rest,
            "question": rest.strip() if asks else "",
        }


def lines_of(step: Step | None) -> list[str]:
    """The code of a step, line by line as a diff counts them; nothing before the first step."""
    texts = map(read_text, step.files if step else [])
    return split_lines("\n\n".join(texts))


def speed(matrix: Matrix) -> dict[str, Any] | None:
    """The figures of the steps, for a page of their own; nothing if nothing was measured."""
    figures = read_figures(matrix.story) if speed_file(matrix.story).exists() else None
    if not figures or not figures.work:
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
"""The text is escaped: none of it is ever taken for HTML. The links of a story lead to other files, but the
page stands alone, and has none of them."""
for name in ("link_open", "link_close"):
    MARKDOWN.add_render_rule(name, lambda *_: "")


def story(prose: str) -> Markup:
    """Markdown as HTML: headings below the page's own, Python highlighted, no HTML let through."""
    return Markup(MARKDOWN.render(prose).replace("h2>", "h3>"))


def inline(text: str) -> Markup:
    """A sentence of Markdown as HTML."""
    return Markup(MARKDOWN.renderInline(text))
