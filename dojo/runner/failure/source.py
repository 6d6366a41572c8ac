"""A test as it stands in its file, up to the assertion that failed or was not reached."""

import ast
import linecache
from types import CodeType
from typing import NamedTuple

MARK = ">"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Source(NamedTuple):
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


def source_of(code: CodeType) -> Source | None:
    """The source of a function, as its file has it; None if there is none."""
    lines = linecache.getlines(code.co_filename)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, Function) and code.co_firstlineno == begin_of(node):
            return Source(node, lines)
    return None


def begin_of(node: Function) -> int:
    """The line of its first decorator, or of its `def`."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def end_of(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
