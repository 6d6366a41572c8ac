"""Law 8, by reading: bytecode that Python would run in place of a file is compiled from that very file.

The runner never looks at bytecode, but plain pytest does. If Python itself sees that it is old, it does no
harm. Bytecode of another version of Python cannot be read here, and is left alone.
"""

import ast
import marshal
import re
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from dojo.gate.violation import Violation, split
from dojo.story.compiled import NO_PYTHON, compiled, parsed
from dojo.story.story import Story

if TYPE_CHECKING:
    from dojo.gate.evidence import Evidence

NAMED = re.compile(r"(\w+)\.[\w-]+?(-pytest-[\w.]+?)?(?:\.opt-([12]))?\.pyc")
HEAD = 16
BY_HASH, CHECKED = 1, 2


def check(evidence: "Evidence") -> Iterator[Violation]:
    """Every file of bytecode, below the suite and the steps, that comes from other code."""
    yield from find(evidence.story)


def find(story: Story) -> Iterator[Violation]:
    """Find the bytecode that comes from other code."""
    for folder, step in [(story.suite, ""), *((step.folder, step.name) for step in story.steps)]:
        for file in sorted(folder.rglob("*.py[co]")):
            if file.parent.name != "__pycache__":
                yield Violation(8, file, 0, "is bytecode without its source", "remove it", step=step)
            elif is_another(file):
                what = "is not compiled from its source, and Python would run it; remove it"
                yield Violation(8, file, 0, *split(what), step=step)


def is_another(file: Path) -> bool:
    """Would Python run this in place of different code?"""
    named = NAMED.fullmatch(file.name)
    source = file.parent.parent / f"{named[1]}.py" if named else file
    head, code = file.read_bytes()[:HEAD], file.read_bytes()[HEAD:]
    if (
        named is None
        or not source.is_file()
        or not head.startswith(MAGIC_NUMBER)
        or not is_fresh(head, source)
    ):
        return False
    try:
        return bool(marshal.loads(code) != made_of(source, named[2] is not None, int(named[3] or 0)))
    except (*NO_PYTHON, EOFError, TypeError):
        return True


def is_fresh(head: bytes, source: Path) -> bool:
    """Does Python take it for fresh, by the hash of its source, or else by its date and its size?"""
    flags = int.from_bytes(head[4:8], "little")
    if flags & BY_HASH:
        return not flags & CHECKED or head[8:] == source_hash(source.read_bytes())
    noted = source.stat()
    return head[8:] == b"".join(
        (int(n) & 0xFFFFFFFF).to_bytes(4, "little") for n in (noted.st_mtime, noted.st_size)
    )


def made_of(source: Path, by_pytest: bool, optimize: int) -> CodeType:
    """The code of a source, with its assertions rewritten if pytest runs it."""
    text = source.read_bytes()
    tree = parsed(text)
    if by_pytest:
        rewritten(tree, text, source)
    return compiled(tree, source, optimize)


def rewritten(tree: ast.Module, text: bytes, source: Path) -> None:
    """Rewrite the assertions as pytest does before it keeps the bytecode."""
    from _pytest.assertion.rewrite import rewrite_asserts

    rewrite_asserts(tree, text, str(source))
