"""Which parts of some code ran: where none did, no test could notice a change."""

import ast
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from dojo.runner.child.messages import Message, Send
from dojo.runner.run import Run
from dojo.story.code.syntax import compile_source, parse_source

if TYPE_CHECKING:
    from _typeshed import TraceFunction

# the first and the last line of an expression, and its first and last column
Span = tuple[int, int, int, int]


@dataclass(frozen=True)
class PartsRan(Message):
    """The expressions of the version's module that ran."""

    spans: list[Span]


def trace_parts(run: Run, send: Send, work: Callable[[Run, Send], None]) -> None:
    """In a child: do the work of a run, and send which expressions of the version's module ran."""
    file = str(run.version.module)
    spans = set[Span]()

    def trace(frame: FrameType, event: str, _argument: object) -> "TraceFunction | None":
        if frame.f_code.co_filename != file:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            position = position_at(frame.f_code, frame.f_lasti)
            if position:
                spans.add(position)
        return trace

    # Python 3.12 asks only when a trace begins whether any frame wants this
    sys._getframe().f_trace_opcodes = True
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        work(run, send)
    finally:
        sys.settrace(None)
        threading.settrace(None)
    send(PartsRan(sorted(spans)))


def position_at(code: CodeType, offset: int) -> Span | None:
    """Return the place of the instruction at an offset in bytes."""
    for number, position in enumerate(code.co_positions()):
        if number == offset // 2:
            return whole_span(position)
    return None


def whole_span(position: tuple[int | None, ...]) -> Span | None:
    """Return a position of which all is known."""
    first, last, start, end = position
    if first is None or last is None or start is None or end is None:
        return None
    return first, last, start, end


def lines_not_run(source: bytes, spans: Collection[tuple[int, ...]]) -> set[int]:
    """Return the lines that begin an expression which did not run; raises SyntaxError, ValueError."""
    tree = parse_source(source)
    compiled: set[Span] = set()
    for code in all_codes(compile_source(source)):
        compiled.update(spans_of(code))
    ran = set(spans)
    found = set()
    for node in ast.walk(tree):
        # a statement also has instructions that only end its function
        if isinstance(node, ast.expr):
            span = node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0
            if span in compiled and span not in ran:
                found.add(node.lineno)
    return found


def all_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield some code and all that is in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from all_codes(constant)


def spans_of(code: CodeType) -> Iterator[Span]:
    """Yield the places of the instructions of a function."""
    for position in code.co_positions():
        span = whole_span(position)
        if span:
            yield span
