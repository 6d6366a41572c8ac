"""Law 9: no error is swallowed on its way to pytest, and none is asked for that any slip would raise."""

import ast
import re
from collections.abc import Iterator, Sequence

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import Function, SuiteFile, dotted, keyword, names_in, within
from dojo.gate.violation import Violation, split

ANY = ("", "Exception", "BaseException")
"""Errors of any kind; an `except` without a type takes them too."""
RAISES = ("raises", "assertRaises", "assertRaisesRegex", "RaisesExc")
ANYTHING = re.compile(r"(\.\*|\^|\$|\.\+|\.)*")


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every error in the suite that is swallowed, or asked for without a word about which error it is."""
    source = evidence.suite
    for function in source.functions:
        for node in within(function.node):
            for place, what in of_a_node(node, function):
                yield source.violation(9, function.file, place, *split(f"{function.name}: {what}"))


def of_a_node(node: ast.AST, function: Function) -> Iterator[tuple[ast.AST, str]]:
    """What a node swallows or asks for, and where."""
    yield from swallowed(node, function.file)
    yield from in_raising(node, function.file)
    if isinstance(node, ast.Call) and too_wide(node, function.file) and not looked_at(node, function):
        yield node, "any error will do, a slip as well; name the error that the step raises, or say match="


def types(node: ast.expr | None, file: SuiteFile) -> list[str]:
    """The names of the errors; an empty one for any."""
    match node:
        case None:
            return [""]
        case ast.Tuple(elts=errors):
            return [name for error in errors for name in types(error, file)]
        case ast.Name(id=name) if isinstance(meant := file.meanings.get(name), ast.Tuple):
            return [file.last_name(error) for error in meant.elts]
        case _:
            return [file.last_name(node) or "?"]


def broad(names: list[str], *others: str) -> bool:
    """Are errors of any kind among them, or one of these others?"""
    return any(name in (*ANY, *others) for name in names)


def goes_on(handler: ast.ExceptHandler) -> bool:
    """Does a handler raise, assert or fail by itself, or note the error that it has caught?"""
    nodes = list(within(handler))
    noted = handler.name and any(isinstance(node, ast.Name) and node.id == handler.name for node in nodes)
    fails = any(isinstance(one, (ast.Raise, ast.Assert)) or dotted(one).endswith("fail") for one in nodes)
    return bool(noted) or fails


def swallowed(node: ast.AST, file: SuiteFile) -> Iterator[tuple[ast.AST, str]]:
    """An assertion that fails, and nobody hears of it."""
    match node:
        case ast.Try(body=body, handlers=handlers, finalbody=last):
            for handler in handlers:
                if swallows([handler.type], body, file) and not goes_on(handler):
                    yield handler, "this `except` swallows the assertion that fails; let it through"
            for one in [*last, *(part for statement in last for part in within(statement))]:
                leaves = isinstance(one, (ast.Break, ast.Continue)) and one in last
                if leaves or isinstance(one, ast.Return):
                    yield one, "leaving a `finally` swallows the assertion that fails; remove this"
        case ast.With(items=items, body=body):
            calls = [item.context_expr for item in items if isinstance(item.context_expr, ast.Call)]
            for call in calls:
                if file.last_name(call) == "suppress" and swallows(call.args, body, file):
                    yield call, "this `suppress` swallows the assertion that fails; let it through"


def swallows(errors: Sequence[ast.expr | None], body: list[ast.stmt], file: SuiteFile) -> bool:
    """Is an assertion that fails in these statements among these errors?"""
    names = [name for error in errors for name in types(error, file)]
    return "AssertionError" in names or (broad(names) and has_assertion(body))


def has_assertion(body: list[ast.stmt]) -> bool:
    """Is an assertion among these statements?"""
    return any(isinstance(part, ast.Assert) for node in body for part in [node, *within(node)])


def in_raising(node: ast.AST, file: SuiteFile) -> Iterator[tuple[ast.AST, str]]:
    """An assertion after the call that raises, in the same `with`; or one that has to fail."""
    if not isinstance(node, ast.With):
        return
    calls = [item.context_expr for item in node.items if is_raises(item.context_expr, file)]
    for statement in node.body[1:] if calls else []:
        if isinstance(statement, ast.Assert):
            yield statement, "this assertion is never reached; move it out of the `with`"
    for call in calls:
        if "AssertionError" in types(wanted(call), file) and has_assertion(node.body):
            yield call, "it asks for its own assertion to fail; turn the assertion round"


def is_raises(node: ast.AST, file: SuiteFile) -> bool:
    """Is this `pytest.raises(…)`, or one like it?"""
    return isinstance(node, ast.Call) and file.last_name(node) in RAISES


def wanted(node: ast.expr) -> ast.expr:
    """The error that a call asks for."""
    if isinstance(node, ast.Call):
        return node.args[0] if node.args else keyword(node, "expected_exception") or node
    return node


def too_wide(call: ast.Call, file: SuiteFile) -> bool:
    """Does it ask for any error at all?"""
    if not is_raises(call, file) or not broad(types(wanted(call), file)):
        return False
    match = keyword(call, "match")
    if dotted(call).endswith("Regex") and len(call.args) > 1:
        match = call.args[1]
    if isinstance(match, ast.Constant) and ANYTHING.fullmatch(str(match.value)):
        match = None
    return match is None and keyword(call, "check") is None


def looked_at(call: ast.Call, function: Function) -> bool:
    """Does the test look at the error that it got?"""
    for node in within(function.node):
        match node:
            case ast.withitem(context_expr=raised, optional_vars=ast.Name(id=name)) if raised is call:
                return names_in(function.node)[name] > 0
            case ast.Assign(value=value, targets=[ast.Name(id=name)]) if value is call:
                return names_in(function.node)[name] > 0
    return False
