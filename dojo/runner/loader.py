"""Import what the files say, and leave none of it behind."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from dojo.runner.cache import DOJO
from dojo.runner.result import Version
from dojo.story.story import Story

PLUGIN = DOJO.parent / "conftest.py"
"""The one plugin of all suites: it knows what a mark means, and what is red for the right reason."""


def suite_plugin() -> Any:
    """The plugin of all suites as a module of its own: it remembers no story of an earlier call."""
    module = ModuleType("suite_plugin")
    module.__file__ = str(PLUGIN)
    exec(compiled_plugin(), vars(module))
    return module


def is_the_plugin(file: Path) -> bool:
    """True if a file is the plugin of all suites, or a copy of it."""
    return file.is_file() and file.read_bytes().replace(b"\r\n", b"\n") == PLUGIN.read_bytes()


@cache
def compiled_plugin() -> CodeType:
    return compile(PLUGIN.read_bytes(), str(PLUGIN), "exec")


def prepare(version: Version) -> None:
    """In a child: from now on what comes from the folder of a version is the source (law 8)."""
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(version.folder))


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
        roots = f"{story.suite}{os.sep}", f"{story.folder}{os.sep}", str(PLUGIN)
        for name in set(sys.modules) - known:
            file = str(getattr(sys.modules[name], "__file__", None))
            if name == story.module or file.startswith(roots):
                del sys.modules[name]
