"""Run the program of a step as Python does, and end it quietly: in a pipe, on a full disk, at Ctrl-C."""

import errno
import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from dojo.story.katas import Kata
    from dojo.story.steps import Step
    from dojo.story.story import Story

INTERRUPTED = 130
OURS = {__file__, "<frozen runpy>"}


def run(story: "Story", step: "Step", kata: "Kata") -> NoReturn:
    """Run the program of a step for a kata; raises UsageError if there is none."""
    from dojo.errors import UsageError  # as a script, this file knows nothing of dojo

    if kata.program is None or step.number < kata.program:
        first = f": the first one is in step {kata.program}" if kata.program else ""
        raise UsageError(f"step {step.number} has no program for {kata.name}{first}")
    os.chdir(story.top)
    if os.isatty(0) and kata.sample:  # nobody types the cards of a game
        os.dup2(os.open(kata.sample, os.O_RDONLY), 0)
    become([story.inside(step.module), *kata.words])


def become(program: Sequence[str]) -> NoReturn:
    """Replace this process by a program: a file in Python, and its arguments."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:  # it was closed
            os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
        os.set_inheritable(descriptor, True)
    python = os.path.relpath(sys.executable)
    os.execv(python, [python, "-B", __file__, *program])


def launch(path: Path) -> None:
    """Run a program in this process, which does nothing else."""
    sys.path[0] = str(path.parent)
    sys.excepthook = print_traceback
    try:
        try:
            runpy.run_path(str(path), run_name="__main__")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)
    except BrokenPipeError:
        os._exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
            raise
        with suppress(OSError):
            os.write(2, f"cannot write: {error.strerror}\n".encode())
        os._exit(1)


def print_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print where a program broke: the traceback begins in the program."""
    while trace and trace.tb_frame.f_code.co_filename in OURS:
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


if __name__ == "__main__":
    del sys.argv[0]
    launch(Path(sys.argv[0]).absolute())
