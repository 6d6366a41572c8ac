"""What judges the code under test, and what that code could patch: unchanged, or not believed.

It notices a joke. Anybody who reads this can get round it: it is no jail.
"""

from collections.abc import Iterable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

HONEST = {"print", "input", "open", "exit", "quit", "help", "breakpoint"}
"""Builtins that somebody may well replace to test a program, and that judge nothing."""

Place = tuple[Mapping[str, Any], str, object, str]


class Seal:
    """The functions and classes of some modules, and the methods of these classes."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self.places: list[Place] = []
        """A space of names, a name in it, what it names, and what the space is called."""
        self.codes: list[tuple[FunctionType, CodeType]] = []
        for module in modules:
            self.add(vars(module), module.__name__)

    def add(self, space: Mapping[str, Any], where: str) -> None:
        """All that can be called in a module, or in a class of it."""
        for name, value in space.items():
            if where == "builtins" and name in HONEST:
                continue
            if isinstance(value, type) and value.__module__ == where != "builtins":
                self.add(vars(value), value.__qualname__)
            if isinstance(value, FunctionType):
                self.codes.append((value, value.__code__))
            if callable(value) or isinstance(value, (staticmethod, classmethod)):
                self.places.append((space, name, value, where))

    def broken(self) -> str:
        """The first thing that has changed, if any. It calls no builtin, which may have been patched."""
        for space, name, value, where in self.places:
            if space.get(name) is not value:
                return f"{where}.{name}"
        for function, code in self.codes:
            if function.__code__ is not code:
                return f"{function.__module__}.{function.__qualname__}"
        return ""
