"""A program in any language: how it is started and built, and what it makes of the cases of a kata."""

import json
import os
import re
import shlex
import signal
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from threading import Event
from typing import IO, Any, NamedTuple

from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.katas import Case

MAX_OUTPUT_BYTES = 1024**2
POLL_S = 0.01
CASE_S = 5.0
BUILD_S = 60.0
"""Building may take longer than a case: the first time may take a while."""
BUILT = ".build_cache"
"""The file that says what the program was built from; no light has it."""
FOR_A_SHELL = set("|&;<>()$`*?~")
OF_MAKE = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CMD", "BUILD", "IN", "LIMIT", "ALL", "NAME", "KATA"}
"""Variables that a program must not take for its own, if it calls make, for example."""
WRITES_NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
NAMES_AN_ERROR = re.compile("error|exception|panic", re.IGNORECASE)
"""Below such a line, some languages print where it happened, or their own version."""


class CommandError(UsageError):
    """A command that is none, or that cannot be started; the message says why, or what to write."""


class MissingFileError(Exception):
    """A file of the command that is not there."""


class BuildError(EnvironmentProblem):
    """A program that cannot be built; the message is a line; `complaint` is all that was said about it."""

    def __init__(self, why: str, complaint: str = "") -> None:
        super().__init__(why)
        self.complaint = complaint


class ProgramOutcome(NamedTuple):
    """What a program made of a file: green, red, or amber if it broke; why, and what it printed."""

    colour: str
    why: str = ""
    printed: str = ""
    complaint: str = ""
    hangs: bool = False
    lenient: bool = False
    """Its line ends were let pass: those of Windows, or none after the last line."""


Tried = tuple[Case, ProgramOutcome]


@dataclass(frozen=True)
class Program:
    """What starts it, in which folder; what builds it, if it has to be built; the seconds for a case."""

    command: str
    folder: Path
    build: str = ""
    limit: float = CASE_S

    def run_on(self, cases: list[Case]) -> Generator[Tried, None, None]:
        """Yield each case and its outcome, in order; as many run at a time as there are cores.

        Raises BuildError, CommandError, and MissingFileError if the program's own file does not exist.
        """
        build_program(self.build, self.folder)
        command, stop = split_command(self.command), Event()

        def run(case: Case) -> ProgramOutcome:
            return run_with_input(
                case.file, case.expected, command, self.folder, self.limit, stop, complaints=case.complaints
            )

        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            for case, outcome in zip(cases, pool.map(run, cases), strict=True):
                if outcome.colour == "amber" and (
                    file := find_missing(command, self.folder, outcome.complaint)
                ):
                    raise MissingFileError(file)
                yield case, outcome
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


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


def read_limit(limit: str) -> float:
    """Read the time that a case may take; raises CommandError."""
    try:
        given = float(limit) if limit else CASE_S
    except ValueError:
        given = 0
    if not 0 < given <= 3600:
        raise CommandError(f"LIMIT is the seconds for a case, for example LIMIT=5, not {limit}")
    return given


def find_missing(command: list[str], folder: Path, complaint: str) -> str:
    """Name the file in a command that does not exist, if the program complains about that."""
    files = [word for word in command if re.search(r"\w\.[a-z]+$", word) and not (folder / word).exists()]
    return next((file for file in files if Path(file).name in complaint), "")


def build_program(command: str, folder: Path) -> None:
    """Build the program again if a file has changed; raises BuildError, MissingFileError and CommandError."""
    before, note = list_files(folder), dict[str, Any]()
    with suppress(OSError, ValueError, TypeError):  # then it is not known what it was built from
        note = dict(json.loads((folder / BUILT).read_text(encoding="utf-8")))
    if not command or (note.get("command"), note.get("files")) == (command, before):
        return
    outcome = run_with_input(Path(os.devnull), "", split_command(command), folder, BUILD_S)
    if outcome.colour == "amber":  # what it prints does not matter
        errors = [line.strip() for line in outcome.complaint.splitlines() if NAMES_AN_ERROR.search(line)]
        raise BuildError(
            f"{command}: {f'failed: {errors[0]}' if errors else outcome.why}", complaint=outcome.complaint
        )
    after = list_files(folder)
    made = sorted({*note.get("made", []), *(after.keys() - before.keys())})
    if all(name in made or before[name] == after.get(name) for name in before):
        with suppress(OSError):  # then it is built again the next time, as after a save meanwhile
            note = {"command": command, "files": after, "made": made}
            (folder / BUILT).write_text(json.dumps(note), encoding="utf-8")


def list_files(folder: Path) -> dict[str, list[int]]:
    """Give the size and the date of each file, but for those of tools, with a dot in front."""
    found = {}
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "."]
        for path in (Path(where, name) for name in names if name[0] != "."):
            with suppress(OSError):  # it may have gone just now
                is_now = path.lstat()
                found[str(path.relative_to(folder))] = [is_now.st_size, is_now.st_mtime_ns]
    return found


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
    if environment is None:  # no bytecode is run in place of what is saved (law 8)
        distrusted = {"PYTHONPYCACHEPREFIX": os.devnull} if any(folder.rglob("*.pyc")) else {}
        environment = WRITES_NO_BYTECODE | distrusted
    with file.open("rb") as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = Popen(
                command,
                cwd=folder,
                stdin=given,
                stdout=out,
                stderr=err,
                env={k: v for k, v in os.environ.items() if k not in OF_MAKE} | {**environment},
                start_new_session=True,
            )
        except FileNotFoundError:
            if "/" in command[0] and not (folder / command[0]).exists():
                raise MissingFileError(command[0]) from None
            raise CommandError(f"there is no command {command[0]}: is it installed?") from None
        except OSError as error:
            raise CommandError(f"{command[0]} cannot be run: {error.strerror}") from None
        try:
            cut = wait_for_end(process, [out, err], limit, stop or Event())
        finally:
            kill_group(process)
        printed, complaint = (read_start(file) for file in (out, err))
    outcome = ProgramOutcome("amber", cut, printed, complaint, hangs=cut.startswith("hangs"))
    return outcome if cut else compare_output(outcome, expected, complaints, process.returncode)


def kill_group(process: "Popen[Any]") -> None:
    """End a program that was started in a session of its own, with all that it has started; wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_for_end(process: "Popen[bytes]", files: list[IO[bytes]], limit: float, stop: Event) -> str:
    """Wait until it ends by itself, or say why it has to be stopped."""
    deadline = time.monotonic() + limit
    while True:
        with suppress(TimeoutExpired):
            process.wait(timeout=POLL_S)
        if any(os.fstat(file.fileno()).st_size > MAX_OUTPUT_BYTES for file in files):
            return "prints too much"
        if process.returncode is not None:
            return ""
        if stop.is_set():
            return "stopped"
        if time.monotonic() > deadline:
            return f"hangs: not done after {limit:g} seconds"


def read_start(file: IO[bytes]) -> str:
    """Read what was written into a file, up to the most that a program may print."""
    file.seek(0)
    return file.read(MAX_OUTPUT_BYTES).decode(errors="replace")


def compare_output(
    outcome: ProgramOutcome, expected: str, complaints: Sequence[str], status: int
) -> ProgramOutcome:
    """Give the outcome of a program that has ended by itself with this status."""
    right = normalize_line_ends(outcome.printed) == normalize_line_ends(expected)
    unsaid = next((text for text in complaints if text not in outcome.complaint), "")
    if status and not (complaints and status == 1 and (right or not unsaid)):
        return outcome._replace(why=f"crashed: {describe_status(status)}{last_error(outcome.complaint)}")
    if right and not unsaid and (status or not complaints):
        return outcome._replace(colour="green", lenient=outcome.printed != expected)
    if right:
        why = f"does not say on standard error: {unsaid}" if unsaid else "ends with status 0, and not with 1"
    elif not outcome.printed:
        why = "prints nothing"
    else:
        why = "prints something " + ("that is not UTF-8" if "\ufffd" in outcome.printed else "else")
    return outcome._replace(colour="red", why=why)


def describe_status(status: int) -> str:
    """status 3, or the name of the signal that ended it"""
    return f"status {status}" if status >= 0 else signal.strsignal(-status) or f"signal {-status}"


def last_error(complaint: str) -> str:
    """Give the line in which a program says what broke: the last that names an error, else the last one."""
    lines = [line for line in complaint.splitlines() if line.strip()]
    naming = [line for line in lines if not line[0].isspace() and NAMES_AN_ERROR.search(line)]
    return f", {(naming or lines)[-1].strip()}" if lines else ""


def normalize_line_ends(text: str) -> str:
    """A text as it is compared: with any line ends, and with or without one at its end."""
    return text.replace("\r\n", "\n").removesuffix("\n")
