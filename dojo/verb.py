"""How a verb ends: with a status, and where it fails with one line."""

from collections.abc import Callable

from dojo.attempts import Attempt
from dojo.faults import Mistake, Trouble
from dojo.showing import asked, complain, console


def ended(verb: Callable[[], int | None]) -> int:
    """The status of a verb: its own or 0, 2 for a mistake in the call, 1 for trouble, 130 after Ctrl-C."""
    try:
        return verb() or 0
    except Mistake as fault:
        complain(fault)
        return 2
    except (Trouble, OSError) as fault:
        complain(fault)
        return 1
    except KeyboardInterrupt:
        return 130


def attended(verb: Callable[[Attempt], int | None]) -> int:
    """The status of a verb on the attempt that is asked for."""
    return ended(lambda: verb(asked(console())))
