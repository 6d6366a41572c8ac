"""What `make bench` needs to know of the board: how to forget it, and how fast it opens."""

import os
import shutil
import subprocess

from dojo import kept
from dojo.board import PAGE
from dojo.steps import ROOT


def forget_the_board() -> None:
    """As if it had never been made."""
    shutil.rmtree(ROOT / kept.FOLDER, ignore_errors=True)
    (ROOT / PAGE).unlink(missing_ok=True)


def opened(times: int) -> list[float]:
    """The seconds from opening the board to its first answer to a key, some times."""
    python = str(ROOT / ".venv-browser" / "bin" / "python")
    browser = subprocess.run([python, "-m", "dojo.browser"], cwd=ROOT, capture_output=True, text=True)
    command = [python, "-m", "dojo.opening", str(times)]
    environment = os.environ | {"BROWSER": browser.stdout.strip()}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return list(map(float, run.stdout.split()))
