"""What `watch`, `lights` and `back` have in common: the attempt that they are for, and errors of one line."""

from collections.abc import Callable

from dojo.attempts import Attempt, NoAttempt
from dojo.lights import NotRecorded
from dojo.showing import asked, complain, console


def attended(verb: Callable[[Attempt], int], *faults: type[Exception]) -> int:
    """Run a verb on the attempt that is asked for; a fault of these kinds, too, is one line and a status."""
    named: tuple[type[Exception], ...] = (NotRecorded, *faults)
    try:
        return verb(asked(console()))
    except NoAttempt as fault:
        complain(fault)
        return 2
    except named as fault:
        complain(fault)
        return 1
