"""In a child: which lines of some files run."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from dojo.sandbox.child import Tell


@contextmanager
def noted(folder: Path, tell: Tell, *, lines: bool = True) -> Iterator[None]:
    """Tell at the end which lines of the files in a folder ran; without `lines`, nothing."""
    if not lines:
        yield
        return
    ran: dict[str, set[int]] = {}
    inside = f"{folder}{os.sep}"

    def begins(frame: FrameType, _event: str, _arg: object) -> Any:
        return runs if frame.f_code.co_filename.startswith(inside) else None

    def runs(frame: FrameType, _event: str, _arg: object) -> Any:
        ran.setdefault(frame.f_code.co_filename.removeprefix(inside), set()).add(frame.f_lineno)
        return runs

    sys.settrace(begins)
    try:
        yield
    finally:
        sys.settrace(None)
        tell(ran={file: sorted(numbers) for file, numbers in ran.items()})
