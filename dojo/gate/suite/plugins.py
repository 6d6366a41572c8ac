"""Law 4: the suite has the one plugin that every suite has, and no other conftest.py touches it."""

import ast
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import PLUGIN, Function, SuiteFile, SuiteSource, dotted, keyword, tree_of
from dojo.gate.violation import Violation, split
from dojo.story.story import Story

THE_ONE = "1e12f9fa280d9fd3402fdaf0994d45a81ff28e4a4e461d14334a474ad770c92d"
"""The SHA-256 of the conftest.py of every suite, with whatever line ends."""
HIDDEN = {*sys.stdlib_module_names, "pytest", "_pytest", "pluggy"}
"""What a file of the suite must not be called: its folder comes first when something is imported."""
HARMLESS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every plugin that may change what the suite comes to."""
    source = evidence.suite
    story = source.story
    if not is_the_one(story.suite / PLUGIN):
        missing = "" if (story.suite / PLUGIN).is_file() else "is missing, so it "
        what = f"{missing}is not the one that every suite has; copy it from another suite, as it is"
        yield Violation(4, story.suite / PLUGIN, 0, *split(what))
    for file in source.files:
        if Path(file.name).name == PLUGIN:
            yield source.violation(4, file, file.tree, "a suite has one conftest.py", "remove this one")
        if Path(file.name).stem in HIDDEN:
            what = "hides a module of Python or of pytest from whoever imports it; give it another name"
            yield source.violation(4, file, file.tree, *split(what))
    for folder in above(story):
        tree = tree_of(folder / PLUGIN)
        if tree:
            file = SuiteFile(PLUGIN, story.shown(folder / PLUGIN), tree)
            for node, what in touching(file, folder, source):
                yield source.violation(4, file, node, what, "put it into a conftest.py beside those tests")


def is_the_one(file: Path) -> bool:
    """Is this the plugin that every suite has?"""
    return file.is_file() and sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest() == THE_ONE


def above(story: Story) -> list[Path]:
    """The folders above the suite whose conftest.py plain pytest reads as well."""
    return [folder for folder in story.suite.parents if folder.is_relative_to(story.top)]


def touching(file: SuiteFile, folder: Path, source: SuiteSource) -> Iterator[tuple[ast.AST, str]]:
    """What another conftest.py does to the suite: fixtures of its own tests do nothing to it."""
    touches = "plain pytest reads it for this suite too: it may have fixtures of other tests, and"
    for node in file.tree.body:
        if isinstance(node, ast.ImportFrom) and not is_the_one(where_from(node, folder)):
            for name in (alias.asname or alias.name for alias in node.names):
                if name.startswith("pytest_") or name == "*":
                    yield node, f"{touches} no hooks ({name})"
        if not (isinstance(node, HARMLESS) or says(node) or only_names(node)):
            yield node, f"{touches} nothing that runs when it is read"
    for function in file.functions:
        if function.name.startswith("pytest_"):
            yield function.node, f"{touches} no hooks ({function.name})"
        elif function.is_fixture and (is_for_all(function) or function.fixture in taken(source)):
            yield function.node, f"{touches} none that the suite takes ({function.fixture})"


def where_from(node: ast.ImportFrom, folder: Path) -> Path:
    """The file that something is imported from, seen from a folder."""
    return folder.joinpath(*(node.module or "").split(".")).with_suffix(".py")


def says(node: ast.stmt) -> bool:
    """Is it only a text?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def only_names(node: ast.stmt) -> bool:
    """Does it only name something: `__all__ = [...]`, `LIMIT = 3`?"""
    if not isinstance(node, ast.Assign) or any(isinstance(one, ast.Call) for one in ast.walk(node.value)):
        return False
    names = [dotted(target) for target in node.targets]
    return all(name and "." not in name and not name.startswith(("pytest_", "collect_")) for name in names)


def is_for_all(function: Function) -> bool:
    """Is it a fixture that every test has, whether it takes it or not?"""
    calls = [one for one in function.decorators if isinstance(one, ast.Call)]
    return any(keyword(call, "autouse") is not None for call in calls)


def taken(source: SuiteSource) -> set[str]:
    """The fixtures that the suite takes and does not have itself."""
    names = {name for one in source.functions if one.is_test or one.is_fixture for name in one.takes}
    return names - set(source.fixtures)
