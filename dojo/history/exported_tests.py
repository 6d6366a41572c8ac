"""The tests of the kata in an exported attempt: as many as the participant had seen at each run."""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from dojo.attempt.attempt import Attempt
from dojo.runner.collect import collect
from dojo.story.tests import SuiteTest, first_drivers

INI = "[pytest]\npythonpath = .\n"
SUITE_INI = """\
[pytest]
pythonpath = . tests
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
BUILD = {build!r}
COMMAND = {command!r}
NAMES = sorted(file.stem for file in CASES.glob("*.in"))


@pytest.fixture(scope="session", autouse=True)
def build():
    if BUILD:
        subprocess.run(BUILD, shell=True, cwd=FOLDER, check=True)


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    file = CASES / f"{{name}}.in"
    with file.open() as given:
        run = subprocess.run(
            COMMAND, shell=True, cwd=FOLDER, stdin=given, capture_output=True, text=True, timeout={limit}
        )
    complaints = file.with_suffix(".err")
    for line in complaints.read_text().splitlines() if complaints.exists() else []:
        assert line in run.stderr.splitlines()
    assert run.stdout.splitlines() == file.with_suffix(".out").read_text().splitlines()
    assert run.returncode == (1 if complaints.exists() else 0), run.stderr
'''


@dataclass(frozen=True)
class KataTests:
    """The tests of the kata that lead an attempt."""

    ids: list[str]
    """In the order in which they are shown."""
    opening: set[str]
    """Those that open a step, and need code for it."""
    files: Callable[[int], dict[str, bytes]]
    """Gives the files that run the first tests, by their paths; takes how many were shown."""


def tests_of_kata(attempt: Attempt) -> KataTests:
    """The tests that lead an attempt. Raises CollectionError if the suite cannot be collected."""
    if attempt.program:
        return case_tests(attempt)
    if attempt.setting("mode") == "mine":
        return KataTests([], set(), lambda _shown: {"pytest.ini": INI.encode()})
    return suite_tests(attempt)


def suite_tests(attempt: Attempt) -> KataTests:
    """The suite of the story, without what was not shown. Raises CollectionError."""
    with collect(attempt.story) as suite:
        tests = attempt.kata.taught(list(suite.tests))
    suite_folder, module = attempt.story.suite, attempt.story.module
    names = sorted({file_name(test) for test in tests})
    texts = {name: (suite_folder / name).read_text(encoding="utf-8") for name in names}
    support = {"pytest.ini": SUITE_INI, "tests/conftest.py": CONFTEST.format(module=module)}
    if (suite_folder / "rows.py").is_file():
        support["tests/rows.py"] = (suite_folder / "rows.py").read_text(encoding="utf-8")

    def files(shown: int) -> dict[str, bytes]:
        ids = {name: [test.id for test in tests[:shown] if file_name(test) == name] for name in names}
        cut = {f"tests/{name}": only_tests(texts[name], ids[name]) for name in names if ids[name]}
        return {path: text.encode() for path, text in (support | cut).items()}

    opening = {test.id for test in first_drivers(tests[1:])}
    return KataTests([test.id for test in tests], opening, files)


def case_tests(attempt: Attempt) -> KataTests:
    """The cases of the kata, and a test that runs the program on them, in whatever language it is."""
    cases = attempt.kata.complete_cases

    def files(shown: int) -> dict[str, bytes]:
        text = TEST_CASES.format(
            command=attempt.program,
            build=attempt.setting("build"),
            limit=attempt.setting("limit") or 5,
        )
        parts = [case.file.with_suffix(end) for case in cases[:shown] for end in (".in", ".out", ".err")]
        found = {f"tests/cases/{part.name}": part.read_bytes() for part in parts if part.is_file()}
        return (
            {"pytest.ini": INI.encode()} | found | ({"tests/test_cases.py": text.encode()} if shown else {})
        )

    return KataTests([f"cases[{case.rule}]" for case in cases], set(), files)


def file_name(test: SuiteTest) -> str:
    """The name of the file that has a test."""
    return PurePosixPath(test.id.partition("::")[0]).name


def only_tests(text: str, ids: list[str]) -> str:
    """The text of a file of tests without the functions and rows of other tests.

    A row is a call of `drives` or `guards` that begins with its step and its rule, as text. Rows that a
    program makes stay with their function.
    """
    functions = {id.partition("::")[2].partition("[")[0].rpartition("::")[2] for id in ids}
    rules = {id.partition("[")[2].removesuffix("]") for id in ids}
    lines = text.splitlines(keepends=True)

    def is_cut(node: ast.AST) -> bool:
        """True for a test that was not shown, and for a class of nothing else."""
        if isinstance(node, ast.ClassDef):
            return all(is_cut(one) for one in node.body)
        return (
            isinstance(node, ast.FunctionDef) and node.name.startswith("test") and node.name not in functions
        )

    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef() | ast.ClassDef() if is_cut(node):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            case ast.Call(func=ast.Name(id="drives" | "guards"), args=[_, ast.Constant(value=rule), *_]):
                if rule in rules:
                    continue
                first = node.lineno
            case _:
                continue
        for number in range(first - 1, node.end_lineno or first):
            lines[number] = ""
    return only_used_imports("".join(lines))


def only_used_imports(text: str) -> str:
    """The text of a file without imported names that nothing uses: the module may lack them as yet."""
    lines, tree = text.splitlines(keepends=True), ast.parse(text)
    used = {"*", *(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names = [one for one in node.names if (one.asname or one.name) in used]
            first, last = node.lineno - 1, node.end_lineno or node.lineno
            if len(names) < len(node.names):
                node.names = names
                lines[first:last] = [f"{ast.unparse(node)}\n" if names else "", *[""] * (last - first - 1)]
    return "".join(lines)
