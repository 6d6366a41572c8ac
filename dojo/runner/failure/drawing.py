"""A failure as a participant reads it: the row, the test, their own line, what was wanted, what came."""

import ast
import inspect
import linecache
import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from pprint import pformat
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

from rich.pretty import pretty_repr

from dojo.diff import find_blocks
from dojo.runner.child.clock import TooLong
from dojo.runner.failure.reason import MARK, RAISED, causes, format_calls, format_place, without_addresses
from dojo.runner.result import CodeVersion

Function = ast.FunctionDef | ast.AsyncFunctionDef
LABEL = 8
WANTED, CAME = "wanted", "came"
EQUALS = ("==", "is")
WIDTH = 66
"""How wide a value may be on one line: with what stands in front of it, that makes 80 columns."""


class Comparison(NamedTuple):
    """Two values that an assertion compared, and where."""

    code: CodeType
    line: int
    op: str
    left: Any
    right: Any


def one_line(value: Any) -> str:
    """A value on one line, however long that is."""
    try:
        return without_addresses(repr(value))
    except Exception as fault:
        return f"<{type(value).__name__}, whose repr raises {type(fault).__name__}>"


def format_value(value: Any) -> list[str]:
    """A value on one line if it fits; else a text in its lines, and a list in its items."""
    line = one_line(value)
    return [line] if fits(line) else split_value(value)


def fits(line: str) -> bool:
    return len(line) <= WIDTH and "\n" not in line


def split_value(value: Any) -> list[str]:
    """A value with a line for each of its parts."""
    if type(value) is str:
        return [repr(line) for line in value.splitlines(keepends=True)] or ["''"]
    width = min(WIDTH, len(one_line(value)) - 1)
    return without_addresses(pretty_repr(value, max_width=width)).splitlines()


def format_assignment(name: str, value: Any) -> list[str]:
    """`name = value`, as Python would read it; of a list as many items on a line as fit."""
    text, place = one_line(value), f"{name} = "
    if not fits(place + text):
        whole = pformat(value, width=WIDTH - len(place), compact=True, sort_dicts=False)
        text = without_addresses(whole).replace("\n", "\n" + " " * len(place))
    return f"{place}{text}".splitlines()


def format_comparison(comparison: Comparison, node: ast.Compare) -> list[str]:
    """What a comparison wanted and what came, each line with its label."""
    op, left, right = comparison.op, comparison.left, comparison.right
    if op in EQUALS and is_literal(node.left) and not is_literal(node.comparators[0]):  # "I" == …
        left, right = right, left
    if op in EQUALS:
        return [*format_equality(right, left)]
    wanted = label_each(WANTED, [f"left {op} right"])
    return [*wanted, *label_each("left", format_value(left)), *label_each("right", format_value(right))]


def is_literal(node: ast.expr) -> bool:
    """True if it is a literal in the test, `"I"` or `[1, 2]`, or called `expected`."""
    if isinstance(node, ast.Name):
        return node.id.startswith(("expected", "wanted"))
    return not any(isinstance(part, (ast.Name, ast.Call)) for part in ast.walk(node))


def format_equality(wanted: Any, came: Any) -> Iterator[str]:
    """Both, line by line; or name by name, if they have names, like the output of a program."""
    names = getattr(came, "_fields", None) or getattr(wanted, "_fields", None)
    if names and isinstance(wanted, tuple) and isinstance(came, tuple) and len(wanted) == len(came):
        for name, one, other in zip(names, wanted, came, strict=True):
            yield from align(one, other, f"{name} = ")
    else:
        yield from align(wanted, came)


def align(wanted: Any, came: Any, name: str = "") -> Iterator[str]:
    """Two values, with a label on the lines that differ."""
    whole = [name + one_line(value) for value in (wanted, came)]
    if all(map(fits, whole)):
        old, new = whole[:1], whole[1:]
    else:
        old, new = (prefix_first(name, split_value(value)) for value in (wanted, came))
    if old == new and wanted != came:  # they look alike, like things that show only their type
        yield from [*label_each(WANTED, old), *label_each(CAME, new)]
        yield from label_each("", ["They look alike, and they are not equal."])
        return
    for block in find_blocks(old, new):
        old_lines = old[block.old_start : block.old_end]
        if block.is_equal:
            yield from label_each("", old_lines)
        else:
            yield from label_each(WANTED, old_lines)
            yield from label_each(CAME, new[block.new_start : block.new_end])


def prefix_first(name: str, texts: list[str]) -> list[str]:
    """`name = ` in front of the first line, and the others below it."""
    return [(name if not number else " " * len(name)) + text for number, text in enumerate(texts)]


def label_each(label: str, texts: list[str]) -> list[str]:
    """Each line with a label in front."""
    return [f"{label:{LABEL}}{text}" for text in texts]


CAUSES = 3
"""At most so many errors are told in a chain in which one led to the next."""


class Failure:
    """A test that is not green, and what it raised."""

    def __init__(
        self, item: Any, error: BaseException, version: CodeVersion, comparison: Comparison | None
    ) -> None:
        self.error, self.version, self.comparison = error, version, comparison
        self.code, self.row = code_of(item), row_of(item, version.module.stem)
        trace, folder = error.__traceback__, version.folder
        lines = [line for frame, line in traceback.walk_tb(trace) if frame.f_code is self.code]
        self.test = source_up_to(self.code, lines[-1] if lines else 0)
        file = Path(self.code.co_filename if self.code else "")
        if lines and self.test and file.is_relative_to(folder):
            self.test.insert(0, format_place(file, lines[-1]))
        self.calls = format_calls(trace, folder, self.code)

    def format(self) -> str:
        """Show all of it: the row, the test up to its assertion, the participant's calls, what was raised."""
        raised = [f"{RAISED}{line}".rstrip() for line in self.raised()]
        return join_parts(format_row(self.row), self.test, [*self.calls, *raised])

    def format_without_values(self) -> str:
        """Show the same without any values, because a value may have no end."""
        return join_parts(self.test, self.calls)

    def assertion(self) -> tuple[ast.Assert, FrameType] | None:
        """The assertion that failed, in the test or in a helper of it, and its frame."""
        frame, line = [*traceback.walk_tb(self.error.__traceback__)][-1]
        file = Path(frame.f_code.co_filename)
        of_a_helper = file.is_relative_to(self.version.folder) and file != self.version.module
        if isinstance(self.error, AssertionError) and (frame.f_code is self.code or of_a_helper):
            function = function_of(frame.f_code)
            statement = statement_on(line, function) if function else None
            if isinstance(statement, ast.Assert):
                return statement, frame
        return None

    def raised(self) -> list[str]:
        """What was wanted and what came; or what was raised."""
        said, assertion = without_addresses(str(self.error)), self.assertion()
        if assertion and said:
            node, frame = assertion
            message, explains, explained = f"\n{said}".rpartition("\nassert ")
            if not explains:  # of a file that pytest does not read as a test
                return explained.strip("\n").splitlines()
            named = format_named_values(node, frame, self.row)
            return [*message.strip("\n").splitlines(), *named, *self.sides(node, frame, explained)]
        return [*self.errors()]

    def sides(self, node: ast.Assert, frame: FrameType, explained: str) -> list[str]:
        """What the assertion compared; or else what it came to, as pytest explains it."""
        test, found = node.test, self.comparison
        here = found and found.code is frame.f_code and node.lineno <= found.line <= end_of(node)
        if found and here and isinstance(test, ast.Compare) and len(test.ops) == 1:
            return format_comparison(found, test)
        negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        came = (explained.splitlines() or [""])[0].removeprefix("not " if negated else "")
        wanted = "something false" if negated else "something true"
        return [*label_each(WANTED, [wanted]), *label_each(CAME, [came])]

    def errors(self) -> Iterator[str]:
        """The error as Python says it, and those that led to it."""
        error = self.error
        module = self.version.module
        if isinstance(error, AttributeError) and getattr(error.obj, "__name__", "") == module.stem:
            yield f"{module.name} has no {error.name} yet"
            return
        if isinstance(error, TooLong):
            yield "Here it was stopped."
            return
        for number, cause in enumerate(islice(causes(error), CAUSES)):
            said, name = without_addresses(str(cause)), type(cause).__name__
            first, *rest = (f"{name}: {said}" if said else name).splitlines()
            yield from [f"after {first}" if number else first, *rest]


def format_test(item: Any, module: str) -> str:
    """Show a test before its result is known: the values of its row, and its function."""
    return join_parts(format_row(row_of(item, module)), source_up_to(code_of(item), 0))


def row_of(item: Any, module: str) -> dict[str, Any]:
    """The values in the row of a test, by their names, without the module that it tests."""
    values = item.callspec.params if hasattr(item, "callspec") else {}
    return {name: value for name, value in values.items() if name != module}


def format_row(row: dict[str, Any]) -> list[str]:
    """The values in a row, each on a line of its own or on several."""
    return [line for name, value in row.items() for line in format_assignment(name, value)]


def join_parts(*parts: list[str]) -> str:
    """Parts of a drawing, with an empty line between them."""
    return "\n\n".join("\n".join(part) for part in parts if part)


def code_of(item: Any) -> CodeType | None:
    """The code of the function of a test, if it has one."""
    return getattr(inspect.unwrap(getattr(item, "function", object)), "__code__", None)


def function_of(code: CodeType) -> Function | None:
    """Find the function of some code in its file."""
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, Function):
            lines = [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]
            if code.co_firstlineno == min(lines):
                return node
    return None


def statement_on(line: int, function: Function) -> ast.stmt:
    """The statement on a line, the innermost of several."""
    statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
    around = [node for node in statements if node.lineno <= line <= end_of(node)]
    return min(around, key=lambda node: end_of(node) - node.lineno, default=function)


def end_of(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def source_up_to(code: CodeType | None, line: int) -> list[str]:
    """The lines of a function without decorators, up to its first assertion that ends on this line or later.

    The statement on the line is marked; without a line it is the whole function.
    """
    function = function_of(code) if code else None
    if not function or not code:
        return []
    ends = [end_of(node) for node in ast.walk(function) if isinstance(node, ast.Assert)]
    end = min((end for end in ends if line and end >= line), default=end_of(function))
    marked = statement_on(line, function).lineno if line else 0
    lines = linecache.getlines(code.co_filename)
    texts = {n: lines[n - 1].rstrip()[function.col_offset :] for n in range(function.lineno, end + 1)}
    return [f"{MARK if n == marked else '':4}{text}".rstrip() for n, text in texts.items()]


def format_named_values(node: ast.Assert, frame: FrameType, row: dict[str, Any]) -> list[str]:
    """What else the assertion names, besides values of the row, its two sides, and code."""
    sides = [node.test.left, *node.test.comparators] if isinstance(node.test, ast.Compare) else [node.test]
    named_sides = {side.id for side in sides if isinstance(side, ast.Name)}
    names = dict.fromkeys(part.id for part in ast.walk(node.test) if isinstance(part, ast.Name))
    values = {name: frame.f_locals[name] for name in names if name in frame.f_locals}
    return [
        line
        for name, value in values.items()
        if name not in {*row, *named_sides} and not callable(value) and not isinstance(value, ModuleType)
        for line in format_assignment(name, value)
    ]
