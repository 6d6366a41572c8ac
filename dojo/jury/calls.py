"""In a child: which functions of the solution the tests call."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType


@contextmanager
def noted(file: Path) -> Iterator[set[str]]:
    """The functions of a file that are called from elsewhere; a run of it as a program is `main`."""
    calls: set[str] = set()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        caller = frame.f_back
        if event != "call" or frame.f_code.co_filename != str(file):
            return
        if caller is None or caller.f_code.co_filename == str(file):
            return
        if frame.f_code.co_name != "<module>":
            calls.add(frame.f_code.co_name)
        elif frame.f_globals.get("__name__") == "__main__":
            calls.add("main")

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
