"""What a name may be that is missing where it is asked for: said below a failure."""

import ast
import builtins
import difflib
import inspect
import linecache
import re
import sys
import traceback
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from dojo.runner.failure.other_languages import advise_on_foreign_name
from dojo.story.code.syntax import NO_PYTHON, names_of, parse_source
from dojo.story.steps import read_text

MISSPELLED = "Is it misspelled? There is “{name}”."
# how alike two names are, from 0 to 1, of which one may be a misspelled other
ALIKE = 0.75
IMPORT_IT = "This line is missing at the top of the file: import {name}"
IMPORT_FROM = "This line is missing at the top of the file: from {module} import {name}"
# names of the standard library that are written alone, each with its module
MODULE_BY_NAME = {
    "Counter": "collections",
    "Enum": "enum",
    "NamedTuple": "typing",
    "combinations": "itertools",
    "dataclass": "dataclasses",
    "defaultdict": "collections",
    "groupby": "itertools",
    "namedtuple": "collections",
    "permutations": "itertools",
    "total_ordering": "functools",
}
# what is longer, in capital letters, is a constant, and no text like XV
MAX_LETTERS = 3
# a key of a dictionary, as another language writes it
IS_KEY = r"[{{,]\s*{name}\s*:"
IN_QUOTES = 'Without quotation marks, {name} is the name of a value. A text has them: "{text}"'
METHOD = "{name} is a method, and the value stands in front of it: value.{name}(…)"
IN_THE_MODULE = "{name} is in {module}.py: here it is {module}.{name}"
# what a line that gives a name a value does to the whole function around it
HIDES_A_FUNCTION = (
    "{name} = … makes {name} a name of {function}() alone, and so it hides your function {name}:"
    " call the value something else."
)
HIDES_A_VALUE = (
    "{name} = … makes {name} a name of {function}() alone, and so it hides the one outside: call this one"
    " something else, or take the value as an argument."
)
NO_VALUE = "No line that gives {name} a value has run before this one: what is it worth at the start?"
NO_AS = "Behind except, as gives the error its name: except {kind} as {name}:"
# what an error is often called
ERROR_NAMES = ("e", "err", "error", "ex", "exc", "exception")
OF_SELF = "An object's own {name} is called self.{name} within its class."


@dataclass(frozen=True)
class Use:
    """Where a name is asked for that is missing.

    Attributes:
        name: the name.
        file: the file that asks for it.
        number: the number of the line.
        line: its text.
        local: the names of the function around it, with their values.
        own: all names that the line can use, but for those of Python itself.
    """

    name: str
    file: Path
    number: int
    line: str
    local: Mapping[str, object]
    own: set[str]


def advise_on_name(error: NameError, module: Path, quoted: str = "") -> str:
    """Say what a name that is not known may be; or nothing.

    Takes the module under test, and the text of the test with its row, if one has begun.
    """
    if isinstance(error, UnboundLocalError):
        return advise_on_local_name(error)
    # the code has raised this itself
    if not error.name:
        return ""
    use = find_use(error, error.name)
    return (
        advise_on_place(use, module)
        or advise_on_habit(use)
        or advise_on_import(use.name, use.line)
        or advise_on_meaning(use, quoted)
    )


def find_use(error: NameError, name: str) -> Use:
    """Return where a name is asked for, and an error raised, because it is missing."""
    frame, number = list(traceback.walk_tb(error.__traceback__))[-1]
    file = Path(frame.f_code.co_filename)
    own = {*frame.f_locals, *frame.f_globals, *find_caught(file)}
    return Use(name, file, number, linecache.getline(str(file), number), frame.f_locals, own)


def advise_on_place(use: Use, module: Path) -> str:
    """Say where there is such a name: in another file, in an object, behind an except; or nothing."""
    beside = find_beside(use.name, module)
    if beside:
        return IMPORT_FROM.format(module=beside.stem, name=use.name)
    if is_of_self(use.name, use.local):
        return OF_SELF.format(name=use.name)
    caught = find_unnamed(use.name, use.file, use.number)
    if caught:
        return NO_AS.format(kind=caught, name=use.name)
    # in the module itself it stands further down
    if use.file != module and use.name in names_in(module):
        return IN_THE_MODULE.format(name=use.name, module=module.stem)
    return ""


def advise_on_habit(use: Use) -> str:
    """Say what Python has in place of a name of another language; or nothing if one of one's own is meant."""
    is_like_own = any(own.casefold() == use.name.casefold() for own in use.own)
    return "" if is_like_own else advise_on_foreign_name(use.name)


def advise_on_meaning(use: Use, quoted: str) -> str:
    """Say whether a name is a misspelled one, a method, or a text without its quotation marks; or nothing."""
    # a name of a function that is called is no text
    if re.search(rf"\b{re.escape(use.name)}\(", use.line):
        return advise_on_called(use.name, use.own)
    is_key = re.search(IS_KEY.format(name=re.escape(use.name)), use.line)
    text = re.search(rf"""['"]({re.escape(use.name)})['"]""", quoted, re.IGNORECASE)
    if is_key or text:
        return IN_QUOTES.format(name=use.name, text=text[1] if text else use.name)
    misspelled = advise_on_spelling(use.name, use.own | set(dir(builtins)))
    if not misspelled and use.name.isupper() and len(use.name) <= MAX_LETTERS:
        return IN_QUOTES.format(name=use.name, text=use.name)
    return misspelled


def advise_on_spelling(name: str, known: Collection[str]) -> str:
    """Say which known name is nearly the same as a missing one; or nothing."""
    # any two letters are alike
    if len(name) == 1:
        return ""
    for other in sorted(known):
        # `Say` in place of `say`, and `sya`
        if sorted(other.casefold()) == sorted(name.casefold()):
            return MISSPELLED.format(name=other)
    # `number` is no misspelled `to_number`
    others = [other for other in known if not other.endswith(f"_{name}")]
    alike = difflib.get_close_matches(name, others, n=1, cutoff=ALIKE)
    return MISSPELLED.format(name=alike[0]) if alike else ""


def advise_on_called(name: str, own_names: Collection[str]) -> str:
    """Say what a name may be that is called like a function, and is none; or nothing."""
    own = advise_on_spelling(name, own_names)
    if own:
        return own
    if any(name in dir(kind) for kind in (str, list, dict)):
        return METHOD.format(name=name)
    return advise_on_spelling(name, dir(builtins))


def advise_on_local_name(error: UnboundLocalError) -> str:
    """Say why a name of a function has no value yet: it hides another one, or no line has given it one."""
    frame, _ = list(traceback.walk_tb(error.__traceback__))[-1]
    found = re.search(r"'(\w+)'", str(error))
    if not found:
        return ""
    name, function = found[1], frame.f_code.co_name
    if name not in frame.f_globals:
        return advise_on_spelling(name, frame.f_locals) or NO_VALUE.format(name=name)
    hiding = HIDES_A_FUNCTION if callable(frame.f_globals[name]) else HIDES_A_VALUE
    return hiding.format(name=name, function=function)


def advise_on_import(name: str, line: str) -> str:
    """Say which import of the standard library is missing for a name in a line; or nothing."""
    if name in MODULE_BY_NAME:
        return IMPORT_FROM.format(module=MODULE_BY_NAME[name], name=name)
    # `string` alone may be any text
    is_module = name in sys.stdlib_module_names and bool(re.search(rf"\b{name}\.", line))
    return IMPORT_IT.format(name=name) if is_module else ""


def find_beside(name: str, module: Path) -> Path | None:
    """Return the other module in the folder of this one that defines a name; None if none does."""
    for file in sorted(module.parent.glob("*.py")):
        is_of_tests = file.stem.startswith("test_") or file.stem == "conftest"
        if file != module and not is_of_tests and name in names_in(file):
            return file
    return None


def names_in(file: Path) -> list[str]:
    """Return the names that a file defines at its top; none if it is no Python, or not there."""
    return [name for node in read_tree(file).body for name in names_of(node)]


def read_tree(file: Path) -> ast.Module:
    """Return the syntax of a file, and that of an empty one if it is no Python, or not there."""
    try:
        return parse_source(read_text(file) if file.is_file() else "")
    except NO_PYTHON:
        return parse_source("")


def find_caught(file: Path) -> set[str]:
    """Return the names that a file gives to errors: Python forgets each at the end of its except."""
    handlers = [node for node in ast.walk(read_tree(file)) if isinstance(node, ast.ExceptHandler)]
    return {handler.name for handler in handlers if handler.name}


def find_unnamed(name: str, file: Path, line: int) -> str:
    """Return what the except around a line catches, if the name may be that of its error, which has none."""
    found = ""
    for node in ast.walk(read_tree(file)):
        if isinstance(node, ast.ExceptHandler) and node.lineno <= line <= (node.end_lineno or 0):
            kind = ast.unparse(node.type) if node.type else "Exception"
            # the innermost one comes last
            found = kind if not node.name and name in ERROR_NAMES else ""
    return found


def is_of_self(name: str, local: Mapping[str, object]) -> bool:
    """True if an object has this name of its own, where the code of its class has lost it."""
    if "self" not in local:
        return False
    missing = object()
    # no code of the object runs for that, as it might with hasattr
    return inspect.getattr_static(local["self"], name, missing) is not missing
