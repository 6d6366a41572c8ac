"""The files of a story that are read as text are UTF-8 with the line ends of Unix, and hide nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.violation import Violation, split
from dojo.story.steps import Step
from dojo.story.story import Story

MARK = b"\xef\xbb\xbf"
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""Signs that no reader sees, and signs that reverse the order of the others."""


def of_story(story: Story) -> Iterator[Violation]:
    """What is wrong with the signs of story.toml, of the hints and of the rules."""
    for file in filter(None, (story.file, story.hints, *(kata.rules for kata in story.katas))):
        for line, what in faults(file):
            yield Violation(7, file, line, *split(what))


def of_step(step: Step) -> Iterator[Violation]:
    """What is wrong with the signs of a README."""
    for line, what in faults(step.readme):
        yield Violation(7, step.readme, line, *split(what), step=step.name)


def faults(file: Path) -> list[tuple[int, str]]:
    """The first fault of each kind, and its line; none if the file does not exist."""
    try:
        written = file.read_bytes()
    except OSError:
        return []
    found = []
    if written.startswith(MARK):
        found.append((1, "begins with a byte order mark; save it as UTF-8 without one"))
    if b"\r" in written:
        what = "has the line ends of Windows" if b"\r\n" in written else "has a carriage return"
        found.append((line_of(written, written.index(b"\r")), f"{what}; save it with those of Unix"))
    try:
        text = written.removeprefix(MARK).decode()
    except UnicodeDecodeError as error:
        at = error.start + (len(MARK) if written.startswith(MARK) else 0)
        return [*found, (line_of(written, at), "is not UTF-8; save it as UTF-8")]
    if unseen := UNSEEN.search(text):
        line = text.count("\n", 0, unseen.start()) + 1
        found.append((line, f"has a sign that nobody sees: U+{ord(unseen[0]):04X}; remove it"))
    return found


def line_of(written: bytes, place: int) -> int:
    """The number of a line."""
    return written.count(b"\n", 0, place) + 1
