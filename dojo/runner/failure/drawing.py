"""A failure as a participant reads it: the row, the test, their own line, what was wanted, what came."""

import ast
import inspect
import linecache
import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, ModuleType

import pytest

from dojo.runner.child.clock import TooLong
from dojo.runner.failure.comparison import (
    CAME,
    EQUALS,
    WANTED,
    Comparison,
    format_assignment,
    format_comparison,
    label_each,
    order_values,
)
from dojo.runner.failure.loading import name_imported
from dojo.runner.failure.reason import (
    MARK,
    RAISED,
    causes,
    format_calls,
    format_place,
    is_flood,
    last_place,
    without_addresses,
)
from dojo.runner.result import CodeVersion
from dojo.story.code.imports import find_import
from dojo.story.code.syntax import Function, find_nodes, parse_source
from dojo.story.source import file_of
from dojo.story.steps import read_text

# how a test says that a block has to raise an error
RAISES = ("pytest.raises", "raises")
MAX_CAUSES = 3  # errors in a chain in which one led to the next


class Failure:
    """A test that is not green, and what it raised."""

    def __init__(
        self, item: pytest.Item, error: BaseException, version: CodeVersion, comparison: Comparison | None
    ) -> None:
        self.error, self.version, self.comparison = error, version, comparison
        # what a comparison for equality wanted, and what came, once they are drawn
        self.values: tuple[object, object] | None = None
        # what any comparison had on its sides, line by line, once they are drawn
        self.compared: list[str] = []
        self.code = code_of(item)
        self.row = row_of(item, version.module.stem)
        line = 0
        self.is_in_program = self.is_raised_by_test = False
        for frame, number in traceback.walk_tb(error.__traceback__):
            # of the last frame: nothing that the test has called
            self.is_raised_by_test = frame.f_code is self.code
            if self.is_raised_by_test:
                line = number
            # a test runs the module as Python runs a program
            if frame.f_globals.get("__name__") == "__main__":
                self.is_in_program = True
        self.wanted_error = error_wanted_on(line, self.code) if line else ""
        self.test = source_up_to(self.code, line)
        if self.code and line and self.test:
            file = Path(self.code.co_filename)
            # of the participant's own test, where it is; a test of ours is in a file that they do not have
            if file.is_relative_to(version.folder):
                self.test.insert(0, format_place(file, line))
        self.calls = format_calls(error.__traceback__, version.folder, self.code)

    def format(self) -> str:
        """Show all of it: the row, the test up to its assertion, the participant's calls, what was raised."""
        raised = [f"{RAISED}{line}".rstrip() for line in self.raised()]
        return join_parts(format_row(self.row), self.test, [*self.calls, *raised])

    def format_without_values(self) -> str:
        """Show the same without any values, because a value may have no end."""
        return join_parts(self.test, self.calls)

    @property
    def quoted(self) -> str:
        """The test and its row, in which the texts that it asks for have quotation marks."""
        return "\n".join([*format_row(self.row), *self.test])

    def assertion(self) -> tuple[ast.Assert, FrameType] | None:
        """Return the assertion that failed, in the test or in a helper of it, and its frame."""
        if not isinstance(self.error, AssertionError):
            return None
        frame, line = list(traceback.walk_tb(self.error.__traceback__))[-1]
        file = Path(frame.f_code.co_filename)
        is_in_helper = file.is_relative_to(self.version.folder) and file != self.version.module
        if frame.f_code is not self.code and not is_in_helper:
            return None
        function = function_of(frame.f_code)
        statement = statement_on(line, function) if function else None
        return (statement, frame) if isinstance(statement, ast.Assert) else None

    def raised(self) -> list[str]:
        """Return what was wanted and what came; or what was raised."""
        text = without_addresses(str(self.error))
        assertion = self.assertion()
        if not assertion or not text:
            return list(self.errors())
        node, frame = assertion
        message, explains, explained = f"\n{text}".rpartition("\nassert ")
        # of a file that pytest does not read as a test
        if not explains:
            return explained.strip("\n").splitlines()
        lines = message.strip("\n").splitlines()
        lines += format_named_values(node, frame, self.row, self.version.folder)
        return lines + self.sides(node, frame, explained)

    def sides(self, node: ast.Assert, frame: FrameType, explained: str) -> list[str]:
        """Return what the assertion compared; or else what it came to, as pytest explains it."""
        test, comparison = node.test, self.comparison
        if comparison and isinstance(test, ast.Compare) and len(test.ops) == 1:
            is_here = node.lineno <= comparison.line <= end_of(node)
            if comparison.code is frame.f_code and is_here:
                if comparison.op in EQUALS:
                    self.values = order_values(comparison, test)
                self.compared = format_comparison(comparison, test)
                return self.compared
        wanted = "something true"
        came = explained.partition("\n")[0]
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            wanted = "something false"
            came = came.removeprefix("not ")
        return [*label_each(WANTED, [wanted]), *label_each(CAME, [came])]

    def missing_beside(self, name: str) -> str:
        """Say which file of the version lacks a name that the test has imported from it; or nothing."""
        # where the participant's own code has no such name, that is another fault
        if not self.code or not self.is_raised_by_test:
            return ""
        source = Path(self.code.co_filename)
        module, name_in_module = find_import(file_of(source, read_text(source)).tree, name)
        if not module:
            return ""
        path = module.replace(".", "/")
        if not name_in_module:
            return f"there is no {path}.py yet"
        for file in (f"{path}.py", f"{path}/__init__.py"):
            if (self.version.folder / file).is_file():
                return f"{file} has no “{name_in_module}” yet"
        return f"there is no {path}.py yet, and {name_in_module} has to be in it"

    def errors(self) -> Iterator[str]:
        """Yield the error as Python says it, and those that led to it."""
        error = self.error
        module = self.version.module
        if isinstance(error, AttributeError) and getattr(error.obj, "__name__", "") == module.stem:
            yield f"{name_imported(error.obj, module)} has no “{error.name}” yet"
            return
        missing = ""
        if isinstance(error, NameError):
            missing = self.missing_beside(error.name or "")
        if missing:
            yield missing
            return
        if isinstance(error, TooLong) or is_flood(error):
            yield "Here it was stopped."
            return
        # its own words are for those who know what a request is
        if isinstance(error, pytest.FixtureLookupError):
            yield f"There is no fixture {error.argname} here."
            return
        for number, cause in enumerate(islice(causes(error), MAX_CAUSES)):
            text = type(cause).__name__
            message = without_addresses(str(cause))
            if message:
                text += f": {message}"
            if number:
                text = f"after {text}"
            yield from text.splitlines()


def format_test(item: pytest.Item, module: str) -> str:
    """Show a test before its result is known: the values of its row, and its function."""
    return join_parts(format_row(row_of(item, module)), source_up_to(code_of(item), 0))


def row_of(item: pytest.Item, module: str) -> dict[str, object]:
    """Return the values in the row of a test, by their names, without the module that it tests."""
    values = item.callspec.params if hasattr(item, "callspec") else {}
    return {name: value for name, value in values.items() if name != module}


def format_row(row: dict[str, object]) -> list[str]:
    """Return the values in a row, each on a line of its own or on several."""
    lines = []
    for name, value in row.items():
        lines += format_assignment(name, value)
    return lines


def join_parts(*parts: list[str]) -> str:
    """Join the parts of a failure, with an empty line between them."""
    return "\n\n".join("\n".join(part) for part in parts if part)


def code_of(item: pytest.Item) -> CodeType | None:
    """Return the code of the function of a test, if it has one."""
    return getattr(inspect.unwrap(getattr(item, "function", object)), "__code__", None)


def function_of(code: CodeType) -> Function | None:
    """Find the function of some code in its file."""
    try:
        tree = parse_source("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, Function):
            lines = [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]
            if code.co_firstlineno == min(lines):
                return node
    return None


def statement_on(line: int, function: Function) -> ast.stmt:
    """Return the statement on a line, the innermost of several."""
    statements = find_nodes(function, ast.stmt)
    around = [node for node in statements if node.lineno <= line <= end_of(node)]
    return min(around, key=lambda node: end_of(node) - node.lineno, default=function)


def error_wanted_on(line: int, code: CodeType | None) -> str:
    """Return the name of the error that a test wants on a line, in a block of `pytest.raises`; or nothing."""
    function = function_of(code) if code else None
    for block in ast.walk(function) if function else ():
        if not isinstance(block, ast.With) or not block.body[0].lineno <= line <= end_of(block):
            continue
        for item in block.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and ast.unparse(call.func) in RAISES and call.args:
                error = call.args[0]
                return error.id if isinstance(error, ast.Name) else ""
    return ""


def end_of(node: ast.stmt) -> int:
    """Return the last line of a statement."""
    return node.end_lineno or node.lineno


def source_up_to(code: CodeType | None, line: int) -> list[str]:
    """Return the lines of a function without decorators, up to the first assertion that ends from a line on.

    The statement on the line is marked; without a line it is the whole function.
    """
    function = function_of(code) if code else None
    if not function or not code:
        return []
    end, marked = end_of(function), 0
    if line:
        marked = statement_on(line, function).lineno
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and end_of(node) >= line:
                end = min(end, end_of(node))
    lines = linecache.getlines(code.co_filename)
    shown = []
    for number in range(function.lineno, end + 1):
        mark = MARK if number == marked else ""
        # a method is indented
        text = lines[number - 1].rstrip()[function.col_offset :]
        shown.append(f"{mark:4}{text}".rstrip())
    return shown


def format_named_values(
    node: ast.Assert, frame: FrameType, row: dict[str, object], folder: Path
) -> list[str]:
    """Return what else the assertion names, besides values of the row, its two sides, and code."""
    sides = [node.test.left, *node.test.comparators] if isinstance(node.test, ast.Compare) else [node.test]
    shown = {side.id for side in sides if isinstance(side, ast.Name)} | row.keys()
    lines = []
    for part in ast.walk(node.test):
        if not isinstance(part, ast.Name) or part.id in shown or part.id not in frame.f_locals:
            continue
        shown.add(part.id)
        value = frame.f_locals[part.id]
        if isinstance(value, pytest.ExceptionInfo):
            lines += format_assignment(part.id, value.value)
            place = last_place(value.tb, folder)
            if place:
                lines.append(f"{' ' * len(part.id)}   raised in {place}")
        elif not callable(value) and not isinstance(value, ModuleType):
            lines += format_assignment(part.id, value)
    return lines
