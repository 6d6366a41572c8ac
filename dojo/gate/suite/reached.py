"""What a function can reach: not what is behind a `return`, below `if False`, or in a loop over nothing."""

import ast
from collections.abc import Iterable, Iterator

from dojo.gate.suite.source import FUNCTIONS, Function, SuiteFile, dotted

ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
HANDS_ON = (
    "enumerate",
    "zip",
    "sorted",
    "reversed",
    "list",
    "tuple",
    "set",
    "iter",
    "map",
    "filter",
    "dict",
    "range",
)
"""Calls that give nothing if they are given nothing."""


def reached(function: Function, *, nested: bool = False) -> Iterator[ast.AST]:
    """The nodes of a function that can be reached; with `nested` also those of functions in it."""
    yield from Reach(function.file, nested).block(function.node.body)


def truth(node: ast.expr) -> bool | None:
    """What a condition always is; None if that depends."""
    match node:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return False
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return False
        case ast.UnaryOp(op=ast.Not(), operand=operand) if (known := truth(operand)) is not None:
            return not known
        case _:
            return None


class Reach:
    """What can be reached in a block of a file."""

    def __init__(self, file: SuiteFile, nested: bool) -> None:
        self.file, self.nested = file, nested

    def block(self, body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
        """The nodes of these statements, up to one that ends them."""
        for node in body:
            yield node
            yield from self.statement(node)
            if isinstance(node, ENDS):
                return

    def statement(self, node: ast.stmt) -> Iterator[ast.AST]:
        """The nodes below a statement."""
        left_out = self.dead(node)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not self.nested:
            return
        for name, value in ast.iter_fields(node):
            if name in left_out:
                continue
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, (ast.ExceptHandler, ast.match_case)):
                    yield from self.block(part.body)
                elif isinstance(part, ast.AST) and not isinstance(part, ast.stmt):
                    yield from ast.walk(part)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from self.block(value)

    def dead(self, node: ast.stmt) -> tuple[str, ...]:
        """The parts of a statement that are never reached."""
        match node:
            case ast.If(test=test) if (known := truth(test)) is not None:
                return ("orelse",) if known else ("body",)
            case ast.While(test=test) if truth(test) is False:
                return ("body",)
            case ast.For(iter=over) if self.empty(over):
                return ("body",)
            case _:
                return ()

    def empty(self, node: ast.expr) -> bool:
        """Is there nothing to go through?"""
        match node:
            case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value="" | b""):
                return True
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(end))]):
                return end <= 0
            case ast.Call(func=ast.Name(id=name), args=args) if name in HANDS_ON and name != "range":
                return any(map(self.empty, args)) if args else not node.keywords
            case ast.Call(func=ast.Attribute(value=value, attr="items" | "keys" | "values" | "split")):
                return self.empty(value)
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper)):
                return self.empty(value) or (
                    not lower and isinstance(upper, ast.Constant) and upper.value == 0
                )
            case ast.Name(id=name):
                return self.always_empty(name)
            case _:
                return False

    def always_empty(self, name: str) -> bool:
        """Is a name bound to nothing only, and never filled?"""
        values = [
            node.value
            for node in self.file.nodes
            if isinstance(node, ast.Assign) and [dotted(target) for target in node.targets] == [name]
        ]
        if not values or any(isinstance(value, ast.Name) or not self.empty(value) for value in values):
            return False
        bound = [node for node in self.file.nodes if is_named(node, name)]
        return len(bound) == len(values) and not any(touches(node, name) for node in self.file.nodes)


def is_named(node: ast.AST, name: str) -> bool:
    """Is a name bound here?"""
    match node:
        case ast.Name(id=found, ctx=ast.Store()) | ast.arg(arg=found):
            return found == name
        case _:
            return False


def touches(node: ast.AST, name: str) -> bool:
    """May what a name stands for be changed here?"""
    match node:
        case ast.Attribute(value=ast.Name(id=found)) | ast.AugAssign(target=ast.Name(id=found)):
            return found == name
        case ast.Subscript(value=ast.Name(id=found), ctx=ast.Store()):
            return found == name
        case ast.Call(func=func, args=args) if dotted(func) not in HANDS_ON:
            return any(isinstance(one, ast.Name) and one.id == name for one in args)
        case _:
            return False
