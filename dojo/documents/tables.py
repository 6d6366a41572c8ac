"""The tables of the pages: which steps there are, what the gate says, what was measured."""

import os
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from dojo.bench.timings import markdown, read_figures
from dojo.gate.gate import format_open
from dojo.runner.matrix import Matrix
from dojo.story.steps import Step

Part = Callable[[Matrix, Path], str]
"""What stands on a page in a certain folder."""


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
    head = ["| step | |", f" {source.part}s |" if source else "", " drives | guards | green |"]
    lines = ["".join(head), "|---" * (6 if source else 5) + "|"]
    parts = []
    for chapter, steps in by_chapter(matrix.steps):
        rows = [row(matrix, step, folder) for step in steps]
        parts.append("\n".join([f"## {matrix.story.heading(chapter)}\n", *lines, *rows]))
    return "\n\n".join(parts)


def row(matrix: Matrix, step: Step, folder: Path) -> str:
    """One step: its story, its kind, what it retells, its new tests, and how many are green by then."""
    told = f"{step.parts[0]}–{step.parts[-1]}" if len(step.parts) > 1 else "".join(map(str, step.parts))
    drives = len(matrix.driving(step))
    guards = sum(test.kind == "guards" and test.written == step.number for test in matrix.tests)
    green = sum(step.number >= test.written for test in matrix.tests)
    parts = [told] if matrix.story.source else []
    story = link(f"{step.number:02} {step.title}", step, folder)
    cells = [story, step.kind, *parts, drives or "", guards or "", green]
    return f"| {' | '.join(map(str, cells))} |"


def link(text: str, step: Step, folder: Path) -> str:
    """A link to the story of a step, from a page in that folder."""
    return f"[{text}]({Path(os.path.relpath(step.readme, folder)).as_posix()})"


def gate(matrix: Matrix, _folder: Path) -> str:
    """What the gate says."""
    return f"```text\n{format_open(matrix)}\n```"


def speed(matrix: Matrix, _folder: Path) -> str:
    """The figures of the bench."""
    return markdown(read_figures(matrix.story))


TABLES: dict[str, Part] = {
    "chapters": chapters,
    "stories": stories,
    "gate": gate,
    "speed": speed,
}
