"""Any program, fed with a file in a process group of its own: its outcome, whatever it does."""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import IO, Any, NamedTuple

from dojo.errors import UsageError

TOO_MUCH = 1024**2
"""Bytes that no answer comes near."""
GLANCE = 0.01
"""Seconds between two looks at how much a program has printed."""
OURS = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CMD", "BUILD", "IN", "LIMIT", "ALL", "NAME", "KATA"}
"""Variables that a program must not take for its own, if it calls make, for example."""
WRITES_NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
NAMES_AN_ERROR = re.compile("error|exception|panic", re.IGNORECASE)
"""Below such a line, some languages print where it happened, or their own version."""


class NotRun(UsageError):
    """A program that cannot even be started; the message says why."""


class Outcome(NamedTuple):
    """What a program made of a file: green, red, or amber if it broke; why, and what it printed."""

    colour: str
    why: str = ""
    printed: str = ""
    complaint: str = ""
    hangs: bool = False
    lenient: bool = False
    """Its line ends were let pass: those of Windows, or none after the last line."""


def feed(
    file: Path,
    expected: str,
    command: Sequence[str],
    folder: Path,
    limit: float,
    stop: Event | None = None,
    environment: Mapping[str, str] | None = None,
    complaints: Sequence[str] = (),
) -> Outcome:
    """Run a command in a folder on a file, for so many seconds at most, or until told to stop.

    It is green if it prints what is expected and ends with status 0; if there are complaints, it has to say
    each of them on standard error, and end with status 1. `environment` is added to that of this process.
    Raises NotRun if it cannot be started.
    """
    if environment is None:
        environment = without_bytecode(folder)
    with file.open("rb") as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=given,
                stdout=out,
                stderr=err,
                env={k: v for k, v in os.environ.items() if k not in OURS} | {**environment},
                start_new_session=True,
            )
        except FileNotFoundError:
            raise NotRun(f"there is no command {command[0]}: is it installed?") from None
        except OSError as error:
            raise NotRun(f"{command[0]} cannot be run: {error.strerror}") from None
        try:
            cut = waited_for(process, [out, err], limit, stop or Event())
        finally:
            end(process)
        complaint = beginning(err).decode(errors="replace")
        return judged(expected, complaints, cut, process.returncode, beginning(out), complaint)


def end(process: "subprocess.Popen[Any]") -> None:
    """End a program that was started in a session of its own, with all that it has started; wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def without_bytecode(folder: Path) -> dict[str, str]:
    """Keep Python from running bytecode of a program in place of what is saved in its folder (law 8).

    Where there is none, it may read that of its own library, which takes long to compile.
    """
    if any(folder.rglob("*.pyc")):
        return WRITES_NO_BYTECODE | {"PYTHONPYCACHEPREFIX": os.devnull}
    return WRITES_NO_BYTECODE


def waited_for(process: "subprocess.Popen[bytes]", files: list[IO[bytes]], limit: float, stop: Event) -> str:
    """Why it has to be stopped; nothing if it ends by itself."""
    deadline = time.monotonic() + limit
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=GLANCE)
        if any(os.fstat(file.fileno()).st_size > TOO_MUCH for file in files):
            return "prints too much"
        if process.returncode is not None:
            return ""
        if stop.is_set():
            return "stopped"
        if time.monotonic() > deadline:
            return f"hangs: not done after {limit:g} seconds"


def beginning(file: IO[bytes]) -> bytes:
    """What was written into a file, up to the most that anybody wants to read."""
    file.seek(0)
    return file.read(TOO_MUCH)


def judged(
    expected: str, complaints: Sequence[str], cut: str, status: int, output: bytes, complaint: str
) -> Outcome:
    """The outcome of a program that was cut short for a reason, or has ended with a status."""
    printed = output.decode(errors="replace")
    told = Outcome("amber", cut, printed, complaint, hangs=cut.startswith("hangs"))
    if cut:
        return told
    right = plain(printed) == plain(expected)
    missing = next((words for words in complaints if words not in complaint), "")
    if status and not (complaints and status == 1 and (right or not missing)):
        return told._replace(why=f"crashed: {how(status)}{told_last(complaint)}")
    if right and missing:
        return told._replace(colour="red", why=f"does not say on standard error: {missing}")
    if right and complaints and not status:
        return told._replace(colour="red", why="ends with status 0, and not with 1")
    if right:
        return told._replace(colour="green", lenient=printed != expected)
    if not printed:
        return told._replace(colour="red", why="prints nothing")
    if "\ufffd" in printed:
        return told._replace(colour="red", why="prints something that is not UTF-8")
    return told._replace(colour="red", why="prints something else")


def how(status: int) -> str:
    """status 3, or the name of the signal that ended it"""
    return f"status {status}" if status > 0 else signal.strsignal(-status) or f"signal {-status}"


def told_last(complaint: str) -> str:
    """The line in which a program says what broke: the last one that names an error, else the last one."""
    lines = [line for line in complaint.splitlines() if line.strip()]
    naming = [line for line in lines if not line[0].isspace() and NAMES_AN_ERROR.search(line)]
    return f", {(naming or lines)[-1].strip()}" if lines else ""


def plain(text: str) -> str:
    """A text as it is compared: with any line ends, and with or without one at its end."""
    return text.replace("\r\n", "\n").removesuffix("\n")
