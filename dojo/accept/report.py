"""What `make accept` shows: a line for each case, the first that does not pass, and a summary."""

import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from dojo.runner.cases.drawing import failure, visible
from dojo.runner.cases.trying import Tried
from dojo.runner.child.program import Outcome
from dojo.screen.palette import COLOURS
from dojo.story.cases import Case


def row(case: Case, outcome: Outcome) -> Text:
    """A line for a case: its shape, its rule, and in a word or two what is wrong."""
    look = COLOURS[outcome.colour]
    why = f": {outcome.why.partition(':')[0]}" if outcome.why else ""
    return Text(f"{look.shape} {case.rule}{why}", style=look.style)


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
    """A sentence, in lines that fit on the screen."""
    return textwrap.fill(text, out.width - 1)


def report(cases: list[Case], results: Iterator[Tried], *, every: bool, out: Console) -> int:
    """Show a line for each case, the first failure (or every one) and the summary; gives the exit status.

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
