"""The command that starts a program: its words, the file that it names, the seconds that it may take."""

import re
import shlex
from pathlib import Path

from dojo.errors import Mistake

FOR_A_SHELL = set("|&;<>()$`*?~")
LIMIT = 5.0


class WrongCall(Mistake):
    """What is asked for cannot be done; the message says what to write."""


class Missing(Exception):
    """A file of the command that is not there."""


def words(command: str, option: str = "CMD") -> list[str]:
    """What to start for a command line; a shell only if it has signs that a shell would understand.

    Raises WrongCall, with the option that the command line belongs to.
    """
    if FOR_A_SHELL & set(command):
        return ["sh", "-c", command]
    try:
        split = shlex.split(command)
    except ValueError:
        raise WrongCall(f"a quotation mark has no partner in {option}: {command}") from None
    if not split:
        raise WrongCall('which program? For example: CMD="ruby scores.rb"')
    return split


def seconds(limit: str) -> float:
    """The time that a case may take."""
    try:
        given = float(limit) if limit else LIMIT
    except ValueError:
        given = 0
    if not 0 < given <= 3600:
        raise WrongCall(f"LIMIT is the seconds for a case, for example LIMIT=5, not {limit}")
    return given


def missing(command: list[str], folder: Path, complaint: str) -> str:
    """The file in a command that does not exist, if the program complains about that; or nothing."""
    files = [word for word in command if re.search(r"\w\.[a-z]+$", word) and not (folder / word).exists()]
    return next((file for file in files if Path(file).name in complaint), "")


def startable(command: list[str], folder: Path) -> list[str]:
    """The command; raises Missing if its program is a path that leads nowhere."""
    if "/" in command[0] and not (folder / command[0]).exists():
        raise Missing(command[0])
    return command
