"""One program in place of another."""

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn

from dojo.system.platform import HAS_FORK


def become(command: Sequence[str]) -> NoReturn:
    """This process becomes a program, named by its path, with its words.

    Where no process can become another one, this one waits for the program, and ends with its status; the
    program hears Ctrl-C as well, and says how it ends.
    """
    if HAS_FORK:
        os.execv(command[0], [*command])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(write_through=True)  # which writes what it still holds
    process = subprocess.Popen(command)
    while True:
        try:
            sys.exit(process.wait())
        except KeyboardInterrupt:
            continue
