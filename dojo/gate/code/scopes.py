"""Which names a file of a step has: imported, its own, those of a function."""

import ast
from collections.abc import Iterable, Iterator

from dojo.gate.code.modules import PARTS, is_standard, may_be_imported

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def imported(tree: ast.Module) -> dict[str, str]:
    """What each name imported from the standard library stands for: `path` for `os.path`.

    If two things are imported under one name, the one that reaches further counts.
    """
    found: dict[str, str] = {}
    for name, whole in importing(tree):
        module = whole.split(".")[0]
        if is_standard(whole) and (name not in found or module in PARTS or not may_be_imported(module)):
            found[name] = whole
    return found


def importing(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Each name that is imported, and what it stands for."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    first = alias.name.split(".")[0]
                    yield (alias.asname, alias.name) if alias.asname else (first, first)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for alias in names:
                    yield alias.asname or alias.name, f"{module}.{alias.name}"


def own(body: Iterable[ast.stmt]) -> set[str]:
    """The names that these statements define, without those inside their functions."""
    found: set[str] = set()
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
                continue
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                found.add(name)
        waiting += ast.iter_child_nodes(node)
    return found


def of_function(function: Function) -> set[str]:
    """The names of a function: its parameters, and the names that it binds."""
    words = function.args
    given = [*words.posonlyargs, *words.args, *words.kwonlyargs, *filter(None, [words.vararg, words.kwarg])]
    names = {word.arg for word in given}
    return names if isinstance(function, ast.Lambda) else names | own(function.body)


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts that only say something."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text


def is_program(test: ast.expr) -> bool:
    """Is this `__name__ == "__main__"`?"""
    match test:
        case ast.Compare(left=ast.Name("__name__"), ops=[ast.Eq()], comparators=[ast.Constant("__main__")]):
            return True
        case _:
            return False
