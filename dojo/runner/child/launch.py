"""Runs a program as Python runs a file; it ends in silence at Ctrl-C, and if nobody reads it any more."""

import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NoReturn

INTERRUPTED = 130
OURS = {__file__, runpy.__file__, "<frozen runpy>"}


def become(program: Sequence[str]) -> NoReturn:
    """Replace this process by a program: a file in Python, and its words."""
    for descriptor in range(3):
        leave_open(descriptor)
    python = os.path.relpath(sys.executable)
    os.execv(python, [python, "-B", __file__, *program])


def leave_open(descriptor: int) -> None:
    """Give the program all standard streams; one that was closed becomes the null device."""
    try:
        os.fstat(descriptor)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
    os.set_inheritable(descriptor, True)


def launch(path: Path) -> None:
    """Run a program in this process, which does nothing else."""
    sys.path[0] = str(path.parent)
    sys.excepthook = print_traceback
    try:
        try:
            runpy.run_path(str(path), run_name="__main__")
        finally:
            sys.stdout.close()  # which writes what it still holds
    except BrokenPipeError:
        os._exit(0)
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


def print_traceback(kind: type[BaseException], error: BaseException, way: TracebackType | None) -> None:
    """Where a program broke: the traceback begins in the program."""
    while way and way.tb_frame.f_code.co_filename in OURS:
        way = way.tb_next
    traceback.print_exception(kind, error, way)


if __name__ == "__main__":
    del sys.argv[0]
    launch(Path(sys.argv[0]).absolute())
