"""What `make accept` shows: a line for each case, the first that does not pass, and a summary."""

import difflib
import re
import textwrap
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from dojo.sandbox.program import Outcome
from dojo.screen.palette import COLOURS
from dojo.story.cases import Case

Tried = tuple[Case, Outcome]
SHOWN = 12
"""Lines of each part of a failure, so that all of it is on one screen."""
IN_THE_LANGUAGE = re.compile(r"\s+at .*\b(node:internal|java\.base)/")
"""Lines of a stack that are not of the program."""


def row(case: Case, outcome: Outcome) -> Text:
    """A line for a case: its shape, its rule, and in a word or two what is wrong."""
    look = COLOURS[outcome.colour]
    why = f": {outcome.why.partition(':')[0]}" if outcome.why else ""
    return Text(f"{look.shape} {case.rule}{why}", style=look.style)


def failure(case: Case, outcome: Outcome) -> Iterator[Text]:
    """What was fed in a case that does not pass, what had to come (-) and what came (+)."""
    yield Text("\nfed:", style="bold")
    yield from cropped(Text(f"  {visible(line)}") for line in lines(case.given))
    yield Text("\n- expected, + printed:", style="bold")
    yield from cropped(difference(lines(case.expected), lines(outcome.printed)))
    if outcome.complaint.strip():
        yield Text("\non standard error:", style="bold")
        told = [line for line in outcome.complaint.rstrip().splitlines() if not IN_THE_LANGUAGE.match(line)]
        yield from cropped(Text(f"  {visible(line)}") for line in told)


def lines(text: str) -> list[str]:
    """The lines of a text, an end of line of Windows being one like any other."""
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
    """A line in which nothing is hidden: a space at its end is a dot, what is no sign is spelled."""
    seen = line.rstrip(" ")
    seen += "·" * (len(line) - len(seen))
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in seen)


def cropped(lines: Iterable[Text]) -> Iterator[Text]:
    """The first lines, and how many more there are."""
    every = list(lines)
    yield from every[:SHOWN]
    if len(every) > SHOWN:
        yield Text(f"  … and {len(every) - SHOWN:,} lines more", style="dim")


def summary(cases: list[Case], done: list[Tried]) -> str:
    """How many pass, and the first that does not."""
    passed = [case for case, outcome in done if outcome.colour == "green"]
    if len(passed) == len(cases):
        return f"All {len(cases)} cases pass." if len(cases) > 1 else "The only case passes."
    first, outcome = next((case, outcome) for case, outcome in done if outcome.colour != "green")
    why = visible(outcome.why).rstrip(".")
    told = f"{len(passed)} of {len(cases)} cases pass; the first that does not, {first.rule}: {why}."
    left = len(cases) - len(done)
    return told + (f" {left} were not tried after it: ALL=1 tries them." if left else "")


def filled(text: str, out: Console) -> str:
    """A sentence in lines that the screen has room for."""
    return textwrap.fill(text, out.width - 1)


def report(cases: list[Case], results: Iterator[Tried], *, every: bool, out: Console) -> int:
    """Show a line for each case, the first failure (or every one) and the summary; the exit status.

    After a program that hangs no other case is tried, unless every one is asked for.
    """
    done = []
    for case, outcome in results:
        out.print(row(case, outcome), no_wrap=True, overflow="ellipsis")
        done.append((case, outcome))
        if outcome.hangs and not every:
            break
    failed = [(case, outcome) for case, outcome in done if outcome.colour != "green"]
    for case, outcome in failed if every else failed[:1]:
        out.print(f"\n{filled(f'{case.rule}: {visible(outcome.why)}', out)}", style="bold")
        for line in failure(case, outcome):
            out.print(line, no_wrap=True, overflow="ellipsis")
    out.print()
    if any(outcome.lenient for _, outcome in done):
        out.print("Let pass: line ends of Windows, or none after the last line.", style="dim")
    out.print(filled(summary(cases, done), out), style=f"bold {'red' if failed else 'green'}")
    return 1 if failed else 0
