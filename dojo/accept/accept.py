"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata."""

import os
from pathlib import Path

from dojo.accept.report import report
from dojo.engine.cases.command import Missing, WrongCall, seconds, startable, words
from dojo.engine.cases.trying import tried
from dojo.screen.console import console
from dojo.story.cases import Case


def accept(cases: list[Case], command: str, folder: Path, top: Path, *, limit: str, every: bool) -> int:
    """Run a command in a folder on some cases, and show what came of it; gives an exit status.

    Raises WrongCall and NotRun, with the folder as it is seen from the top of the workspace.
    """
    try:
        what = startable(words(command), folder)
        results = tried(cases, what, folder, seconds(limit))
        return report(cases, results, every=every, out=console())
    except Missing as lost:
        where = "at the top of the workspace" if folder == top else f"in {os.path.relpath(folder, top)}"
        raise WrongCall(f"there is no {lost} {where}: IN=folder or NAME=attempt says where it is") from None
