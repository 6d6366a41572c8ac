"""The starters of a kata in other languages, as the table in its statement lists them."""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.story.katas import Kata

ROW = re.compile(r"\]\((starters/[^)]+)\) \| (?:`([^`]+)`)? ?\| `([^`]+)` \|")
"""In a row: the file, the command that compiles it (if it needs one), and the command that starts it."""


class Starter(NamedTuple):
    """A program that reads the lines and writes them back: somewhere to begin."""

    file: Path
    build: str
    command: str


def starters(kata: Kata) -> list[Starter]:
    """The starters that the statement lists and that are there."""
    listed = (Starter(kata.folder / file, *rest) for file, *rest in ROW.findall(kata.statement))
    return [starter for starter in listed if starter.file.is_file()]


def starter_for(kata: Kata, command: str) -> Starter | None:
    """The starter that a command starts: its own command, or one with its file in it."""
    names = [word.removeprefix("./") for word in command.split()]
    fitting = [one for one in starters(kata) if one.command == command]
    naming = [one for one in starters(kata) if one.file.name in names]
    return next(iter([*fitting, *naming]), None)


def build_for(kata: Kata, command: str) -> str:
    """The command that compiles the program that a command starts, if that is a starter's; or nothing."""
    return next((one.build for one in starters(kata) if one.command == command), "")
