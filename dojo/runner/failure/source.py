"""The source of a failing test, and the calls that led to an error, through the participant's own files."""

import ast
import linecache
import re
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, TracebackType
from typing import NamedTuple

MARK = ">"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class FailureSource(NamedTuple):
    """The function of a test: its syntax, and the lines of its file."""

    node: Function
    lines: list[str]

    def statement(self, line: int) -> ast.stmt:
        """The statement that stands on a line, the innermost of several."""
        around = [
            node
            for node in ast.walk(self.node)
            if isinstance(node, ast.stmt) and node.lineno <= line <= end_of(node)
        ]
        return min(around, key=lambda node: end_of(node) - node.lineno, default=self.node)

    def end(self, line: int) -> int:
        """The last line of the first assertion that ends on this line or later; or else of the function."""
        ends = [end_of(node) for node in ast.walk(self.node) if isinstance(node, ast.Assert)]
        return min((end for end in ends if end >= line), default=end_of(self.node))

    def drawn(self, line: int) -> list[str]:
        """Its lines without decorators, up to its assertion; marked is the statement on this line, if any."""
        marked = self.statement(line).lineno if line else 0
        numbers = range(self.node.lineno, (self.end(line) if line else end_of(self.node)) + 1)
        texts = {number: self.lines[number - 1].rstrip()[self.node.col_offset :] for number in numbers}
        return [f"{MARK if number == marked else '':4}{text}".rstrip() for number, text in texts.items()]


def source_of(code: CodeType) -> FailureSource | None:
    """The source of a function, as its file has it; None if there is none."""
    lines = linecache.getlines(code.co_filename)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, Function) and code.co_firstlineno == begin_of(node):
            return FailureSource(node, lines)
    return None


def begin_of(node: Function) -> int:
    """The line of its first decorator, or of its `def`."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def end_of(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


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
