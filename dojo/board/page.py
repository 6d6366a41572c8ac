"""The board as one HTML file: what `replay` tells, in the words of a page. Everything is escaped."""

import difflib
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dojo.bench.plot import draw_plot
from dojo.bench.report import notes, target_rows, unit_headings, unit_rows
from dojo.bench.timings import NoFigures, read_figures
from dojo.board.markup import inline, story
from dojo.board.replay import Replay, replays
from dojo.pages.code import highlight, highlight_lines
from dojo.pages.diff import Fold, fold_diff
from dojo.pages.templates import page_frame, script_of, template_environment
from dojo.runner.matrix import Matrix
from dojo.screen.palette import COLOURS, MEANINGS, REFACTORING, STATES
from dojo.story.steps import Step

PAGES = Path(__file__).parent / "pages"
CLASSES = {"green": "g", "red": "r", "not yet": "n", "luck": "l", "broken": "b"}
"""One letter, because there are thousands of cells; most of them are green, and those have no class."""
BEATS = {"red": "Red", "change": "Change", "green": "Green", "story": "Story"}
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
        legend={name: meaning for name, meaning in MEANINGS.items() if name != "broken"},
        refactoring=REFACTORING.shape,
        classes=CLASSES,
        shown=SHAPES,
        beats=BEATS,
        code=highlight_lines,
        tally=tally,
        story=story,
        inline=inline,
        change=change,
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
        "targets": target_rows(figures),
        "head": unit_headings(figures.work),
        "each": list(unit_rows(figures)),
        "notes": notes(figures),
    }


def lines_of(step: Step | None) -> list[str]:
    """The code of a step, line by line as a diff counts them; nothing before the first step."""
    return step.whole_code.splitlines() if step else []


def change(replay: Replay) -> list[Fold]:
    """What a step changed."""
    return fold_diff(lines_of(replay.before), lines_of(replay.step))


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
        "changes": [[changes(a, b) for b in code[n + 1 :]] for n, a in enumerate(code)],
    }


def changes(old: list[int], new: list[int]) -> str:
    """What differs between two steps, three numbers for each difference, because every pair is compared.

    How many lines are the same before it, how many are gone, and how many are new.
    """
    found, same_to = [], 0
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            found.append(f"{a - same_to},{b - a},{d - c}")
            same_to = b
    return " ".join(found)
