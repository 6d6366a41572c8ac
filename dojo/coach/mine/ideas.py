"""ideas.txt: what a participant wants to test, to be ticked off; nobody but the participant writes to it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from dojo.attempt.snapshot import Files

FILE = "ideas.txt"
LINE = re.compile(r"\s*(?:[-*]\s*)?\[(?P<mark>.?)\]\s*(?P<text>\S.*)")
HEAD = "# What to test. An x ticks a line off: [x]. Add what comes to your mind."


class Idea(NamedTuple):
    """A line of the list."""

    text: str
    ticked: bool


def listed(rules: Sequence[str]) -> str:
    """The list as it begins: the rules of the statement, and room."""
    return "\n".join([HEAD, "", *(f"[ ] {rule}" for rule in rules), "", "# Your own ideas", "", "[ ] ", ""])


def ideas(files: Files) -> list[Idea]:
    """The ideas that an attempt lists; none if the list is gone."""
    file = files.get(FILE.encode())
    lines = file.content.decode(errors="replace").splitlines() if file else []
    return [
        Idea(found["text"].strip(), bool(found["mark"].strip()))
        for found in map(LINE.fullmatch, lines)
        if found
    ]
