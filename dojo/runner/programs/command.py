"""Runs a command on a file: starts it, ends it if need be, and compares what it prints."""

import os
import shlex
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from threading import Event
from typing import IO, NamedTuple

from dojo.errors import UsageError
from dojo.model.outcome import Colour
from dojo.runner.failure.status import describe_output, describe_status, last_error, normalize_line_ends

MAX_OUTPUT_BYTES = 1024**2
POLL_S = 0.01
FOR_A_SHELL = set("|&;<>()$`*?~")
# Variables that a program must not take for its own, if it calls make, for example.
WORDS_OF_VERBS = {"CMD", "BUILD", "IN", "LIMIT", "ALL", "NAME", "KATA"}
OF_MAKE = {"MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS"} | WORDS_OF_VERBS
WRITES_NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}


class CommandError(UsageError):
    """A command that is none, or that cannot be started; the message says why, or what to write."""


class MissingFileError(Exception):
    """A file of the command that is not there."""


class ProgramOutcome(NamedTuple):
    """What a program made of a file.

    Attributes:
        colour: green, red, or amber if it broke.
        why: why it is not green.
        printed: what it has printed.
        complaint: what it has said on standard error.
        hangs: True if it was stopped because it took too long.
        lenient: True if its line ends were let pass: those of Windows, or none after the last line.
    """

    colour: str
    why: str = ""
    printed: str = ""
    complaint: str = ""
    hangs: bool = False
    lenient: bool = False


def split_command(command: str, option: str = "CMD") -> list[str]:
    """Split a command line; a shell runs it if it has characters that only a shell understands.

    Raises CommandError, with the option that the command line belongs to.
    """
    if FOR_A_SHELL & set(command):
        return ["sh", "-c", command]
    try:
        split = shlex.split(command)
    except ValueError:
        raise CommandError(f"a quotation mark has no partner in {option}: {command}") from None
    if not split:
        raise CommandError('which program? For example: CMD="ruby scores.rb"')
    return split


def run_with_input(
    file: Path,
    expected: str,
    command: Sequence[str],
    folder: Path,
    limit: float,
    stop: Event | None = None,
    environment: Mapping[str, str] | None = None,
    complaints: Sequence[str] = (),
) -> ProgramOutcome:
    """Run a command in a folder on a file, for so many seconds at most, or until `stop` is set.

    It is green if it prints what is expected and ends with status 0; if there are complaints, it has to say
    each of them on standard error, and end with status 1. `environment` is added to that of this process.
    Raises CommandError if it cannot be started, and MissingFileError if it is a path that leads nowhere.
    """
    variables = variables_for(folder, environment)
    with file.open("rb") as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = start(command, folder, variables, (given, out, err))
        try:
            stopped = wait_for_end(process, [out, err], limit, stop or Event())
        finally:
            kill_group(process)
        printed, complaint = read_start(out), read_start(err)
    if stopped is None:
        outcome = ProgramOutcome(Colour.AMBER, "", printed, complaint)
        return compare_output(outcome, expected, complaints, process.returncode)
    why = f"{stopped}: not done after {limit:g} seconds" if stopped is Stopped.HANGS else stopped.value
    return ProgramOutcome(Colour.AMBER, why, printed, complaint, hangs=stopped is Stopped.HANGS)


def variables_for(folder: Path, environment: Mapping[str, str] | None) -> dict[str, str]:
    """Return the variables of a program; if none are given besides ours, it writes no bytecode."""
    if environment is None:
        environment = dict(WRITES_NO_BYTECODE)
        # no bytecode is run in place of what is saved (law 8)
        if any(folder.rglob("*.pyc")):
            environment["PYTHONPYCACHEPREFIX"] = os.devnull
    variables = {name: value for name, value in os.environ.items() if name not in OF_MAKE}
    variables.update(environment)
    return variables


def start(
    command: Sequence[str], folder: Path, variables: Mapping[str, str], files: Sequence[IO[bytes]]
) -> "Popen[bytes]":
    """Start a command in a session of its own; `files` are its standard input, output and error.

    Raises CommandError and MissingFileError.
    """
    given, out, err = files
    try:
        return Popen(
            command,
            cwd=folder,
            stdin=given,
            stdout=out,
            stderr=err,
            env=variables,
            start_new_session=True,
        )
    except FileNotFoundError:
        if "/" in command[0] and not (folder / command[0]).exists():
            raise MissingFileError(command[0]) from None
        raise CommandError(f"there is no command {command[0]}: is it installed?") from None
    except OSError as error:
        raise CommandError(f"{command[0]} cannot be run: {error.strerror}") from None


def kill_group(process: "Popen[bytes] | Popen[str]") -> None:
    """End a program that was started in a session of its own, with all that it has started; wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Stopped(StrEnum):
    """Why a program has to be stopped."""

    PRINTS_TOO_MUCH = "prints too much"
    CALLED_OFF = "stopped"
    HANGS = "hangs"


def wait_for_end(
    process: "Popen[bytes]", files: list[IO[bytes]], limit: float, stop: Event
) -> Stopped | None:
    """Wait until it ends by itself, or say why it has to be stopped."""
    deadline = time.monotonic() + limit
    while True:
        with suppress(TimeoutExpired):
            process.wait(timeout=POLL_S)
        if any(os.fstat(file.fileno()).st_size > MAX_OUTPUT_BYTES for file in files):
            return Stopped.PRINTS_TOO_MUCH
        if process.returncode is not None:
            return None
        if stop.is_set():
            return Stopped.CALLED_OFF
        if time.monotonic() > deadline:
            return Stopped.HANGS


def read_start(file: IO[bytes]) -> str:
    """Read what was written into a file, up to the most that a program may print."""
    file.seek(0)
    return file.read(MAX_OUTPUT_BYTES).decode(errors="replace")


def compare_output(
    outcome: ProgramOutcome, expected: str, complaints: Sequence[str], status: int
) -> ProgramOutcome:
    """Return the outcome of a program that has ended by itself with this status."""
    is_right = normalize_line_ends(outcome.printed) == normalize_line_ends(expected)
    unsaid = [text for text in complaints if text not in outcome.complaint]
    # a program that has to complain ends with 1; where nothing else is right either, it has crashed
    may_fail = bool(complaints) and status == 1 and (is_right or not unsaid)
    if status and not may_fail:
        why = f"crashed: {describe_status(status)}{last_error(outcome.complaint)}"
        return outcome._replace(why=why)
    if not is_right:
        return outcome._replace(colour=Colour.RED, why=describe_output(outcome.printed))
    if unsaid:
        return outcome._replace(colour=Colour.RED, why=f"does not say on standard error: {unsaid[0]}")
    if complaints and not status:
        return outcome._replace(colour=Colour.RED, why="ends with status 0, and not with 1")
    return outcome._replace(colour=Colour.GREEN, lenient=outcome.printed != expected)
