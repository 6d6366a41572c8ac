"""Commands that the bench types."""

import os
import subprocess
import sys
from pathlib import Path

from dojo.errors import EnvironmentProblem

PYTHON = ".venv/bin/python"
MAX_LINES_SHOWN = 20


def run_command(command: str, folder: Path) -> str:
    """Run a command in a folder, and return what it prints; raises EnvironmentProblem if it fails."""
    # what the call of `make bench` itself has set is no part of what is timed
    environment = {**os.environ}
    for name in os.environ:
        if name.startswith(("PYTHON", "MAKE")):
            del environment[name]
    run = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode:
        # it may have taken half an hour: its end says what has failed
        last_lines = f"{run.stdout}{run.stderr}".splitlines()[-MAX_LINES_SHOWN:]
        print(*last_lines, sep="\n", file=sys.stderr)
        raise EnvironmentProblem(f"{command} fails: run it alone")
    return run.stdout
