"""Law 5, by reading: a step holds nothing that Python itself leaves out, for no run can miss it.

`if False:`, what follows a `return`, one side of a condition that is a constant: the compiler drops them,
and coverage never hears of them. Nor does it see whether the rest of a line ran, as in `if low: number = 0`.
"""

import ast
from bisect import bisect_left
from collections.abc import Iterator

from dojo.gate.code.parsed import Code, codes
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.story.compiled import within

Place = tuple[int, int]
"""A line and a column."""

RUNS_NOTHING = (ast.Global, ast.Nonlocal, ast.Pass, ast.Break, ast.Continue)
"""Statements that may have no instruction of their own although they run."""

LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every statement, and every side of a condition, that Python leaves out of what it runs."""
    story = evidence.story
    for found in codes(story):
        for node in left_out(found):
            what = "Python leaves this out, so no run can reach it and no coverage can miss it; remove it"
            yield found.violation(5, node, *split(what))
        for node in decided(found.tree):
            yield found.violation(5, node, "a constant decides nothing here", "remove it")
        for node in on_the_line_of_a_condition(found.tree):
            what = (
                "is on the line of its condition, where coverage does not see it; give it a line of its own"
            )
            yield found.violation(5, node, *split(what))


def left_out(found: Code) -> Iterator[ast.AST]:
    """What is written but not compiled; what is nested in it is not named again."""
    begins = sorted(
        (line, column)
        for code in within(found.compiled)
        for line, _, column, _ in code.co_positions()
        if line is not None and column is not None
    )
    waiting: list[ast.AST] = [found.tree]
    while waiting:
        node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            reached_or_not = isinstance(child, ast.stmt) or isinstance(node, ast.IfExp | ast.BoolOp)
            if reached_or_not and comes_to_something(child) and not is_run(child, begins):
                yield child
            else:
                waiting.append(child)


def decided(tree: ast.Module) -> Iterator[ast.expr]:
    """Each side of `and` and `or` that is a constant and not the last: `True and …` asks nothing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BoolOp):
            yield from (side for side in node.values[:-1] if isinstance(side, ast.Constant))


def on_the_line_of_a_condition(tree: ast.Module) -> Iterator[ast.stmt]:
    """What runs on a condition and begins on its line; a statement that leaves is seen by coverage."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test=head, body=body) | ast.While(test=head, body=body):
                pass
            case ast.For(iter=head, body=body) | ast.AsyncFor(iter=head, body=body):
                pass
            case ast.ExceptHandler(type=ast.expr() as head, body=body):
                pass
            case ast.match_case(pattern=pattern, guard=guard, body=body):
                head = guard or pattern  # type: ignore[assignment]
            case _:
                continue
        if body[0].lineno == head.end_lineno and not isinstance(body[0], LEAVES):
            yield body[0]


def comes_to_something(node: ast.AST) -> bool:
    """Does Python make instructions for a statement or a side that can be reached?"""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
            return False
        case ast.Expr(
            value=ast.Yield(value=None | ast.Constant())
        ):  # makes a generator of what gives nothing
            return False
        case ast.stmt():
            return not isinstance(node, RUNS_NOTHING)
        case _:
            return any(isinstance(part, ast.Name | ast.Call) for part in ast.walk(node))


def is_run(node: ast.AST, begins: list[Place]) -> bool:
    """Does an instruction begin where it stands?"""
    first = min([node, *getattr(node, "decorator_list", [])], key=lambda part: part.lineno)
    at = bisect_left(begins, (first.lineno, first.col_offset))
    return at < len(begins) and begins[at] < (node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
