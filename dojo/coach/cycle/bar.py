"""`make bar`: runs the tests so far; no new test is revealed. At a terminal it stops at `breakpoint()`."""

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.lock import turn
from dojo.coach.cycle.course import open_course
from dojo.coach.cycle.next import so_far
from dojo.coach.cycle.run import Run, run
from dojo.coach.mine import next as mine
from dojo.coach.mine.start import MODE as MINE
from dojo.runner.child.breakpoints import terminal_lent


def bar(attempt: Attempt, out: Console) -> None:
    """Show the tests so far, and record them; raises NotRecorded, NoTurn, Broken."""
    with turn(attempt, out.print), terminal_lent(), open_course(attempt) as course:
        shown(run(course), out)


def shown(this: Run, out: Console) -> None:
    """The result, for a participant who writes the tests or for one who gets them."""
    if this.attempt.setting("mode") == MINE:
        mine.so_far(this, out)
    else:
        so_far(this, "bar", out)
