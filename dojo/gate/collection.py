"""Laws 4 and 9: each test, row and assertion that is written runs; and why a suite does not run at all."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from dojo.errors import CollectionError
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test
from dojo.screen.words import count_of
from dojo.story.compiled import NO_PYTHON, parse_source
from dojo.story.source import Row, read_row
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, rule_of
from dojo.story.toml import line_where

Function = ast.FunctionDef | ast.AsyncFunctionDef
DOES_NOT_RUN = "the suite does not run: "
COLLECTED = "pytest reads test_… in files called test_….py, in no class but one called Test…, each name once"
ROW_FORM = "write its step, its rule in words, then its values"
WRONG_ROW = re.compile(
    r"\(.*,.*\)$|You can fix this problem using|TypeError: (Expected id|(drives|guards)\(\) missing)"
)
"""What pytest says last about a row without a rule, with that of another row, or with a value too many."""
SAID = re.compile(
    r"(?:ERROR: )?(?P<file>[^:\n]+\.py)(?:::(?P<test>[\w:]+?)(?:\[[^-]*-?(?P<row>.*)\])?)?: (?P<why>.+)",
    re.DOTALL,
)
NAMED = re.compile(r"(?<=['“])\w+(?=['”])|\w+\((?=\))")
"""What an error is about: a missing name, as Python reports it, or a function that is called."""


def check_suite_runs(evidence: Evidence) -> Iterator[Violation]:
    """Every function that is written as a test, and every assertion, that does not run on the last step."""
    if (last := evidence.last) not in evidence.steps:
        return
    for file in evidence.suite:
        name = evidence.story.inside(file.path)
        ran = {line for code, line in evidence.reruns[last].lines if code == name}
        silent: set[int] = set()
        for node in ast.walk(file.tree):
            if not isinstance(node, ast.Assert) and not is_written_as_test(node):
                continue
            first = node.lineno if isinstance(node, ast.Assert) else node.body[0].lineno
            lines = {*range(first, (node.end_lineno or first) + 1)}
            if node.lineno in silent or lines & ran:
                continue
            if isinstance(node, ast.Assert):
                what = f"this assertion does not run on {last.name}; let a test reach it, or remove it"
                yield Violation(9, file.path, node.lineno, what)
            else:
                silent |= lines
                what = f"{node.name} is written as a test and does not run; {COLLECTED}"
                yield Violation(4, file.path, node.lineno, what)


def is_written_as_test(node: ast.AST) -> TypeGuard[Function]:
    """True if it is a function with the name or the mark of a test."""
    if not isinstance(node, Function):
        return False
    marks = {ast.unparse(one).partition("(")[0].rpartition(".")[2] for one in node.decorator_list}
    return node.name.startswith("test") or bool(marks & {"drives", "guards"})


def check_rows_run(evidence: Evidence) -> Iterator[Violation]:
    """Every row that is written with its rule, and that no test has run."""
    ran = "\n".join(f"-{test.id.partition('[')[2].removesuffix(']')}-" for test in evidence.tests)
    for file in evidence.suite:
        for row in filter(None, map(read_row, ast.walk(file.tree))):
            spelled = row.rule.encode("unicode_escape").decode("ascii")  # as pytest writes it into an id
            if row.rule and f"-{row.rule}-" not in ran and f"-{spelled}-" not in ran:
                what = f"the row “{row.rule}” does not run; hand the whole table that it is in to a test"
                yield Violation(4, file.path, row.node.lineno, what)


def check_same_values(evidence: Evidence) -> Iterator[Violation]:
    """Every row with the values of a row above it in its table: it asks the same again."""
    for file in evidence.suite:
        for table in tables(file.tree):
            first: dict[tuple[str, ...], int] = {}
            for row in table:
                values = tuple(map(ast.dump, row.values))
                line = first.setdefault(values, row.node.lineno)
                if values and line != row.node.lineno:
                    what = f"“{row.rule}” has the values of line {line}; give it others, or remove it"
                    yield Violation(4, file.path, row.node.lineno, what)


def tables(tree: ast.Module) -> Iterator[list[Row]]:
    """The rows of each list in a file that has some."""
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple):
            yield [row for row in map(read_row, node.elts) if row]


def explain_broken(broken: CollectionError, story: Story) -> Violation:
    """Give the one violation of a suite that does not run, from what pytest says."""
    found = SAID.match(str(broken))
    if not found or not (file := story.top / found["file"]).is_file():
        fix = f"type pytest {story.shown(story.suite)}, and mend what it names"
        return Violation(4, story.suite, 0, f"{DOES_NOT_RUN}{broken}; {fix}")
    what = f"{DOES_NOT_RUN}{found['why']}"
    if "; " not in what:
        what += f"; mend this {'test' if found['test'] else 'line'}"
    if found["test"]:
        id = f"{found['file']}::{found['test']}" + (f"[{found['row']}]" if found["row"] else "")
        return at_test(4, SuiteTest(id, rule_of(id), "", -1), story, what)
    if WRONG_ROW.match(found["why"]):
        return wrong_row(file)
    return Violation(4, file, line_in(file, found["why"]), what)


def wrong_row(file: Path) -> Violation:
    """Find the row of a file that pytest cannot turn into a test."""
    for table in tables(parse_source(file.read_bytes())):
        first: dict[str, int] = {}
        for before, row in zip([None, *table], table, strict=False):
            what = ""
            if not row.rule:
                what = f"this row has no rule; {ROW_FORM}"
            elif before and len(before.values) != len(row.values):
                has = f"has {count_of(len(row.values), 'value')}, and the row above it {len(before.values)}"
                what = f"{has}; {ROW_FORM}"
            elif (line := first.setdefault(row.rule, row.node.lineno)) != row.node.lineno:
                what = f"line {line} has the same rule; give each row a rule of its own"
            if what:
                return Violation(4, file, row.node.lineno, f"{DOES_NOT_RUN}{what}", rule=row.rule)
    what = "a row has no rule, that of another row, or values that its test does not take"
    return Violation(4, file, 0, f"{DOES_NOT_RUN}{what}; {ROW_FORM}")


def line_in(file: Path, why: str) -> int:
    """Give the line that is not valid Python, or else the first line with the unknown name."""
    try:
        parse_source(file.read_bytes())
    except NO_PYTHON as error:
        return getattr(error, "lineno", None) or 1
    names = NAMED.findall(why)
    return line_where(file, rf"^[^\"'#]*\b{re.escape(names[-1])}(?:\b|(?<=\())") if names else 1
