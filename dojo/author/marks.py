"""Python that mentions steps: in marks, comments and docstrings, and in ways that are not certain."""

import ast
import io
import tokenize
from collections.abc import Iterator

from dojo.author.numbers import Renumbering
from dojo.drafts.places import Places, Span, edited

MARKS = ("drives", "guards")
FIELD = "step: "
"""The line of a mutant's docstring that says which step it belongs to begins like this."""


def renumbered(source: str, by: Renumbering) -> tuple[str, list[int]]:
    """The source with other numbers in it, and the lines that somebody has to look at; raises SyntaxError."""
    tree = ast.parse(source)
    places = Places(source)
    edits = {span: by.written(source[span.start : span.end]) for span in marked(tree, places)}
    edits |= {span: prose(source[span.start : span.end], by) for span in spoken(source, tree, places)}
    blank = edited(source, {span: "\n" * source[span.start : span.end].count("\n") for span in edits})
    return edited(source, edits), sorted({*by.left(blank), *unsure(tree)})


def mentioned(source: str, by: Renumbering) -> list[int]:
    """The lines of any other module that mention a step that moves, or may do so; raises SyntaxError."""
    return sorted({*by.left(source), *listed(ast.parse(source), by)})


def prose(text: str, by: Renumbering) -> str:
    """A comment or a docstring, perhaps that of a mutant."""
    lines = by.text(text).split("\n")
    return "\n".join(
        FIELD + by.written(line.removeprefix(FIELD)) if line.removeprefix(FIELD).isdecimal() else line
        for line in lines
    )


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.expr | None]]:
    """Each mark, and what it says of its step."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in MARKS:
            named = [keyword.value for keyword in node.keywords if keyword.arg == "step"]
            yield node, next(iter([*node.args[:1], *named]), None)


def name_of(node: ast.AST) -> str:
    """drives, of `drives` and of `pytest.mark.drives`"""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_number(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def marked(tree: ast.Module, places: Places) -> list[Span]:
    """The number of each mark that says it as a number."""
    return [places.of(step) for _, step in calls(tree) if step and is_number(step)]


def unsure(tree: ast.Module) -> Iterator[int]:
    """The lines of marks that give their number in another way, or go by another name."""
    sure = {id(call.func) for call, step in calls(tree) if is_number(step)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.Attribute)) and name_of(node) in MARKS and id(node) not in sure:
            yield node.lineno
        if isinstance(node, ast.alias) and node.name in MARKS and node.asname:
            yield node.lineno


def listed(tree: ast.Module, by: Renumbering) -> Iterator[int]:
    """The lines of constants that may list steps, one of which moves: SOLVED = {"fizz": 3, "buzz": 5}."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and all(part.isupper() for part in named(node)):
            found = list(numbers(node.value))
            if len(found) > 1 and max(found) <= by.last and any(by.of(n) != n for n in found):
                yield node.lineno


def numbers(node: ast.expr) -> Iterator[int]:
    """The numbers in a list or a tuple, or among the values of a dictionary."""
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                if isinstance(part, ast.Constant) and type(part.value) is int:
                    yield part.value


def named(node: ast.Assign) -> list[str]:
    """The names that an assignment gives."""
    return [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def spoken(source: str, tree: ast.Module, places: Places) -> Iterator[Span]:
    """Each comment, and each text that is a statement of its own."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            start = places.starts[token.start[0] - 1] + token.start[1]
            yield Span(start, start + len(token.string))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and type(node.value.value) is str
        ):
            yield places.of(node.value)
