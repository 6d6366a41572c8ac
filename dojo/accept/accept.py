"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata."""

from pathlib import Path

from dojo.accept.report import report
from dojo.runner.cases.command import Missing, WrongCall, seconds
from dojo.runner.cases.program import Program
from dojo.screen.console import console
from dojo.story.cases import Case
from dojo.story.story import seen_from


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
    """Run a command in a folder on some cases, and show what came of it; gives an exit status.

    Raises WrongCall and NotRun, with the folder as it is seen from the top of the workspace; and NotMade.
    """
    program = Program(command, folder, build, seconds(limit))
    try:
        return report(cases, program.tried(cases), every=every, out=console())
    except Missing as lost:
        where = "at the top of the workspace" if folder == top else f"in {seen_from(top, folder)}"
        raise WrongCall(f"there is no {lost} {where}: IN=folder or NAME=attempt says where it is") from None
