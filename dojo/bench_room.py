"""What `make bench` asks where it is: a room of twenty attempts."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dojo.start import start
from dojo.steps import ROOT, all_steps

ATTEMPTS = 20


@contextmanager
def a_room() -> Iterator[Path]:
    """A copy of the workspace with a room's attempts in it, each at another step of chapters 1 to 9."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for name in ("Makefile", "pytest.ini", "dojo", "katas", "requirements", "steps", "tests"):
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, room / name)
        shutil.rmtree(room / "katas" / "holdem" / "attempts", ignore_errors=True)
        (room / ".venv").symlink_to(ROOT / ".venv")
        for number, step in enumerate(all_steps()[: 2 * ATTEMPTS : 2], 1):
            start(f"tables-{number}", "holdem", room).module.write_text(step.code, encoding="utf-8")
        yield room
