"""Law 9: why a test that nothing has failed may not be able to fail, as its own code says."""

import ast
import builtins
import textwrap
from typing import NamedTuple

from dojo.story.code.syntax import NO_PYTHON, find_nodes, parse_source

# what asserts besides `assert`: of pytest, and of unittest
ASSERTS = ("raises", "warns", "fail")
# with these around them, assertions may fail unseen
SUPPRESSES = ("suppress",)
ANY_ERROR = ("Exception", "BaseException", "AssertionError")


class Weakness(NamedTuple):
    """Why a test cannot fail, and what to do about it."""

    problem: str
    mend: str


SUPPRESSED = Weakness("it suppresses the error that would fail it", "let that error through")
RETURNED = Weakness("it returns what it should assert", "write assert in place of return")
NOTHING_ASSERTED = Weakness("it asserts nothing", "say with assert what has to come")
ALL_OF_NOTHING = Weakness("all() of nothing is true", "assert as well that there is something")


def find_weakness(function: str) -> Weakness | None:
    """Return why a test cannot fail, by the text of its function; None if its code does not say so."""
    try:
        tree = parse_source(textwrap.dedent(function))
    except NO_PYTHON:
        return None
    return find_weakness_of_tree(tree)


def find_weakness_of_tree(tree: ast.AST) -> Weakness | None:
    """Return why a test cannot fail, by the syntax of its function; None if its code does not say so."""
    nodes = [*ast.walk(tree)]
    if any(is_suppressing(node) for node in nodes):
        return SUPPRESSED
    assertions = find_asserts(tree)
    for assertion in assertions:
        weakness = find_weakness_of_assertion(assertion.test)
        if weakness:
            return weakness
    if assertions or any(may_assert(node) for node in nodes):
        return None
    returns_a_value = any(isinstance(node, ast.Return) and node.value for node in nodes)
    return RETURNED if returns_a_value else NOTHING_ASSERTED


def find_weakness_of_assertion(test: ast.expr) -> Weakness | None:
    """Return why an assertion holds whatever comes; None if it may fail."""
    match test:
        case ast.Attribute():
            return find_missing_call(test)
        case ast.BoolOp(ast.Or(), values):
            for value in values:
                if isinstance(value, ast.Constant) and value.value:
                    problem = f"“or {ast.unparse(value)}” is always true"
                    return Weakness(problem, "write a comparison on both sides")
        case ast.Call(ast.Name("all")):
            return ALL_OF_NOTHING
    if is_always_true(test):
        return Weakness(f"assert {ast.unparse(test)} is always true", "compare what comes with what should")
    return None


def find_missing_call(test: ast.Attribute) -> Weakness | None:
    """Return that a function is there, which a test asserts without calling it; None if it calls another."""
    if find_nodes(test, ast.Call):
        return None
    name = ast.unparse(test)
    return Weakness(f"assert {name} holds as long as there is a {name}", "call it, and compare what comes")


def find_asserts(tree: ast.AST) -> list[ast.Assert]:
    """Return the assertions of a test, or of any code."""
    return find_nodes(tree, ast.Assert)


def is_always_true(node: ast.expr) -> bool:
    """True for `True`, `(x == 1, "why")`, `x == x`, and `x == 1 or True`."""
    match node:
        case ast.Constant(value):
            return bool(value)
        case ast.Tuple(elts=elements):
            return bool(elements)
        case ast.BoolOp(ast.Or(), values):
            return any(is_always_true(value) for value in values)
        case ast.Compare(left, [ast.Eq() | ast.Is()], [right]):
            # two calls may well give two results
            return not find_nodes(node, ast.Call) and ast.dump(left) == ast.dump(right)
    return False


def is_suppressing(node: ast.AST) -> bool:
    """True for `suppress(…)` of any error, or of that of an assertion."""
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
