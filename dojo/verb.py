"""How a verb ends: with a status, and where it fails with one line."""

import sys
from collections.abc import Callable

from dojo.faults import Mistake, Trouble


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


def complain(what: object) -> None:
    """One line on standard error, whatever it is made of."""
    print(" ".join(str(what).split()), file=sys.stderr)
