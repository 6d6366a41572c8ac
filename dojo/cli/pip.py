"""pip and venv, called so that nobody else's settings reach them."""

import os
import subprocess
from pathlib import Path

BUILD = "requirements/build.txt"
SETTINGS = {"PIP_CONSTRAINT": BUILD, "PIP_BUILD_CONSTRAINT": BUILD, "PIP_USER": "0"}
"""What is published as source only is built by the packages of that lock."""


def run(top: Path, command: list[str], **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder, outside any virtual environment; nobody answers its questions."""
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    return subprocess.run(
        command,
        cwd=top,
        env=plain | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def last_line(said: "subprocess.CompletedProcess[str]") -> str:
    """The last line that says what is wrong, or else the last one that says anything."""
    lines = [line.strip() for line in said.stdout.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or [f"status {said.returncode}"])[-1]
