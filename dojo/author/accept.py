"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.errors import UsageError
from dojo.files import relative_path
from dojo.model.outcome import Colour
from dojo.runner.failure.printing import format_case, visible
from dojo.runner.programs.command import CommandError, MissingFileError, ProgramOutcome
from dojo.runner.programs.program import Program, Tried, read_limit
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.katas import Case


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
    """Run a command in a folder on some cases: show a line for each, the first failure and a summary.

    If every failure is asked for, show all; otherwise no other case is run after one that hangs. Returns an
    exit status. Raises CommandError, with the folder as it is seen from the top of the workspace, BuildError.
    """
    program = Program(command, folder, build, read_limit(limit))
    out = console()
    try:
        done = run_cases(program, cases, out, every=every)
    except MissingFileError as error:
        raise explain_missing_file(error, folder, top) from None
    failed = [tried for tried in done if not passes(tried)]
    for case, outcome in failed if every else failed[:1]:
        print_failure(case, outcome, out)
    out.print()
    if any(outcome.lenient for _, outcome in done):
        out.print("Let pass: line ends of Windows, or none after the last line.", style="dim")
    style = "bold red" if failed else "bold green"
    paragraph(out, summarize(done, failed, len(cases)), style)
    return 1 if failed else 0


def run_cases(program: Program, cases: list[Case], out: Console, *, every: bool) -> list[Tried]:
    """Run a program on cases, with a line for each; unless every one is asked for, end after one that hangs.

    Raises MissingFileError, BuildError.
    """
    done: list[Tried] = []
    for case, outcome in program.run_on(cases):
        print_case(case, outcome, out)
        done.append((case, outcome))
        if outcome.hangs and not every:
            break
    return done


def passes(tried: Tried) -> bool:
    """True if a program prints what a case wants."""
    _, outcome = tried
    return outcome.colour == Colour.GREEN


def print_failure(case: Case, outcome: ProgramOutcome, out: Console) -> None:
    """Print how a program fails on a case, in full."""
    out.print()
    paragraph(out, f"{case.rule}: {visible(outcome.why)}", "bold")
    for part in format_case(case, outcome):
        out.print(part, no_wrap=True, overflow="ellipsis")


def print_case(case: Case, outcome: ProgramOutcome, out: Console) -> None:
    """Print the line of a case: its colour, its rule, and how it fails."""
    look = COLOURS[outcome.colour]
    text = f"{look.shape} {case.rule}"
    if outcome.why:
        text += f": {outcome.why.partition(':')[0]}"
    out.print(Text(text, style=look.style), no_wrap=True, overflow="ellipsis")


def explain_missing_file(error: MissingFileError, folder: Path, top: Path) -> UsageError:
    """Return the error that says where the file of a program was looked for."""
    where = "at the top of the workspace" if folder == top else f"in {relative_path(top, folder)}"
    return CommandError(f"there is no {error} {where}: IN=folder or NAME=attempt says where it is")


def summarize(done: list[Tried], failed: list[Tried], total: int) -> str:
    """Say how many cases pass, which is the first that does not, and how many were not run."""
    summary = f"{len(done) - len(failed)} of {total} cases pass"
    if failed:
        case, outcome = failed[0]
        summary += f"; the first that does not, {case.rule}: {visible(outcome.why).rstrip('.')}"
    not_run = total - len(done)
    if not_run:
        summary += f". {not_run} were not run after it: ALL=1 runs them"
    return f"{summary}."
