"""What code imports, and which files beside a module that leads to."""

import ast
from collections.abc import Iterator
from pathlib import Path

from dojo.story.source import read_sources


def list_imports(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports; a relative one begins with a dot."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + (node.module or "")]
    return []


def find_imported_beside(module: Path) -> list[Path]:
    """Return the files beside a module that it imports, and those that these import, in that order."""
    imported = [module]
    # it gets longer while the loop runs
    for file in imported:
        for source in read_sources([file]):
            # one that is not valid Python has no nodes
            for node in source.nodes:
                for other in find_files_of_import(node, file, module.parent):
                    if other not in imported:
                        imported.append(other)
    return imported[1:]


def find_files_of_import(node: ast.AST, file: Path, folder: Path) -> Iterator[Path]:
    """Yield the files that an import statement of a file runs, of those in a folder or in its packages."""
    start = folder
    for dotted in list_imported_names(node):
        names = dotted.lstrip(".")
        level = len(dotted) - len(names)
        if level:
            # one dot is the package that the file is in, and each further one the package around it
            start = file.parents[level - 1]
        place = start
        for name in names.split("."):
            # of a package, what runs first is its __init__.py
            for other in (place / f"{name}.py", place / name / "__init__.py"):
                if other.is_file():
                    yield other
            place /= name


def list_imported_names(node: ast.AST) -> list[str]:
    """Return what a statement imports, each name of a `from` on its own: it may be a module of a package."""
    modules = list_imports(node)
    if not isinstance(node, ast.ImportFrom):
        return modules
    names = []
    for alias in node.names:
        is_relative_alone = modules[0].endswith(".")
        names.append(f"{modules[0]}{alias.name}" if is_relative_alone else f"{modules[0]}.{alias.name}")
    return names


def find_import(tree: ast.Module, name: str) -> tuple[str, str]:
    """Return what a name in a file stands for: `("grid", "Grid")` after `from grid import Grid`.

    After `import grid` it is `("grid", "")`; of a name that is not imported, both are empty.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return alias.name, ""
        if isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return node.module or "", alias.name
    return "", ""
