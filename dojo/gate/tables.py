"""Law 4: a row of a table that pytest cannot turn into a test, without saying itself which row it is."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from dojo.gate.evidence import Evidence
from dojo.gate.suite.rows import row_makers
from dojo.gate.suite.source import Function, SuiteFile, dotted, keyword
from dojo.gate.violation import Violation, split
from dojo.screen.words import counted

SAID = {
    r"\(.*,.*\)$": "a row has values that its test does not take; write its step, its rule, then its values",
    r"You can fix this problem using": "two rows of a table have the same rule; give each a rule of its own",
    r"TypeError: (Expected id|(drives|guards)\(\) missing)": (
        "a row has no rule; write its step, its rule in words, then its values"
    ),
}
"""What pytest says last about such a row, and what that means."""
FORM = "write its step, its rule in words, then its values"


class Row(NamedTuple):
    """A row as it is written: its rule, or nothing if that is not a text, and its values."""

    line: int
    rule: str
    values: list[ast.expr]


class Fault(NamedTuple):
    """What is wrong with a row, and with which."""

    line: int
    rule: str
    what: str


def meaning(why: str) -> str:
    """What is wrong if pytest says this about a table; nothing if it says it about something else."""
    return next((what for words, what in SAID.items() if re.match(words, why)), "")


def faults(file: SuiteFile) -> Iterator[Fault]:
    """Every row of a file that pytest cannot turn into a test, as far as its tables are written out."""
    for function in file.functions:
        for call in function.decorators:
            match call:
                case ast.Call(args=[names, table, *_]) if dotted(call).endswith("parametrize"):
                    yield from of_table(rows(table, file), names_of(names), function)


def same_values(evidence: Evidence) -> Iterator[Violation]:
    """Law 4: every row with the values of a row above it in its table: it asks the same again."""
    source = evidence.suite
    for file in source.files:
        for function in file.functions:
            for call in function.decorators:
                match call:
                    case ast.Call(args=[_, table, *_]) if dotted(call).endswith("parametrize"):
                        for row, line in repeated(rows(table, file)):
                            what = f"“{row.rule}” has the values of line {line}; give it others, or remove it"
                            yield Violation(4, source.story.top / file.shown, row.line, *split(what))


def repeated(table: list[Row]) -> Iterator[tuple[Row, int]]:
    """Each row with the same values as one above it, and the line of that one."""
    first: dict[tuple[str, ...], int] = {}
    for row in table:
        values = tuple(map(ast.dump, row.values))
        line = first.setdefault(values, row.line)
        if values and line != row.line:
            yield row, line


def of_table(table: list[Row], names: list[str], function: Function) -> Iterator[Fault]:
    """The rows of one table that say no rule, have another number of values, or the rule of one before."""
    first: dict[str, int] = {}
    for row in table:
        here = first.setdefault(row.rule, row.line)
        if not row.rule:
            yield Fault(row.line, "", f"this row has no rule; {FORM}")
        elif names and len(row.values) != len(names):
            takes = f"{function.name} takes {len(names)}: {' '.join(names)}"
            yield Fault(row.line, row.rule, f"has {counted(len(row.values), 'value')}, and {takes}; {FORM}")
        elif here != row.line:
            yield Fault(row.line, row.rule, f"line {here} has the same rule; give each row a rule of its own")


def names_of(names: ast.expr) -> list[str]:
    """The names that a table gives values for; none if they are not written out."""
    match names:
        case ast.Constant(value=str(text)):
            return [name.strip() for name in text.split(",") if name.strip()]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            texts = [part.value for part in parts if isinstance(part, ast.Constant)]
            return [str(text) for text in texts] if len(texts) == len(parts) else []
        case _:
            return []


def rows(table: ast.expr, file: SuiteFile) -> list[Row]:
    """The rows of a table that are written out."""
    meant = file.meanings.get(table.id) if isinstance(table, ast.Name) else table
    if not isinstance(meant, (ast.List, ast.Tuple)):
        return []
    makers = row_makers(file.tree)
    calls = [node for node in meant.elts if isinstance(node, ast.Call) and makers.get(dotted(node))]
    plain = [node for node in calls if not any(isinstance(part, ast.Starred) for part in node.args)]
    return [row(node, makers[dotted(node)]) for node in plain]


def row(node: ast.Call, maker: str) -> Row:
    """A row by what makes it: `drives(N, rule, …)`, or `pytest.param(…, id=rule)`."""
    rule, values = keyword(node, "id"), node.args
    if maker != "param":
        rule, values = (node.args[1] if len(node.args) > 1 else None), node.args[2:]
    match rule:
        case ast.Constant(value=str(text)):
            return Row(node.lineno, text, values)
        case ast.JoinedStr() | ast.Name() | ast.Call() | ast.BinOp():  # worked out
            return Row(node.lineno, ast.unparse(rule), values)
        case _:
            return Row(node.lineno, ast.unparse(node) if maker == "param" else "", values)
