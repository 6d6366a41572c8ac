"""Law 9: each test asserts something, and what it asserts can be false."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from dojo.gate.evidence import Evidence
from dojo.gate.suite.reached import reached, truth
from dojo.gate.suite.source import Function, SuiteFile, SuiteSource, dotted, within
from dojo.gate.violation import Violation, split

ASSERTING = re.compile("assert|check|verify|expect|should|ensure|require|must|fail|raises|warns|deprecated")
"""Words in the names of functions that may assert, if the suite has only the name and not the code."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every test that asserts nothing, and every assertion that is always true or never reached."""
    source = evidence.suite
    for file in source.files:
        for node in within(file.tree):
            if name := lambda_for_a_test(node):
                what = f"{name} is a lambda, which asserts nothing; write it with def"
                yield source.violation(9, file, node, *split(what))
    for function in source.functions:
        found = list(of_a_function(function, source))
        for node, what in found:
            yield source.violation(9, function.file, node, *split(f"{function.name}: {what}"))
        if function.is_test and not found and not may_fail(function, source):
            what = f"{function.name} asserts nothing, so it cannot be red; say what the answer has to be"
            yield source.violation(9, function.file, function.node, *split(what))


def lambda_for_a_test(node: ast.AST) -> str:
    """The name of a test, if it is a lambda."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.startswith("test"):
            return name if any(isinstance(part, ast.Lambda) for part in ast.walk(value)) else ""
        case _:
            return ""


def of_a_function(function: Function, source: SuiteSource) -> Iterator[tuple[ast.AST, str]]:
    """Every assertion of a function that cannot fail, and why."""
    live = set(reached(function))
    asserts = [node for node in within(function.node) if isinstance(node, ast.Assert)]
    for one in asserts:
        why = always_true(one.test, source)
        among_others = isinstance(one.test, ast.Constant) and may_fail(function, source)
        if one not in live:
            yield one, "this assertion is never reached; move it to where it is"
        elif why and not among_others:
            yield one, f"this assertion cannot fail: {why}; compare with what the answer has to be"
    if function.is_test and (handled := only_handled(function, source)):
        yield (
            handled,
            "it asserts only in an `except`, so without an error it asserts nothing; use pytest.raises",
        )


def may_fail(function: Function, source: SuiteSource) -> bool:
    """May an assertion fail in a test, in what it calls of the suite, or in its fixtures?"""
    seen: set[Function] = set()
    following = [function]
    while following:
        one = following.pop()
        if one in seen:
            continue
        seen.add(one)
        fails, names = what_is_in(one, source)
        if fails:
            return True
        following += [source.fixtures[name] for name in names if name in source.fixtures]
        following += [other for name in names for other in source.called(name)]
    return False


@cache
def what_is_in(function: Function, source: SuiteSource) -> tuple[bool, frozenset[str]]:
    """Whether an assertion may fail in the function itself, and the names of what it takes and uses."""
    nodes = list(reached(function, nested=True))
    names = [*function.takes, *(dotted(node).split(".")[-1] for node in nodes)]
    return any(asserting(node, function.file, source) for node in nodes), frozenset(filter(None, names))


def asserting(node: ast.AST, file: SuiteFile, source: SuiteSource) -> bool:
    """May this fail?"""
    match node:
        case ast.Assert(test=test):
            return not always_true(test, source)
        case ast.Raise():
            return True
        case ast.Call():
            owner, _, name = dotted(node).rpartition(".")
            own = owner == source.story.module or (source.called(name) and name not in file.meanings)
            return not own and bool(ASSERTING.search(f"{name} {file.last_name(node)}".lower()))
        case _:
            return False


def only_handled(function: Function, source: SuiteSource) -> ast.AST | None:
    """The assertion in an `except`, if a test has no other."""
    handlers = [node for node in within(function.node) if isinstance(node, ast.ExceptHandler)]
    handled = {node for handler in handlers for node in within(handler)}
    others = [node for node in reached(function, nested=True) if node not in handled]
    called = [one for node in others if dotted(node) for one in source.called(dotted(node).split(".")[-1])]
    called += [source.fixtures[name] for name in function.takes if name in source.fixtures]
    outside = any(asserting(node, function.file, source) for node in others)
    if outside or any(may_fail(one, source) for one in called):
        return None
    return next((node for node in handled if isinstance(node, ast.Assert)), None)


def always_true(node: ast.expr, source: SuiteSource) -> str:
    """Why a condition is always true; nothing if it may be false."""
    match node:
        case ast.Tuple(elts=[_, *_]) | ast.List(elts=[_, *_]) | ast.Set() | ast.Dict(keys=[_, *_]):
            return "a tuple is always true, and so is any list of something"
        case ast.Lambda() | ast.GeneratorExp():
            return "it is not called, and so always true"
        case ast.JoinedStr(values=parts) if any(isinstance(part, ast.Constant) for part in parts):
            return "a text is always true"
        case ast.Name(id=name) if name == source.story.module:
            return f"the module {name} is always true"
        case ast.NamedExpr(value=value) | ast.Call(func=ast.Name(id="bool"), args=[value]):
            return always_true(value, source)
        case ast.BoolOp(op=ast.Or(), values=values):
            return next((why for one in values if (why := always_true(one, source))), "")
        case ast.IfExp(body=body, orelse=orelse) if always_true(orelse, source):
            return always_true(body, source)
        case ast.Call(func=ast.Name(id="all")) if over_nothing(node):
            return "it goes through nothing"
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="any")) as call) if over_nothing(
            call
        ):
            return "it goes through nothing"
        case ast.BoolOp(values=values) if all(always_true(one, source) for one in values):
            return always_true(values[0], source)
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[right]) if ast.dump(left) == ast.dump(right):
            return "it compares a thing with itself" if isinstance(left, ast.Name) else ""
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len")), ops=[ast.GtE()], comparators=[ast.Constant(value=0)]
        ):
            return "no length is below 0"
        case ast.Compare(left=left, comparators=others) if all(map(written_out, [left, *others])):
            return "both sides are written out here"
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id="object")]):
            return "anything is an object"
        case _ if truth(node):
            return "a constant is always true"
        case _:
            return ""


def over_nothing(call: ast.Call) -> bool:
    """Is there nothing to go through, as it is written?"""
    over = call.args[0] if call.args else None
    return isinstance(over, (ast.GeneratorExp, ast.ListComp)) and truth(over.generators[0].iter) is False


def written_out(node: ast.expr) -> bool:
    """Is this a value, as it is written in the source?"""
    parts = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.expr_context)
    return all(isinstance(part, parts) for part in ast.walk(node))
