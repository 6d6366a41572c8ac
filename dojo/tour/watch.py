"""`make step-7 watch`: the suite on it at every save, until Ctrl-C. pytest-watch sees the save."""

import os
import sys
from pathlib import Path

from pytest_watch.watcher import watch  # type: ignore[import-untyped]

from dojo.story.steps import Step
from dojo.story.story import Story


def watch_step(story: Story, step: Step, top: Path) -> None:
    """Run `test` on a step at each save of it or of the suite; the workspace is at `top`."""
    os.chdir(top)
    watch(
        [str(step.folder), str(story.suite)],
        runner=f"{os.path.relpath(sys.executable)} -m dojo",  # it is split at spaces
        pytest_args=["test", f"STEP={step.number}", f"STORY={os.path.relpath(story.file.parent)}"],
        auto_clear=True,
        beep_on_failure=False,
    )
