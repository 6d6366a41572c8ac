"""Commands that the bench types."""

import os
import subprocess
from pathlib import Path

from dojo.errors import EnvironmentProblem


def run_command(command: str, folder: Path) -> str:
    """Run a command in a folder, and return what it prints; raises EnvironmentProblem if it fails."""
    # what the call of `make bench` itself has set is no part of what is timed
    environment = {**os.environ}
    for name in os.environ:
        if name.startswith(("PYTHON", "MAKE")):
            del environment[name]
    run = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode:
        raise EnvironmentProblem(f"{command} fails: run it alone")
    return run.stdout
