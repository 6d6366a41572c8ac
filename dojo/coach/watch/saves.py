"""How `make watch` learns of a save: the system reports it, or else the files are read again and again."""

import os
import select
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

REPORTER = Path(__file__).with_name("reporter.py")
READ_BYTES = 4096


class SaveReports:
    """What the system reports of some folders, through a process of its own (reporter.py says why).

    Some disks don't report what another system changes on them: a network drive, a folder shared with a
    virtual machine, a Windows drive in WSL. If a change comes without a report, call `give_up`.

    Attributes:
        are_coming: True while saves are reported; False before the first one can be, too.
        count: how many times something was reported so far.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self.are_coming = False
        self.count = 0
        command = [
            sys.executable,
            "-I",
            str(REPORTER),
            *(str(folder) for folder in folders if folder.is_dir()),
        ]
        # in a session of its own, for Ctrl-C and Ctrl-Z are not for it
        self.process: subprocess.Popen[bytes] | None = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give_up()

    @property
    def files(self) -> list[int]:
        """What `select` waits for: it can be read when something is reported."""
        if self.process and self.process.stdout:
            return [self.process.stdout.fileno()]
        return []

    def wait(self, seconds: float) -> None:
        """Wait until something is reported, but not longer than that."""
        select.select(self.files, [], [], seconds)

    def arrived(self, wait_s: float = 0) -> bool:
        """True if something was reported since the last call; waits for it so long at most."""
        before = self.count
        while self.process and select.select(self.files, [], [], wait_s)[0]:
            wait_s = 0
            if os.read(self.files[0], READ_BYTES):
                # the first one says that the process is ready: what was saved before is looked for once more
                self.are_coming = True
                self.count += 1
            else:
                self.give_up()
        return self.count > before

    def give_up(self) -> None:
        """End the process: from now on nothing is reported."""
        self.are_coming = False
        if self.process is None:
            return
        process, self.process = self.process, None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                # nothing waits in it
                with suppress(OSError):
                    pipe.close()
