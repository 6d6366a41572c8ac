"""What a verb waits for before it begins: Python, this tooling, and nothing that another verb needs."""

import ast
import subprocess
import sys

import pytest
from helpers import TOP

PACKAGES = "coverage jinja2 markdown_it msgspec pygments pytest rich segno starlette uvicorn"


LIGHTS = "sqlite3 dojo.attempt.light dojo.attempt.storage.disk dojo.attempt.store"


@pytest.mark.parametrize("modules", [PACKAGES, LIGHTS], ids=["a package", "the lights of an attempt"])
def test_the_table_of_verbs_imports_nothing_that_only_some_verbs_need(modules):
    """The help and a mistake would wait for it: 20 to 200 ms for a package, 20 for the lights."""
    code = f"import sys, dojo.cli.main; print(*sys.modules.keys() & {set(modules.split())!r})"
    ran = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "\n", "")


def late_imports_without_a_reason(source):
    """Yield the lines of the imports inside functions above which no comment says why they are there.

    One comment is enough for imports in a row.
    """
    lines = source.splitlines()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        explained_line = 0
        for statement in ast.walk(function):
            if not isinstance(statement, ast.Import | ast.ImportFrom):
                continue
            is_explained = lines[statement.lineno - 2].strip().startswith("#")
            if is_explained or statement.lineno == explained_line + 1:
                assert statement.end_lineno
                explained_line = statement.end_lineno
            else:
                yield statement.lineno


def test_each_import_inside_a_function_has_a_reason_above_it():
    found = []
    for file in sorted(TOP.glob("dojo/**/*.py")):
        for line in late_imports_without_a_reason(file.read_text(encoding="utf-8")):
            found.append(f"{file.relative_to(TOP)}:{line}")
    assert found == []


def test_one_without_a_reason_would_be_found():
    source = """\
def first():
    # late, for it imports rich
    from rich.console import Console
    from rich.text import Text

    import os
def second():
    import json
    import re
"""
    assert list(late_imports_without_a_reason(source)) == [6, 8, 9]
