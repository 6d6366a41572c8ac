"""Runs a program as Python runs a file, and ends it as others end: in a pipe, on a full disk, at Ctrl-C."""

import errno
import io
import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NoReturn, TextIO

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
    sys.stdout, sys.stderr = ending(sys.stdout, 1), ending(sys.stderr, 2)
    try:
        try:
            runpy.run_path(str(path), run_name="__main__")
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


class Ending(io.FileIO):
    """A standard stream that ends the program if it cannot be written: in silence if nobody reads it."""

    def write(self, data: bytes | memoryview, /) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())  # for what Python still holds
            closed = error.errno == errno.EPIPE
            raise SystemExit(0 if closed else f"cannot write: {error.strerror}") from None


def ending(stream: TextIO, descriptor: int) -> TextIO:
    """Return a standard stream that ends the program, in place of the one that Python opened."""
    raw = Ending(descriptor, "w", closefd=False)
    unbuffered = bool(getattr(stream, "write_through", False))
    return io.TextIOWrapper(
        raw if unbuffered else io.BufferedWriter(raw),  # type: ignore[type-var]
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=bool(stream.line_buffering),
        write_through=unbuffered,
    )


def print_traceback(kind: type[BaseException], error: BaseException, way: TracebackType | None) -> None:
    """Print where a program broke: the traceback begins in the program."""
    while way and way.tb_frame.f_code.co_filename in OURS:
        way = way.tb_next
    traceback.print_exception(kind, error, way)


if __name__ == "__main__":
    del sys.argv[0]
    launch(Path(sys.argv[0]).absolute())
