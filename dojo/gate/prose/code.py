"""The code that a README may quote: where lines stand in it, and which of them are code."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from dojo.story.steps import Step

WORD = re.compile(r"[^\W\d]\w*")
NO_CODE = re.compile(r"""\s*(#.*|[rR]?"[^"]*"|[rR]?'[^']*')?""")
"""A line that is empty, a comment, or a string alone."""
LONG = re.compile(r'''[rRbBfF]{0,2}("""|\'{3}).*?\1''', re.DOTALL)
"""A string that may go over several lines."""


class Code:
    """A file of Python, by its text."""

    def __init__(self, text: str, file: str = "") -> None:
        self.text, self.file = text, file

    def places(self, lines: Sequence[str]) -> list[int]:
        """The numbers of the lines where these whole lines stand, one after the other."""
        whole, wanted = f"\n{self.text}\n", "\n".join(["", *lines, ""])
        found, start = [], whole.find(wanted)
        while start >= 0:
            found.append(whole.count("\n", 0, start) + 1)
            start = whole.find(wanted, start + 1)
        return found

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax; that of an empty file if it is not valid Python, which other laws report."""
        try:
            return ast.parse(self.text)
        except (SyntaxError, ValueError):
            return ast.parse("")

    @cached_property
    def told(self) -> set[int]:
        """The lines that are not code: docstrings, comments, and strings from their second line on."""
        lines = self.text.split("\n")
        found = {number for number, line in enumerate(lines, 1) if NO_CODE.fullmatch(line)}
        for string in LONG.finditer(self.text):
            first = self.text.count("\n", 0, string.start()) + 1
            is_code = self.text[: string.start()].rpartition("\n")[2].strip()
            found |= set(range(first + bool(is_code), first + string[0].count("\n") + 1))
        return found

    @cached_property
    def names(self) -> set[str]:
        """The names in its code; texts that are one word, as a key may be; and single letters of any text."""
        found = set()
        for node in ast.walk(self.tree):
            for part in ("id", "name", "arg", "attr", "asname", "rest"):
                found |= set(WORD.findall(str(getattr(node, part, None) or "")))
            match node:
                case ast.MatchClass(kwd_attrs=names) | ast.Global(names=names) | ast.Nonlocal(names=names):
                    found |= set(names)
                case ast.ImportFrom(module=str(module)):
                    found |= set(module.split("."))
                case ast.Constant(value=str(text)):
                    found |= (
                        {text} if text.isidentifier() else {letter for letter in text if letter.isalpha()}
                    )
        return found

    def is_code(self, first: int, lines: Sequence[str]) -> bool:
        """Is there any code in these lines? If a file has no code at all, all of it may be shown."""
        if "\n".join(lines).strip() == self.text.strip():
            return True
        return not set(range(first, first + len(lines))) <= self.told


def lines_of(node: ast.expr | ast.stmt) -> range:
    """The numbers of the lines on which a node stands."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def codes(step: Step) -> list[Code]:
    """The files of a step."""
    if not step.module.is_file():
        return []
    return [Code(file.read_text("utf-8", errors="replace"), file.name) for file in step.files]


def times(lines: Sequence[str], files: list[Code]) -> int:
    """How often lines stand in some files."""
    return sum(len(file.places(lines)) for file in files)


def where(lines: Sequence[str], files: list[Code]) -> Iterator[tuple[Code, int]]:
    """Each place where lines stand: the file, and the number of the first one."""
    for file in files:
        for line in file.places(lines):
            yield file, line
