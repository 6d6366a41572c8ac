"""Standard output and error that never end a verb half way: it records its run even if nobody reads."""

import errno
import io
import os
import sys
from pathlib import Path
from typing import Any, TextIO


class SafeFile(io.FileIO):
    """A stream that goes on if nobody reads any more, or if the disk is full; it notes why."""

    fault: OSError | None = None

    def write(self, text: bytes | memoryview, /) -> int:  # type: ignore[override]
        left = whole = memoryview(text).cast("B")
        try:
            while left:
                left = left[super().write(left) or 0 :]
        except OSError as error:
            self.fault = self.fault or error
        return whole.nbytes


def safe_stream(stream: TextIO | None, descriptor: int) -> TextIO:
    """A standard stream in place of another one, which may be closed; any sign can be written to it."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8", errors="backslashreplace")
    raw: Any = SafeFile(descriptor, "w", closefd=False)
    by_line, at_once = (getattr(stream, name, False) for name in ("line_buffering", "write_through"))
    return io.TextIOWrapper(raw, stream.encoding, "backslashreplace", None, by_line, at_once)


def install_safe_streams() -> None:
    """From now on, in this process; and forget a width in COLUMNS that no screen has: one digit."""
    if os.environ.get("COLUMNS", "").isdecimal() and len(os.environ["COLUMNS"]) == 1:
        del os.environ["COLUMNS"]
    sys.stdout = safe_stream(sys.stdout, 1)
    sys.stderr = safe_stream(sys.stderr, 2)


def write_error() -> OSError | None:
    """Why some of the output was not written, if so."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(write_through=True)  # which writes what it still holds
    return getattr(getattr(sys.stdout, "buffer", None), "fault", None)


def status_after_writing(status: int) -> int:
    """The status of a process that was to end with this one; if it could not write, that is trouble.

    If the reader had enough, as in `make next | head -1`, that is no trouble.
    """
    if (error := write_error()) and error.errno != errno.EPIPE:
        print(f"cannot write: {error.strerror}", file=sys.stderr)
        return status or 1
    return status
