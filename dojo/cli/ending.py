"""How a verb ends: with a status, and where it fails with one line."""

import sys
from collections.abc import Callable

from dojo.errors import Mistake, Trouble, plainly

FINE, TROUBLE, MISTAKE, INTERRUPTED = 0, 1, 2, 130


def ended(verb: Callable[[], int | None]) -> int:
    """The status of a verb: its own or 0, 2 for a mistake in the call, 1 for trouble, 130 after Ctrl-C."""
    try:
        return verb() or FINE
    except Mistake as fault:
        complain(fault)
        return MISTAKE
    except (Trouble, OSError) as fault:
        complain(fault)
        return TROUBLE
    except KeyboardInterrupt:
        return INTERRUPTED


def complain(what: object) -> None:
    """One line on standard error, whatever it is made of."""
    print(in_a_line(plainly(what) if isinstance(what, BaseException) else what), file=sys.stderr)


def in_a_line(what: object) -> str:
    """A message without its line ends."""
    return " ".join(str(what).split())
