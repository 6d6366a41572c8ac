"""Laws 4 and 9: each test, row and assertion that is written runs; and why a suite does not run at all."""

import ast
import re
from collections.abc import Iterator
from typing import TypeGuard

from dojo.errors import NO_TESTS, CollectionError
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Law, Violation
from dojo.story.code.syntax import Function, decorator_name
from dojo.story.source import Row, SourceFile, find_source, read_row
from dojo.story.story import Story
from dojo.story.tests import ROWS, Mark, rule_of
from dojo.wording import count_of

COLLECTED = "pytest reads test_… in files called test_….py, in no class but one called Test…, each name once"
# what pytest says of a row whose rule is not a text, or is not there
NO_RULE = "Expected id to be a string"
# what Python says if rows.py has gone
NO_ROWS = "ModuleNotFoundError: No module named 'rows'"
# how a message of the plugin of the suites begins if it is about a test
OF_A_TEST = re.compile(r"(?P<test>[^:\n]+\.py::[\w:]+)(?:\[(?P<row>.*?)\])?: (?P<why>.+)", re.DOTALL)


def check_suite_runs(evidence: Evidence) -> Iterator[Violation]:
    """Every function that is written as a test, and every assertion, that does not run on the last step."""
    last = evidence.last
    if last not in evidence.steps:
        return
    for file in evidence.suite:
        name = evidence.story.inside(file.path)
        lines_run = {line for path, line in evidence.reruns[last].lines if path == name}
        yield from check_file_runs(file, lines_run, last.name)


def check_file_runs(file: SourceFile, lines_run: set[int], step: str) -> Iterator[Violation]:
    """Every test and every assertion of a file of the suite that did not run. Takes the lines that did."""
    # what is in a function that does not run is not named as well
    named_lines: set[int] = set()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Assert):
            first = node.lineno
        elif is_written_as_test(node):
            # the `def` itself runs when the file is imported
            first = node.body[0].lineno
        else:
            continue
        lines = {*range(first, (node.end_lineno or first) + 1)}
        if node.lineno in named_lines or lines & lines_run:
            continue
        if isinstance(node, ast.Assert):
            problem = f"this assertion does not run on {step}"
            mend = "let a test reach it, or remove it"
            yield Violation(Law.HAS_FAILED, file.path, node.lineno, problem, mend)
        else:
            named_lines |= lines
            problem = f"{node.name} is written as a test and does not run"
            yield Violation(Law.RUNS_THE_SAME, file.path, node.lineno, problem, COLLECTED)


def is_written_as_test(node: ast.AST) -> TypeGuard[Function]:
    """True if it is a function with the name or the mark of a test."""
    if not isinstance(node, Function):
        return False
    if node.name.startswith("test"):
        return True
    marks = [decorator_name(decorator) for decorator in node.decorator_list]
    return Mark.DRIVES in marks or Mark.GUARDS in marks


def check_names(evidence: Evidence) -> Iterator[Violation]:
    """Every function with rows, or with a mark, that does not have the name of a test."""
    for file in evidence.suite:
        for function in find_misnamed_tests(file.tree):
            what = "rows" if takes_rows(function) else "a mark"
            problem = f"{function.name} has {what}, and does not run: it is not called test_…"
            mend = f"call it test_{function.name}"
            yield Violation(Law.RUNS_THE_SAME, file.path, function.lineno, problem, mend)


def check_functions_run(evidence: Evidence) -> Iterator[Violation]:
    """Every function that is written as a test, and that pytest has not collected."""
    collected = {test.id.partition("[")[0].rpartition("::")[2] for test in evidence.tests}
    for file in evidence.suite:
        for node in ast.walk(file.tree):
            if is_written_as_test(node) and node.name not in collected:
                problem = f"{node.name} is written as a test and does not run"
                yield Violation(Law.RUNS_THE_SAME, file.path, node.lineno, problem, COLLECTED)


def check_rows_run(evidence: Evidence) -> Iterator[Violation]:
    """Every row that is written with its rule, and that no test has run."""
    # pytest joins the rules of several tables with dashes, as in [a rule-another one]
    ids = [f"-{test.id.partition('[')[2].removesuffix(']')}-" for test in evidence.tests]
    all_ids = "\n".join(ids)
    for file in evidence.suite:
        if any(map(takes_rows, find_misnamed_tests(file.tree))):
            # it is said already which function should have the rows
            continue
        for table in find_tables(file.tree):
            missing = [row for row in table if row.rule and not has_run(row, all_ids)]
            if missing:
                first = missing[0]
                problem = f"the row “{first.rule}” does not run"
                if len(missing) > 1:
                    problem += f", nor do {count_of(len(missing) - 1, 'more row')} of its table"
                mend = "hand the whole table that it is in to a test"
                yield Violation(Law.RUNS_THE_SAME, file.path, first.node.lineno, problem, mend)


def has_run(row: Row, all_ids: str) -> bool:
    """True if the rule of a row is in the id of a test, from a dash to a dash."""
    # pytest may escape what is not ASCII
    escaped = row.rule.encode("unicode_escape").decode("ascii")
    return f"-{row.rule}-" in all_ids or f"-{escaped}-" in all_ids


def find_misnamed_tests(tree: ast.Module) -> Iterator[Function]:
    """Yield the functions that take rows, or have a mark, and do not have the name of a test."""
    for node in ast.walk(tree):
        is_meant = is_written_as_test(node) or takes_rows(node)
        if is_meant and isinstance(node, Function) and not node.name.startswith("test"):
            yield node


def takes_rows(node: ast.AST) -> TypeGuard[Function]:
    """True for a function below `@pytest.mark.parametrize`."""
    if not isinstance(node, Function):
        return False
    return "parametrize" in [decorator_name(decorator) for decorator in node.decorator_list]


def check_same_rows(evidence: Evidence) -> Iterator[Violation]:
    """Every row with the values of a row above it in its table, which asks the same, or with its rule."""
    for file in evidence.suite:
        for table in find_tables(file.tree):
            yield from check_table(table, file)


def check_table(table: list[Row], file: SourceFile) -> Iterator[Violation]:
    """Every row of a table that has the values, or the rule, of a row above it."""
    lines_of_values: dict[tuple[str, ...], int] = {}
    lines_of_rules: dict[str, int] = {}
    for row in table:
        line = row.node.lineno
        if row.values:
            values = tuple(ast.dump(value) for value in row.values)
            above = lines_of_values.setdefault(values, line)
            if above != line:
                problem, mend = f"“{row.rule}” has the values of line {above}", "give it others, or remove it"
                yield Violation(Law.RUNS_THE_SAME, file.path, line, problem, mend)
        if row.rule:
            above = lines_of_rules.setdefault(row.rule, line)
            if above != line:
                problem, mend = f"line {above} has the same rule", "give each row a rule of its own"
                yield Violation(Law.RUNS_THE_SAME, file.path, line, problem, mend, rule=row.rule)


def find_tables(tree: ast.Module) -> Iterator[list[Row]]:
    """Yield the rows of each list and each tuple in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple):
            rows = [read_row(element) for element in node.elts]
            yield [row for row in rows if row]


def explain_broken(error: CollectionError, story: Story) -> Violation:
    """Return the one violation of a suite that does not run, from what pytest says."""
    match = OF_A_TEST.match(str(error))
    if match:
        row = (match["row"] or "").removeprefix(story.module).removeprefix("-")
        test = f"{match['test']}[{row}]" if row else match["test"]
        source = find_source(test, story.top)
        # the plugin says what to do in its own words
        problem = f"the suite does not run: {match['why']}"
        return Violation(Law.RUNS_THE_SAME, source.file, source.line, problem, mend="", rule=rule_of(test))
    mend = f"type pytest {story.shown(story.suite)}, and mend what it names"
    if error.why == NO_TESTS:
        mend = "call its files test_….py, and its tests test_…"
    elif error.why == NO_ROWS and not (story.suite / ROWS).is_file():
        mend = f"type {story.command('update')}"
    elif NO_RULE in error.why:
        mend = "write this row as drives(step, rule, values)"
    elif error.line:
        mend = "mend this line"
    file = story.top / error.file if error.file else story.suite
    return Violation(Law.RUNS_THE_SAME, file, error.line, f"the suite does not run: {error.why}", mend)
