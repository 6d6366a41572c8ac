"""In a child: what an attempt imports from its folder is what stands in the files, and nothing else."""

import os
import sys
from contextlib import suppress
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from dojo.attempts import Attempt
from dojo.steps import ROOT


def prepare(attempt: Attempt) -> None:
    """In a child: what the attempt imports from its folder is what stands in the files (law 8)."""
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(attempt.folder))
    sys.meta_path.insert(0, OnlyThisFile(attempt.module))


class OnlyThisFile:
    """`import poker` means the file, even where a folder poker/ lies beside it."""

    def __init__(self, module: Path) -> None:
        self.module = module

    def find_spec(self, name: str, *_: object) -> Any:
        return spec_from_file_location(name, self.module) if name == "poker" else None


def at_home(home: Path = ROOT) -> None:
    """Back from wherever a test went: pytest shortens the names of files by the working directory."""
    with suppress(OSError):
        os.chdir(home)
