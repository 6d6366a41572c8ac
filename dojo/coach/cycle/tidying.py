"""The moment between green and the next red: what has changed, and is there anything to tidy up?"""

from rich.console import Console

from dojo.attempt.changes import Lines, changed_lines
from dojo.attempt.lights import NotRecorded, all_files, last_green
from dojo.coach.cycle.run import Run
from dojo.screen.words import counted

QUESTION = "Is there anything to tidy up? The bar stays green meanwhile."


def ask(run: Run, out: Console) -> None:
    """Say what has changed since the last green, and ask."""
    if changed := since(run):
        out.print(changed)
    out.print(QUESTION, style="bold")


def since(run: Run) -> str:
    """So much has changed since the last green, or since the start; nothing where nothing has."""
    if not (light := run.before):
        return ""
    try:
        before = all_files(run.attempt, [light])[light.commit]
    except NotRecorded:  # of which one hears when this run is recorded
        return ""
    lines = changed_lines(before, run.snapshot.files)
    start = "the last green" if last_green(run.lights) else "the start"
    return f"Changed since {start}: {in_words(lines)}." if lines.all else ""


def in_words(lines: Lines) -> str:
    """3 lines of code and 1 line of tests"""
    parts = {"code": lines.code, "tests": lines.tests}
    return " and ".join(f"{counted(n, 'line')} of {what}" for what, n in parts.items() if n)
