"""A case that does not pass, drawn: what was fed, what had to come, and what came instead."""

import difflib
import re
from collections.abc import Iterable, Iterator

from rich.text import Text

from dojo.runner.child.program import Outcome
from dojo.story.cases import Case

SHOWN = 12
"""How many lines of each part of a failure are shown, so that all of it fits on one screen."""
IN_THE_LANGUAGE = re.compile(r"\s+at .*\b(node:internal|java\.base)/")
"""Lines of a stack that do not belong to the program."""


def failure(case: Case, outcome: Outcome) -> Iterator[Text]:
    """What was fed in a case that does not pass, what had to come (-) and what came (+)."""
    yield from fed(case)
    yield from compared(case, outcome)
    yield from said(case, outcome)


def at_a_glance(case: Case, outcome: Outcome) -> Iterator[Text]:
    """The same for a screen that may have room for the beginning only: what tells most comes first."""
    if outcome.colour == "amber":
        yield from said(case, outcome)
        yield from fed(case)
        yield from compared(case, outcome)
    else:
        yield from compared(case, outcome)
        yield from fed(case)
        yield from said(case, outcome)


def fed(case: Case) -> Iterator[Text]:
    """What the program reads."""
    yield Text("\nfed:", style="bold")
    yield from cropped(Text(line) for line in indented(case.given))


def compared(case: Case, outcome: Outcome) -> Iterator[Text]:
    """What it had to write, and what it wrote."""
    yield Text("\n- expected, + printed:", style="bold")
    yield from cropped(difference(lines(case.expected), lines(outcome.printed)))


def said(case: Case, outcome: Outcome) -> Iterator[Text]:
    """What it had to say on standard error, and what it said, if anything."""
    if case.complaints:
        yield Text("\nto be said on standard error, with status 1:", style="bold")
        yield from cropped(Text(f"  {visible(words)}", style="green") for words in case.complaints)
    if outcome.complaint.strip():
        yield Text("\non standard error:", style="bold")
        yield from complained(outcome.complaint)


def complained(complaint: str) -> Iterator[Text]:
    """The first lines of what came on standard error, without those within the language."""
    told = [line for line in complaint.rstrip().splitlines() if not IN_THE_LANGUAGE.match(line)]
    yield from cropped(Text(f"  {visible(line)}") for line in told)


def indented(text: str) -> list[str]:
    """The lines of a text, to be shown."""
    return [f"  {visible(line)}" for line in lines(text)]


def lines(text: str) -> list[str]:
    """The lines of a text; a line end of Windows counts like any other."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def difference(expected: list[str], printed: list[str]) -> Iterator[Text]:
    """What had to come, and what came instead, line by line."""
    matcher = difflib.SequenceMatcher(None, expected, printed, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield from (Text(f"  {visible(line)}") for line in expected[i:j])
        else:
            yield from (Text(f"- {visible(line)}", style="green") for line in expected[i:j])
            yield from (Text(f"+ {visible(line)}", style="red") for line in printed[k:m])


def visible(line: str) -> str:
    """A line in which nothing is hidden: a space at its end is a dot, and control characters are spelled."""
    seen = line.rstrip(" ")
    seen += "·" * (len(line) - len(seen))
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in seen)


def cropped(lines: Iterable[Text]) -> Iterator[Text]:
    """The first lines, and how many more there are."""
    every = list(lines)
    yield from every[:SHOWN]
    if len(every) > SHOWN:
        yield Text(f"  … and {len(every) - SHOWN:,} more lines", style="dim")
