"""Where code is written: a test and its row in the suite, and what a file of Python defines."""

import ast
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from dojo.story.code.syntax import (
    NO_PYTHON,
    Function,
    code_names,
    find_nodes,
    lines_of,
    names_of,
    parse_source,
)
from dojo.story.steps import read_text
from dojo.story.tests import rule_of


class Written(NamedTuple):
    """Where a test is written.

    Attributes:
        file: the file of the suite.
        line: the line of its row, or else of its function.
        function: the text of its function.
        row: the text of its row, if it comes from a table.
    """

    file: Path
    line: int
    function: str
    row: str


def find_source(test_id: str, top: Path) -> Written:
    """Find a test, by its id, in the file that the id names, from the top."""
    name, _, test_name = test_id.partition("::")
    called, _, row = test_name.partition("[")
    file = file_of(top / name, read_text(top / name))
    function_node = find_function(file, called.split("::"))
    row_node = find_row(file, rule_of(test_id)) if row else None
    line = getattr(row_node or function_node, "lineno", 1)
    function_text = "\n".join(file.of(lines_of(function_node)))
    row_text = "\n".join(file.of(lines_of(row_node)))
    return Written(file.path, line, function_text, row_text)


def list_helpers(test_id: str, top: Path) -> dict[str, str]:
    """Return the functions and classes of its own file that a test calls, by name, as they are written.

    A fixture is no helper: a test takes it as an argument.
    """
    name, _, test_name = test_id.partition("::")
    file = file_of(top / name, read_text(top / name))
    function = find_function(file, test_name.partition("[")[0].split("::"))
    if function is None:
        return {}
    arguments = {node.arg for node in find_nodes(function, ast.arg)}
    names = {node.id for node in find_nodes(function, ast.Name)} - arguments
    helpers = {}
    for node in file.tree.body:
        if isinstance(node, Function | ast.ClassDef) and node.name in names:
            helpers[node.name] = "\n".join(file.of(lines_of(node)))
    return helpers


def find_row(file: "SourceFile", rule: str) -> ast.Call | None:
    """Return the first row of a file that has a rule; None if there is none."""
    for node in file.nodes:
        row = read_row(node)
        if row and is_called(row.rule, rule):
            return row.node
    return None


def find_function(file: "SourceFile", names: Sequence[str]) -> Function | None:
    """Return a function, by its name below those of the classes that it is in; None if there is none."""
    *classes, name = names
    inside = file.tree.body
    for class_name in classes:
        inside = body_of_class(inside, class_name)
    # a function that is in no class may be in a branch; and a class may have one from another class
    for node in [*inside, *file.nodes] if classes else file.nodes:
        if isinstance(node, Function) and node.name == name:
            return node
    return None


def body_of_class(statements: Sequence[ast.stmt], name: str) -> list[ast.stmt]:
    """Return what is in the first class of a name; nothing if there is none."""
    for node in statements:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node.body
    return []


class Row(NamedTuple):
    """A row of a table as it is written: its rule, or nothing if that is no text, and its values."""

    node: ast.Call
    rule: str
    values: list[ast.expr]


def read_row(node: ast.AST) -> Row | None:
    """Read `drives(N, rule, …)`, `rows.guards(N, rule, …)` or `param(…, id=rule)`; None for anything else."""
    rule: ast.expr | None = None
    match node:
        case ast.Call(ast.Name("param") | ast.Attribute(attr="param"), values, words):
            for word in words:
                if word.arg == "id":
                    rule = word.value
        case ast.Call(
            ast.Name("drives" | "guards") | ast.Attribute(ast.Name(), "drives" | "guards"), [_, *values]
        ):
            if values:
                rule, *values = values
        case _:
            return None
    for value in values:
        # what `*` adds is not known
        if isinstance(value, ast.Starred):
            return None
    is_text = isinstance(rule, ast.Constant) and isinstance(rule.value, str)
    return Row(node, ast.literal_eval(rule) if rule and is_text else "", values)


def is_called(value: object, rule: str) -> bool:
    """True if this is the rule, as it is written or as pytest escapes it."""
    return rule in (value, str(value).encode("unicode_escape").decode("ascii"))


class SourceFile:
    """A file of Python: its lines, and on which of them each name is defined."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = text.split("\n")

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax; that of an empty file if it is not valid Python, which other laws report."""
        try:
            return parse_source(self.text.encode())
        except NO_PYTHON:
            return ast.Module([], [])

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of its syntax."""
        return [*ast.walk(self.tree)]

    @cached_property
    def defined(self) -> dict[str, range]:
        """The lines of each function, class, constant and import, with a comment right above it.

        A method is there as `Class.method`.
        """
        found: dict[str, range] = {}
        for node in self.tree.body:
            lines = lines_of(node)
            first = lines.start
            while first > 1 and self.lines[first - 2].startswith("#"):
                first -= 1
            for name in names_of(node):
                found.setdefault(name, range(first, lines.stop))
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    for name in names_of(part):
                        found.setdefault(f"{node.name}.{name}", lines_of(part))
        return found

    @cached_property
    def names(self) -> set[str]:
        """The names in its code; its constants, for a text may be a key; and single letters of any text."""
        names = {*code_names(self.tree)}
        for node in self.nodes:
            if isinstance(node, ast.Constant):
                text = str(node.value)
                names.add(text)
                names.update(text)
        return names

    def find(self, block: Sequence[str]) -> Iterator[str]:
        """Yield where some lines are, however they are indented: `name:3-5`; the smallest definitions first.

        The whole file goes before, and what begins in one definition and ends in another comes last.
        """
        wanted = without_indent(block)
        if wanted == without_indent(self.lines[:-1]):
            yield self.path.name
        for name, lines in sorted(self.defined.items(), key=lambda item: len(item[1])):
            for excerpt in excerpts(self.of(lines), block):
                yield f"{name}{excerpt}"
        for name, lines in self.defined.items():
            stop = lines.start + len(block)
            if without_indent(self.of(range(lines.start, stop))) == wanted:
                for end, other in self.defined.items():
                    if other.stop == stop:
                        yield f"{name} to {end}"

    def of(self, numbers: range) -> list[str]:
        """Return the lines with these numbers."""
        return self.lines[numbers.start - 1 : numbers.stop - 1]


def read_sources(paths: Sequence[Path]) -> list[SourceFile]:
    """Return these files, without those that are missing."""
    files = []
    for path in paths:
        if path.is_file():
            files.append(file_of(path, read_text(path)))
    return files


@cache
def file_of(path: Path, text: str) -> SourceFile:
    """Return a file with this text, which is parsed once for all READMEs."""
    return SourceFile(path, text)


def excerpts(lines: Sequence[str], block: Sequence[str]) -> Iterator[str]:
    """Yield where a block is in some lines: `:3-5`, `:3`, or nothing if it is all of them."""
    wanted = without_indent(block)
    for first in range(1, len(lines) - len(block) + 2):
        if without_indent(lines[first - 1 : first - 1 + len(block)]) == wanted:
            yield shortest(first, len(block), len(lines))


def scope_of_hint(test: str, top: Path) -> str:
    """Return what one hint is enough for: the id of a test, or of the function that runs it.

    A function whose values stand in no row of their own asks the same of each of them.
    """
    return test if find_source(test, top).row else test.partition("[")[0]


def shortest(first: int, count: int, total: int, sign: str = ":") -> str:
    """Return `:3-5` for some of all items, `:3` for one, or nothing if these are all."""
    if count == total:
        return ""
    if count == 1:
        return f"{sign}{first}"
    return f"{sign}{first}-{first + count - 1}"


def without_indent(lines: Sequence[str]) -> str:
    """Return lines as they are compared: indentation that all of them have does not count."""
    return textwrap.dedent("\n".join([line.rstrip() for line in lines]))
