"""The tooling: a folder for each job, and imports that go downwards only (see docs/internals.md)."""

from __future__ import annotations

import sys
from types import TracebackType

__version__ = "1.0.0"


def quiet_after_ctrl_c(kind: type[BaseException], value: BaseException, way: TracebackType | None) -> None:
    """Ctrl-C while Python still reads what a verb is made of has nothing to tell."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, value, way)


sys.excepthook = quiet_after_ctrl_c
