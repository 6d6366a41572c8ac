"""How a verb ends: with a status, and if it fails, with one line."""

import sys
from collections.abc import Callable

from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.screen import streams


def exit_status(verb: Callable[[], int | None]) -> int:
    """The status of a verb: its own or 0, 2 for a mistake in the call, 1 for trouble, 130 after Ctrl-C."""
    try:
        return verb() or 0
    except UsageError as fault:
        print_error(fault)
        return 2
    except (EnvironmentProblem, OSError) as fault:
        print_error(fault)
        return 1
    except KeyboardInterrupt:
        return 130


def run_module(main: Callable[[], int | None]) -> int:
    """The status of a module that is run by itself, as a verb of a story is: it ends as all verbs do."""
    streams.install_safe_streams()
    return streams.status_after_writing(exit_status(main))


def print_error(fault: BaseException) -> None:
    """One line on standard error, even if the message has several."""
    print(*describe_error(fault).split(), file=sys.stderr)
