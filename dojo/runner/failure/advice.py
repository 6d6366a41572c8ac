"""What beginners often miss, said below a failure: a print in place of a return, and an input() in a test."""

import re
from collections.abc import Iterable

NO_KEYBOARD = "The tests give your code no keyboard: take the value as an argument, in place of input()."
NO_KEYBOARD_AT_IMPORT = """\
The tests import {module}, and give it no keyboard. Put what reads input below this line:

    if __name__ == "__main__":"""
PRINTED = "Your code printed it, and gave None: write return in place of print."
NO_RETURN = "Your code gave None, as a function does without a return. Is there one, with a value?"
SHOWS_NOTHING = (
    "What is in a {name} isn't shown: a __repr__ in the class would show it, or @dataclass above it."
)
# what Python says where input() finds no line; other readers raise an EOFError, too
NO_LINE = "EOF when reading a line"
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
    """Say what would show more than `<poker.Card object>`, in lines of values; or nothing."""
    silent = re.compile(rf"<{re.escape(module)}\.(?:\w+\.)*(\w+) object>")
    for line in lines:
        found = silent.search(line)
        if found:
            return SHOWS_NOTHING.format(name=found[1])
    return ""


def advise_on_error(error: BaseException) -> str:
    """Say what an error in a test may come from; or nothing."""
    return NO_KEYBOARD if asks_for_a_line(error) else ""


def advise_at_import(error: BaseException, module: str) -> str:
    """Say what it may come from that a module cannot be imported; or nothing."""
    return NO_KEYBOARD_AT_IMPORT.format(module=module) if asks_for_a_line(error) else ""


def asks_for_a_line(error: BaseException) -> bool:
    """True for the error of an input() that finds no line."""
    return type(error) is EOFError and error.args == (NO_LINE,)
