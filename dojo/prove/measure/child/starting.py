"""Tells why pytest does not start: then it prints that and ends, often before it has a plugin.

It is copied next to the plugin. `python -m prove_starting` is `python -m pytest` that tells so. It runs on
Python 3.9 and pytest 6, and imports nothing else of ours than what explains failures.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from dojo.prove.measure.child import explain
else:
    # copied next to this file under this name
    import prove_explain as explain

WHY_CHARS = 300


def run_pytest(report: str) -> None:
    """Become `python -m pytest`, and tell in a report if it does not start."""
    tell_of_a_failed_start(report)
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)


def tell_of_a_failed_start(report: str) -> None:
    """Have the next pytest of this process tell what it raises before it has read all of its settings."""
    module = importlib.import_module("_pytest.config")
    prepare = getattr(module, "_prepareconfig", None)
    # of a pytest that has no such function it is known how it ended, and no more
    if prepare is None:
        return

    def prepare_or_tell(*arguments: Any, **options: Any) -> Any:
        # a pytest that a test starts in this process is the test's own
        module._prepareconfig = prepare  # type: ignore[attr-defined]
        try:
            return prepare(*arguments, **options)
        except BaseException as error:
            tell_fault(report, error)
            raise

    module._prepareconfig = prepare_or_tell  # type: ignore[attr-defined]


def tell_fault(report: str, error: BaseException) -> None:
    """Write into a report why pytest does not start; the current folder is that of the version."""
    # of a setting pytest says what is wrong; of a `conftest.py` what Python says
    cause = None if isinstance(error, pytest.UsageError) else error.__cause__
    words = explain.in_a_line(cause or error)
    fault = f"pytest does not start: {words}".replace(f"{Path.cwd()}{os.sep}", "")
    with Path(report).open("a", encoding="utf-8") as out:
        out.write(json.dumps({"fault": fault[:WHY_CHARS]}) + "\n")


if __name__ == "__main__":
    run_pytest(os.environ["PROVE_REPORT"])
