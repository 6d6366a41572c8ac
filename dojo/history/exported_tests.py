"""The tests of the kata in an exported attempt: as many as the participant had seen at each run."""

import ast
from collections import defaultdict

from dojo.attempt.attempt import Attempt
from dojo.runner.collect import collect
from dojo.story.source import is_called, read_row
from dojo.story.tests import ROWS, SuiteTest, first_drivers

INI = "[pytest]\npythonpath = . tests\n"
SUITE_INI = f"""{INI}\
addopts = --import-mode=importlib
markers =
    drives(step): the test drove this step of the story that it comes from
    guards(step): the test was green in this step of the story already
"""
CONFTEST = '''\
"""Hands the module to the tests that take it as an argument."""

import importlib

import pytest


@pytest.fixture
def {module}():
    return importlib.import_module("{module}")
'''
TEST_CASES = '''\
"""Feeds the program with each case, and compares what it prints."""

import subprocess
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
FOLDER = Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def build():
    subprocess.run({build!r}, shell=True, cwd=FOLDER, check=True)


@pytest.mark.parametrize("name", sorted(file.stem for file in CASES.glob("*.in")))
def test_case(name):
    file = CASES / f"{{name}}.in"
    with file.open() as given:
        run = subprocess.run(
            {command!r}, shell=True, cwd=FOLDER, stdin=given, capture_output=True, text=True, timeout={limit}
        )
    complaints = file.with_suffix(".err")
    for line in complaints.read_text().splitlines() if complaints.exists() else []:
        assert line in run.stderr.splitlines()
    assert run.stdout.splitlines() == file.with_suffix(".out").read_text().splitlines()
    assert run.returncode == complaints.exists(), run.stderr
'''


class KataTests:
    """The tests of the kata that lead an attempt: a suite, or cases; none if the participant writes them."""

    def __init__(self, attempt: Attempt) -> None:
        """Raises CollectionError if the suite of the story cannot be collected."""
        self.attempt = attempt
        self.cases = attempt.kata.complete_cases if attempt.program else []
        self.tests: list[SuiteTest] = []
        if not attempt.program and not attempt.is_own:
            with collect(attempt.story) as suite:
                self.tests = attempt.kata.taught(list(suite.tests))
        self.ids = [test.id for test in self.tests] or [f"cases[{case.rule}]" for case in self.cases]
        """In the order in which they are shown."""
        self.opening = {test.id for test in first_drivers(self.tests[1:])}
        """Those that open a step, and need code for it."""

    def files(self, shown: int) -> dict[str, bytes]:
        """The files that run the first tests, by their paths."""
        texts = self.suite_files(shown) if self.tests else {"pytest.ini": INI}
        files = {path: text.encode() for path, text in texts.items()}
        for case in self.cases[:shown]:
            parts = [case.file.with_suffix(end) for end in (".in", ".out", ".err")]
            files |= {f"tests/cases/{part.name}": part.read_bytes() for part in parts if part.is_file()}
        if self.cases[:shown]:
            command, build = self.attempt.program, self.attempt.setting("build")
            limit = self.attempt.setting("limit") or 5
            test = TEST_CASES.format(command=command, build=build, limit=limit)
            files["tests/test_cases.py"] = test.encode()
        return files

    def suite_files(self, shown: int) -> dict[str, str]:
        """The suite of the story, without what was not shown."""
        story, ids = self.attempt.story, defaultdict[str, list[str]](list)
        for test in self.tests[:shown]:
            ids[test.id.partition("::")[0]].append(test.id)
        texts = {"pytest.ini": SUITE_INI, "tests/conftest.py": CONFTEST.format(module=story.module)}
        if (rows := story.suite / ROWS).is_file():
            texts[f"tests/{ROWS}"] = rows.read_text(encoding="utf-8")
        for path, those in ids.items():
            file = story.top / path
            texts[f"tests/{file.name}"] = only_tests(file.read_text(encoding="utf-8"), those)
        return texts


def only_tests(text: str, ids: list[str]) -> str:
    """The text of a file of tests without the functions and rows of other tests.

    Rows that a program makes stay with their function.
    """
    functions = {id.partition("[")[0].rpartition("::")[2] for id in ids}
    rules = {id.partition("[")[2].removesuffix("]") for id in ids}
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef(name=name) if name.startswith("test") and name not in functions:
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                left = f"{' ' * node.col_offset}pass\n" if node.col_offset else ""  # a class has a body
            case ast.Call() if (row := read_row(node)) and row.rule:
                if any(is_called(row.rule, rule) for rule in rules):
                    continue
                first, left = node.lineno, ""
            case _:
                continue
        last = node.end_lineno or first
        lines[first - 1 : last] = [""] * (last - first + 1)
        lines[node.lineno - 1] = left
    return only_used_imports("".join(lines))


def only_used_imports(text: str) -> str:
    """The text of a file without imported names that nothing uses: the module may lack them as yet."""
    lines, tree = text.splitlines(keepends=True), ast.parse(text)
    used = {"*", *(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            node.names = [one for one in node.names if (one.asname or one.name) in used]
            first, last = node.lineno - 1, node.end_lineno or node.lineno
            lines[first:last] = [f"{ast.unparse(node)}\n" * bool(node.names), *[""] * (last - first - 1)]
    return "".join(lines)
