"""Law 9: what a test expects is written in it, and is no answer of the step that it tests."""

import ast
import copy
import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import Function, SuiteSource, dotted, within
from dojo.gate.violation import Violation, split

EXPECTED = re.compile("expect|want|golden|solution|should")
"""What people call what they expect."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every comparison of an answer with the same answer, asked for again."""
    source = evidence.suite
    for function in source.functions:
        known = given_names(function, source)
        for node in within(function.node):
            match node:
                case ast.Compare(left=left, ops=[ast.Eq() | ast.Is() | ast.In()], comparators=[right]):
                    pair = left, right
                case ast.Call(args=[left, right, *_]) if dotted(node).endswith("assertEqual"):
                    pair = left, right
                case _:
                    continue
            if same_answer(*pair, known, source.story.module):
                what = f"{function.name}: it expects what the step says; write down what the answer has to be"
                yield source.violation(9, function.file, node, *split(what))


def given_names(function: Function, source: SuiteSource) -> dict[str, ast.expr]:
    """What a name stands for if it is given only once: in the function, or by a fixture that it takes."""
    known: dict[str, list[ast.expr]] = {}
    for name in function.takes:
        if name in source.fixtures and (value := returned(source.fixtures[name])):
            known.setdefault(name, []).append(value)
    for node in within(function.node):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                known.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for each, value in zip(names, values):
                    known.setdefault(dotted(each), []).append(value)
            case ast.AugAssign(target=ast.Name(id=name)) | ast.NamedExpr(target=ast.Name(id=name)):
                known.setdefault(name, []).extend([node.value, node.value])
            case ast.For(target=target):
                for one in ast.walk(target):
                    known.setdefault(dotted(one), []).extend([node.iter, node.iter])
    return {name: values[0] for name, values in known.items() if len(values) == 1}


def returned(fixture: Function) -> ast.expr | None:
    """What a fixture gives, if it gives one thing."""
    values = [node.value for node in within(fixture.node) if isinstance(node, (ast.Return, ast.Yield))]
    return values[0] if len(values) == 1 else None


def same_answer(left: ast.expr, right: ast.expr, known: dict[str, ast.expr], module: str) -> bool:
    """Are both sides the same call of the step, so that one is the expectation of the other?

    Two things that are made of equal texts, `fizz.card("6") == fizz.card("6")`, are two: they may differ.
    """
    named = [isinstance(side, ast.Name) and side.id in known for side in (left, right)]
    whole_left, whole_right = (in_full(side, known) for side in (left, right))
    if ast.dump(whole_left) != ast.dump(whole_right) or not asks(whole_left, module):
        return False
    if all(named):
        names = [side.id for side in (left, right) if isinstance(side, ast.Name)]
        return names[0] != names[1] and any(EXPECTED.search(name) for name in names)
    return any(named) or not (of_texts(left, module) and of_texts(right, module))


def in_full(node: ast.expr, known: dict[str, ast.expr]) -> ast.expr:
    """An expression with what its names stand for in their places."""
    return Filled(known).visit(copy.deepcopy(node))  # type: ignore[no-any-return]


class Filled(ast.NodeTransformer):
    """Puts in place of each name what it stands for, as deep as that goes."""

    def __init__(self, known: dict[str, ast.expr]) -> None:
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.known:
            return node
        rest = {name: value for name, value in self.known.items() if name != node.id}
        return in_full(self.known[node.id], rest)


def asks(node: ast.expr, module: str) -> bool:
    """Is the step called here?"""
    return any(isinstance(one, ast.Call) and dotted(one).split(".")[0] == module for one in ast.walk(node))


def of_texts(node: ast.expr, module: str) -> bool:
    """Is all that is handed to the step written out?"""
    return all(one.id == module for one in ast.walk(node) if isinstance(one, ast.Name))
