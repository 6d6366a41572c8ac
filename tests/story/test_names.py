"""A name means one thing: searching for a class by its name finds it."""

import ast
from collections import Counter

from helpers import TOP

WRITTEN = [file for file in sorted((TOP / "dojo").rglob("*.py")) if "skeleton" not in file.parts]


def class_names(code):
    """The names of the classes that a module defines."""
    return [node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ClassDef)]


def test_no_two_classes_have_one_name():
    names = Counter(name for file in WRITTEN for name in class_names(file.read_text(encoding="utf-8")))
    assert [name for name, count in names.items() if count > 1] == []


def test_a_class_within_a_function_counts():
    assert class_names("class A: pass\ndef f():\n    class B(A): pass\n") == ["A", "B"]
