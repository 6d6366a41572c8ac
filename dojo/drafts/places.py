"""Where a piece of syntax stands in its source, to put something else in its place."""

import ast
from collections.abc import Mapping
from typing import NamedTuple


class Span(NamedTuple):
    """A part of a source, from its first sign to the one after its last."""

    start: int
    end: int


class Places:
    """Where something stands in a source; the syntax tree counts in lines and bytes."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def of(self, node: ast.AST) -> Span:
        """Where a piece of syntax stands."""
        assert isinstance(node, ast.stmt | ast.expr | ast.arg | ast.alias)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return Span(self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset))

    def at(self, line: int, byte: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:byte].decode())


def edited(source: str, edits: Mapping[Span, str]) -> str:
    """A source after some edits: takes what stands in place of which spans, which do not overlap."""
    new, end = "", 0
    for span in sorted(edits):
        new += source[end : span.start] + edits[span]
        end = span.end
    return new + source[end:]
