"""The marks of tests, written into the files of a suite."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dojo.drafts.places import Places, Span, edited
from dojo.gate.suite.rows import Row, rows
from dojo.gate.suite.source import Function, SuiteFile, dotted
from dojo.history.keeping.suite.retold import whole_lines, with_pytest
from dojo.history.keeping.suite.using import NotKept
from dojo.story.tests import SuiteTest

KINDS = ("drives", "guards")
GAP = re.compile(r"\n{4,}")
"""More than two empty lines."""
OF_ROWS = "from rows import drives, guards"


Table = ast.List | ast.Tuple


class Mark(NamedTuple):
    """`drives` or `guards`, and the number of the step."""

    kind: str
    step: int

    def __str__(self) -> str:
        return f"{self.kind}({self.step})"


FIRST = Mark("guards", 1)
"""What each test has until somebody knows its colours."""
Marks = dict[str, Mark]
"""The mark of each test, by its id in the kept story."""


def marked(text: str, file: str, tests: list[SuiteTest], marks: Marks) -> str:
    """A file of tests of the participant, with a mark on each; without the tests that have none.

    Takes the text, its place in the story, and its tests in the order of pytest: while nobody knows them,
    none. Raises NotKept for a table whose rows need different marks and are not written out.
    """
    source, places = SuiteFile(file, file, ast.parse(text)), Places(text)
    edits: dict[Span, str] = {}
    has_rows = False
    for function in (one for one in source.functions if one.is_test):
        ids = [test for test in tests if test.id.partition("[")[0] == f"{file}::{function.path}"]
        wanted = [marks.get(test.id) for test in ids] if tests else [FIRST]
        if not any(wanted):
            left = " " * function.node.col_offset + "pass\n" if function.classes else ""
            edits[all_lines(function.node, places)] = left
        elif len(set(wanted)) == 1:
            edits |= decorated(function, str(wanted[0]), places)
        else:
            table = written_out(function, source)
            if table is None or len(table.elts) != len(ids):
                what = f"{file}:{function.node.lineno}: the rows of {function.name} came one after the other"
                raise NotKept(f"{what}, and are not written out; write each in its table")
            has_rows = True
            edits |= as_rows(table, list(made(table, ids, wanted, text, places)), text, places)
    return with_pytest(edited(text, edits), OF_ROWS if has_rows else "")


def decorated(function: Function, mark: str, places: Places) -> dict[Span, str]:
    """The edit that puts a mark above a function."""
    first = min([function.node, *function.decorators], key=lambda node: node.lineno)
    start = places.starts[first.lineno - 1]
    return {Span(start, start): f"{' ' * function.node.col_offset}@pytest.mark.{mark}\n"}


def made(
    table: Table, tests: list[SuiteTest], marks: Sequence[Mark | None], text: str, places: Places
) -> Iterator[str]:
    """The rows of a table with their marks; nothing in place of a row that has none."""
    for node, test, mark in zip(table.elts, tests, marks, strict=True):
        written = values(node, text, places)
        yield f"{mark.kind}({mark.step}, {rule(test)}, {written})" if mark else ""


def as_rows(table: Table, rows: list[str], text: str, places: Places) -> dict[Span, str]:
    """The edits that put rows in place of those of a table: each on a line of its own, to be quoted."""
    if all(rows) and len({table.lineno, *(node.lineno for node in table.elts)}) == len(rows) + 1:
        return {places.of(node): row for node, row in zip(table.elts, rows, strict=True)}
    line = text.split("\n")[table.lineno - 1]
    indent = line[: len(line) - len(line.lstrip())]
    return {places.of(table): "\n".join(["[", *(f"{indent}    {row}," for row in rows if row), f"{indent}]"])}


def written_out(function: Function, source: SuiteFile) -> Table | None:
    """The one table of a test, if its rows are written out, and it has no other."""
    calls = [one for one in function.decorators if dotted(one).endswith("parametrize")]
    match calls:
        case [ast.Call(args=[_, table, *_])]:
            meant = source.meanings.get(table.id) if isinstance(table, ast.Name) else table
            return meant if isinstance(meant, ast.List | ast.Tuple) else None
    return None


def rule(test: SuiteTest) -> str:
    """The rule of a row, as a text in Python."""
    return json.dumps(test.rule.encode("ascii", "replace").decode("unicode_escape"), ensure_ascii=False)


def values(node: ast.expr, text: str, places: Places) -> str:
    """The values of a row, as they are written."""
    match node:
        case ast.Tuple(elts=[_, *_] as parts) | ast.Call(args=[_, *_] as parts) if is_a_row(node):
            return text[places.of(parts[0]).start : places.of(parts[-1]).end]
        case _:
            span = places.of(node)
            return text[span.start : span.end]


def is_a_row(node: ast.expr) -> bool:
    """Has it several values, or is it a `pytest.param`?"""
    return isinstance(node, ast.Tuple) or dotted(node).split(".")[-1] == "param"


def remarked(text: str, file: str, tests: list[SuiteTest], marks: Marks) -> str:
    """A file of a suite with other marks; without the tests that have none.

    Takes the text, its place in its own story, and its tests there; the marks are by the ids of these.
    """
    source, places = SuiteFile(file, file, ast.parse(text)), Places(text)
    edits: dict[Span, str] = {}
    for row in rows(source):
        edits |= of_row(row, row.its_test(tests), marks, text, places)
    for function in (one for one in source.functions if one.is_test):
        named = f"{file}::{function.path}"
        known = [marks[test.id] for test in tests if test.id.partition("[")[0] == named and test.id in marks]
        if not known:
            edits = {span: new for span, new in edits.items() if not lies_in(span, function.node, places)}
            edits[all_lines(function.node, places)] = ""
            continue
        for one in function.decorators:
            if dotted(one) in [f"pytest.mark.{kind}" for kind in KINDS]:
                edits[places.of(one)] = f"pytest.mark.{known[0]}"
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "rows":
            edits[whole_lines(node, places)] = f"{OF_ROWS}\n"
    return without_leavings(edited(text, edits))


def of_row(
    row: Row, test: SuiteTest | None, marks: Marks, text: str, places: Places
) -> Iterator[tuple[Span, str]] | dict[Span, str]:
    """The edits of a row: another mark, or none of it."""
    if test and (mark := marks.get(test.id)):
        return {places.of(row.node.func): mark.kind, places.of(row.node.args[0]): str(mark.step)}
    if not row.once:
        return {}
    span = places.of(row.node)
    end = span.end + (text[span.end] == ",")
    start = text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", end) + 1
    if not text[start : span.start].strip() and not text[end:line_end].split("#")[0].strip():
        return {Span(start, line_end): ""}
    return {Span(span.start, end): ""}


def lies_in(span: Span, node: ast.stmt, places: Places) -> bool:
    whole = all_lines(node, places)
    return whole.start <= span.start and span.end <= whole.end


def all_lines(node: ast.stmt, places: Places) -> Span:
    """The lines of a function or a class, with its decorators."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    return Span(places.starts[first - 1], whole_lines(node, places).end)


def without_leavings(text: str) -> str:
    """The text without the tables and the helpers that no test uses any more."""
    while True:
        tree, places = ast.parse(text), Places(text)
        used = {
            one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
        }
        used |= {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
        left = [node for node in tree.body if not is_used(node, used)]
        if not left:
            return GAP.sub("\n\n\n", text).rstrip("\n") + "\n"
        text = edited(text, {all_lines(node, places): "" for node in left})


def is_used(node: ast.stmt, used: set[str]) -> bool:
    """Is a piece of a file a test, an import, or something that another piece names?"""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name.lower().startswith("test") or name in used
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in used
        case _:
            return True
