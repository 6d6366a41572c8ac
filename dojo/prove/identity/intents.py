"""What a test uses, as deep as it goes: helpers, constants, fixtures and data; but never the code."""

import ast
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from dojo.attempt.snapshot import Files
from dojo.prove.identity.modules import FUNCTIONS, Found, Import, Module, is_autouse, module
from dojo.prove.identity.places import belongs_to_tests
from dojo.prove.identity.syntax import normal, normal_text

LINK = "120000"
Place = tuple[str, str]
"""A file, and a name in it; without a name, all of the file."""


class Uses:
    """The files of a version that tests may use: what belongs to them, and data."""

    def __init__(self, files: Files) -> None:
        self.contents: dict[str, bytes] = {}
        for name, file in files.items():
            path = name.decode(errors="replace")
            if file.mode != LINK and (belongs_to_tests(path) or not path.endswith(".py")):
                self.contents[path] = file.content

    def module(self, path: str) -> Module:
        """A file that belongs to the tests; without anything if there is none."""
        return module(self.contents.get(path, b""))

    def constant(self, path: str, name: str) -> ast.expr | None:
        """The value that a name of a test file is bound to, also where a helper has it."""
        place = self.place(path, name)
        node = self.module(place[0]).definitions.get(place[1]) if place else None
        return node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None

    def intent(self, path: str, test: Found, but: Collection[ast.AST]) -> list[str]:
        """All that a test uses beside its body, and without the rows that its decorators name."""
        around = [*of_class(test)]
        waiting: list[tuple[str, ast.AST]] = [(path, node) for node in [test.function, *around]]
        waiting += self.autouse(path)
        used = {str(number): normal(node) for number, (_, node) in enumerate(waiting[1:])}
        while waiting:
            file, node = waiting.pop()
            for place in filter(None, (self.place(file, name) for name in names(node, but))):
                if str(place) not in used:
                    used[str(place)], deeper = self.text(place)
                    waiting += deeper
            used.update(self.data(path, node))
        return [used[name] for name in sorted(used)]

    def text(self, place: Place) -> tuple[str, list[tuple[str, ast.AST]]]:
        """What stands at a place, and where to look on."""
        file, name = place
        if not name:
            return normal_text(self.contents[file]), []
        node = self.module(file).definitions[name]
        return normal(node), [(file, node)]

    def autouse(self, path: str) -> Iterator[tuple[str, ast.AST]]:
        """The fixtures of a file, and of each conftest.py above it, that run around every test."""
        for file in (path, *self.above(path)):
            yield from ((file, node) for node in self.module(file).definitions.values() if is_autouse(node))

    def above(self, path: str) -> list[str]:
        """Each conftest.py above a file, the nearest first."""
        files = [(folder / "conftest.py").as_posix() for folder in PurePosixPath(path).parents]
        return [file for file in files if file in self.contents and file != path]

    def place(self, path: str, name: str) -> Place | None:
        """Where a name stands that a file uses: in it, in a helper, or as a fixture above it."""
        here = self.module(path)
        if name in here.definitions:
            return path, name
        if name in here.imports:
            return self.followed(path, here.imports[name])
        for one in here.imports.values():
            if one.name == "*" and (place := self.followed(path, one._replace(name=name))):
                return place
        above = (file for file in self.above(path) if name in self.module(file).definitions)
        return next(((file, name) for file in above), None)

    def followed(self, path: str, one: Import) -> Place | None:
        """Where an imported name stands, if a helper has it."""
        folder = PurePosixPath(path).parent
        tops = [folder, *folder.parents]
        for top in tops[one.level - 1 : one.level] if one.level else tops:
            parts = one.module.split(".") if one.module else []
            if place := self.in_file(top.joinpath(*parts), one.name):
                return place
            if one.name and (place := self.in_file(top.joinpath(*parts, one.name), "")):
                return place
        return None

    def in_file(self, module: PurePosixPath, name: str) -> Place | None:
        """A name in a module, or all of the module."""
        for file in (f"{module}.py", (module / "__init__.py").as_posix()):
            if file in self.contents and (not name or name in self.module(file).definitions):
                return file, name
        return None

    def data(self, path: str, node: ast.AST) -> Iterator[Place]:
        """The data files that a piece of syntax names, and what is in them."""
        folder = PurePosixPath(path).parent
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and "." in one.value:
                for file in {one.value, (folder / one.value).as_posix()}:
                    if file in self.contents and not file.endswith(".py"):
                        yield file, repr(self.contents[file])


def of_class(test: Found) -> Iterator[ast.AST]:
    """What the classes of a test have beside tests and rows."""
    for one in test.classes:
        yield from one.bases
    for one in test.family:
        yield from (node for node in one.body if not of_a_test(node))


def of_a_test(node: ast.stmt) -> bool:
    """Is it a test, or a class inside a class?"""
    return isinstance(node, ast.ClassDef) or (isinstance(node, FUNCTIONS) and node.name.startswith("test"))


def names(node: ast.AST, but: Collection[ast.AST]) -> Iterator[str]:
    """The names that a piece of syntax uses: also those of its arguments, which may be fixtures."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one in but:
            continue
        waiting += ast.iter_child_nodes(one)
        if isinstance(one, ast.Name):
            yield one.id
        elif isinstance(one, ast.arg):
            yield one.arg
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.isidentifier():
            yield one.value  # usefixtures("board")
