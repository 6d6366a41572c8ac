"""What is imported is what the files say, and none of it stays for whoever comes next."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from dojo.runner.version import Version
from dojo.story.story import Story

Limited = Callable[[], AbstractContextManager[None]]


def prepare(version: Version, limited: Limited = nullcontext) -> None:
    """In a child: from now on what comes from its folder is the source (law 8), and its module the file,
    which is imported within a limit.
    """
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(version.folder))
    sys.meta_path.insert(0, OnlyThisFile(version.module, limited))


class OnlyThisFile:
    """`import fizz` means the file fizz.py, even where a folder fizz/ lies beside it."""

    def __init__(self, module: Path, limited: Limited) -> None:
        self.module, self.limited = module, limited

    def find_spec(self, name: str, *_: object) -> Any:
        if name != self.module.stem:
            return None
        return spec_from_file_location(name, self.module, loader=Loader(name, self.module, self.limited))


class Loader(SourceFileLoader):
    """Imports a file within a limit."""

    def __init__(self, name: str, file: Path, limited: Limited) -> None:
        super().__init__(name, str(file))
        self.limited = limited

    def exec_module(self, module: ModuleType) -> None:
        __tracebackhide__ = True
        with self.limited():
            super().exec_module(module)


def at_home(home: Path) -> None:
    """Go back from wherever a test went: pytest shortens file names relative to the working directory."""
    with suppress(OSError):
        os.chdir(home)


@contextmanager
def forgetting(story: Story) -> Iterator[None]:
    """Forget what pytest imports from a story: another story has files of the same names."""
    path, known, prefix = sys.path[:], set(sys.modules), sys.pycache_prefix
    try:
        yield
    finally:
        sys.path[:], sys.pycache_prefix = path, prefix
        for name in set(sys.modules) - known:
            if str(getattr(sys.modules[name], "__file__", None)).startswith(roots(story)):
                del sys.modules[name]


def roots(story: Story) -> tuple[str, ...]:
    """The folders that the files of a story are imported from."""
    return f"{story.suite}{os.sep}", f"{story.folder}{os.sep}"
