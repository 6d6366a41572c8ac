"""How long the program of a step takes to start: it gets no line, and ends."""

import subprocess
import sys

from dojo.bench.timings import Task
from dojo.story.steps import Step
from katas.poker import story

STEPS_STARTED = (65, 98)
"""The last step with all of its program in `main`, and the first that has tables to look up."""


def starts() -> list[Task]:
    """List what starts the program of each of these steps."""
    return [
        Task("start", f"step {step.number}", run_program, [step])
        for step in story().steps
        if step.number in STEPS_STARTED
    ]


def run_program(step: Step) -> None:
    """Run the program of a step without a line on standard input."""
    command = [sys.executable, "-I", "-B", str(step.module)]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
