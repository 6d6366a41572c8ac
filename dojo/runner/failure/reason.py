"""Why a test is not green: its colour, the reason in a line, and the calls that led to an error."""

import linecache
import re
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, TracebackType
from typing import NamedTuple

import pytest

from dojo.model.outcome import RED_REASONS, Colour, Reason
from dojo.runner.child.clock import TooLong

# How pytest marks the lines of what was raised; a test's own words may begin with an E, too.
RAISED = "E   "
# How the line that raised it is marked.
MARK = ">"
END_CALLS = 2  # that are shown at each end of a long traceback
# What a print raises when its file has reached its limit.
FLOOD = re.compile(r"OSError: \[Errno \d+\] File too large")
TOO_LONG = re.compile(r"^([\w.]+\.)?TooLong: ")
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
PATH = re.compile(r" \(/(?:.*/)?(\w+\.py)\)")
MAX_TEXT = 20_000  # characters of a text that are looked through: nobody reads more than that
# What has a name of its own: that says enough.
NAMED = re.compile(r"<(?:function|class|module) '?([^' ]+)'?[^>]*>")
# Plugins of pytest that cost time at each start, and that no suite needs; each with its fixture.
PLUGINS_LEFT_OUT = {"cacheprovider": "cache", "logging": "caplog"}
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,}")


# The function `classify` of the `conftest.py` at the top.
Classify = Callable[[BaseException], tuple[str, str]]


class ErrorVerdict(NamedTuple):
    """The colour of a test, why it is not green, and the name that is missing, if any is."""

    colour: Colour
    reason: Reason = Reason.CRASHED
    missing: str = ""


def judge_error(error: BaseException | None, classify: Classify) -> ErrorVerdict:
    """Return the colour of a test that has raised this, or nothing, and the reason."""
    if error is None:
        return ErrorVerdict(Colour.GREEN)
    if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
        return ErrorVerdict(Colour.SKIPPED)
    if isinstance(error, TooLong):
        return ErrorVerdict(Colour.AMBER, Reason.TIMED_OUT)
    word, missing = classify(error)
    reason = Reason(word)
    return ErrorVerdict(Colour.RED if reason in RED_REASONS else Colour.AMBER, reason, missing)


def reason(error: BaseException) -> str:
    """Say what was raised, in a line."""
    if isinstance(error, pytest.FixtureLookupError):
        for plugin, fixture in PLUGINS_LEFT_OUT.items():
            if error.argname == fixture:
                return f"the fixture {fixture} is of pytest's plugin {plugin}, which is left out here"
        return f"there is no fixture {error.argname} here, nor in what story.toml requires"
    try:
        message = str(error)
    # the code under test may do anything when it is asked
    except BaseException as inner:
        message = f"to read what it says raises {type(inner).__name__}"
    return f"{type(error).__name__}: {message}".splitlines()[0].removesuffix(": ")


def shorten_reason(text: str) -> str:
    """Return a reason without addresses, folders, and names that only the runner raises."""
    if FLOOD.fullmatch(text):
        return "your code printed more than 1 MB"
    own = TOO_LONG.sub("", text).removeprefix("Failed: ")
    return PATH.sub(r" (\1)", without_addresses(own))


def is_flood(error: BaseException) -> bool:
    """True if it is raised by a print whose file has reached its limit."""
    return type(error) is OSError and FLOOD.fullmatch(f"OSError: {error}") is not None


def without_addresses(text: str) -> str:
    """`<fizz.Said object at 0x7f21aa>` → `<fizz.Said object>`, `<function say at 0x7f21aa>` → `say`."""
    return ADDRESS.sub("", NAMED.sub(r"\1", text[:MAX_TEXT]))


def without_guesses(text: str, error: BaseException) -> str:
    """`has no attribute 'compare'. Did you mean: 'complain'?` → `has no attribute 'compare'`

    Python guesses such names from 3.12 on, and what we quote is the same on every Python.
    """
    for cause in causes(error):
        if isinstance(cause, (NameError, AttributeError, ImportError)):
            message = str(cause)
            # what Python writes after the message, up to the end of the line, is its guess
            written = "".join(traceback.format_exception_only(cause))
            guess = written.partition(message)[2].partition("\n")[0]
            if message:
                text = text.replace(message + guess, message)
    return text


def readable_name(name: str) -> str:
    """test_a_card_equals_itself[6\\u2663] → a card equals itself[6♣]"""
    words = " ".join(name.removeprefix("test_").replace("_", " ").split())
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), words)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, the one that led to it, and so on."""
    while error is not None:
        yield error
        before = None if error.__suppress_context__ else error.__context__
        error = before if error.__cause__ is None else error.__cause__


def format_calls(trace: TracebackType | None, folder: Path, test: CodeType | None = None) -> list[str]:
    """Show each call in the files of a folder, except the test itself; the last one is marked."""
    places, codes = [], []
    for frame, line in traceback.walk_tb(trace):
        file = Path(frame.f_code.co_filename)
        if frame.f_code is not test and is_inside(file, folder):
            places.append(format_place(file, line, frame.f_code.co_name))
            codes.append(linecache.getline(str(file), line).strip())
    shown: list[str] = []
    for number, (place, code) in enumerate(zip(places, codes), 1):
        mark = MARK if number == len(places) else ""
        shown += [place, f"{mark:8}{code}"]
    more = len(places) - 2 * END_CALLS
    if more > 0:
        # a call is two lines
        shown[2 * END_CALLS : -2 * END_CALLS] = [f"… {more} more calls …"]
    return shown


def last_place(trace: TracebackType | None, folder: Path) -> str:
    """Return the last line in the files of a folder, except its tests, that led to an error; or nothing."""
    last = ""
    for frame, line in traceback.walk_tb(trace):
        file = Path(frame.f_code.co_filename)
        if is_inside(file, folder) and not file.name.startswith("test_"):
            last = format_place(file, line, frame.f_code.co_name)
    return last


def is_inside(file: Path, folder: Path) -> bool:
    """True if a file is in a folder; a test of a suite runs a program by a link to its folder."""
    return file.is_relative_to(folder) or file.resolve().is_relative_to(folder.resolve())


def format_place(file: Path, line: int, name: str = "") -> str:
    """fizz.py:12 in say"""
    place = f"{file.name}:{line}"
    return f"{place} in {name}" if name and name != "<module>" else place


def format_load_error(error: BaseException, folder: Path) -> str:
    """Show the calls in the files of a folder that led to an error, and the line that is not valid Python."""
    lines = format_calls(error.__traceback__, folder)
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        # without the place, which has a path, and without the message, which is said already
        # from 3.14 on, Python compiles the lines again to find a misspelled word, and warns again of others
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = "".join(traceback.format_exception_only(error)).splitlines()[1:-1]
        lines.append(format_place(Path(error.filename), error.lineno or 0))
        lines += [f"    {line}" for line in code]
    return "\n".join(lines)
