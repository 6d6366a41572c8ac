"""A name means one thing: searching for a class or a function by its name finds it."""

import ast
from collections import Counter

from helpers import TOP

WRITTEN = [file for file in sorted((TOP / "dojo").rglob("*.py")) if "skeleton" not in file.parts]


def class_names(code):
    """The names of the classes that a module defines."""
    return [node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ClassDef)]


def function_names(code):
    """The names of the functions that a module defines at its top."""
    return {node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)}


def many(names_in, most):
    """The names that more modules than so many have."""
    names = Counter(name for file in WRITTEN for name in names_in(file.read_text(encoding="utf-8")))
    return [name for name, count in names.items() if count > most]


def test_no_two_classes_have_one_name():
    assert many(class_names, most=1) == []


def test_no_function_name_is_in_more_than_four_modules():
    assert many(function_names, most=4) == []


def test_a_class_within_a_function_counts():
    assert class_names("class A: pass\ndef f():\n    class B(A): pass\n") == ["A", "B"]


def test_a_function_at_the_top_counts_and_a_method_does_not():
    assert function_names("class A:\n    def f(self): pass\ndef g(): pass\n") == {"g"}
