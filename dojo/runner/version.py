"""Versions: any state of the code that tests can run on."""

from pathlib import Path
from typing import NamedTuple, Protocol


class Version(Protocol):
    """A step, an attempt, a copy beside tests: anything with a name, and a folder with a module in it."""

    @property
    def name(self) -> str: ...
    @property
    def folder(self) -> Path: ...
    @property
    def module(self) -> Path: ...


class Copy(NamedTuple):
    """A version that was made to be tried."""

    name: str
    folder: Path
    module: Path
