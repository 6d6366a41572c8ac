"""How a verb ends: its exit status, and the line on standard error for a mistake or for trouble."""

import sys
from collections.abc import Callable, Iterable

from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.screen import streams
from dojo.wording import name_characters, spell_out


def exit_status(verb: Callable[[], int | None], words: Iterable[str] = ()) -> int:
    """The status of a verb: its own or 0, 2 for a mistake in the call, 1 for trouble, 130 after Ctrl-C.

    If an error quotes a character of these words that only looks right, it is named.
    """
    try:
        return verb() or 0
    except UsageError as fault:
        print_error(fault, words)
        return 2
    except (EnvironmentProblem, OSError) as fault:
        print_error(fault, words)
        return 1
    except KeyboardInterrupt:
        return 130


def run_module(main: Callable[[], int | None]) -> int:
    """The status of a module that is run by itself, as a verb of a story is: it ends as all verbs do."""
    streams.install_safe_streams()
    return streams.status_after_writing(exit_status(main))


def print_error(fault: BaseException, words: Iterable[str] = ()) -> None:
    """Print one line on standard error, even if the message has several.

    Name the characters that were typed and that are not ASCII: one may only look like the right one.
    """
    message = " ".join(describe_error(fault).split())
    typed = [character for word in words for character in word if character in message]
    strange = name_characters("".join(typed))
    more = f"; you typed {strange}" if strange else ""
    print(f"{spell_out(message)}{more}", file=sys.stderr)
