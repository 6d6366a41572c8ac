"""Why a test is not green, in a word and in a line."""

import re
from collections.abc import Callable, Iterator

import pytest

from dojo.runner.failure.values import without_addresses

RAISED = "E   "
"""How pytest marks the lines of what was raised; a test's own words may begin with an E, too."""
FLOOD = re.compile(r"OSError: \[Errno \d+\] File too large")
"""What a print raises when its file has reached its limit."""
TOO_LONG = re.compile(r"^([\w.]+\.)?TooLong: ")
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
PATH = re.compile(r" \((?:[A-Za-z]:)?[/\\](?:.*[/\\])?(\w+\.py)\)")


def colour_of(error: BaseException | None, is_red: Callable[[BaseException], bool]) -> str:
    """Green, red, amber, or skipped."""
    if error is None:
        return "green"
    if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
        return "skipped"
    return "red" if is_red(error) else "amber"


def reason(error: BaseException) -> str:
    """What was raised, in a line."""
    try:
        said = str(error)
    except Exception as fault:
        said = f"to read what it says raises {type(fault).__name__}"
    return f"{type(error).__name__}: {said}".splitlines()[0]


def raised(drawn: str) -> str:
    """The lines of what was raised, or all of it if no line is marked: when a file cannot be read, the way to
    it leads only through Python and pytest.
    """
    lines = [line for line in drawn.splitlines() if line.startswith(RAISED)]
    return "\n".join(lines) or drawn


def last_line(drawn: str) -> str:
    """The last line of what was raised, without its mark."""
    last = (raised(drawn).splitlines() or [""])[-1]
    return last.removeprefix(RAISED).strip()


def why(text: str) -> str:
    """A reason without addresses, folders, and names that only the runner raises: the rest says enough."""
    if FLOOD.fullmatch(text):
        return "your code printed more than 1 MB"
    return PATH.sub(r" (\1)", without_addresses(TOO_LONG.sub("", text).removeprefix("Failed: ")))


def in_words(name: str) -> str:
    """test_a_card_equals_itself[6\\u2663] → a card equals itself[6♣]"""
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), name.removeprefix("test_").replace("_", " "))


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, the one that led to it, and so on."""
    while error is not None:
        yield error
        before = None if error.__suppress_context__ else error.__context__
        error = before if error.__cause__ is None else error.__cause__
