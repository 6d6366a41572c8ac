"""Law 8: no run trusts cached bytecode of code under test.

Python takes a `.pyc` for fresh when the source has the size and the second of saving that it notes.
"""

import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dojo.breach import Breach
from dojo.matrix import SUITE
from dojo.steps import Step, all_steps


def breaches(root: Path) -> Iterator[Breach]:
    """Law 8, tried: nothing is green on an empty step beside which lies a finished one's bytecode."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        steps = all_steps(root)
        name = steps[0].name
        shutil.copytree(root / SUITE, copy / SUITE, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(root / "pytest.ini", copy)
        for step in steps:
            (copy / "steps" / step.name).mkdir(parents=True)
        finished = next(step.code for step in reversed(steps) if compiles(step))
        plant_stale_bytecode(copy / "steps" / name / "poker.py", finished)
        if said := run_as_expected(copy):
            yield Breach(8, name, "poker.py", f"stale bytecode was run instead of it: {said}")


def compiles(step: Step) -> bool:
    """Can the step be compiled? Other laws speak of one that cannot."""
    try:
        return bool(compile(step.code, str(step.module), "exec"))
    except (SyntaxError, FileNotFoundError):
        return False


def plant_stale_bytecode(module: Path, finished: str) -> None:
    """An empty module, and beside it the bytecode of a finished one that looks fresh."""
    module.write_text(finished, encoding="utf-8")
    saved = module.stat()
    py_compile.compile(str(module), doraise=True)
    module.write_bytes(b"\n" * saved.st_size)
    os.utime(module, ns=(saved.st_atime_ns, saved.st_mtime_ns))


def run_as_expected(copy: Path) -> str:
    """What pytest's last line says of the copy's first step, where it is not as it has to be."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", SUITE, "--step", "0", "-q", "--tb=no"],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
    )
    return "".join(run.stdout.strip().splitlines()[-1:]) if run.returncode else ""
