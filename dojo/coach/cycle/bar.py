"""`make bar`: what is there, run once more; no test is revealed."""

from rich.console import Console

from dojo.attempt.attempts import Attempt
from dojo.attempt.turn import turn
from dojo.coach.cycle.course import with_course
from dojo.coach.cycle.next import so_far
from dojo.coach.cycle.run import run


def bar(attempt: Attempt, out: Console) -> None:
    """Show the tests so far, and record them; raises NotRecorded, NoTurn, Broken."""
    with turn(attempt, out.print):
        with_course(attempt, lambda course: so_far(run(course), "bar", out))
