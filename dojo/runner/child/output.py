"""What a child prints: kept in a file, and of much only the beginning and the end."""

import io
import os
from contextlib import suppress

OUTPUT_BYTES = 2000  # that are kept of what a child prints


def open_unbuffered(descriptor: int) -> io.TextIOWrapper:
    """Return a standard stream for a child: any character can be printed, and nothing waits in it."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def take_output() -> str:
    """In a child: return the beginning of what has been printed since the last time."""
    text = ""
    with suppress(OSError):
        text = read_output(1)
        os.ftruncate(1, 0)
        os.lseek(1, 0, os.SEEK_SET)
    return text


def read_output(descriptor: int) -> str:
    """Return a file, or of a long one its beginning and its end, and how much there is between."""
    size = os.fstat(descriptor).st_size
    first = os.pread(descriptor, OUTPUT_BYTES, 0).decode(errors="replace")
    if size <= OUTPUT_BYTES:
        return first
    half = OUTPUT_BYTES // 2
    last = os.pread(descriptor, half, size - half).decode(errors="replace")
    return f"{first[:half]}\n… {size - OUTPUT_BYTES:,} more bytes …\n{last}"
