"""What beginners often miss, said below a failure: a print in place of a return, and an input() in a test."""

import re
import sys
import traceback
from collections.abc import Iterable

import pytest

from dojo.runner.failure.reason import PLUGINS_LEFT_OUT
from dojo.runner.failure.spelling import advise_on_spelling
from dojo.wording import count_of

NO_KEYBOARD = "The tests give your code no keyboard: take the value as an argument, in place of input()."
ENDS_PYTHON = "exit(), quit() and sys.exit() end the whole program: end a function with return."
NO_FIXTURE = (
    "A parameter of a test is the name of a fixture. Is it misspelled?"
    " If you wrote the fixture, is @pytest.fixture above it?"
    " Those of the kata's tests are not there for yours: call your own functions."
)
PRINTED = "Your code printed it, and gave None: write return in place of print."
NO_RETURN = "Your code gave None: it ended without a return that has a value."
NO_LINE_LEFT = """\
There is no line left to read, and there input() raises an error. This reads as many lines as there are:

    for line in sys.stdin:"""
NOT_RAISED = """\
Your code has to raise {name} here, and a return or a print raises nothing.
This raises it:

    raise {name}("…")"""
OTHER_ERROR = "The test wants {wanted}, and your code raised {came}."
RAISES_A_TEXT = (
    'A text can\'t be raised, but an error can: in place of raise "…", write raise ValueError("…").'
)
SHOWS_NOTHING = (
    "What is in a {name} isn't shown: a __repr__ in the class would show it, or @dataclass above it."
)
TEXT_WANTED = "The test wants a text, and a number came: str(…) makes a text of a number."
NUMBER_WANTED = "The test wants a number, and a text came: int(…) makes a number of a text."
CAPITALS = "They differ in small and capital letters only."
SPACES = "They differ in spaces or line ends only."
TEXT_AND_NUMBER = (
    "A text and a number don't go together here:"
    " int(…) makes a number of a text, and str(…) a text of a number."
)
NONE_IN_BETWEEN = "A value here is None. A function that ends without a return gives None."
NEEDS_A_CLASS = """\
The test asks for .{name}, and an object of a class of your own can have it:

    class …:
        def __init__(self, {name}):
            self.{name} = {name}"""
LINE_END = """\
A line that is read still has its line end, \\n, and this takes it off:

    line = line.strip()"""
OTHER_NUMBER = "The call gives {given}, and def {function}(…) has names for {taken}: each value needs a name."
# what Python says of a call with more values than the function has names for
TAKES = re.compile(r"(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given")
NO_INIT = """\
A class that is called with values needs a method that takes them:

    def __init__(self, …):"""
NO_SELF = "Is self the first parameter of {method}()? Python fills it in, in each method of a class."
ENDS_PROGRAM = """\
Your code raises it, and nothing catches it, so the program ends. This catches it, and prints what it says:

    try:
        …
    except {name} as error:
        print(error)"""
ENDS_UNASKED = (
    "Your code raises it, and nothing catches it, so the program ends: at which of the lines that it was"
    " given? Look above at what the test wants for that line."
)
OTHER_DIGIT = "{digit} is a digit of another script, and {taker} takes it as well as 0 to 9."
# what accepts the digits of every script, by its name in a source
TAKE_ANY_DIGIT = {
    "isdigit()": re.compile(r"\bisdigit\b"),
    "isdecimal()": re.compile(r"\bisdecimal\b"),
    "isnumeric()": re.compile(r"\bisnumeric\b"),
    r"\d": re.compile(r"\\d"),
    "int()": re.compile(r"\bint\("),
}
NOT_EQUAL = (
    "Two objects of a class are equal only if they are one and the same: an __eq__ in the class compares what"
    " is in them, and so does @dataclass above it."
)
NO_ORDER = "Python cannot tell which of two objects is greater: a {method} in class {name} says so."
# what Python says of two objects that it cannot compare, and the method that decides
UNORDERED = re.compile(r"'([<>]=?)' not supported between instances of '(\w+)' and '(\w+)'")
ORDERS = {"<": "__lt__", ">": "__lt__", "<=": "__le__", ">=": "__le__"}
# what Python says of a class without __init__, and of a method without self
TAKES_NONE = re.compile(r"\w+\(\) takes no arguments")
TAKES_ONE_LESS = re.compile(
    r"[\w.]+\.(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given"
)
# what Python says where a text and a number meet, and what it says of a None
MIXED = re.compile(
    r"not all arguments converted during string formatting"
    r"|'(str|int|float)' and '(str|int|float)'"
    r'|can only concatenate str \(not "(int|float)"\) to str'
    r"|can't multiply sequence by non-int of type 'str'"
    r"|expected str instance, (int|float) found"
)
WITH_NONE = re.compile(
    r"'NoneType' and|and 'NoneType'"
    r'|can only concatenate \w+ \(not "NoneType"\)'
    r"|'NoneType' object is not (subscriptable|iterable)"
    r"|object of type 'NoneType' has no len"
)
# how a program reads its lines, and how it takes the ends off
READS_LINES = re.compile(r"\bin (sys\.)?stdin\b|\.readlines?\(")
TAKES_ENDS_OFF = re.compile(r"strip\(|split\(|splitlines\(|\[:-1\]|removesuffix\(")
# what Python says of a text that is no number: it takes white space around one
NO_NUMBER = re.compile(r"invalid literal for int\(\)|could not convert string to float")
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
    if came is None and type(wanted) in PLAIN:
        # what it printed on the way says nothing
        is_printed = bool(printed.strip()) and printed.strip() == str(wanted).strip()
        return PRINTED if is_printed else NO_RETURN
    if type(wanted) is str and type(came) in (int, float):
        return TEXT_WANTED if str(came) == wanted else ""
    if type(wanted) in (int, float) and type(came) is str:
        return NUMBER_WANTED if came.strip() == str(wanted) else ""
    if type(wanted) is str and type(came) is str:
        return advise_on_texts(wanted, came)
    return advise_on_equality(wanted, came)


def advise_on_texts(wanted: str, came: str) -> str:
    """Say that two texts differ only in what is easily overlooked; or nothing."""
    if wanted.casefold() == came.casefold():
        return CAPITALS
    # a text without any words is no text with its spaces wrong
    if wanted.strip() and "".join(wanted.split()) == "".join(came.split()):
        return SPACES
    return ""


def advise_on_lines(source: str, wanted: str, came: str) -> str:
    """Say that a program leaves the ends on the lines that it reads, if that shows in what came; or nothing.

    What came is its output, or the error that ended it.
    """
    if NO_NUMBER.match(came):
        return ""
    is_left_on = bool(READS_LINES.search(source)) and not TAKES_ENDS_OFF.search(source)
    shows = came.count("\n") + came.count("\\n") > wanted.count("\n") + wanted.count("\\n")
    return LINE_END if is_left_on and shows else ""


def advise_on_equality(wanted: object, came: object) -> str:
    """Say why two objects are not equal whose class, a participant's, does not compare them; or nothing.

    No method of that class is called.
    """
    kind = type(came)
    module = vars(kind).get("__module__")
    # a function and a generator have no such thing, and nobody writes their classes
    is_own = isinstance(module, str) and module.partition(".")[0] not in sys.stdlib_module_names
    if type(wanted) is not kind or not is_own:
        return ""
    is_compared = any("__eq__" in vars(base) for base in type.mro(kind) if base is not object)
    return "" if is_compared else NOT_EQUAL


def advise_on_order(message: str, source: str) -> str:
    """Say what a class of a source lacks whose objects are compared, by what Python says; or nothing."""
    found = UNORDERED.fullmatch(message)
    if not found:
        return ""
    operator, left, right = found.groups()
    is_own = re.search(rf"^class {left}\b", source, re.MULTILINE)
    return NO_ORDER.format(method=ORDERS[operator], name=left) if is_own and left == right else ""


def advise_on_digits(source: str, wanted: str) -> str:
    """Say what in a source accepts a digit of another script, where the test wants one back; or nothing."""
    foreign = [character for character in wanted if character.isdigit() and not character.isascii()]
    if not foreign:
        return ""
    for taker, pattern in TAKE_ANY_DIGIT.items():
        if pattern.search(source):
            return OTHER_DIGIT.format(digit=foreign[0], taker=taker)
    return ""


def advise_on_attribute(error: AttributeError, *, is_asked_by_test: bool) -> str:
    """Say what a value lacks that is asked for a name, by the test or by the code; or nothing."""
    name = error.name or ""
    if error.obj is None:
        return NONE_IN_BETWEEN
    # what other values have, their class may work out
    if type(error.obj) not in PLAIN:
        return ""
    misspelled = advise_on_spelling(name, dir(error.obj))
    if misspelled or not is_asked_by_test:
        return misspelled
    return NEEDS_A_CLASS.format(name=name)


def advise_on_call(message: str) -> str:
    """Say what a class or a method lacks that is called, by what Python says of the call; or nothing."""
    if TAKES_NONE.fullmatch(message):
        return NO_INIT
    method = TAKES_ONE_LESS.fullmatch(message)
    if method and "<locals>" not in message and int(method[3]) == int(method[2]) + 1:
        return NO_SELF.format(method=method[1])
    takes = TAKES.search(message)
    if takes:
        function, taken, given = takes.groups()
        return OTHER_NUMBER.format(given=count_of(int(given), "value"), function=function, taken=taken)
    return ""


def advise_on_end(error: BaseException, message: str, quoted: str) -> str:
    """Say how a program goes on after an error that its own code raises; or nothing.

    Where the test with its row quotes no such message, to print it makes no test green.
    """
    place = traceback.extract_tb(error.__traceback__)[-1]
    is_its_own = (place.line or "").startswith("raise ") and isinstance(error, Exception)
    if not is_its_own:
        return ""
    is_asked_for = bool(message) and message in quoted
    return ENDS_PROGRAM.format(name=type(error).__name__) if is_asked_for else ENDS_UNASKED


def advise_on_objects(lines: Iterable[str], module: str) -> str:
    """Say what would show more than `<bowling.Frame object>`, in lines of values; or nothing."""
    silent = re.compile(rf"<{re.escape(module)}\.(?:\w+\.)*(\w+) object>")
    for line in lines:
        found = silent.search(line)
        if found:
            return SHOWS_NOTHING.format(name=found[1])
    return ""


def advise_on_error(
    error: BaseException, wanted: str, message: str, quoted: str, *, is_in_program: bool
) -> str:
    """Say what an error in a test may come from; or nothing.

    The test wants an error of the name `wanted` where this one was raised, or none if that is empty. It was
    raised while the module ran as a program, if `is_in_program`. Takes what the error says, and the text of
    the test with its row.
    """
    if isinstance(error, pytest.FixtureLookupError):
        return "" if error.argname in PLUGINS_LEFT_OUT.values() else NO_FIXTURE
    if isinstance(error, pytest.fail.Exception) and str(error).startswith(DID_NOT_RAISE):
        return advise_on_missing_error(str(error).removeprefix(DID_NOT_RAISE))
    if isinstance(error, SystemExit):
        return ENDS_PYTHON
    if asks_for_a_line(error):
        return NO_LINE_LEFT if is_in_program else NO_KEYBOARD
    if isinstance(error, TypeError):
        advice = advise_on_type_error(message)
        if advice:
            return advice
    if is_in_program:
        advice = advise_on_end(error, message, quoted)
        if advice:
            return advice
    if wanted:
        return OTHER_ERROR.format(wanted=wanted, came=type(error).__name__)
    return ""


def advise_on_missing_error(wanted: str) -> str:
    """Say how to raise the error that a test wants; nothing if it takes one of several."""
    return NOT_RAISED.format(name=wanted) if wanted.isidentifier() else ""


def advise_on_type_error(message: str) -> str:
    """Say what a TypeError may come from, by what Python says of it; or nothing."""
    if message == NO_ERROR:
        return RAISES_A_TEXT
    if WITH_NONE.search(message):
        return NONE_IN_BETWEEN
    if MIXED.search(message):
        return TEXT_AND_NUMBER
    return advise_on_call(message)


def asks_for_a_line(error: BaseException) -> bool:
    """True for the error of an input() that finds no line."""
    return type(error) is EOFError and error.args == (NO_LINE,)
