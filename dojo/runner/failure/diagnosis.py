"""What a failure may come from, if beginners often miss that: the first of all that can be said of it."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from dojo.runner.failure.advice import (
    advise_on_attribute,
    advise_on_digits,
    advise_on_error,
    advise_on_lines,
    advise_on_objects,
    advise_on_values,
    find_missing_error,
    is_raised_by_code,
)
from dojo.runner.failure.code_slips import find_code_slip
from dojo.runner.failure.drawing import Failure
from dojo.runner.failure.loading import advise_on_hiding
from dojo.runner.failure.names import advise_on_name, advise_on_spelling, names_in, read_tree
from dojo.runner.failure.python_errors import advise_on_index, advise_on_order, advise_on_unpacking
from dojo.story.code.syntax import Function
from dojo.story.steps import read_text

INSIDE = "{name} is on line {line}, inside of something else: its def has to begin at the left edge."
IN_THE_TESTS = "{name} is in {file}: it has to be in {module}."
NO_SUCH_KEY = (
    'The dictionary has no such key: 2 and "2" are different keys. “in” asks for one, as in if key in values:'
)
NO_END = "A function calls itself again and again: it needs a case in which it doesn't."
NOT_REACHED = "Line {line} raises {name}, but not with these values: which if leads there?"
CAUGHT = "Line {line} raises {name}, and an except around it catches it: a test sees only what gets out."
NONE_REACHED = (
    "Lines {lines} raise {name}, but not with these values: which if leads there, or is one more needed?"
)


def diagnose(failure: Failure, printed: str) -> str:
    """Say what a failure that is drawn already may come from; or nothing. Takes what the test printed."""
    module = failure.version.module
    source = read_text(module) if module.is_file() else ""
    # a function that the tests do not find may stand where a slip is seen as well
    slip = find_asked(failure) or find_code_slip(source, module.name)
    if slip:
        return slip
    advice = diagnose_values(failure, source, printed) if failure.values else diagnose_error(failure, source)
    return advice or advise_on_objects(failure.compared, module.stem)


def find_asked(failure: Failure) -> str:
    """Say where a name is that the tests ask of the module, if it is elsewhere; or nothing."""
    error, module = failure.error, failure.version.module
    if not isinstance(error, AttributeError) or not isinstance(error.obj, ModuleType):
        return ""
    return find_elsewhere(error.name or "", module) if error.obj.__name__ == module.stem else ""


def diagnose_values(failure: Failure, source: str, printed: str) -> str:
    """Say why not the value came that was wanted; or nothing."""
    if not failure.values:
        return ""
    wanted, came = failure.values
    # the output of a program has names for its parts
    if isinstance(came, tuple) and hasattr(came, "_fields"):
        wanted_text = texts_in(wanted)
        line_end = advise_on_lines(source, wanted_text, texts_in(came))
        return line_end or advise_on_digits(source, wanted_text)
    return advise_on_values(wanted, came, printed, source)


def texts_in(value: object) -> str:
    """Return the texts that are the parts of a tuple, one after the other; nothing of another value.

    A participant may have made the tuple: what its own methods do is not known, so none is called.
    """
    if not isinstance(value, tuple):
        return ""
    return "".join(part for part in tuple.__iter__(value) if type(part) is str)


def diagnose_error(failure: Failure, source: str) -> str:
    """Say why an error was raised, or none where one was wanted; or nothing."""
    error, module = failure.error, failure.version.module
    # where a name is missing, there is nothing else to say
    if isinstance(error, NameError):
        return advise_on_name(error, module, failure.quoted)
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return diagnose_missing(error.name or "", error.obj, module)
    # the `__str__` of a class of one's own may do anything
    message = " ".join(part for part in error.args if type(part) is str)
    advice = ""
    missing = find_missing_error(error)
    if missing:
        advice = advise_on_raise(missing, failure.quoted, module)
    elif failure.is_in_program:
        advice = advise_on_lines(source, "", message)
    advice = advice or diagnose_kind(failure, message, source)
    return advice or advise_on_error(
        error, failure.wanted_error, message, failure.quoted, is_in_program=failure.is_in_program
    )


def diagnose_kind(failure: Failure, message: str, source: str) -> str:
    """Say what an error of Python's own may come from, by its kind; or nothing."""
    error = failure.error
    if isinstance(error, AttributeError):
        return advise_on_attribute(error, is_asked_by_test=failure.is_raised_by_test)
    if isinstance(error, TypeError | ValueError):
        advice = advise_on_unpacking(error, message)
        if advice:
            return advice
    if isinstance(error, TypeError):
        return advise_on_order(message, source)
    if isinstance(error, IndexError):
        return advise_on_index(error)
    # where a test wants another error, that is what there is to say
    is_of_a_lookup = isinstance(error, KeyError) and not is_raised_by_code(error)
    if is_of_a_lookup and not failure.wanted_error:
        return NO_SUCH_KEY
    if isinstance(error, RecursionError):
        return NO_END
    return ""


def diagnose_missing(name: str, asked: ModuleType, module: Path) -> str:
    """Say where a name is that was asked of a module, of the one under test or another; or nothing."""
    if asked.__name__ != module.stem:
        return advise_on_spelling(name, dir(asked))
    # cards is another function than card, and not written yet
    others = [other for other in names_in(module) if other.removesuffix("s") != name.removesuffix("s")]
    return advise_on_spelling(name, others)


def advise_on_raise(error: str, quoted: str, module: Path) -> str:
    """Say which lines raise an error that a test wants and does not get; or nothing.

    Takes the name of the error, and the text of the test: only a function that it calls is looked at.
    """
    lines: list[int] = []
    for node in read_tree(module).body:
        if not isinstance(node, Function) or f"{node.name}(" not in quoted:
            continue
        lines += find_raises(error, [node])
        for part in ast.walk(node):
            if isinstance(part, ast.Try):
                caught = [*find_raises(error, part.body)]
                if caught:
                    return CAUGHT.format(line=caught[0], name=error)
    if not lines:
        return ""
    *others, last = [str(number) for number in sorted(lines)]
    if not others:
        return NOT_REACHED.format(line=last, name=error)
    return NONE_REACHED.format(lines=f"{', '.join(others)} and {last}", name=error)


def find_raises(error: str, nodes: Sequence[ast.AST]) -> Iterator[int]:
    """Yield the lines in some code that raise an error of this name."""
    for node in nodes:
        for part in ast.walk(node):
            match part:
                case ast.Raise(exc=ast.Call(func=ast.Name(name)) | ast.Name(name)) if name == error:
                    yield part.lineno


def find_elsewhere(name: str, module: Path) -> str:
    """Say where a name is that a module has to have, or what hides the module; or nothing.

    The name may be in another part of the module, or in a test file.
    """
    hiding = advise_on_hiding(module)
    if hiding:
        return hiding
    for node in ast.walk(read_tree(module)):
        if isinstance(node, Function) and node.name == name:
            return INSIDE.format(name=name, line=node.lineno)
    for file in sorted(module.parent.glob("test_*.py")):
        if name in names_in(file):
            return IN_THE_TESTS.format(name=name, file=file.name, module=module.name)
    return ""
