"""Knows the folder of a version: which files are in it, and where its modules came from.

It is copied next to the plugin. It runs on Python 3.9, and imports nothing of ours.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
# the folders of a version in which Python looks for its modules
SOURCE_ROOTS = ("", "src", "lib")


class Tree:
    """The folder in which a version is laid out.

    Attributes:
        top: the folder.
        tests: the files that belong to the tests, and not to the code under test.
    """

    def __init__(self, top: str, tests: Iterable[str]) -> None:
        self.top = Path(top).resolve()
        self.tests = {str(self.top / file) for file in tests}

    def has(self, file: str) -> bool:
        # code that was made has no file: `<string>`
        if file.startswith("<"):
            return False
        return os.path.realpath(file).startswith(f"{self.top}{os.sep}")

    def is_test(self, file: str) -> bool:
        return os.path.realpath(file) in self.tests

    def relative(self, file: str) -> str:
        """Return the path of a file from the top; an empty text for one that is not in the version."""
        return os.path.relpath(file, self.top) if self.has(file) else ""

    def plain(self, text: str) -> str:
        """Return a text without addresses and the folder of the version, which differ from run to run."""
        return ADDRESS.sub("", text.replace(f"{self.top}{os.sep}", ""))

    def find_foreign_module(self) -> str:
        """Name a module that is in the version, and was imported from another place."""
        own_names = self.top_names()
        for name, file in imported_files():
            # most modules are of the library or of other packages: no file has to be looked for
            may_be_own = name.partition(".")[0] in own_names
            if may_be_own and not self.has(file) and self.has_module(name):
                return f"{name} was imported from {file}, and not from this version"
        return ""

    def top_names(self) -> set[str]:
        """Return the first parts of the names by which something in the version may be imported."""
        found = set()
        for root in SOURCE_ROOTS:
            folder = self.top / root
            if folder.is_dir():
                found |= {file.name.partition(".")[0] for file in folder.iterdir()}
        return found

    def has_module(self, name: str) -> bool:
        """True if the version has a module of this name; it may be in a package without an `__init__.py`."""
        path = name.replace(".", os.sep)
        for root in SOURCE_ROOTS:
            place = self.top / root / path
            if place.with_name(f"{place.name}.py").is_file() or (place / "__init__.py").is_file():
                return True
        return False


def imported_files() -> Iterator[tuple[str, str]]:
    """Yield the name of each module that was imported from a file, and that file."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name != "__main__" and isinstance(file, str):
            yield name, file
