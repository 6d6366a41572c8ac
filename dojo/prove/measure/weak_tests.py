"""What the source of a test alone shows: that it cannot fail, and which value it expects now."""

import ast
from functools import cache

from dojo.gate.results.weak_tests import find_asserts, is_always_true
from dojo.tracing.sources import FUNCTIONS, parse

ASSERTS_NOTHING = "it asserts nothing by itself"
ALWAYS_TRUE = "its assertion is true whatever the code does"
# `pytest.raises`, `self.assertEqual`, and helpers with such names
ASSERTING_NAMES = ("assert", "raises", "warns", "deprecated_call", "fail", "check", "expect")
MAX_SHOWN_CHARS = 100


@cache
def functions_by_line(content: bytes) -> dict[int, ast.AST]:
    """Return the functions of a file by the lines on which they begin."""
    tree = parse(content)
    if tree is None:
        return {}
    return {node.lineno: node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)}


def why_it_cannot_fail(content: bytes, line: int) -> str:
    """Say why the test that begins at a line passes whatever the code does; an empty text if it may fail."""
    function = functions_by_line(content).get(line)
    if function is None:
        return ""
    for node in ast.walk(function):
        name = getattr(node, "attr", getattr(node, "id", ""))
        if isinstance(name, str) and name.startswith(ASSERTING_NAMES):
            return ""
    asserts = find_asserts(function)
    if not asserts:
        return ASSERTS_NOTHING
    return ALWAYS_TRUE if all(is_always_true(node.test) for node in asserts) else ""


def expected_values(old: bytes, old_line: int, new: bytes, new_line: int) -> tuple[str, str]:
    """Return the first assertion that differs, as it was and as it is; empty texts if more differs."""
    before = functions_by_line(old).get(old_line)
    after = functions_by_line(new).get(new_line)
    if before is None or after is None:
        return "", ""
    was, now = find_asserts(before), find_asserts(after)
    if len(was) != len(now):
        return "", ""
    for one, other in zip(was, now):
        if ast.dump(one) != ast.dump(other):
            texts = (ast.unparse(one.test), ast.unparse(other.test))
            return texts if max(map(len, texts)) <= MAX_SHOWN_CHARS else ("", "")
    return "", ""
