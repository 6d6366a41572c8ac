"""What a TypeError or an IndexError may come from: said below a failure."""

import ast
import linecache
import re
import traceback
from collections.abc import Mapping
from types import FrameType

from dojo.story.code.syntax import NO_PYTHON, parse_source
from dojo.wording import count_of

RAISES_A_TEXT = (
    'A text can\'t be raised, but an error can: in place of raise "…", write raise ValueError("…").'
)
TEXT_AND_NUMBER = (
    "A text and a number don't go together here:"
    " int(…) makes a number of a text, and str(…) a text of a number."
)
TEXT_WITHOUT_BRACKETS = (
    'A text and a number don\'t go together here: are brackets missing, as in "a" * (n - 1)?'
    " Otherwise, int(…) makes a number of a text, and str(…) a text of a number."
)
# what texts have no such operators for: in the same sum as one of those for texts, brackets may be missing
OF_NUMBERS = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod)
OF_TEXTS = (ast.Add, ast.Mult)
NONE_IN_BETWEEN = (
    "A value here is None: a function that reached no return has given it, or a line has set a name to it."
)
LIST_AND_VALUE = (
    "A list and a single value don't go together here: in square brackets the value is a list, too."
)
LIST_AND_TUPLE = (
    "Python compares a list with a list, and a tuple with a tuple: which of your lines gives the other?"
)
PART_OF_A_TEXT = (
    "The brackets of a text take numbers, as in text[0]; in for letter in text: letter is a part of it."
)
COMPARED_WITH_LIST = "One of the two is a list: items[0] takes an item out of it, and a loop takes each."
NO_PARTS = "A number has no parts to go through, but range(3) has 0, 1 and 2: for i in range(3):"
NO_KEY = "The items of a list have numbers. Is a comma missing between two lists, or is a dictionary meant?"
# what Python says where a text and a number meet
MIXED = re.compile(
    r"not all arguments converted during string formatting"
    r"|'(str|int|float)' and '(str|int|float)'"
    r'|can only concatenate str \(not "(int|float)"\) to str'
    r"|can't multiply sequence by non-int of type 'str'"
    r"|expected str instance, (int|float) found"
)
NO_WHOLE_NUMBER = "A whole number is needed here, and / never gives one: 10 / 10 is 1.0, and 10 // 10 is 1."
# what Python says, and what to say of it
OF_MESSAGES = {
    re.compile(r"^exceptions must derive from BaseException$"): RAISES_A_TEXT,
    # a number with a point where whole ones alone are taken
    re.compile(
        r"can't multiply sequence by non-int of type 'float'"
        r"|'float' object cannot be interpreted as an integer"
        r"|\w+ (indices|index) must be integers( or slices)?, not '?float'?"
    ): NO_WHOLE_NUMBER,
    re.compile(
        r"'NoneType' and|and 'NoneType'"
        r'|can only concatenate \w+ \(not "NoneType"\)'
        r"|'NoneType' object is not (subscriptable|iterable)"
        r"|object of type 'NoneType' has no len"
    ): NONE_IN_BETWEEN,
    # `items["key"]`, and what is read as `[1, 2][3, 4]` where a comma is missing
    re.compile(r"^list indices must be integers or slices, not (str|tuple)$"): NO_KEY,
    re.compile(r"^string indices must be integers, not 'str'$"): PART_OF_A_TEXT,
    re.compile(r"instances of '(list' and 'tuple|tuple' and 'list)'"): LIST_AND_TUPLE,
    re.compile(r"instances of '(list' and '(int|str|float)|(int|str|float)' and 'list)'"): COMPARED_WITH_LIST,
    re.compile(r'can only concatenate list \(not "\w+"\) to list'): LIST_AND_VALUE,
    re.compile(r"^'int' object is not iterable$"): NO_PARTS,
}
SIGN_FIRST = "In place of ={sign}, Python has {sign}=."
# what Python says of a text with a sign in front of it, as in `text =+ "I"`
SIGNED = re.compile(r"bad operand type for unary ([+-]): 'str'")
NOT_CALLED = {
    "dict": "A dictionary can't be called: square brackets look something up in it, as in values[key].",
    "list": "A list can't be called. Is a comma missing after it? To take an item out of it: items[0].",
    "tuple": "A tuple can't be called. Is a comma missing after it? To take an item out of it: items[0].",
    "module": "A module can't be called, but a function of it can: module.function(…).",
    "str": "A text can't be called. Is a comma missing after it, or has a function's name got a value?",
    "int": "A number can't be called. Is a * or a comma missing in front of the brackets?",
    "float": "A number can't be called. Is a * or a comma missing in front of the brackets?",
}
# what Python says of a value with round brackets behind it; of a module, 3.13 and newer say more
CALLED = re.compile(r"'(\w+)' object is not callable(?:\. Did you mean: .*)?")
OTHER_NUMBER = "The call gives {given}, and def {function}(…) has names for {taken}: each value needs a name."
# what Python says of a call with more values than the function has names for
TAKES = re.compile(r"(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given")
TOO_FEW = (
    "def {function}(…) has more names in its brackets than the call has values."
    " Is self one of them? Only methods of a class have it."
)
# what Python says of a call with fewer values
LACKS = re.compile(r"(\w+)\(\) missing \d+ required positional arguments?: .*")
NO_INIT = """\
A class that is called with values needs a method that takes them:

    def __init__(self, …):"""
NO_SELF = "Is self the first parameter of {method}()? Python fills it in, in each method of a class."
# what Python says of a class without __init__, and of a method without self
TAKES_NONE = re.compile(r"\w+\(\) takes no arguments")
TAKES_ONE_LESS = re.compile(
    r"[\w.]+\.(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given"
)
NO_ORDER = """\
Python cannot tell which of two objects is greater. In class {name}, this says so:

    def {method}(self, other):
        return self.{part} {operator} other.{part}"""
OTHER_OBJECT = "Python gives {method}() the other object as well: def {method}(self, other):"
# what Python says of two objects that it cannot compare, and the method that decides
UNORDERED = re.compile(r"'([<>]=?)' not supported between instances of '(\w+)' and '(\w+)'")
COMPARING = ("__eq__", "__lt__", "__gt__", "__le__", "__ge__")
ORDERS = {"<": "__lt__", ">": "__lt__", "<=": "__le__", ">=": "__le__"}

SEQUENCES = (list, tuple, str)
TOO_FAR = "{name} has {number}, and this asks for {name}[{index}]: {which}."
NONE_TO_CHANGE = (
    "{name} has {number}, so there is no {name}[{index}] to change: {name}.append(…) adds an item."
)
KEYS_ALONE = "A loop over a dictionary gives its keys alone: {name}.items() gives each key with its value."
# what Python says of a key that has to be two things, as in `for key, value in values:`
UNPACKED = re.compile(r"values to unpack|^cannot unpack non-iterable")


def advise_on_type_error(message: str, error: TypeError | None = None) -> str:
    """Say what a TypeError may come from, by what Python says of it and by its line; or nothing."""
    for pattern, advice in OF_MESSAGES.items():
        if pattern.search(message):
            return advice
    if MIXED.search(message):
        return TEXT_WITHOUT_BRACKETS if error and may_lack_brackets(error) else TEXT_AND_NUMBER
    signed = SIGNED.fullmatch(message)
    if signed:
        return SIGN_FIRST.format(sign=signed[1])
    called = CALLED.fullmatch(message)
    if called:
        return NOT_CALLED.get(called[1], "")
    return advise_on_call(message)


def advise_on_call(message: str) -> str:
    """Say what a class or a method lacks that is called, by what Python says of the call; or nothing."""
    if TAKES_NONE.fullmatch(message):
        return NO_INIT
    method = TAKES_ONE_LESS.fullmatch(message)
    if method and "<locals>" not in message and int(method[3]) == int(method[2]) + 1:
        words = OTHER_OBJECT if method[1] in COMPARING and method[2] == "1" else NO_SELF
        return words.format(method=method[1])
    lacks = LACKS.fullmatch(message)
    if lacks:
        return TOO_FEW.format(function=lacks[1])
    takes = TAKES.search(message)
    if takes:
        function, taken, given = takes.groups()
        return OTHER_NUMBER.format(given=count_of(int(given), "value"), function=function, taken=taken)
    return ""


def advise_on_order(message: str, source: str) -> str:
    """Say what a class of a source lacks whose objects are compared, by what Python says; or nothing."""
    found = UNORDERED.fullmatch(message)
    if not found:
        return ""
    operator, left, right = found.groups()
    is_own = re.search(rf"^class {left}\b", source, re.MULTILINE)
    if not is_own or left != right:
        return ""
    method = ORDERS[operator]
    # `a > b` asks b whether it is less than a
    sign = "<=" if "=" in operator else "<"
    return NO_ORDER.format(method=method, name=left, operator=sign, part=find_part(left, source))


def find_part(name: str, source: str) -> str:
    """Return the first name that an object of a class has for itself; dots if the source has none."""
    try:
        tree = parse_source(source)
    except NO_PYTHON:
        return "…"
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name != name:
            continue
        for part in ast.walk(node):
            match part:
                case ast.AnnAssign(target=ast.Name(found)):
                    return found
                case ast.Attribute(value=ast.Name("self"), attr=found, ctx=ast.Store()):
                    return found
    return "…"


def may_lack_brackets(error: TypeError) -> bool:
    """True if the line of an error counts on with what `+` or `*` has made, or the other way round."""
    line, _known = read_failing_line(error)
    for node in ast.walk(line):
        if not isinstance(node, ast.BinOp):
            continue
        for part in (node.left, node.right):
            if isinstance(part, ast.BinOp):
                operators = (node.op, part.op)
                is_of_numbers = any(isinstance(operator, OF_NUMBERS) for operator in operators)
                is_of_texts = any(isinstance(operator, OF_TEXTS) for operator in operators)
                if is_of_numbers and is_of_texts:
                    return True
    return False


def read_failing_line(error: BaseException) -> tuple[ast.Module, dict[str, object]]:
    """Return the syntax of the line that has raised an error, and the values of the names there."""
    frame, number = list(traceback.walk_tb(error.__traceback__))[-1]
    return parse_line(frame, number), {**frame.f_globals, **frame.f_locals}


def parse_line(frame: FrameType, number: int) -> ast.Module:
    """Return the syntax of a line of the file of a frame; an empty one if it is no statement by itself."""
    line = linecache.getline(frame.f_code.co_filename, number).strip()
    try:
        # the head of a block has no block here
        return parse_source(f"{line}\n    pass\n" if line.endswith(":") else line)
    except NO_PYTHON:
        return ast.Module([], [])


def advise_on_index(error: IndexError) -> str:
    """Say which item a line asks for, and how many there are; nothing where that takes a call to know."""
    line, known = read_failing_line(error)
    for node in ast.walk(line):
        match node:
            case ast.Subscript(value=ast.Name(name), slice=place, ctx=use):
                number_of_items, index = count_items(known.get(name)), count(place, known)
                if number_of_items is None or index is None:
                    continue
                if not -number_of_items <= index < number_of_items:
                    return describe_index(name, number_of_items, index, is_set=isinstance(use, ast.Store))
    return ""


def advise_on_unpacking(error: TypeError | ValueError, message: str) -> str:
    """Say how a loop gets the values of a dictionary, where it has names for more than a key; or nothing."""
    if not UNPACKED.search(message):
        return ""
    line, known = read_failing_line(error)
    for node in ast.walk(line):
        match node:
            case (
                ast.For(target=ast.Tuple(), iter=ast.Name(name))
                | ast.comprehension(target=ast.Tuple(), iter=ast.Name(name))
            ):
                if type(known.get(name)) is dict:
                    return KEYS_ALONE.format(name=name)
    return ""


def count_items(items: object) -> int | None:
    """Return how many items a list, a tuple or a text has; None for any other value."""
    if not isinstance(items, list | tuple | str):
        return None
    # a participant's class that inherits from one of them may count in its own way
    return len(items) if type(items) in SEQUENCES else None


def describe_index(name: str, number: int, index: int, *, is_set: bool) -> str:
    """Say how many items there are, which one a line asks for or sets, and which one is the last."""
    if is_set:
        return NONE_TO_CHANGE.format(name=name, number=count_of(number, "item"), index=index)
    which = f"the last one is {name}[{number - 1}]" if number else "there is none"
    return TOO_FAR.format(name=name, number=count_of(number, "item"), index=index, which=which)


def count(place: ast.expr, known: Mapping[str, object]) -> int | None:
    """Return the number that is written like `2` or `n + 1`; None if it is written in another way."""
    match place:
        case ast.Constant(int(number)):
            return number
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
            return -number
        case ast.Name(name):
            value = known.get(name)
            return value if type(value) is int else None
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, right):
            first, second = count(left, known), count(right, known)
            if first is None or second is None:
                return None
            return first + second if isinstance(sign, ast.Add) else first - second
    return None
