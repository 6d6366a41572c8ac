"""The files of a suite as they are written: their trees, and which of their functions are tests."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from dojo.gate.violation import Violation, line_of
from dojo.story.story import Story

PLUGIN = "conftest.py"
ROWS = "rows.py"
COLLECTED = ("test_*.py", "*_test.py")
NOT_ENTERED = (".*", "*.egg", "_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}")
"""Folders that pytest does not enter."""
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the suite, and what it stands in: classes, functions, `if`, from the outside in."""

    file: "SuiteFile"
    node: ast.FunctionDef | ast.AsyncFunctionDef
    above: tuple[ast.AST, ...]

    @property
    def name(self) -> str:
        return self.node.name

    @property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.above if isinstance(node, ast.ClassDef)]

    @property
    def path(self) -> str:
        """As pytest names it in its file: `TestNumbers::test_one`."""
        return "::".join([*(one.name for one in self.classes), self.name])

    @property
    def nested(self) -> bool:
        """Does it stand in a function?"""
        return any(isinstance(node, FUNCTIONS) for node in self.above)

    @property
    def takes(self) -> list[str]:
        """The names of what it takes."""
        given = self.node.args
        return [one.arg for one in [*given.posonlyargs, *given.args, *given.kwonlyargs]]

    @property
    def decorators(self) -> list[ast.expr]:
        return self.node.decorator_list

    @property
    def is_fixture(self) -> bool:
        return any(dotted(one).split(".")[-1].endswith("fixture") for one in self.decorators)

    @property
    def fixture(self) -> str:
        """What a fixture is called where it is taken."""
        for one in self.decorators:
            if isinstance(one, ast.Call) and isinstance(name := keyword(one, "name"), ast.Constant):
                return str(name.value)
        return self.name

    @property
    def marked(self) -> bool:
        """Does it have a mark of its own?"""
        return any(dotted(one).split(".")[-1] in ("drives", "guards") for one in self.decorators)

    @property
    def is_test(self) -> bool:
        """Would pytest take it for a test, or its author?"""
        named = self.name.startswith("test") and not self.nested and self.file.is_collected
        return not self.is_fixture and (named or self.marked)


@dataclass(frozen=True, eq=False)
class SuiteFile:
    """A Python file below the folder of the suite."""

    name: str
    """As it is seen from the suite's folder."""
    shown: str
    """As it is seen from the top of the workspace."""
    tree: ast.Module

    @property
    def is_collected(self) -> bool:
        """Does pytest look for tests in a file of this name?"""
        *folders, name = Path(self.name).parts
        entered = not any(fnmatch(folder, one) for folder in folders for one in NOT_ENTERED)
        return entered and any(fnmatch(name, one) for one in COLLECTED)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of its tree."""
        return list(ast.walk(self.tree))

    @property
    def stem(self) -> str:
        """What it is called where it is imported."""
        return Path(self.name).stem

    @cached_property
    def imported(self) -> dict[str, set[str]]:
        """The modules that it imports, by the last part of their names, and what it takes out of each."""
        found: dict[str, set[str]] = {}
        for node in ast.walk(self.tree):
            match node:
                case ast.Import(names=aliases):
                    found |= {alias.name.split(".")[-1]: set() for alias in aliases}
                case ast.ImportFrom(module=module, names=aliases):
                    names = {alias.name for alias in aliases}
                    found.setdefault((module or "").split(".")[-1], set()).update(names)
                    found |= {name: set() for name in names if name not in found}
        return found

    @cached_property
    def meanings(self) -> dict[str, ast.expr]:
        """What a name stands for if it is given once at the top of the file, or imported by another name."""
        found: dict[str, list[ast.expr]] = {}
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    found.setdefault(name, []).append(value)
                case ast.ImportFrom(names=aliases):
                    for alias in aliases:
                        if alias.asname and alias.asname != alias.name:
                            found.setdefault(alias.asname, []).append(ast.Name(alias.name, ast.Load()))
        return {name: values[0] for name, values in found.items() if len(values) == 1}

    def last_name(self, node: ast.AST) -> str:
        """What something is really called, without where it comes from: `raises` of `pt.raises(...)`."""
        name = dotted(node)
        meant = self.meanings.get(name)
        return dotted(meant if isinstance(meant, (ast.Name, ast.Attribute)) else node).split(".")[-1]

    @cached_property
    def functions(self) -> list[Function]:
        """Its functions and methods, in the order in which they are written."""
        return list(functions_in(self, self.tree, ()))


class SuiteSource:
    """All files of a story's suite."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.files = [
            SuiteFile(file.relative_to(story.suite).as_posix(), story.inside(file), tree)
            for file in python_files(story.suite)
            if (tree := tree_of(file))
        ]
        self.functions = [function for file in self.files for function in file.functions]
        self.tests = [function for function in self.functions if function.is_test]
        self.fixtures = {one.fixture: one for one in self.functions if one.is_fixture}

    @cached_property
    def used(self) -> Counter[str]:
        """How often each name is used, as a name, an attribute or a text."""
        return sum((names_in(file.tree) for file in self.files), Counter[str]())

    def uses(self, function: Function) -> bool:
        """Does anything but the function itself name it?"""
        return self.used[function.name] > names_in(function.node)[function.name]

    @cached_property
    def by_name(self) -> dict[str, list[Function]]:
        """The functions of the suite by what they are called."""
        found: dict[str, list[Function]] = {}
        for function in self.functions:
            found.setdefault(function.name, []).append(function)
        return found

    def called(self, name: str) -> list[Function]:
        """The functions of the suite that are called so."""
        return self.by_name.get(name, [])

    def violation(self, law: int, file: SuiteFile, node: ast.AST, what: str, fix: str = "") -> Violation:
        """Give a violation at a node of a file."""
        return Violation(law, self.story.top / file.shown, line_of(node), what, fix)


def python_files(folder: Path) -> list[Path]:
    """The Python files below a folder, in order."""
    found = sorted(folder.rglob("*.py"))
    return [file for file in found if file.is_file() and "__pycache__" not in file.parts]


def tree_of(file: Path) -> ast.Module | None:
    """The tree of a file; None if it is not valid Python: pytest reports that if it collects the file."""
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return None


def functions_in(file: SuiteFile, node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[Function]:
    """The functions below a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield Function(file, child, above)
        if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield from functions_in(file, child, (*above, child))


def dotted(node: ast.AST) -> str:
    """`pytest.mark.drives` of such a name, or of a call of it; whatever is not a name is left out."""
    match node:
        case ast.Call(func=func):
            return dotted(func)
        case ast.Attribute(value=value, attr=attr):
            return f"{dotted(value)}.{attr}".lstrip(".")
        case ast.Name(id=name):
            return name
        case _:
            return ""


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    """What a call gives by a name."""
    return next((one.value for one in call.keywords if one.arg == name), None)


def within(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node that are run with it: not those of functions, classes and lambdas in it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from within(child)


def names_in(tree: ast.AST) -> Counter[str]:
    """How often each name is used below a node, as a name, an attribute or a text."""
    names: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                names[name] += 1
            case ast.Constant(value=str(text)) if text.isidentifier():
                names[text] += 1
    return names
