"""Law 6: a step reads the files that it is given by name, and none that it names itself."""

import ast
from collections.abc import Callable, Iterator

WITHOUT = frozenset(["fileinput.input", "fileinput.FileInput"])
"""Without a name they open what the program is given."""
OPENERS = WITHOUT | {
    "codecs.open",
    "io.open",
    "open",
    "pathlib.Path",
    "tokenize.open",
    "xml.etree.ElementTree.parse",
}


def is_given(call: ast.Call, opener: str, from_outside: Callable[[ast.Name], bool]) -> bool:
    """Does somebody else choose the file: the caller of the function, or whoever starts the program?

    `from_outside` says whether a name comes from them.
    """
    paths = [*call.args[:1], *(word.value for word in call.keywords if word.arg in ("file", "files"))]
    if not paths:
        return opener in WITHOUT
    if isinstance(paths[0], ast.Constant):
        return isinstance(paths[0].value, int)
    return all(from_outside(part) if isinstance(part, ast.Name) else False for part in parts(paths[0]))


def parts(path: ast.expr) -> Iterator[ast.Name | ast.Constant]:
    """The names and texts that make up a path, without the keys that look something up."""
    waiting: list[ast.AST] = [path]
    while waiting:
        match waiting.pop():
            case ast.Name() as name:
                yield name
            case ast.Constant(value=str() | bytes()) as text:
                yield text
            case ast.Subscript(value=value):
                waiting.append(value)
            case ast.Call(func=ast.Name(), args=given):
                waiting += given
            case node:
                waiting += ast.iter_child_nodes(node)


def fixed(function: ast.AST) -> set[str]:
    """The names of a function that stand for a text: `path = "a.txt"`, and `path="a.txt"` as a default."""
    found = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str() | bytes())):
                found.add(name)
            case ast.NamedExpr(target=ast.Name(id=name), value=ast.Constant(value=str() | bytes())):
                found.add(name)
            case ast.arguments():
                for word, default in defaults(node):
                    if isinstance(default, ast.Constant) and isinstance(default.value, str | bytes):
                        found.add(word.arg)
    return found


def defaults(words: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    """Each parameter that has a default, and its default."""
    given = [*words.posonlyargs, *words.args]
    return [
        *zip(given[len(given) - len(words.defaults) :], words.defaults, strict=True),
        *zip(words.kwonlyargs, words.kw_defaults, strict=True),
    ]
