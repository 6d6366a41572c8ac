"""The way to an error, only through the files of whoever writes the code."""

import linecache
import re
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, TracebackType

from dojo.runner.failure.source import MARK

ENDS = 2
"""How many calls are shown at each end of a long way."""
PLACE = re.compile(r'\s*File "(.+)", line (\d+)(?:, in (.+))?')


def way(trace: TracebackType | None, folder: Path, test: CodeType | None) -> list[str]:
    """Each call in the files of a folder, except the test itself, with its line; the last one is marked."""
    calls = [
        (Path(frame.f_code.co_filename), number, frame.f_code.co_name)
        for frame, number in traceback.walk_tb(trace)
        if frame.f_code is not test and Path(frame.f_code.co_filename).is_relative_to(folder)
    ]
    drawn = [two_lines(*call, mark=MARK if call is calls[-1] else "") for call in calls]
    if len(drawn) > 2 * ENDS:
        left_out = len(drawn) - 2 * ENDS
        drawn[ENDS:-ENDS] = [[f"… {left_out} more calls …"]]
    return [line for lines in drawn for line in lines]


def two_lines(file: Path, number: int, name: str, mark: str) -> list[str]:
    """Where a call stands, and what stands there."""
    code = linecache.getline(str(file), number).strip()
    return [place(file, number, name), f"{mark:4}    {code}"]


def place(file: Path, number: int, name: str = "") -> str:
    """fizz.py:12 in say"""
    within = f" in {name}" if name and name != "<module>" else ""
    return f"{file.name}:{number}{within}"


def of_traceback(text: str, folder: Path) -> str:
    """The place where a file cannot be imported, as Python draws it: without the files of others, and without
    the last line, which says why.
    """
    return "\n".join(theirs(text.strip("\n").splitlines()[:-1], folder))


def theirs(lines: list[str], folder: Path) -> Iterator[str]:
    """Places in the files of a folder, and what stands below them."""
    inside = False
    for line in lines:
        if found := PLACE.fullmatch(line):
            file = Path(found[1])
            inside = file.is_relative_to(folder)
            if inside:
                yield place(file, int(found[2]), found[3] or "")
        elif inside and line.startswith(" "):
            yield f"    {line}"
