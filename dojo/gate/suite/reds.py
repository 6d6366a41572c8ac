"""Law 2: no red is made in the suite: a crash stays one, and what fails is the test's own assertion."""

import ast
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.suite.errors import broad, types
from dojo.gate.suite.source import Function, dotted, within
from dojo.gate.violation import Violation, split

SLIPS = (
    "TypeError",
    "AttributeError",
    "NameError",
    "UnboundLocalError",
    "NotImplementedError",
    "RecursionError",
)
"""Errors that come from a slip in the code: few programs raise them on purpose."""
MISSING = ("ImportError", "AttributeError")
"""Errors that tell of a name that is not there yet."""
DID_NOT_RAISE = "DID NOT RAISE"
MAKES_ANSWERS = (
    "this `{}` turns a crash into an answer; name the error that the step raises, or use pytest.raises"
)
SETS_UP = ("setup_", "teardown_", "setUp", "tearDown")


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every place in the suite that turns something else into a red."""
    source = evidence.suite
    for function in source.functions:
        for node, what in of_a_function(function):
            yield source.violation(2, function.file, node, *split(f"{function.name}: {what}"))
    for file in source.files:
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Constant) and str(node.value).startswith(DID_NOT_RAISE):
                yield source.violation(
                    2, file, node, f"“{DID_NOT_RAISE}” is what pytest says", "use pytest.raises"
                )


def of_a_function(function: Function) -> Iterator[tuple[ast.AST, str]]:
    """Every place in a function that turns something else into a red."""
    nodes = list(within(function.node))
    sets_up = function.is_fixture or function.name.startswith(SETS_UP)
    for node in nodes:
        match node:
            case ast.Try(body=body, handlers=handlers) if calls(body):
                for handler in handlers:
                    if broad(types(handler.type, function.file), *SLIPS) and not passed_on(handler):
                        yield handler, MAKES_ANSWERS.format("except")
            case ast.Call(args=args) if function.file.last_name(node) == "suppress":
                if any(broad(types(one, function.file), *SLIPS) for one in args):
                    yield node, MAKES_ANSWERS.format("suppress")
            case ast.Assert() if sets_up:
                yield (
                    node,
                    "it asserts before the test begins; assert it in the test itself",
                )
            case ast.Raise(exc=ast.expr() as error) if dotted(error).split(".")[-1] in (
                "AssertionError",
                *MISSING,
            ):
                name = dotted(error).split(".")[-1]
                if sets_up or (name in MISSING and not in_a_stand_in(function)):
                    yield node, f"it raises {name} by hand; assert in the test"


def calls(body: list[ast.stmt]) -> bool:
    """Is anything called or asked for in these statements?"""
    return any(isinstance(part, (ast.Call, ast.Attribute)) for node in body for part in within(node))


def passed_on(handler: ast.ExceptHandler) -> bool:
    """Does a handler let the error go on, as it is?"""
    raised = [node for node in within(handler) if isinstance(node, ast.Raise)]
    return any(node.exc is None or dotted(node.exc) == handler.name for node in raised)


def in_a_stand_in(function: Function) -> bool:
    """Does it stand in a class or a function that the test hands to the step?"""
    return (
        function.nested or bool(function.classes) or function.name.startswith("__")
    ) and not function.is_test
