"""Law 4: each test and each row that is written has run; and why a suite does not run at all."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dojo.errors import CollectionError
from dojo.gate.evidence import ROWS, Evidence, ParsedCode, dotted
from dojo.gate.violation import Violation, at_test, split
from dojo.screen.words import count_of
from dojo.story.compiled import NO_PYTHON, parse_source
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, rule_of
from dojo.story.toml import line_where

KINDS = ("drives", "guards")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOES_NOT_RUN = "the suite does not run: "
FORM = "write its step, its rule in words, then its values"
MEANINGS = {
    r"\(.*,.*\)$": "a row has values that its test does not take; write its step, its rule, then its values",
    r"You can fix this problem using": "two rows of a table have the same rule; give each a rule of its own",
    r"TypeError: (Expected id|(drives|guards)\(\) missing)": (
        "a row has no rule; write its step, its rule in words, then its values"
    ),
}
"""What pytest says last about a row that it cannot turn into a test, and what that means."""
SAID = re.compile(
    r"(?:ERROR: )?(?P<file>[^:\n]+\.py)(?:::(?P<test>[\w:]+?)(?:\[(?P<row>.*)\])?)?: (?P<why>.+)", re.DOTALL
)
NAMED = re.compile(r"['“](\w+)['”]")
"""A missing name, as Python reports it."""
FIXES = {
    "there is no step": "give the number of a step that exists, but not of the first one",
    "takes no `": "give it that argument",
    "unittest.TestCase": "drop that base, and use plain assert",
    "every test runs on every step": "remove that mark",
}
"""What to do, by words in what pytest says."""


class TableRow(NamedTuple):
    """A row of a table as it is written: its rule, or nothing if that is no text, and its values."""

    line: int
    rule: str
    values: list[ast.expr]


class RowTable(NamedTuple):
    """A table that a test is parametrized with: its function, the names of its values, and its rows."""

    function: str
    names: list[str]
    rows: list[TableRow]


def functions_run(evidence: Evidence) -> Iterator[Violation]:
    """Every function that is written as a test and did not run on the last step."""
    if evidence.steps[-1] != evidence.last:
        return
    lines = evidence.observations[evidence.last].lines
    for code in evidence.suite:
        for function in functions_in(code.tree):
            body = range(function.body[0].lineno, (function.end_lineno or 0) + 1)
            is_meant = is_written_as_test(function, evidence.story.module)
            if is_meant and not any((code.name, line) in lines for line in body):
                what = f"{function.name} is written as a test and does not run"
                yield Violation(4, code.file, function.lineno, what, how_to_collect(function, code.file))


def functions_in(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods of a file, but for those inside functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, FUNCTIONS):
            yield node
        elif isinstance(node, ast.stmt):
            yield from functions_in(node)


def is_written_as_test(function: ast.FunctionDef | ast.AsyncFunctionDef, module: str) -> bool:
    """True if it has the name or the mark of a test, or asserts something about the module that it takes."""
    decorators = [dotted(one).split(".")[-1] for one in function.decorator_list]
    if any(name.endswith("fixture") for name in decorators):
        return False
    takes = module in (argument.arg for argument in function.args.args)
    asserts = any(isinstance(node, ast.Assert) for node in ast.walk(function))
    return function.name.startswith("test") or bool({*decorators} & {*KINDS}) or (takes and asserts)


def how_to_collect(function: ast.FunctionDef | ast.AsyncFunctionDef, file: Path) -> str:
    """Say what to do so that pytest runs a function."""
    if not re.fullmatch(r"test_.*\.py|.*_test\.py", file.name):
        return f"pytest does not read {file.name}: put it into a file called test_….py"
    if not function.name.startswith("test"):
        return "the name of a test begins with test_: rename it"
    return "give it a name of its own, in no class but one called Test…, and in no `if` or `try`"


def rows_run(evidence: Evidence) -> Iterator[Violation]:
    """Every row that is written with its rule, and that no test has run."""
    ids = [f"-{test.id.partition('[')[2].removesuffix(']')}-" for test in evidence.tests]
    for code in evidence.suite:
        makers = row_makers(code.tree)
        for node in ast.walk(code.tree):
            if isinstance(node, ast.Call) and (row := read_row(node, makers.get(dotted(node), ""))):
                spelled = row.rule.encode("unicode_escape").decode("ascii")  # as pytest writes it into an id
                if row.rule and not any(f"-{rule}-" in id for rule in (row.rule, spelled) for id in ids):
                    fix = "hand the whole table that it is in to a test"
                    yield Violation(4, code.file, row.line, f"the row “{row.rule}” does not run", fix)


def same_values(evidence: Evidence) -> Iterator[Violation]:
    """Every row with the values of a row above it in its table: it asks the same again."""
    for code in evidence.suite:
        for table in tables(code):
            first: dict[tuple[str, ...], int] = {}
            for row in table.rows:
                values = tuple(map(ast.dump, row.values))
                line = first.setdefault(values, row.line)
                if values and line != row.line:
                    what = f"“{row.rule}” has the values of line {line}"
                    yield Violation(4, code.file, row.line, what, "give it others, or remove it")


def tables(code: ParsedCode) -> Iterator[RowTable]:
    """The tables of a file that are written out."""
    named = {
        node.targets[0].id: node.value
        for node in code.tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    makers = row_makers(code.tree)
    for function in functions_in(code.tree):
        for call in function.decorator_list:
            match call:
                case ast.Call(args=[names, table, *_]) if dotted(call).endswith("parametrize"):
                    table = named.get(table.id, table) if isinstance(table, ast.Name) else table
                    nodes = table.elts if isinstance(table, ast.List | ast.Tuple) else []
                    calls = [node for node in nodes if isinstance(node, ast.Call)]
                    found = [read_row(node, makers.get(dotted(node), "")) for node in calls]
                    yield RowTable(function.name, names_of(names), [row for row in found if row])


def used_early(evidence: Evidence) -> Iterator[Violation]:
    """Every imported name of the module that a file uses while it is read: there is no version yet."""
    for code in evidence.suite:
        names = imported_names(code.tree, evidence.story.module)
        for node in run_when_read(code.tree):
            if isinstance(node, ast.Name) and node.id in names:
                what = f"{node.id} is used while the file is read, and there is no version of it yet"
                yield Violation(4, code.file, node.lineno, what, "use it in a test or a fixture")


def imported_names(tree: ast.Module, module: str) -> set[str]:
    """Give what the names that a file imports from a module, or the module itself, are called in it."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(source)) if source == module:
                names |= {alias.asname or alias.name for alias in node.names}
            case ast.Import():
                names |= {alias.asname or alias.name for alias in node.names if alias.name == module}
    return names


def run_when_read(tree: ast.AST) -> Iterator[ast.AST]:
    """Give the nodes of a file that run when it is read: in no function, and in no annotation."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                parts: list[ast.AST] = [*node.decorator_list, *node.args.defaults]
            case ast.AnnAssign(value=ast.expr() as value):
                parts = [value]
            case ast.AnnAssign() | ast.Lambda():
                parts = []
            case _:
                parts = [node]
        for part in parts:
            yield part
            yield from run_when_read(part)


def row_makers(tree: ast.Module) -> dict[str, str]:
    """Give what the functions that make rows are called in a file."""
    makers = {"pytest.param": "param"}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=aliases):
                kinds = KINDS if f"{module.split('.')[-1]}.py" == ROWS else ()
                makers |= {alias.asname or alias.name: alias.name for alias in aliases if alias.name in kinds}
            case ast.Import(names=aliases):
                for alias in aliases:
                    if f"{alias.name}.py" == ROWS:
                        makers |= {f"{alias.asname or alias.name}.{kind}": kind for kind in KINDS}
    return makers


def read_row(node: ast.Call, maker: str) -> TableRow | None:
    """Read `drives(N, rule, …)` or `pytest.param(…, id=rule)`, by what makes it; None for another call."""
    if not maker or any(isinstance(part, ast.Starred) for part in node.args):
        return None
    if maker == "param":
        rule = next((one.value for one in node.keywords if one.arg == "id"), None)
        values = node.args
    else:
        rule, values = (node.args[1] if len(node.args) > 1 else None), node.args[2:]
    text = rule.value if isinstance(rule, ast.Constant) and isinstance(rule.value, str) else ""
    return TableRow(node.lineno, text, values)


def names_of(names: ast.expr) -> list[str]:
    """Give the names that a table has values for; none if they are not written out."""
    parts = names.elts if isinstance(names, ast.Tuple | ast.List) else [names]
    texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
    return [name.strip() for text in texts for name in text.split(",") if name.strip()]


def explain_broken(broken: CollectionError, story: Story) -> Violation:
    """Give the one violation of a suite that does not run, from what pytest says."""
    found = SAID.match(str(broken))
    if not found or not (file := story.top / found["file"]).is_file():
        fix = f"type pytest {story.shown(story.suite)}, and mend what it names"
        return Violation(4, story.suite, 0, f"{DOES_NOT_RUN}{broken}", fix)
    why = found["why"]
    if not found["test"]:
        if early := next((one for one in used_early(Evidence(story)) if one.file == file), None):
            return early
        meaning = next((what for words, what in MEANINGS.items() if re.match(words, why)), "")
        if meaning:
            return wrong_row(file, story) or Violation(4, file, 0, *split(f"{DOES_NOT_RUN}{meaning}"))
        return Violation(4, file, line_in(file, why), f"{DOES_NOT_RUN}{why}", "mend this line")
    why = why.replace("mark it with one", "it has no mark, or too many; mark it with one")
    why = why.replace(": make", "; make")
    fix = next((fix for words, fix in FIXES.items() if words in why), "mend this test")
    row = (found["row"] or "").partition("-")[2]
    id = f"{found['file']}::{found['test']}" + (f"[{row}]" if row else "")
    what = split(f"{DOES_NOT_RUN}{why}" if "; " in why else f"{DOES_NOT_RUN}{why}; {fix}")
    return at_test(4, SuiteTest(id, rule_of(id), "", 0), story, *what)


def wrong_row(file: Path, story: Story) -> Violation | None:
    """Find the row of a file that pytest cannot turn into a test: without a rule, or of wrong values."""
    for code in Evidence(story).suite:
        for table in tables(code) if code.file == file else ():
            first: dict[str, int] = {}
            for row in table.rows:
                what, fix = "", FORM
                if not row.rule:
                    what = "this row has no rule"
                elif table.names and len(row.values) != len(table.names):
                    takes = f"{table.function} takes {len(table.names)}: {' '.join(table.names)}"
                    what = f"has {count_of(len(row.values), 'value')}, and {takes}"
                elif (line := first.setdefault(row.rule, row.line)) != row.line:
                    what, fix = f"line {line} has the same rule", "give each row a rule of its own"
                if what:
                    return Violation(4, file, row.line, f"{DOES_NOT_RUN}{what}", fix, rule=row.rule)
    return None


def line_in(file: Path, why: str) -> int:
    """Give the line that is not valid Python, or else the first line with the unknown name."""
    try:
        parse_source(file.read_bytes())
    except NO_PYTHON as error:
        return getattr(error, "lineno", None) or 1
    names = NAMED.findall(why)
    return line_where(file, rf"\b{names[-1]}\b") if names else 1
