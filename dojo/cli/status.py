"""How a verb ends: its exit status, and the line on standard error for a mistake or for trouble."""

import sys
from collections.abc import Callable, Iterable

from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.screen import streams
from dojo.wording import name_characters, spell_out


def exit_status(verb: Callable[[], int | None], words: Iterable[str] = ()) -> int:
    """Return the status of a verb: its own or 0, 2 for a mistake in the call, 1 for trouble, 130 at Ctrl-C.

    If an error quotes a character of these words that only looks right, it is named.
    """
    try:
        return verb() or 0
    except UsageError as error:
        print_error(error, words)
        return 2
    except (EnvironmentProblem, OSError) as error:
        print_error(error, words)
        return 1
    except KeyboardInterrupt:
        return 130


def run_module(main: Callable[[], int | None]) -> int:
    """Return the status of a module that is run by itself, as a verb of a story is: it ends as verbs do."""
    streams.install_safe_streams()
    return streams.status_after_writing(exit_status(main))


def print_error(error: BaseException, words: Iterable[str] = ()) -> None:
    """Print one line on standard error, even if the message has several.

    Name the characters that were typed and that are not ASCII: one may only look like the right one.
    """
    message = " ".join(describe_error(error).split())
    typed = [character for character in "".join(words) if character in message]
    strange = name_characters("".join(typed))
    line = spell_out(message)
    if strange:
        line += f"; you typed {strange}"
    print(line, file=sys.stderr)
