"""What beginners often miss, said below a failure: a print in place of a return, and an input() in a test."""

import re
import traceback
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from dojo.runner.failure.reason import PLUGINS_LEFT_OUT

NO_KEYBOARD = "The tests give your code no keyboard: take the value as an argument, in place of input()."
NO_KEYBOARD_AT_IMPORT = """\
The tests import {module}, and give it no keyboard. Put what reads input below this line:

    if __name__ == "__main__":"""
ENDS_PYTHON = "exit(), quit() and sys.exit() end the whole program: end a function with return."
NO_FIXTURE = """\
A parameter of a test is the name of a fixture. Is it misspelled? If you wrote the fixture, is
@pytest.fixture above it?"""
NO_TEXT = "{module} has bytes that are no text: save it as UTF-8."
NO_MODULE = "There is no {name} here: is it misspelled, or a package that isn't installed?"
# what Python says of a file with a zero byte
NULL_BYTES = "source code string cannot contain null bytes"
IN_A_CIRCLE = """\
{module} imports a file that imports {module} again, which isn't read to its end yet. Move what both
need to a third file."""
PRINTED = "Your code printed it, and gave None: write return in place of print."
NO_RETURN = "Your code gave None: it ended without a return that has a value."
NO_LINE_LEFT = """\
There is no line left to read, and there input() raises an error. This reads as many lines as there are:

    for line in sys.stdin:"""
NOT_RAISED = "Your code has to raise {name} here, and a return or a print raises nothing."
OTHER_ERROR = "The test wants {wanted}, and your code raised {came}."
RAISES_A_TEXT = (
    'A text can\'t be raised, but an error can: in place of raise "…", write raise ValueError("…").'
)
SHOWS_NOTHING = (
    "What is in a {name} isn't shown: a __repr__ in the class would show it, or @dataclass above it."
)
# what Python says where input() finds no line; other readers raise an EOFError, too
NO_LINE = "EOF when reading a line"
# what pytest says where a block has not raised what it has to, before the name of that
DID_NOT_RAISE = "DID NOT RAISE "
# what Python says of a `raise` with anything that is no error
NO_ERROR = "exceptions must derive from BaseException"
# values that say themselves how they are printed: those of a class of one's own may do anything
PLAIN = (str, int, float, list, tuple, dict, set)


def advise_on_values(wanted: object, came: object, printed: str) -> str:
    """Say what it may come from that a test wanted one value and another one came; or nothing."""
    if came is not None or type(wanted) not in PLAIN:
        return ""
    # what it printed on the way says nothing
    is_printed = bool(printed.strip()) and printed.strip() == str(wanted).strip()
    return PRINTED if is_printed else NO_RETURN


def advise_on_objects(lines: Iterable[str], module: str) -> str:
    """Say what would show more than `<bowling.Frame object>`, in lines of values; or nothing."""
    silent = re.compile(rf"<{re.escape(module)}\.(?:\w+\.)*(\w+) object>")
    for line in lines:
        found = silent.search(line)
        if found:
            return SHOWS_NOTHING.format(name=found[1])
    return ""


def advise_on_error(error: BaseException, wanted: str, *, is_in_program: bool) -> str:
    """Say what an error in a test may come from; or nothing.

    The test wants an error of the name `wanted` where this one was raised, or none if that is empty. It was
    raised while the module ran as a program, if `is_in_program`.
    """
    if isinstance(error, pytest.FixtureLookupError):
        return "" if error.argname in PLUGINS_LEFT_OUT.values() else NO_FIXTURE
    if isinstance(error, pytest.fail.Exception) and str(error).startswith(DID_NOT_RAISE):
        name = str(error).removeprefix(DID_NOT_RAISE)
        # of several errors that would do, pytest names all
        return NOT_RAISED.format(name=name) if name.isidentifier() else ""
    if isinstance(error, SystemExit):
        return ENDS_PYTHON
    if asks_for_a_line(error):
        return NO_LINE_LEFT if is_in_program else NO_KEYBOARD
    if isinstance(error, TypeError) and str(error) == NO_ERROR:
        return RAISES_A_TEXT
    if wanted:
        return OTHER_ERROR.format(wanted=wanted, came=type(error).__name__)
    return ""


def advise_at_import(error: BaseException, module: Path) -> str:
    """Say what it may come from that a module cannot be imported, or what it imports; or nothing."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return NO_MODULE.format(name=error.name)
    if isinstance(error, ImportError) and error.name == module.stem and is_being_read(module, error):
        return IN_A_CIRCLE.format(module=module.name)
    if isinstance(error, SyntaxError | ValueError) and NULL_BYTES in str(error):
        return NO_TEXT.format(module=find_no_text(module).name)
    return NO_KEYBOARD_AT_IMPORT.format(module=module.name) if asks_for_a_line(error) else ""


def is_being_read(module: Path, error: BaseException) -> bool:
    """True if an error was raised below the module itself: it is not read to its end."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_name == "<module>" and Path(frame.f_code.co_filename) == module:
            return True
    return False


def find_no_text(module: Path) -> Path:
    """Return the first Python file next to a module that has a zero byte: Python does not say which it is."""
    for file in sorted(module.parent.glob("*.py")):
        with suppress(OSError):
            if file.is_file() and b"\0" in file.read_bytes():
                return file
    return module


def asks_for_a_line(error: BaseException) -> bool:
    """True for the error of an input() that finds no line."""
    return type(error) is EOFError and error.args == (NO_LINE,)
