"""The command that starts a program: its words, the file that it names, the seconds that it may take."""

import re
import shlex
import shutil
from pathlib import Path

from dojo.errors import Mistake
from dojo.system.platform import WINDOWS

OF_SH, OF_CMD = set("|&;<>()$`*?~"), set("|&<>")
FOR_A_SHELL = OF_CMD if WINDOWS else OF_SH
SEPARATORS = "/\\" if WINDOWS else "/"
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
        return ["cmd", "/c", command] if WINDOWS else ["sh", "-c", command]
    try:
        split = split_up(command)
    except ValueError:
        raise WrongCall(f"a quotation mark has no partner in {option}: {command}") from None
    if not split:
        raise WrongCall('which program? For example: CMD="ruby scores.rb"')
    return split


def split_up(command: str) -> list[str]:
    """The words of a command line, without their quotation marks; on Windows a backslash is in a path."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if WINDOWS:
        lexer.escape, lexer.quotes = "", '"'
    return [*lexer]


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
    """The command; raises Missing if its program is a path that leads nowhere.

    Windows looks for the program from here, and not from the folder in which it will run.
    """
    if not any(separator in command[0] for separator in SEPARATORS):
        found = shutil.which(command[0]) if WINDOWS else None  # also npm, which is npm.cmd
        return [found or command[0], *command[1:]]
    if not (folder / command[0]).exists():
        raise Missing(command[0])
    return [str((folder / command[0]).absolute()), *command[1:]] if WINDOWS else command
