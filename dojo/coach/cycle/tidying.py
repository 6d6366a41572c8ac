"""The moment between green and the next red: the changes, and is there anything to tidy up?"""

from rich.console import Console

from dojo.attempt.diffstat import in_words, lines_between
from dojo.attempt.light import NotRecorded, all_files, last_green
from dojo.coach.cycle.run import Run

QUESTION = "Is there anything to tidy up? The bar stays green meanwhile."


def ask(run: Run, out: Console) -> None:
    """Say what has changed since the last green, and ask."""
    if changed := since(run):
        out.print(changed)
    out.print(QUESTION, style="bold")


def since(run: Run) -> str:
    """How much has changed since the last green, or since the start; nothing if nothing has."""
    if not (light := run.before):
        return ""
    try:
        before = all_files(run.attempt, [light])[light.commit]
    except NotRecorded:  # of which one hears when this run is recorded
        return ""
    lines = lines_between(before, run.snapshot.files)
    start = "the last green" if last_green(run.lights) else "the start"
    return f"Changed since {start}: {in_words(lines)}." if lines.number else ""
