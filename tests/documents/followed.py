"""A page is followed as its reader would: what it says to type is typed, what it says to save is saved.

A block of `sh` is typed; each line ends well, unless the paragraph before says that it fails. A block of
`text` right behind it is what it prints; a line `...` there stands for lines that are left out. Before a
block of another kind a paragraph begins with the file: “In `path`” before a `diff` that changes it, “Save
as `path`” before the text of a new one.
"""

import re
from collections.abc import Callable
from pathlib import Path

from dojo.gate.prose.commands import first_wrong
from dojo.gate.prose.edits import BadBlock
from dojo.gate.prose.tried import apply_diff
from dojo.story.readme import Part, readme_parts

Run = Callable[[str], tuple[int, str]]
"""Takes a line of the shell, and gives its status and what it prints."""


class Untrue(Exception):
    """What a page says and is not so: the line, and what is seen instead."""


def follow(text: str, run: Run, folder: Path) -> int:
    """Do what a page says, in a folder, and give how many blocks there were.

    Raises Untrue at the first block that is not as the page says.
    """
    found = readme_parts(text)
    blocks = 0
    printed: str | None = None
    for before, part in zip([None, *found], found, strict=False):
        said = before.text if before and before.what == "paragraph" else ""
        if part.what == "block" and part.kind == "text":
            compare(part, printed)
        elif part.what == "block" and part.kind == "sh":
            printed = "".join(typed(line, part, run, fails="fails" in said) for line in part.lines)
        elif part.what == "block":
            save(part, re.match("(In|Save as) `([^`]+)`", said), folder)
        if part.what != "block" or part.kind != "sh":
            printed = None
        blocks += part.what == "block"
    return blocks


def typed(line: str, block: Part, run: Run, *, fails: bool) -> str:
    """What a line of the shell prints."""
    ended, printed = run(line)
    if bool(ended) != fails:
        raise Untrue(f"{block.line}: {line} ends with status {ended}:\n{printed}")
    return printed


def compare(block: Part, printed: str | None) -> None:
    """What is quoted is what was printed just before."""
    if printed is None:
        raise Untrue(f"{block.line}: nothing was typed that prints this")
    if (line := first_wrong(block.lines, printed)) is not None:
        raise Untrue(f"{block.line}: this is not what is printed: {line!r}. It was:\n{printed}")


def save(block: Part, said: re.Match[str] | None, folder: Path) -> None:
    """Change or write the file that the paragraph before a block names."""
    if not said or (said[1] == "In") != (block.kind == "diff"):
        raise Untrue(f"{block.line}: which file is this? Say In before a diff, and Save as before a new file")
    file = folder / said[2]
    try:
        if said[1] == "In":
            file.write_text(apply_diff(file.read_text("utf-8"), block.lines), "utf-8")
        else:
            with file.open("x", encoding="utf-8") as new:
                new.write(f"{block.text}\n")
    except (OSError, BadBlock) as why:
        raise Untrue(f"{block.line}: {said[2]}: {why}") from None
