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


def advise_on_name(error: NameError, module: Path, quoted: str = "") -> str:
    """Say what a name that is not known may be; or nothing.

    Takes the module under test, and the text of the test with its row, if one has begun.
    """
    name = error.name
    if isinstance(error, UnboundLocalError):
        return advise_on_local_name(error)
    # the code has raised this itself
    if not name:
        return ""
    beside = find_beside(name, module)
    if beside:
        return IMPORT_FROM.format(module=beside.stem, name=name)
    elsewhere = advise_on_foreign_name(name)
    if elsewhere:
        return elsewhere
    frame, number = list(traceback.walk_tb(error.__traceback__))[-1]
    if is_of_self(name, frame.f_locals):
        return OF_SELF.format(name=name)
    file = Path(frame.f_code.co_filename)
    line = linecache.getline(str(file), number)
    caught = find_unnamed(name, file, number)
    if caught:
        return NO_AS.format(kind=caught, name=name)
    missing_import = advise_on_import(name, line)
    if missing_import:
        return missing_import
    # in the module itself it stands further down
    if file != module and name in names_in(module):
        return IN_THE_MODULE.format(name=name, module=module.stem)
    own_names = {*frame.f_locals, *frame.f_globals, *find_caught(file)}
    # a name of a function that is called is no text
    if re.search(rf"\b{re.escape(name)}\(", line):
        return advise_on_called(name, own_names)
    is_key = re.search(IS_KEY.format(name=re.escape(name)), line)
    text = re.search(rf"""['"]({re.escape(name)})['"]""", quoted, re.IGNORECASE)
    if is_key or text:
        return IN_QUOTES.format(name=name, text=text[1] if text else name)
    misspelled = advise_on_spelling(name, own_names | set(dir(builtins)))
    if not misspelled and name.isupper():
        return IN_QUOTES.format(name=name, text=name)
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
