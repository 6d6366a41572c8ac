"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.runner.failure.printing import format_case, visible
from dojo.runner.program import CommandError, MissingFileError, Outcome, Program, Tried, read_limit
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.katas import Case
from dojo.story.story import relative_path


def accept(
    cases: list[Case],
    command: str,
    folder: Path,
    top: Path,
    *,
    build: str = "",
    limit: str = "",
    every: bool = False,
) -> int:
    """Run a command in a folder on some cases, and show the results; returns an exit status.

    Raises CommandError, with the folder as it is seen from the top of the workspace, and BuildError.
    """
    program = Program(command, folder, build, read_limit(limit))
    try:
        return report_cases(cases, program.run_on(cases), every=every, out=console())
    except MissingFileError as lost:
        where = "at the top of the workspace" if folder == top else f"in {relative_path(top, folder)}"
        raise CommandError(
            f"there is no {lost} {where}: IN=folder or NAME=attempt says where it is"
        ) from None


def report_cases(cases: list[Case], results: Iterator[Tried], *, every: bool, out: Console) -> int:
    """Show a line for each case, the first failure (or every one) and the summary; returns the exit status.

    After a program that hangs no other case is run, unless every one is asked for.
    """
    done = []
    for case, outcome in results:
        out.print(case_line(case, outcome), no_wrap=True, overflow="ellipsis")
        done.append((case, outcome))
        if outcome.hangs and not every:
            break
    failed = [(case, outcome) for case, outcome in done if outcome.colour != "green"]
    for case, outcome in failed if every else failed[:1]:
        out.print()
        paragraph(out, f"{case.rule}: {visible(outcome.why)}", "bold")
        for line in format_case(case, outcome):
            out.print(line, no_wrap=True, overflow="ellipsis")
    out.print()
    if any(outcome.lenient for _, outcome in done):
        out.print("Let pass: line ends of Windows, or none after the last line.", style="dim")
    paragraph(out, summary(cases, done), f"bold {'red' if failed else 'green'}")
    return 1 if failed else 0


def case_line(case: Case, outcome: Outcome) -> Text:
    """Show a case on a line: its shape, its rule, and in a word or two what is wrong."""
    look = COLOURS[outcome.colour]
    why = f": {outcome.why.partition(':')[0]}" if outcome.why else ""
    return Text(f"{look.shape} {case.rule}{why}", style=look.style)


def summary(cases: list[Case], done: list[Tried]) -> str:
    """Say how many pass, and name the first that does not."""
    passed = [case for case, outcome in done if outcome.colour == "green"]
    if len(passed) == len(cases):
        return f"All {len(cases)} cases pass." if len(cases) > 1 else "The only case passes."
    first, outcome = next((case, outcome) for case, outcome in done if outcome.colour != "green")
    why = visible(outcome.why).rstrip(".")
    sentence = f"{len(passed)} of {len(cases)} cases pass; the first that does not, {first.rule}: {why}."
    left = len(cases) - len(done)
    return sentence + (f" {left} were not run after it: ALL=1 runs them." if left else "")
