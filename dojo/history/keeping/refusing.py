"""Attempts that cannot become a story, each with the reason in a line."""

from fnmatch import fnmatchcase

from dojo.attempt.attempt import Attempt
from dojo.attempt.snapshot import Files
from dojo.errors import Mistake
from dojo.gate.suite.source import COLLECTED, PLUGIN
from dojo.history.keeping.evening import Stop

LAST = 99
"""A folder gives the number of its step in two digits."""


def refuse_programs(attempt: Attempt) -> None:
    """Raises Mistake for an attempt that is no module in Python."""
    if attempt.program:
        raise Mistake(
            f"{attempt.name} is a program, and a story is a module in Python: there is no keep for it"
        )


def refuse_files(attempt: Attempt, stops: list[Stop]) -> None:
    """Raises Mistake for greens that lack the module, or have more code than that, or a conftest.py."""
    module = attempt.module.name
    if len(stops) > LAST + 1:
        raise Mistake(f"{attempt.name} has {len(stops)} greens: a story has {LAST} steps at most")
    for stop in stops:
        light = f"at light {stop.light.number}"
        for name in python_in(stop.files):
            if name.rpartition("/")[2] == PLUGIN:
                what = "has a conftest.py, and a story has its own: put its fixtures into the file of tests"
                raise Mistake(f"{attempt.name} {what} ({light})")
            if name != module and ("/" in name or not is_collected(name)):
                what = f"a step of a story is one module, {module}"
                raise Mistake(f"{attempt.name} has {name} beside {module}, and {what} ({light})")
        if module not in python_in(stop.files):
            raise Mistake(f"{attempt.name} has no {module} {light}: a step of a story needs one")


def is_collected(name: str) -> bool:
    """Does pytest look for tests in a file of this name?"""
    return any(fnmatchcase(name, pattern) for pattern in COLLECTED)


def python_in(files: Files) -> list[str]:
    """The names of the Python files."""
    return [name.decode(errors="replace") for name in files if name.endswith(b".py")]
