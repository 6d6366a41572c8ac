"""Where code is written: a test and its row in the suite, and what a file of Python defines."""

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import CodeType
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

from dojo.story.steps import read_text
from dojo.story.tests import rule_of

# Python raises these if a text is not valid Python.
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
Function = ast.FunctionDef | ast.AsyncFunctionDef
WORD = re.compile(r"[^\W\d]\w*")


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
    function_node = find_function(file.tree, called.split("::"))
    row_node = None
    for node in file.nodes if row else ():
        written_row = read_row(node)
        if written_row and is_called(written_row.rule, rule_of(test_id)):
            row_node = written_row.node
            break
    line = getattr(row_node or function_node, "lineno", 1)
    function_text = "\n".join(file.of(lines_of(function_node)))
    row_text = "\n".join(file.of(lines_of(row_node)))
    return Written(file.path, line, function_text, row_text)


def find_function(tree: ast.Module, names: Sequence[str]) -> Function | None:
    """Return a function, by its name below those of the classes that it is in; None if there is none."""
    *classes, name = names
    found = [*ast.walk(tree)] if not classes else tree.body
    for class_name in classes:
        bodies = [node.body for node in found if isinstance(node, ast.ClassDef) and node.name == class_name]
        found = bodies[0] if bodies else []
    for node in found:
        if isinstance(node, Function) and node.name == name:
            return node
    # a class may have it from another one
    return find_function(tree, [name]) if classes else None


def decorator_name(node: ast.expr) -> str:
    """Return the last name of a decorator: drives for `pytest.mark.drives(7)`, `drives(7)` and `drives`."""
    called = node.func if isinstance(node, ast.Call) else node
    return ast.unparse(called).rpartition(".")[2]


def list_imports(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports; a relative one begins with a dot."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + (node.module or "")]
    return []


def find_imported_beside(module: Path) -> list[Path]:
    """Return the files beside a module that it imports, and those that these import, in that order."""
    imported = [module]
    for file in imported:
        # one that is not valid Python has no statements
        [source] = read_sources([file]) if file.is_file() else [None]
        for node in ast.walk(source.tree) if source else ():
            for other in find_files_of_import(node, file, module.parent):
                if other not in imported:
                    imported.append(other)
    return imported[1:]


def find_files_of_import(node: ast.AST, file: Path, folder: Path) -> Iterator[Path]:
    """Yield the files that an import statement of a file runs, of those in a folder or in its packages."""
    start = folder
    for dotted in list_imported_names(node):
        names = dotted.lstrip(".")
        level = len(dotted) - len(names)
        if level:
            # one dot is the package that the file is in, and each further one the package around it
            start = file.parents[level - 1]
        place = start
        for name in names.split("."):
            # of a package, what runs first is its __init__.py
            for other in (place / f"{name}.py", place / name / "__init__.py"):
                if other.is_file():
                    yield other
            place /= name


def list_imported_names(node: ast.AST) -> list[str]:
    """Return what a statement imports, each name of a `from` on its own: it may be a module of a package."""
    modules = list_imports(node)
    if not isinstance(node, ast.ImportFrom):
        return modules
    names = []
    for alias in node.names:
        is_relative_alone = modules[0].endswith(".")
        names.append(f"{modules[0]}{alias.name}" if is_relative_alone else f"{modules[0]}.{alias.name}")
    return names


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
    # what `*` adds is not known
    if any(isinstance(value, ast.Starred) for value in values):
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
    return [file_of(path, read_text(path)) for path in paths if path.is_file()]


@cache
def file_of(path: Path, text: str) -> SourceFile:
    """Return a file with this text, which is parsed once for all READMEs."""
    return SourceFile(path, text)


def code_names(tree: ast.AST) -> Iterator[str]:
    """Yield the names in some code: of variables, functions, attributes, arguments, modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            continue
        for _, value in ast.iter_fields(node):
            if isinstance(value, str):
                yield from WORD.findall(value)


def parse_source(source: str | bytes) -> ast.Module:
    """Return the syntax of a source; raises one of NO_PYTHON, and never warns."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)


def compile_source(source: str | bytes) -> CodeType:
    """Return the code of a source; raises one of NO_PYTHON, and never warns."""
    with catch_warnings():
        simplefilter("ignore")
        code: CodeType = compile(source, "source", "exec", dont_inherit=True, optimize=0)
        return code


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines; `__main__` for what runs as a program."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            names = []
            for target in targets:
                names += [inner.id for inner in ast.walk(target) if isinstance(inner, ast.Name)]
            return names
        case ast.AnnAssign(target=ast.Name(name)):
            return [name]
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name for alias in aliases]
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return ["__main__"]
        case _:
            return []


def lines_of(node: ast.stmt | ast.expr | None) -> range:
    """Return the numbers of the lines of a node, with its decorators; none of nothing."""
    if node is None:
        return range(1, 1)
    first = node.lineno
    for decorator in getattr(node, "decorator_list", []):
        first = min(first, decorator.lineno)
    return range(first, (node.end_lineno or node.lineno) + 1)


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
    return textwrap.dedent("\n".join(line.rstrip() for line in lines))
