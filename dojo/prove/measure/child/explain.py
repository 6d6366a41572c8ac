"""Says what an error in a test means: which of the causes it is, and what is missing.

It is copied next to the plugin. It runs on Python 3.9 and pytest 6, and imports nothing of ours.
"""

from __future__ import annotations

import re
from traceback import walk_tb
from types import FunctionType, ModuleType
from typing import Any

import pytest

WRONG_CALL = re.compile(r"([\w.<>]+)\(\) (?:takes|missing|got (?:an unexpected|multiple|some))")
# the same of a signature that `mock` has read: it does not say whose
WRONG_CALL_OF_MOCK = re.compile(
    r"TypeError: (?:got an unexpected keyword|missing a required|too many positional|multiple values for) arg"
)
# what patches an attribute of an object, and in which of its variables it has the object
PATCHING = {"_pytest.monkeypatch": ("target", "obj"), "unittest.mock": ("target",)}
IDENTIFIER = re.compile(r"[^\W\d]\w*")
NEEDS_A_PLUGIN = "functions are not natively supported"
# the fixtures by which tests most often ask for a plugin
PLUGINS = {
    "aiohttp_client": "pytest-aiohttp",
    "anyio_backend": "anyio",
    "benchmark": "pytest-benchmark",
    "client": "pytest-django or pytest-flask",
    "datadir": "pytest-datadir",
    "db": "pytest-django",
    "faker": "faker",
    "freezer": "pytest-freezer",
    "fs": "pyfakefs",
    "httpserver": "pytest-httpserver",
    "httpx_mock": "pytest-httpx",
    "mocker": "pytest-mock",
    "qtbot": "pytest-qt",
    "requests_mock": "requests-mock",
    "snapshot": "syrupy",
}
# the plugin that ends a test after some time, if a repository has it: it lets the test fail
TIMEOUT_PLUGIN = "pytest_timeout"
# some of the causes, in the words of `outcomes.Cause`
TIMED_OUT = "timed out"
NO_PACKAGE = "a package or a plugin is missing"
NOT_READ = "its file cannot be read"


def explain_code(error: BaseException) -> dict[str, str]:
    """Say what an error in the code means."""
    if isinstance(error, ModuleNotFoundError):
        # what the code imports is a name of the code for no test
        name = str(error.name or "")
        return {"cause": NO_PACKAGE, "owner": name.partition(".")[0], "missing": name}
    return {"cause": "crashed in the code"}


def explain_test(error: BaseException, words: str, classified: tuple[str, str], phase: str) -> dict[str, str]:
    """Say what an error in a test means, or in what belongs to it; the phase is empty if it never began."""
    word, name = classified
    missing, owner = find_missing(error, words)
    if not missing and word == "missing name":
        missing, owner = f"`{name}`", owner_of(error)
    if missing:
        return {"cause": "a name is missing", "missing": missing, "owner": owner}
    if isinstance(error, ModuleNotFoundError):
        return {"cause": NO_PACKAGE}
    # an assertion of a library that the test calls, like `numpy.testing`, is one of the test
    asserts = word == "asserted" or isinstance(error, (AssertionError, pytest.fail.Exception))
    if phase == "test" and asserts:
        return {"cause": "its own assertion failed"}
    causes = {"test": "crashed in the test", "file": NOT_READ}
    # what pytest or a plugin of it raises, before the test begins, is nothing that the test does
    return {"cause": causes.get(phase, "crashed in a fixture")}


def is_timeout(error: BaseException) -> bool:
    """True if a plugin has ended the test because it took too long: no assertion of its own failed."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    return any(frame.f_globals.get("__name__") == TIMEOUT_PLUGIN for frame in frames)


def find_needed_plugin(error: BaseException, words: str) -> str:
    """Say which plugin of pytest a test needs that is not installed; an empty text if none."""
    if type(error).__name__ == "FixtureLookupError":
        fixture = str(getattr(error, "argname", "")) or "one"
        plugin = f", of {PLUGINS[fixture]}" if fixture in PLUGINS else ""
        return f"it needs the fixture {fixture}{plugin}, which neither PYTHON nor the commit has"
    if NEEDS_A_PLUGIN in words:
        return "it is async: it needs a plugin like pytest-asyncio, which PYTHON or the settings do not have"
    return ""


def owner_of(error: BaseException) -> str:
    """Name the module that should have a missing name; an empty text if that is not known.

    It is not known of an object, which the code may have made, and of a class with bases in other modules.
    """
    if isinstance(error, ImportError):
        return str(error.name or "").partition(".")[0]
    owner = getattr(error, "obj", None)
    if owner is None:
        owner = find_patched(error)
    names: set[str] = set()
    if isinstance(owner, ModuleType):
        names = {owner.__name__}
    elif isinstance(owner, FunctionType):
        names = {str(owner.__module__)}
    elif isinstance(owner, type):
        names = {str(base.__module__) for base in owner.__mro__ if base is not object}
    modules = {name.partition(".")[0] for name in names}
    return modules.pop() if len(modules) == 1 else ""


def find_patched(error: BaseException) -> Any:
    """Find the object that has no attribute to patch; None if that is not what was wrong."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    last = frames[-1]
    for variable in PATCHING.get(last.f_globals.get("__name__", ""), ()):
        if variable in last.f_locals:
            return last.f_locals[variable]
    return None


def find_missing(error: BaseException, words: str) -> tuple[str, str]:
    """Name what the code does not have, and its module, where `classify` alone knows of no version.

    A step of a story has its module, and a participant's test its functions. A commit may bring a whole
    module, a parameter, or the member of an enumeration.
    """
    # a path of names to patch that leads through a module which is not there
    if type(error) is ImportError and type(error.__cause__) is ModuleNotFoundError:
        error = error.__cause__
    if type(error) is ModuleNotFoundError and error.name:
        return f"`{error.name}`", error.name.partition(".")[0]
    quoted = re.search(r"'(\w+)'", words) if type(error) is NameError else None
    if quoted:
        return f"`{quoted[1]}`", ""
    if isinstance(error, AttributeError):
        return find_missing_attribute(error, words)
    if isinstance(error, TypeError):
        return find_missing_parameter(words), ""
    return "", ""


def find_missing_attribute(error: AttributeError, words: str) -> tuple[str, str]:
    """Name an attribute that a module, or an enumeration, does not have, and its module."""
    if isinstance(getattr(error, "obj", None), ModuleType):
        return f"`{error.name}`", owner_of(error)
    # an enumeration says no more than the name
    name = words.partition(": ")[2]
    return (f"`{name}`", owner_of(error)) if IDENTIFIER.fullmatch(name) else ("", "")


def find_missing_parameter(words: str) -> str:
    """Name the parameter that a function, or a mock of one, does not take; nothing if that was not wrong."""
    called = WRONG_CALL.search(words)
    if called:
        # `Game.__init__` is `Game`
        function = re.sub(r"[.]__init__$", "", called[1]).rpartition(".")[2]
        return f"a parameter of `{function}`"
    return "a parameter" if WRONG_CALL_OF_MOCK.match(words) else ""


def in_a_line(error: BaseException) -> str:
    if isinstance(error, pytest.UsageError):
        return in_a_line_of_pytest(str(error))
    try:
        message = str(error).strip().partition("\n")[0]
    except Exception as fault:
        message = "to read it raises " + type(fault).__name__
    asserts = isinstance(error, (AssertionError, pytest.fail.Exception))
    name = "" if asserts and message else type(error).__name__
    return ": ".join(filter(None, (name, message)))


def in_a_line_of_pytest(text: str) -> str:
    """Return what pytest says of a wrong setting or argument, without its usage and without a traceback."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    for line in lines:
        # `argparse` writes the usage first
        _, of_arguments, wrong = line.partition(": error: ")
        if of_arguments:
            return wrong
    # the setting is in the line after, and what is wrong with it in the last one
    if lines[0].endswith(":") and len(lines) > 2:
        return f"{lines[0]} {lines[1]}: {lines[-1]}"
    return lines[0]
