"""What is said below a failure to import a module, or where a package hides it."""

import keyword
import linecache
import re
import traceback
from contextlib import suppress
from pathlib import Path

from dojo.runner.failure.advice import asks_for_a_line
from dojo.runner.failure.names import advise_on_name, advise_on_spelling
from dojo.runner.failure.other_languages import advise_on_line
from dojo.runner.failure.python_errors import advise_on_type_error

NO_KEYBOARD_AT_IMPORT = """\
The tests import {module}, and give it no keyboard. Put what reads input below this line:

    if __name__ == "__main__":"""
ENDS_PYTHON_AT_IMPORT = """\
exit(), quit() and sys.exit() end the whole program, and the tests with it. Put what ends it below this line:

    if __name__ == "__main__":"""
NO_TEXT = "{module} has bytes that are no text: save it as UTF-8."
NO_MODULE = "There is no {name} here: is it misspelled, or a package that isn't installed?"
# `say(number):` at the beginning of a line
WITHOUT_DEF = re.compile(r"\s*(?!(?:if|elif|while|for|with|def|class|match|case|except)\b)(\w+\([^()]*\)):")
DEF = "Is it a function? It begins with def: def {head}:"
# of a line with an except: what is found in it, and what to say of it
OF_EXCEPT = {
    re.compile(r"\s*except\s+\w+\s+\w+\s*:"): "An error gets its name with as: except ValueError as error:",
    re.compile(r"\s*(except|finally)\b"): (
        "An except belongs below the lines of its try, and begins where the try does."
    ),
}
# what may be a text, as in `raise ValueError(no number)`, where Python asks for a comma
WORDS = re.compile(r"\w+(?: [A-Za-z_]\w*)+")
NO_QUOTES = 'Or is it a text? Then it stands in quotation marks: "{words}"'
NO_BLOCK = "This line begins with {number} spaces, and no block above it does: indent it as one of them is."
TABS = "Some lines begin with a tab, and others with spaces: type four spaces in place of each tab."
OUTSIDE = "This return is in no function: indent it as its lines are. Outside of functions, a program prints."
# what Python says of a line, as it begins, and what to say of it
OF_LINES = {
    "unterminated string literal": "A text ends with the quotation mark that it begins with.",
    "'return' outside function": OUTSIDE,
    "expected an indented block": "Below a line that ends with a colon, at least one line is indented.",
    "unexpected indent": "This line is further to the right than the one above, which ends without a colon.",
    "inconsistent use of tabs": TABS,
}
# what Python says of a file with a zero byte
NULL_BYTES = "source code string cannot contain null bytes"
IN_A_CIRCLE = (
    "{module} imports a file that imports {module} again, which isn't read to its end yet."
    " Move what both need to a third file."
)
HIDDEN = "The folder {name} hides {module}: Python imports the folder. Rename it, or move it away."


def advise_at_import(error: BaseException, module: Path) -> str:
    """Say what it may come from that a module cannot be imported, or what it imports; or nothing."""
    if isinstance(error, ImportError):
        return advise_on_import_error(error, module)
    if isinstance(error, SyntaxError | ValueError) and NULL_BYTES in str(error):
        return NO_TEXT.format(module=find_no_text(module).name)
    if isinstance(error, SyntaxError):
        return advise_on_syntax(error)
    if isinstance(error, NameError):
        return advise_on_name(error, module)
    if isinstance(error, TypeError):
        # the `__str__` of a class of one's own may do anything
        return advise_on_type_error(" ".join(part for part in error.args if type(part) is str), error)
    if isinstance(error, SystemExit):
        return ENDS_PYTHON_AT_IMPORT
    return NO_KEYBOARD_AT_IMPORT.format(module=module.name) if asks_for_a_line(error) else ""


def advise_on_syntax(error: SyntaxError) -> str:
    """Say what Python wants in place of what is in a line that it cannot read; or nothing."""
    message, line = str(error), error.text or ""
    for beginning, advice in OF_LINES.items():
        if message.startswith(beginning):
            return advice
    for pattern, advice in OF_EXCEPT.items():
        if pattern.match(line):
            return advice
    above = linecache.getlines(error.filename or "")[: (error.lineno or 1) - 1]
    if message.startswith("unindent does not match"):
        has_tabs = any(text.startswith("\t") for text in above)
        return TABS if has_tabs else NO_BLOCK.format(number=len(line) - len(line.lstrip()))
    return advise_on_line(line, above) or advise_on_words(error) or advise_on_first_word(line)


def advise_on_words(error: SyntaxError) -> str:
    """Say that words in a row may be a text, where Python asks for a comma between them; or nothing."""
    if "Perhaps you forgot a comma" not in str(error) or error.offset is None:
        return ""
    words = WORDS.match(error.text or "", error.offset - 1)
    return NO_QUOTES.format(words=words[0]) if words else ""


def advise_on_first_word(line: str) -> str:
    """Say that a line may begin with def, or with which word of Python's that is misspelled; or nothing."""
    head = WITHOUT_DEF.match(line)
    if head:
        return DEF.format(head=head[1])
    first = re.match(r"\s*(\w+)", line)
    if first and not keyword.iskeyword(first[1]):
        return advise_on_spelling(first[1], keyword.kwlist)
    return ""


def advise_on_import_error(error: ImportError, module: Path) -> str:
    """Say why a file finds no module, or not what it imports from one; or nothing."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return NO_MODULE.format(name=error.name)
    if error.name != module.stem:
        return ""
    if is_being_read(module, error):
        return IN_A_CIRCLE.format(module=module.name)
    return advise_on_hiding(module)


def advise_on_hiding(module: Path) -> str:
    """Say that a package of the same name is next to a module, so that an import takes it; or nothing."""
    if module.is_file() and (module.with_suffix("") / "__init__.py").is_file():
        return HIDDEN.format(name=module.stem, module=module.name)
    return ""


def name_imported(imported: object, module: Path) -> str:
    """Return the name of the file that was imported as the module: a package may hide it."""
    source = Path(str(getattr(imported, "__file__", None) or module))
    return f"{module.stem}/{source.name}" if source.name == "__init__.py" else module.name


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
