"""A story as the commits of a repository: what the gate proves of the steps, `make prove` sees here."""

import ast
import shutil

import pytest
from prove.planted import git, proved

from dojo.runner.matrix import matrix
from katas.poker import story

LAST = 43
"""The steps up to this one become commits: all of them take minutes."""
CONFTEST = '''\
"""The code under test, by its name."""

import importlib

import pytest


def pytest_configure(config):
    for mark in ("drives", "guards"):
        config.addinivalue_line("markers", f"{mark}(step): written in this step")


@pytest.fixture
def poker():
    return importlib.import_module("poker")
'''
COMPUTED = "test_ladder.py"
"""Its rows are made by a program, so nobody can leave out the later ones."""
MARKS = ("drives", "guards")


def committed(top):
    """A repository with a commit for each step of the story; gives its folder."""
    tests = top / "tests"
    tests.mkdir(parents=True)
    git(top, "init", "-q", "-b", "main")
    (tests / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    for step in story().steps[: LAST + 1]:
        shutil.copy(step.module, top)
        for file in story().suite.glob("*.py"):
            if file.name not in ("conftest.py", COMPUTED):
                text = written_by(step.number, file.read_text(encoding="utf-8"))
                (tests / file.name).write_text(text, encoding="utf-8")
        git(top, "add", "-A")
        git(top, "commit", "-q", "--allow-empty", "-m", f"{step.number} {step.title}", when=step.number)
    return top


def written_by(step, code):
    """A file of the suite without the tests and the rows of later steps, and without empty tables."""
    tree = ast.parse(code)
    tables = {node.targets[0].id: node.value.elts for node in tree.body if is_table(node)}
    empty = {name for name, rows in tables.items() if all(step_of(row) > step for row in rows)}
    later = [row for rows in tables.values() for row in rows if step_of(row) > step]
    later += [node for node in tree.body if is_later(node, step, empty)]
    gone = {line for node in later for line in span(node)}
    return "".join(line for n, line in enumerate(code.splitlines(keepends=True), 1) if n not in gone)


def is_table(node):
    """Is it a constant with rows, each of which names its step?"""
    rows = node.value.elts if isinstance(node, ast.Assign) and isinstance(node.value, ast.List) else []
    return bool(rows) and all(step_of(row) is not None for row in rows)


def step_of(node):
    """The step that a row, or the mark of a test, names; none if it names none."""
    if not isinstance(node, ast.Call):
        return None
    name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
    return node.args[0].value if name in MARKS else None


def is_later(node, step, empty):
    """Is it a test that was written after a step, or a table without a row by then?"""
    if is_table(node):
        return node.targets[0].id in empty
    decorators = getattr(node, "decorator_list", [])
    names = {one.id for decorator in decorators for one in ast.walk(decorator) if isinstance(one, ast.Name)}
    steps = [step_of(one) for one in decorators]
    return bool(names & empty) or any(number is not None and number > step for number in steps)


def span(node):
    """The numbers of the lines of a row, a table or a test."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    return set(range(first, node.end_lineno + 1))


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """Each verdict on a row of the suite by its id, of the commit that wrote it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dojo.prove.judge.join_rows", lambda verdicts, _rows=None: [*verdicts])
        proof = proved(committed(tmp_path_factory.mktemp("made") / "story"))
    found = {}
    for version in proof.versions:
        for one in version.verdicts:
            found.setdefault(one.test.replace("tests/", "tests/suite/", 1), []).append(str(one.kind))
    return found


def of_kind(kind):
    """The tests of the story that drive a step, or guard one, up to the last that is a commit."""
    tests = [test for test in matrix(story()).tests if COMPUTED not in test.id]
    return [test.id for test in tests if test.kind == kind and test.written <= LAST]


SEEN = {"proven", "red by name only", "red by a crash", "pays an earlier red"}


def test_no_test_that_drives_a_step_passes_without_its_code(verdicts):
    assert [id for id in of_kind("drives") if not SEEN & {*verdicts.get(id, [])}] == []


def test_most_of_them_are_proven(verdicts):
    proven = [id for id in of_kind("drives") if "proven" in verdicts[id]]
    assert len(proven) > len(of_kind("drives")) / 2


def test_a_guard_passes_without_its_code(verdicts):
    assert [id for id in of_kind("guards") if SEEN & {*verdicts.get(id, [])}] == []
