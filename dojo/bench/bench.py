"""`make bench`: how fast the verbs are beside bare pytest, and what the story itself has timed.

Everything runs in turn, in rounds; a figure is the median of the rounds. Ratios come first: seconds depend
on the machine, and ratios hardly do. The figures go into speed.json beside the story.toml.
"""

import datetime
import os
import platform
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from dojo.bench.report import everything
from dojo.bench.timings import Figures, format_figures, speed_file
from dojo.bench.verbs import TARGETS, measure_verbs
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.screen.browser import browser_for
from dojo.story.story import Story
from dojo.story.workspace import Workspace


def describe_machine() -> dict[str, str]:
    """Say what the figures belong to: the processor, the system and the Python."""
    return {
        "cpu": f"{os.cpu_count()} × {processor_name()}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def processor_name() -> str:
    """Return the name of the processor, as Linux, macOS or else Python knows it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    with suppress(OSError, subprocess.CalledProcessError):
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL).strip()
    return platform.processor() or "unknown processor"


def measure_story(story: Story, top: Path) -> Figures:
    """Run the story's own bench; raises EnvironmentProblem if it stopped, after it has said why."""
    command = [str(top / ".venv-bench" / "bin" / "python"), "-m", story.own.bench]
    run = subprocess.run(command, cwd=top, stdout=subprocess.PIPE)
    if run.returncode:
        raise EnvironmentProblem(f"{story.own.bench} has stopped, so nothing was written")
    return msgspec.json.decode(run.stdout, type=Figures)


def bench(workspace: Workspace, story: Story, browser: str) -> int:
    """Measure all of it, show it and write it; returns a status. Raises EnvironmentProblem.

    What fails is said, and the rest is measured. For a story without a bench of its own, the verbs are
    measured, and nothing is written.
    """
    python, path, figures = workspace.top / ".venv-check" / "bin" / "python", "", Figures()
    if story.own.bench:
        path = browser_for(python, browser)
        figures = measure_story(story, workspace.top)
    figures.targets += TARGETS
    there = len(figures.missing)
    try:
        measure_verbs(workspace, story, python, path, figures)
    except (OSError, UsageError, EnvironmentProblem) as fault:
        figures.missing["the rest"] = describe_error(fault)
    figures = replace(figures, date=datetime.date.today().isoformat(), machine=describe_machine())
    print(everything(figures))
    if story.own.bench:
        speed_file(story).write_text(format_figures(figures), encoding="utf-8")
        print(f"{story.shown(speed_file(story))} is written; make contents puts it into the pages.")
    return int(len(figures.missing) > there)
