"""`make bench`: how fast the verbs are beside bare pytest, and what the story itself has timed.

Everything runs in turn, in rounds; a figure is the median of the rounds. Ratios come first: seconds depend
on the machine, and ratios hardly do. The figures go into speed.json beside the story.toml.
"""

import datetime
import json
import os
import platform
import shlex
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from dojo.bench.loop import asked_of, measure_loop
from dojo.bench.verbs import TARGETS, measure_verbs
from dojo.errors import Trouble
from dojo.figures.figures import Figures, Measured, Target, Work, file_of, written
from dojo.figures.table import table
from dojo.screen.browser import browser_for
from dojo.story.story import Story
from dojo.story.workspace import Workspace


def machine() -> dict[str, str]:
    """What the figures belong to."""
    return {
        "cpu": f"{os.cpu_count()} × {cpu()}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def cpu() -> str:
    """The name of the processor, as Linux, macOS or else Python knows it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    with suppress(OSError, subprocess.CalledProcessError):
        asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.check_output(asked, text=True, stderr=subprocess.DEVNULL).strip()
    return platform.processor() or "unknown processor"


def measure_own(story: Story, top: Path) -> dict[str, Any]:
    """What the story's own part says; raises Trouble if it stopped, after it has said why."""
    if not story.bench:
        return {}
    command = [str(top / ".venv-bench" / "bin" / "python"), "-m", story.bench]
    run = subprocess.run(command, cwd=top, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        raise Trouble(f"{story.bench} has stopped, so nothing was written")
    told: dict[str, Any] = json.loads(run.stdout)
    return told | {
        "work": Work(**told["work"]),
        "targets": [Target(**one) for one in told["targets"]],
        "measured": [Measured(**one) for one in told["measured"]],
    }


def measured_or_trouble(measure: Callable[[], list[Measured]]) -> list[Measured]:
    """What was measured; raises Trouble if a command fails."""
    try:
        return measure()
    except subprocess.CalledProcessError as failed:
        raise Trouble(
            f"{shlex.join(map(str, failed.cmd))} fails, so nothing was written: run it alone"
        ) from None


def figures_of(**told: Any) -> Figures:
    """What was measured today, on this machine."""
    return Figures(datetime.date.today().isoformat(), machine(), **told)


def show(figures: Figures) -> None:
    Console(highlight=False).print(table(figures))


def bench(workspace: Workspace, story: Story, browser: str) -> int:
    """Measure all of it, show it and write it; gives a status. Raises Trouble.

    For a story without a part of its own it measures the loop, and shows it without writing it.
    """
    if not story.bench:
        measured = measured_or_trouble(lambda: measure_loop(workspace, story))
        show(figures_of(targets=asked_of(measured), measured=measured))
        return 0
    python = workspace.top / ".venv-check" / "bin" / "python"
    path = browser_for(python, browser)
    own = measure_own(story, workspace.top)
    verbs = measured_or_trouble(lambda: measure_verbs(workspace, python, path))
    own["targets"] = [*own.get("targets", []), *TARGETS]
    own["measured"] = [*own.get("measured", []), *verbs]
    figures = figures_of(**own)
    file_of(story).write_text(written(figures), encoding="utf-8")
    show(figures)
    print(f"{story.shown(file_of(story))} is written; make contents puts it into the pages.")
    return 0
