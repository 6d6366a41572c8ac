"""Permissions that hold, also for root, to whom Linux otherwise opens every file."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = 0x20080522
"""Of the structures that capset(2) takes."""
OVERRIDES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


@contextmanager
def as_a_user() -> Iterator[None]:
    """In this thread, and not in what it starts: a file is read only by whom its mode allows to."""
    if os.geteuid() or sys.platform != "linux":
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header, rights = (ctypes.c_uint32 * 2)(VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, rights) == 0
    before = rights[0]
    rights[0] = before & ~OVERRIDES
    assert libc.capset(header, rights) == 0
    try:
        yield
    finally:
        rights[0] = before
        assert libc.capset(header, rights) == 0


@contextmanager
def locked(path: Path, mode: int = 0) -> Iterator[None]:
    """Give a file or a folder a mode, for a user whom it holds for."""
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        with as_a_user():
            yield
    finally:
        path.chmod(before)
