"""Law 7: a story has its form, quotes code that stands there and failures that happen."""

import builtins
import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dojo.breach import Breach
from dojo.matrix import SUITE, Matrix
from dojo.steps import Step

HEADINGS = {
    "start": [["What to notice"]],
    "test first": [
        ["Red", "Green", "What to notice"],
        ["Red", "Green", "Refactor", "What to notice"],
    ],
    "refactoring": [["Green", "Refactor", "What to notice"]],
}
HEAD_FORM = "# Step 07 · Title / empty / *Chapter 2 · Its name · test first* (or refactoring; · ex. 62–63)"
QUESTION = "**Ask the room:** "
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"`([A-Za-z_]\w*)(?:\(\))?`")


class Quote(NamedTuple):
    """A fenced block of a story: what kind it is of, its lines, and where it stands."""

    kind: str
    lines: list[str]
    line: int


def quotes(story: str) -> list[Quote]:
    """The fenced blocks of a story, in order."""
    return [
        Quote(fence[1], fence[2].splitlines(), story[: fence.start()].count("\n") + 1)
        for fence in FENCE.finditer(story)
    ]


def breaches(matrix: Matrix, root: Path) -> Iterator[Breach]:
    """Everything in the stories that breaks law 7.

    A story is judged together with the step before it: of a part of the steps, from the second on.
    """
    suite = "\n".join(file.read_text("utf-8") for file in sorted((root / SUITE).glob("*.py")))
    for before, step in zip([None, *matrix.steps], matrix.steps, strict=False):
        if step.story and (before or step.number == 0):
            sources = [source.whole_code for source in (before, step) if source and source.module.is_file()]
            sources.append(suite)
            failures = [matrix.cell(test, before).failure for test in matrix.driving(step) if before]
            yield from formed(step, driven=bool(matrix.driving(step)))
            yield from quoted(step, sources, failures)
            yield from named(step, "\n".join(sources))


def formed(step: Step, driven: bool) -> Iterator[Breach]:
    """The head, the headings in their order, and one question at the end."""
    if not step.head:
        yield Breach(7, step.name, "README.md", f"its first three lines have not the form {HEAD_FORM}")
    if int(step.head.get("number", step.number)) != step.number:
        yield Breach(7, step.name, "README.md:1", f"calls itself step {step.head['number']}")
    headings = re.findall(r"^## (.+)$", step.story, re.MULTILINE)
    if headings not in HEADINGS[step.kind]:
        what = f"its headings are {', '.join(headings) or 'missing'}"
        wanted = ", or ".join(", ".join(form) for form in HEADINGS[step.kind])
        yield Breach(7, step.name, "README.md", f"{what}; wanted: {wanted}")
    if step.number and driven != (step.kind == "test first"):
        what = "a test drives it" if driven else "no test drives it"
        yield Breach(7, step.name, "README.md:3", f"says {step.kind}, but {what}")
    last = step.story.rstrip().split("\n\n")[-1]
    if not (last.startswith(QUESTION) and last.endswith("?")):
        yield Breach(7, step.name, "README.md", f"its last paragraph is not a question: {QUESTION}…?")


def quoted(step: Step, sources: list[str], failures: list[str]) -> Iterator[Breach]:
    """Code stands in the step, the one before it or the suite; failures happen on the one before."""
    kinds = []
    for kind, lines, line in quotes(step.story):
        where = f"README.md:{line}"
        kinds.append(kind)
        if not any(map(str.strip, lines)):
            yield Breach(7, step.name, where, "an empty block")
        elif kind == "python":
            if not any(stands_in(lines, source) for source in sources):
                yield Breach(7, step.name, where, f"this code stands nowhere: {lines[0].strip()}")
        elif kind == "text":
            happening = max((how_far(lines, failure) for failure in failures), default=0)
            if happening < len(lines):
                what = lines[happening].strip() or "an empty line"
                yield Breach(7, step.name, where, f"this failure does not happen: {what}")
        elif kind != "sh":
            yield Breach(7, step.name, where, f"a block is python, text (a failure) or sh, not {kind!r}")
    needed = {"start": [], "test first": ["python", "text"], "refactoring": ["python"]}[step.kind]
    for kind in needed:
        if kind not in kinds:
            yield Breach(7, step.name, "README.md", f"quotes no {kind}")


def named(step: Step, source: str) -> Iterator[Breach]:
    """A name set as code is one that the step, the one before it or the suite has, or Python."""
    words = set(re.findall(r"\w+", source)) | set(dir(builtins)) | set(keyword.kwlist)
    prose = FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), step.story)
    for number, line in enumerate(prose.splitlines(), 1):
        for name in NAME.findall(line):
            if name not in words:
                yield Breach(7, step.name, f"README.md:{number}", f"nothing is called `{name}`")


def stands_in(lines: list[str], source: str) -> bool:
    """Are these whole lines, one after the other, in the source?"""
    return "\n".join(["", *lines, ""]) in f"\n{source}\n"


def how_far(lines: list[str], failure: str) -> int:
    """How many of the lines the failure has, in this order, others between them, before one is missing."""
    drawn = iter(line.rstrip() for line in failure.splitlines())
    return next((n for n, line in enumerate(lines) if line.rstrip() not in drawn), len(lines))
