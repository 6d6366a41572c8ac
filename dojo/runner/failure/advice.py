"""What beginners often miss, said below a failure: a print in place of a return, and an input() in a test."""

import re
import sys
import traceback
import types
from collections.abc import Iterable

import pytest

from dojo.runner.failure.names import advise_on_spelling
from dojo.runner.failure.other_languages import advise_on_foreign_method
from dojo.runner.failure.python_errors import NONE_IN_BETWEEN, advise_on_type_error, find_part
from dojo.runner.failure.reason import PLUGINS_LEFT_OUT

NO_KEYBOARD = "The tests give your code no keyboard: take the value as an argument, in place of input()."
ENDS_PYTHON = "exit(), quit() and sys.exit() end the whole program: end a function with return."
NO_FIXTURE = (
    "A parameter of a test is the name of a fixture. Is it misspelled?"
    " If you wrote the fixture, is @pytest.fixture above it?"
    " Those of the kata's tests are not there for yours: call your own functions."
)
PRINTED = "Your code printed it, and gave None: write return in place of print."
NO_RETURN = "Your code gave None: it reached no return, or one whose value is None."
NO_LINE_LEFT = """\
There is no line left to read, and there input() raises an error. This reads as many lines as there are:

    for line in sys.stdin:"""
NOT_RAISED = """\
Your code has to raise {name} here, and a return or a print raises nothing.
This raises it:

    raise {name}("…")"""
OTHER_ERROR = "The test wants {wanted}, and your code raised {came}."
SHOWS_NOTHING = """\
What is in a {name} isn't shown. In the class, this shows it:

    def __repr__(self):
        return str(self.__dict__)"""
TEXT_WANTED = "The test wants a text, and a number came: str(…) makes a text of a number."
NUMBER_WANTED = "The test wants a number, and a text came: int(…) makes a number of a text."
LIST_CAME = 'The test wants a text, and a list came: "".join(values) makes one text of a list of texts.'
TUPLE_CAME = "The test wants one text, and several values came: a comma keeps them apart, and + joins texts."
NO_VALUES_IN_IT = 'Without an f in front, { } are characters of the text: f"{number}" puts the value in.'
# what an f-string without its f gives
BRACES = re.compile(r"\{[A-Za-z_]\w*\}")
CAPITALS = "They differ in small and capital letters only."
SPACES = "They differ in spaces or line ends only."
NEEDS_A_CLASS = """\
The test asks for .{name}, and an object of a class of your own can have it:

    class …:
        def __init__(self, {name}):
            self.{name} = {name}"""
LINE_END = """\
A line that is read still has its line end, \\n, and this takes it off:

    line = line.strip()"""
ENDS_TWICE = "print(…) ends its line by itself: without a \\n, there is no empty line."
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
OTHER_DIGIT = "{digit} is a digit of another script, and {taker} takes it as well as 0 to 9. {mend}"
ASK_FIRST = '"{digit}".isascii() is False.'
TAKE_TEN = "[0-9] takes those ten alone."
TWO_VALUES = "An error of two values shows both, in brackets: make one text of them, with + or an f-string."
# what `str` makes of `ValueError(numeral, "is no numeral")`
PAIR = re.compile(r"""\(['"].*['"], ['"].*['"]\)""")
# what accepts the digits of every script, by its name in a source
TAKE_ANY_DIGIT = {
    "isdigit()": re.compile(r"\bisdigit\b"),
    "isdecimal()": re.compile(r"\bisdecimal\b"),
    "isnumeric()": re.compile(r"\bisnumeric\b"),
    r"\d": re.compile(r"\\d"),
    "int()": re.compile(r"\bint\("),
}
NOT_EQUAL = """\
Two objects of a class are equal only if they are one and the same. In class {name}, this compares them:

    def __eq__(self, other):
        return self.{part} == other.{part}"""
# how a program reads its lines, and how it takes the ends off
READS_LINES = re.compile(r"\bin (sys\.)?stdin\b|\.readlines?\(")
# a print whose last text ends with a line end; end= says itself what comes last
PRINTS_AN_END = re.compile(r"""\bprint\((?!.*\bend\s*=).*\\n["']\s*\)""")
TAKES_ENDS_OFF = re.compile(r"strip\(|split\(|splitlines\(|\[:-1\]|removesuffix\(")
# what Python says of a text that is no number: it takes white space around one
NO_NUMBER = re.compile(r"invalid literal for int\(\)|could not convert string to float")
# what Python says where input() finds no line; other readers raise an EOFError, too
NO_LINE = "EOF when reading a line"
# what pytest says where a block has not raised what it has to, before the name of that
DID_NOT_RAISE = "DID NOT RAISE "
# values that say themselves how they are printed: those of a class of one's own may do anything
PLAIN = (str, int, float, list, tuple, dict, set)
# what lacks the brackets of a call
FUNCTION_TYPES = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
NOT_CALLED = "Are brackets missing after {function}, as in {function}(…).{name}?"
TEXT_OF_ERROR = "str(error) gives the text of an error: it has no .message."
IS_FUNCTION = "{name} is a function, and the value goes into its brackets: {name}(…)"
# functions of Python's that are asked for as if they were methods
FUNCTIONS = {"abs", "enumerate", "float", "int", "len", "max", "min", "print", "range", "reversed", "round"}
FUNCTIONS |= {"sorted", "str", "sum"}


def advise_on_values(wanted: object, came: object, printed: str, source: str) -> str:
    """Say what it may come from that a test wanted one value and another one came; or nothing."""
    if came is None and type(wanted) in PLAIN:
        # what it printed on the way says nothing
        is_printed = bool(printed.strip()) and printed.strip() == str(wanted).strip()
        return PRINTED if is_printed else NO_RETURN
    if type(wanted) is str:
        return advise_on_wanted_text(wanted, came)
    if type(wanted) in (int, float) and type(came) is str:
        return NUMBER_WANTED if came.strip() == str(wanted) else ""
    return advise_on_equality(wanted, came, source)


def advise_on_wanted_text(wanted: str, came: object) -> str:
    """Say what came in place of a text, or what it differs in; or nothing."""
    # a class of a participant's that inherits from one of these may do anything
    if type(came) is str:
        return advise_on_texts(wanted, came)
    if type(came) is list:
        return LIST_CAME
    if type(came) is tuple:
        return TUPLE_CAME
    if type(came) in (int, float) and str(came) == wanted:
        return TEXT_WANTED
    return ""


def advise_on_texts(wanted: str, came: str) -> str:
    """Say that two texts differ only in what is easily overlooked; or nothing."""
    if wanted.casefold() == came.casefold():
        return CAPITALS
    if BRACES.search(came) and not BRACES.search(wanted):
        return NO_VALUES_IN_IT
    if PAIR.fullmatch(came) and not wanted.startswith("("):
        return TWO_VALUES
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
    shows = came.count("\n") + came.count("\\n") > wanted.count("\n") + wanted.count("\\n")
    if shows and PRINTS_AN_END.search(source):
        return ENDS_TWICE
    is_left_on = bool(READS_LINES.search(source)) and not TAKES_ENDS_OFF.search(source)
    return LINE_END if is_left_on and shows else ""


def advise_on_equality(wanted: object, came: object, source: str) -> str:
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
    if is_compared:
        return ""
    return NOT_EQUAL.format(name=kind.__name__, part=find_part(kind.__name__, source))


def advise_on_digits(source: str, wanted: str) -> str:
    """Say what in a source accepts a digit of another script, where the test wants one back; or nothing."""
    foreign = [character for character in wanted if character.isdigit() and not character.isascii()]
    if not foreign:
        return ""
    for taker, pattern in TAKE_ANY_DIGIT.items():
        if pattern.search(source):
            mend = TAKE_TEN if taker == r"\d" else ASK_FIRST
            mend = mend.format(digit=foreign[0])
            return OTHER_DIGIT.format(digit=foreign[0], taker=taker, mend=mend)
    return ""


def advise_on_attribute(error: AttributeError, *, is_asked_by_test: bool) -> str:
    """Say what a value lacks that is asked for a name, by the test or by the code; or nothing."""
    name = error.name or ""
    if error.obj is None:
        return NONE_IN_BETWEEN
    if not is_asked_by_test and isinstance(error.obj, FUNCTION_TYPES):
        return NOT_CALLED.format(function=error.obj.__name__, name=name)
    if not is_asked_by_test and isinstance(error.obj, BaseException) and name == "message":
        return TEXT_OF_ERROR
    # what other values have, their class may work out
    if type(error.obj) not in PLAIN:
        return ""
    if name in FUNCTIONS:
        return IS_FUNCTION.format(name=name)
    elsewhere = "" if is_asked_by_test else advise_on_foreign_method(name, error.obj)
    if elsewhere:
        return elsewhere
    misspelled = advise_on_spelling(name, dir(error.obj))
    if misspelled or not is_asked_by_test:
        return misspelled
    return NEEDS_A_CLASS.format(name=name)


def advise_on_end(error: BaseException, message: str, quoted: str) -> str:
    """Say how a program goes on after an error that its own code raises; or nothing.

    Where the test with its row quotes no such message, to print it makes no test green.
    """
    if not is_raised_by_code(error):
        return ""
    is_asked_for = bool(message) and message in quoted
    return ENDS_PROGRAM.format(name=type(error).__name__) if is_asked_for else ENDS_UNASKED


def is_raised_by_code(error: BaseException) -> bool:
    """True if a `raise` of the code has raised an error, and not something that it calls or looks up."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return (place.line or "").startswith("raise ") and isinstance(error, Exception)


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
    missing = find_missing_error(error)
    if missing:
        return NOT_RAISED.format(name=missing)
    if isinstance(error, SystemExit):
        return ENDS_PYTHON
    if asks_for_a_line(error):
        return NO_LINE_LEFT if is_in_program else NO_KEYBOARD
    if isinstance(error, TypeError):
        advice = advise_on_type_error(message, error)
        if advice:
            return advice
    if is_in_program:
        advice = advise_on_end(error, message, quoted)
        if advice:
            return advice
    if wanted:
        return OTHER_ERROR.format(wanted=wanted, came=type(error).__name__)
    return ""


def find_missing_error(error: BaseException) -> str:
    """Return the name of the error that a test wants and has not got; nothing if it takes one of several."""
    if not isinstance(error, pytest.fail.Exception) or not str(error).startswith(DID_NOT_RAISE):
        return ""
    name = str(error).removeprefix(DID_NOT_RAISE)
    return name if name.isidentifier() else ""


def asks_for_a_line(error: BaseException) -> bool:
    """True for the error of an input() that finds no line."""
    return type(error) is EOFError and error.args == (NO_LINE,)
