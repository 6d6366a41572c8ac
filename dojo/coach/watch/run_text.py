"""The text above the bar of a run, as a watch shows it."""

from rich.console import Console

from dojo.coach.display import (
    print_broken,
    print_deleted,
    print_failure,
    print_left_out,
    print_lost_tests,
    print_unread,
)
from dojo.coach.next import advise
from dojo.coach.run import BarRun
from dojo.coach.slips import print_slips


def print_run(this: BarRun, out: Console) -> None:
    """Print the text above the bar of a run: why it is not green, or what comes next."""
    print_lost_tests(out, this)
    if this.failure:
        print_failure(out, this.failure, this.attempt)
        print_unread(out, this)
        print_deleted(out, this)
        print_broken(out, this, this.failure)
    else:
        advise(this, out)
    if not this.attempt.program:
        print_slips(this.attempt, this.snapshot.files, out)
    print_left_out(out, this.snapshot)
