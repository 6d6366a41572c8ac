"""Law 7: a README has its form, quotes code that stands there and failures that happen."""

import builtins
import keyword
import re
from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach
from dojo.story.readme import FENCE, QUESTION, quotes
from dojo.story.steps import Step

HEADINGS = {
    "start": [["What to notice"]],
    "test first": [
        ["Red", "Green", "What to notice"],
        ["Red", "Green", "Refactor", "What to notice"],
    ],
    "refactoring": [["Green", "Refactor", "What to notice"]],
}
HEAD_FORM = "# Step 07 · Title / empty / *Chapter 2 · Its name · test first* (or refactoring{parts})"
NAME = re.compile(r"`([A-Za-z_]\w*)(?:\(\))?`")


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Everything in the READMEs that breaks law 7.

    One is judged together with the step before it: of a part of the steps, from the second on.
    """
    suite = "\n".join(file.read_text("utf-8", "replace") for file in sorted(matrix.story.suite.glob("*.py")))
    for before, step in zip([None, *matrix.steps], matrix.steps, strict=False):
        if step.prose and (before or step.number == 0):
            sources = [source.whole_code for source in (before, step) if source and source.module.is_file()]
            sources.append(suite)
            failures = [matrix.cell(test, before).failure for test in matrix.driving(step) if before]
            yield from formed(step, driven=bool(matrix.driving(step)))
            yield from quoted(step, sources, failures)
            yield from named(step, "\n".join(sources))


def formed(step: Step, driven: bool) -> Iterator[Breach]:
    """The head, the headings in their order, and one question at the end."""
    if not step.head:
        short = step.files_named.short
        form = HEAD_FORM.format(parts=f"; · {short} 62–63" if short else "")
        yield Breach(7, step.name, "README.md", f"its first three lines have not the form {form}")
    if int(step.head.get("number", step.number)) != step.number:
        yield Breach(7, step.name, "README.md:1", f"calls itself step {step.head['number']}")
    headings = re.findall(r"^## (.+)$", step.prose, re.MULTILINE)
    if headings not in HEADINGS[step.kind]:
        what = f"its headings are {', '.join(headings) or 'missing'}"
        wanted = ", or ".join(", ".join(form) for form in HEADINGS[step.kind])
        yield Breach(7, step.name, "README.md", f"{what}; wanted: {wanted}")
    if step.number and driven != (step.kind == "test first"):
        what = "a test drives it" if driven else "no test drives it"
        yield Breach(7, step.name, "README.md:3", f"says {step.kind}, but {what}")
    last = step.prose.rstrip().split("\n\n")[-1]
    if not (last.startswith(QUESTION) and last.endswith("?")):
        yield Breach(7, step.name, "README.md", f"its last paragraph is not a question: {QUESTION}…?")


def quoted(step: Step, sources: list[str], failures: list[str]) -> Iterator[Breach]:
    """Code stands in the step, the one before it or the suite; failures happen on the one before."""
    kinds = []
    for kind, lines, line in quotes(step.prose):
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
    prose = FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), step.prose)
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
