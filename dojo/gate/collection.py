"""Laws 4 and 9: each test, row and assertion that is written runs; and why a suite does not run at all."""

import ast
import re
from collections.abc import Iterator
from typing import TypeGuard

from dojo.errors import CollectionError
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test
from dojo.story.source import Row, read_row
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, rule_of

Function = ast.FunctionDef | ast.AsyncFunctionDef
DOES_NOT_RUN = "the suite does not run: "
COLLECTED = "pytest reads test_… in files called test_….py, in no class but one called Test…, each name once"
OF_A_TEST = re.compile(r"(?P<test>[^:\n]+\.py::[\w:]+)(?:\[(?P<row>.*?)\])?: (?P<why>.+)", re.DOTALL)
"""How the plugin of the suites begins if it is about a test."""


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


def check_same_rows(evidence: Evidence) -> Iterator[Violation]:
    """Every row with the values of a row above it in its table, which asks the same, or with its rule."""
    for file in evidence.suite:
        for table in tables(file.tree):
            first: dict[tuple[str, ...], int] = {}
            for row in table:
                values, line = tuple(map(ast.dump, row.values)), row.node.lineno
                if values and (above := first.setdefault(values, line)) != line:
                    what = f"“{row.rule}” has the values of line {above}; give it others, or remove it"
                    yield Violation(4, file.path, line, what)
                if row.rule and (above := first.setdefault((row.rule,), line)) != line:
                    what = f"line {above} has the same rule; give each row a rule of its own"
                    yield Violation(4, file.path, line, what, rule=row.rule)


def tables(tree: ast.Module) -> Iterator[list[Row]]:
    """The rows of each list in a file that has some."""
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple):
            yield [row for row in map(read_row, node.elts) if row]


def explain_broken(broken: CollectionError, story: Story) -> Violation:
    """Give the one violation of a suite that does not run, from what pytest says."""
    if found := OF_A_TEST.match(str(broken)):
        row = (found["row"] or "").removeprefix(story.module).removeprefix("-")
        id = found["test"] + (f"[{row}]" if row else "")
        return at_test(4, SuiteTest(id, rule_of(id), "", -1), story, f"{DOES_NOT_RUN}{found['why']}")
    call = f"type pytest {story.shown(story.suite)}, and mend what it names"
    fix = "mend this line" if broken.line else call
    file = story.top / broken.file if broken.file else story.suite
    return Violation(4, file, broken.line, f"{DOES_NOT_RUN}{broken.why}; {fix}")
