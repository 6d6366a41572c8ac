"""Law 9: each test asserts something, and what it asserts can be false."""

import ast
import re
from collections.abc import Iterator

from dojo.gate.breach import Breach
from dojo.gate.suite.reached import reached, truth
from dojo.gate.suite.reds import broad, re_raises, types
from dojo.gate.suite.source import Function, SuiteSource, dotted, keyword, names_in, within

ASSERTING = re.compile("assert|check|verify|expect|should|ensure|require|must|fail|raises|warns|deprecated")
"""In names of functions that may assert, of which the suite has only the name."""
RAISES = ("raises", "assertRaises", "assertRaisesRegex", "RaisesExc")
ANYTHING = re.compile(r"(\.\*|\^|\$|\.\+|\.)*")


def breaches(source: SuiteSource) -> Iterator[Breach]:
    """Every test that asserts nothing, and every assertion that is always true or never reached."""
    for function in source.functions:
        found = list(of_a_function(function, source))
        for node, what in found:
            yield source.breach(9, function.file, node, f"{function.name}: {what}")
        if function.is_test and not found and not may_fail(function, source):
            what = f"{function.name} asserts nothing, so it cannot be red: say what the answer has to be"
            yield source.breach(9, function.file, function.node, what)


def of_a_function(function: Function, source: SuiteSource) -> Iterator[tuple[ast.AST, str]]:
    """Every assertion of a function that cannot fail, and why."""
    nodes, live = list(within(function.node)), set(reached(function))
    asserts = [node for node in nodes if isinstance(node, ast.Assert)]
    for one in asserts:
        why = always_true(one.test, source)
        among_others = isinstance(one.test, ast.Constant) and may_fail(function, source)
        if one not in live:
            yield one, "this assertion is never reached"
        elif why and not among_others:
            yield one, f"this assertion cannot fail: {why}"
    if function.is_test and asserts and only_handled(function, source):
        yield (
            asserts[0],
            "it asserts only in an `except`, so without an error it says nothing: use pytest.raises",
        )
    for node in nodes:
        yield from swallowed(node)
        yield from after_raising(node)
        if isinstance(node, ast.Call) and too_wide(node) and not looked_at(node, function):
            yield (
                node,
                "any error will do, a slip as well: name the error that the step has to raise, or say match=",
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
        nodes = list(reached(one, nested=True))
        if any(asserting(node, source) for node in nodes):
            return True
        names = [*one.takes, *(dotted(node).split(".")[-1] for node in nodes)]
        following += [source.fixtures[name] for name in names if name in source.fixtures]
        following += [other for name in names if name for other in source.called(name)]
    return False


def asserting(node: ast.AST, source: SuiteSource) -> bool:
    """May this fail?"""
    match node:
        case ast.Assert(test=test):
            return not always_true(test, source)
        case ast.Raise():
            return True
        case ast.Call():
            owner, _, name = dotted(node).rpartition(".")
            own = owner == source.story.module or source.called(name)
            return not own and bool(ASSERTING.search(name.lower()))
        case _:
            return False


def only_handled(function: Function, source: SuiteSource) -> bool:
    """Does a test assert in an `except` and nowhere else?"""
    handlers = [node for node in within(function.node) if isinstance(node, ast.ExceptHandler)]
    handled = {node for handler in handlers for node in ast.walk(handler)}
    others = [node for node in reached(function, nested=True) if node not in handled]
    called = [one for node in others for one in source.called(dotted(node).split(".")[-1]) if dotted(node)]
    called += [source.fixtures[name] for name in function.takes if name in source.fixtures]
    return not any(asserting(n, source) for n in others) and not any(may_fail(one, source) for one in called)


def always_true(node: ast.expr, source: SuiteSource) -> str:
    """Why a condition is always true; nothing where it may be false."""
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


def written_out(node: ast.expr) -> bool:
    """Is this a value, as it is written in the source?"""
    parts = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.expr_context)
    return all(isinstance(part, parts) for part in ast.walk(node))


def swallowed(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """An assertion that fails, and nobody hears of it."""
    match node:
        case ast.Try(body=body, handlers=handlers, finalbody=last):
            for handler in handlers if has_assertion(body) else []:
                if broad(types(handler.type), "AssertionError") and not re_raises(handler):
                    yield handler, "this `except` swallows the assertion that fails: let it through"
            for one in [part for statement in last for part in [statement, *within(statement)]]:
                if isinstance(one, ast.Return):
                    yield one, "a `return` in `finally` swallows the assertion that fails: take it out"
        case ast.With(items=items, body=body) if has_assertion(body):
            for item in items:
                call = item.context_expr
                suppresses = isinstance(call, ast.Call) and dotted(call).split(".")[-1] == "suppress"
                caught = call.args if isinstance(call, ast.Call) else []
                if suppresses and any(broad(types(one), "AssertionError") for one in caught):
                    yield call, "this `suppress` swallows the assertion that fails: let it through"


def has_assertion(body: list[ast.stmt]) -> bool:
    """Is an assertion among these statements?"""
    return any(isinstance(part, ast.Assert) for node in body for part in [node, *within(node)])


def after_raising(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """An assertion behind the call that raises, in the same `with`."""
    if isinstance(node, ast.With) and any(is_raises(item.context_expr) for item in node.items):
        for statement in node.body[1:]:
            if isinstance(statement, ast.Assert):
                yield statement, "this assertion is never reached: move it out of the `with`"


def is_raises(node: ast.AST) -> bool:
    """Is this `pytest.raises(…)`, or one like it?"""
    return isinstance(node, ast.Call) and dotted(node).split(".")[-1] in RAISES


def too_wide(call: ast.Call) -> bool:
    """Does it ask for any error at all?"""
    wanted = call.args[0] if call.args else keyword(call, "expected_exception")
    if not is_raises(call) or wanted is None or not broad(types(wanted)):
        return False
    match = keyword(call, "match")
    if dotted(call).endswith("Regex") and len(call.args) > 1:
        match = call.args[1]
    says = match is not None and not (
        isinstance(match, ast.Constant) and ANYTHING.fullmatch(str(match.value))
    )
    return not says and keyword(call, "check") is None


def looked_at(call: ast.Call, function: Function) -> bool:
    """Does the test look at the error that it got?"""
    for node in within(function.node):
        match node:
            case ast.withitem(context_expr=raised, optional_vars=ast.Name(id=name)) if raised is call:
                return names_in(function.node)[name] > 0
            case ast.Assign(value=value, targets=[ast.Name(id=name)]) if value is call:
                return names_in(function.node)[name] > 0
    return False
