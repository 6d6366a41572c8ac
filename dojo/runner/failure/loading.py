"""What is said below a failure to import a module, or where a package hides it."""

import traceback
from contextlib import suppress
from pathlib import Path

from dojo.runner.failure.advice import asks_for_a_line
from dojo.runner.failure.names import advise_on_name
from dojo.runner.failure.python_errors import advise_on_type_error
from dojo.runner.failure.spelling import advise_on_syntax

NO_KEYBOARD_AT_IMPORT = """\
The tests import {module}, and give it no keyboard. Put what reads input below this line:

    if __name__ == "__main__":"""
ENDS_PYTHON_AT_IMPORT = """\
exit(), quit() and sys.exit() end the whole program, and the tests with it. Put what ends it below this line:

    if __name__ == "__main__":"""
NO_TEXT = "{module} has bytes that are no text: save it as UTF-8."
NO_MODULE = "There is no {name} here: is it misspelled, or a package that isn't installed?"
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
