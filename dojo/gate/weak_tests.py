"""Law 9: why a test that nothing has failed may not be able to fail, as its own code says."""

import ast
import builtins
import textwrap
from typing import NamedTuple

from dojo.story.source import NO_PYTHON

# what asserts besides `assert`: of pytest, and of unittest
ASSERTS = ("raises", "warns", "fail")
# with these around them, assertions may fail unseen
SUPPRESSES = ("suppress",)
ANY_ERROR = ("Exception", "BaseException", "AssertionError")


class WhyNot(NamedTuple):
    """Why a test cannot fail, and what to do about it."""

    problem: str
    mend: str


def find_cause(function: str) -> WhyNot | None:
    """Return why a test cannot fail, by the text of its function; None if its code does not say so."""
    try:
        tree = ast.parse(textwrap.dedent(function))
    except NO_PYTHON:
        return None
    nodes = [*ast.walk(tree)]
    if any(is_suppressing(node) for node in nodes):
        return WhyNot("it suppresses the error that would fail it", "let that error through")
    assertions = [node for node in nodes if isinstance(node, ast.Assert)]
    for assertion in assertions:
        cause = find_cause_of_assertion(assertion.test)
        if cause:
            return cause
    if not assertions and not any(may_assert(node) for node in nodes):
        if any(isinstance(node, ast.Return) and node.value for node in nodes):
            return WhyNot("it returns what it should assert", "write assert in place of return")
        return WhyNot("it asserts nothing", "say with assert what has to come")
    return None


def find_cause_of_assertion(test: ast.expr) -> WhyNot | None:
    """Return why an assertion holds whatever comes; None if it may fail."""
    is_call = any(isinstance(node, ast.Call) for node in ast.walk(test))
    if isinstance(test, ast.Attribute) and not is_call:
        name = ast.unparse(test)
        return WhyNot(f"assert {name} holds as long as there is a {name}", "call it, and compare what comes")
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        for value in test.values:
            if isinstance(value, ast.Constant) and value.value:
                return WhyNot(f"“or {ast.unparse(value)}” is always true", "write a comparison on both sides")
    if isinstance(test, ast.Call) and ast.unparse(test.func) == "all":
        return WhyNot("all() of nothing is true", "assert as well that there is something")
    return None


def is_suppressing(node: ast.AST) -> bool:
    """True for `with suppress(Exception)` and the like."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] not in SUPPRESSES:
        return False
    return any(ast.unparse(argument) in ANY_ERROR for argument in node.args)


def may_assert(node: ast.AST) -> bool:
    """True for a call that may fail a test: of pytest's, of unittest's, or of a helper of the suite."""
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    is_helper = isinstance(node.func, ast.Name)
    return name in ASSERTS or name.startswith("assert") or (is_helper and not hasattr(builtins, name))
