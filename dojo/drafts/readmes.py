"""The README of a step, as far as its runs say it: its head, its headings, and what it quotes."""

import re
from difflib import SequenceMatcher

from dojo.gate.prose.code import Code
from dojo.gate.prose.form import HEADINGS
from dojo.gate.prose.quotes import NEEDED
from dojo.runner.failure.reason import RAISED
from dojo.runner.matrix import Matrix
from dojo.story.readme import FENCE
from dojo.story.source import as_it_stands
from dojo.story.steps import Step, text_of

ASSERTION = ">"
"""How pytest marks the line that fails."""
ADDRESS = re.compile(r"\bat 0x[0-9a-f]+")


def a_head(number: int, title: str, chapter: str, kind: str) -> str:
    """The first lines of a README."""
    return f"# Step {number:02} · {title}\n\n*Chapter {chapter} · {kind}*"


def sections(found: Matrix, step: Step, kind: str) -> list[str]:
    """The headings of a README, each with the blocks that it needs: code, and the failure that happens."""
    needed = NEEDED[kind] if kind != "refactoring" else [("Green", "python"), *NEEDED[kind]]
    return [
        "\n\n".join(
            [f"## {name}", *(block(found, step, name, what, kind) for at, what in needed if at == name)]
        )
        for name in HEADINGS[kind][0]
    ]


def block(found: Matrix, step: Step, section: str, what: str, kind: str) -> str:
    """A fenced block for a section of a README: the test, its failure, or what is new in the step."""
    before, driving = found.story.before(step), found.driving(step)
    if section == "Red":
        test = driving[0] if driving else None
        is_code = what == "python"
        lines = (
            []
            if not test or not before
            else (
                as_it_stands(test, found.story.top) if is_code else failing(found.cell(test, before).failure)
            )
        )
    else:
        lines = changed(before, step, gone=section == "Green" and kind == "refactoring" and not driving)
    return "\n".join([FENCE + what, *(lines or ["…"]), FENCE])


def failing(failure: str) -> list[str]:
    """The line that fails and what was raised, from a failure as pytest draws it.

    A line with an address is left out: the next run has another one.
    """
    lines = [line.rstrip() for line in failure.splitlines() if line.startswith((ASSERTION, RAISED.rstrip()))]
    return [line for line in lines if not ADDRESS.search(line)] or lines


def changed(before: Step | None, step: Step, *, gone: bool) -> list[str]:
    """The first lines that a step has and the one before did not; with `gone`, the other way round."""
    files = [Code(text_of(one.module) if one else "") for one in (before, step)]
    old, new = ([line.rstrip() for line in file.text.split("\n")] for file in files)
    found: list[list[str]] = []
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        at, lines, others = (i, old[i:j], files[1]) if gone else (k, new[k:m], files[0])
        whole = files[0] if gone else files[1]
        while lines and not lines[0].strip():
            at, lines = at + 1, lines[1:]
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        if lines and whole.is_code(at + 1, lines) and len(whole.places(lines)) != len(others.places(lines)):
            found.append(lines)
    return max(found, key=len, default=[]) or ([] if gone else changed(before, step, gone=True))
