"""Run the program of a step as Python does, and end it quietly: in a pipe, on a full disk, at Ctrl-C."""

import errno
import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NoReturn

# `__file__` itself is gone when `print_traceback` is called, from Python 3.14 on.
LAUNCHER = __file__


def become(program: Sequence[str]) -> NoReturn:
    """Replace this process by a program: a file in Python, and its arguments."""
    for descriptor in range(3):
        try:
            os.set_inheritable(descriptor, True)
        except OSError:
            # it was closed, and is the first that is free
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    # a path like ../.venv/bin/python would be found too, but from 3.14 on Python warns of each `..` in it
    os.execv(sys.executable, [sys.executable, "-B", LAUNCHER, *program])


def launch(path: Path) -> None:
    """Run a program in this process, which does nothing else."""
    sys.path[0] = str(path.parent)
    sys.excepthook = print_traceback
    try:
        try:
            runpy.run_path(str(path), run_name="__main__")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    except KeyboardInterrupt:
        os._exit(130)
    except BrokenPipeError:
        os._exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
            raise
        os.write(2, f"cannot write: {error.strerror}\n".encode())
        os._exit(1)


def print_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print where a program broke: the traceback begins in the program."""
    while trace and trace.tb_frame.f_code.co_filename in (LAUNCHER, "<frozen runpy>"):
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


if __name__ == "__main__":
    del sys.argv[0]
    launch(Path(sys.argv[0]).absolute())
