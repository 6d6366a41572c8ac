"""How a verb ends: with a status, and if it fails, with one line."""

import sys
from collections.abc import Callable

from dojo.errors import Mistake, Trouble, plainly
from dojo.screen import streams

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


def on_its_own(main: Callable[[], int | None]) -> int:
    """The status of a module that is run by itself, as a verb of a story is: it ends as all verbs do."""
    streams.make_them_last()
    return streams.ended(ended(main))


def complain(what: object) -> None:
    """One line on standard error, even if the message has several."""
    print(in_a_line(plainly(what) if isinstance(what, BaseException) else what), file=sys.stderr)


def in_a_line(what: object) -> str:
    """A message without its line ends."""
    return " ".join(str(what).split())
