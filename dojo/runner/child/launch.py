"""Runs a program as Python runs a file, and ends it as other programs end, in a pipe and on a full disk.

A step's program knows nothing of pipes that close, of full disks and of Ctrl-C: this module does.
"""

import errno
import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, TracebackType
from typing import NoReturn, TextIO

FINE, INTERRUPTED = 0, 130


def become(program: Sequence[str]) -> NoReturn:
    """This process becomes a program: a file in Python, and its words."""
    for descriptor in range(3):
        leave_open(descriptor)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C waits for `launch`
    python = os.path.relpath(sys.executable)
    os.execv(python, [python, __file__, *program])


def leave_open(descriptor: int) -> None:
    """The program has all standard streams; a stream that was closed is the null device."""
    try:
        os.fstat(descriptor)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
    os.set_inheritable(descriptor, True)


def launch(path: str) -> None:
    """Run a program in this process, which does nothing else."""
    sys.excepthook = its_own_traceback
    sys.stdout, sys.stderr = ending(sys.stdout, 1), ending(sys.stderr, 2)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        run(Path(path).absolute())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        sys.stdout.reconfigure(write_through=True)  # which writes what it still holds


def run(path: Path) -> None:
    """Run a file as the main program, from its text and not from cached bytecode."""
    sys.path[0] = str(path.parent)
    module = sys.modules["__main__"] = ModuleType("__main__")
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), path, "exec"), vars(module))


class Ending(io.FileIO):
    """A stream that ends the program if it cannot be written: in silence, if nobody reads it any more."""

    def write(self, text: bytes | memoryview, /) -> int | None:  # type: ignore[override]
        try:
            return super().write(text)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())  # for what Python still holds
            raise SystemExit(FINE if error.errno == errno.EPIPE else not_written(error)) from None


def not_written(error: OSError) -> str:
    """What a program says before it ends; it ends with 1."""
    return f"cannot write: {error.strerror}"


def ending(stream: TextIO, descriptor: int) -> io.TextIOWrapper:
    """A standard stream that ends the program, in place of the one that Python opened."""
    raw = Ending(descriptor, "w", closefd=False)
    unbuffered = bool(getattr(stream, "write_through", False))
    return io.TextIOWrapper(
        raw if unbuffered else io.BufferedWriter(raw),  # type: ignore[type-var]
        encoding=stream.encoding,
        errors=stream.errors,
        newline="\n",
        line_buffering=bool(stream.line_buffering),
        write_through=unbuffered,
    )


def its_own_traceback(kind: type[BaseException], error: BaseException, way: TracebackType | None) -> None:
    """Where a program broke: the traceback begins in the program."""
    while way and way.tb_frame.f_code.co_filename == __file__:
        way = way.tb_next
    traceback.print_exception(kind, error, way)


if __name__ == "__main__":
    del sys.argv[0]
    launch(sys.argv[0])
