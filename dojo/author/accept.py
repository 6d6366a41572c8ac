"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata."""

from pathlib import Path

from rich.text import Text

from dojo.runner.failure.printing import format_case, visible
from dojo.runner.program import CommandError, MissingFileError, Program, Tried, read_limit
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
    """Run a command in a folder on some cases: show a line for each, the first failure and a summary.

    If every failure is asked for, show all; otherwise no other case is run after one that hangs. Returns an
    exit status. Raises CommandError, with the folder as it is seen from the top of the workspace, BuildError.
    """
    program, out, done = Program(command, folder, build, read_limit(limit)), console(), list[Tried]()
    try:
        for case, outcome in program.run_on(cases):
            look, why = COLOURS[outcome.colour], f": {outcome.why.partition(':')[0]}" if outcome.why else ""
            line = Text(f"{look.shape} {case.rule}{why}", style=look.style)
            out.print(line, no_wrap=True, overflow="ellipsis")
            done.append((case, outcome))
            if outcome.hangs and not every:
                break
    except MissingFileError as lost:
        where = "at the top of the workspace" if folder == top else f"in {relative_path(top, folder)}"
        hint = "IN=folder or NAME=attempt says where it is"
        raise CommandError(f"there is no {lost} {where}: {hint}") from None
    failed = [(case, outcome) for case, outcome in done if outcome.colour != "green"]
    for case, outcome in failed if every else failed[:1]:
        out.print()
        paragraph(out, f"{case.rule}: {visible(outcome.why)}", "bold")
        for part in format_case(case, outcome):
            out.print(part, no_wrap=True, overflow="ellipsis")
    out.print()
    if any(outcome.lenient for _, outcome in done):
        out.print("Let pass: line ends of Windows, or none after the last line.", style="dim")
    summary = f"{len(done) - len(failed)} of {len(cases)} cases pass"
    if failed:
        case, outcome = failed[0]
        summary += f"; the first that does not, {case.rule}: {visible(outcome.why).rstrip('.')}"
    if left := len(cases) - len(done):
        summary += f". {left} were not run after it: ALL=1 runs them"
    paragraph(out, f"{summary}.", f"bold {'red' if failed else 'green'}")
    return 1 if failed else 0
