"""The text of `make watch` above its bar: the first failure; or if all is green, how to go on."""

from rich.console import Console
from rich.text import Text

from dojo.coach.cycle import tidying
from dojo.coach.cycle.ending import ended
from dojo.coach.cycle.run import Run
from dojo.coach.mine.start import MODE as MINE
from dojo.runner.failure.printing import styled
from dojo.runner.failure.reason import RAISED


def colour(run: Run) -> str:
    """The colour of a run; amber also if there was no test to run."""
    return run.colour if run.cells else "amber"


def tell(run: Run, out: Console, room: int) -> None:
    """Print it, in so many lines of a failure."""
    if first := run.failure:
        out.print(Text(f"“{first.rule}” is {first.colour}: {first.why}", style="bold"))
        for line in failure(first.failure, room):
            out.print(styled(line), no_wrap=True, overflow="ellipsis")
    elif run.turned_green:
        tidying.ask(run, out)
        coming(run, out)
    elif run.cells and run.known == len(run.course.tests):
        ended(run, out)
    else:
        coming(run, out)


def coming(run: Run, out: Console) -> None:
    """How to get the next test; if the participant writes it, the key that says what the others are worth."""
    what = "What your tests are worth" if run.attempt.setting("mode") == MINE else "The next test"
    out.print(f"{what}: {run.attempt.command('next')}", style="dim")


def failure(text: str, room: int) -> list[str]:
    """So many lines of a failure; of a long one those from the line on at which it happens."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    raised = next((n for n, line in enumerate(lines) if line.startswith(RAISED)), 0)
    here = max((n for n, line in enumerate(lines[:raised]) if line.startswith(">")), default=0)
    start = min(here, len(lines) - room) if len(lines) > room else 0
    return lines[start : start + room]
