"""A stand-in: what an attempt comes to by the tests in its own folder."""

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dojo.attempts import Attempt


class Verdict(NamedTuple):
    """What a run came to: its colour, how many tests of each, and the first one that is not green."""

    colour: str
    counts: dict[str, int]
    test: str = ""
    failure: str = ""


Judge = Callable[[Attempt], Verdict]


def when_ready(body: Callable[[Judge], int]) -> int:
    """Call `body` with a judge, in a process that has imported what a run needs but nothing of an attempt."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "test_warm.py").write_text("def test_warm():\n    assert True\n")
        with redirect_stdout(StringIO()):
            pytest.main([folder, "-c", os.devnull, "--rootdir", folder, "-p", "no:cacheprovider"])
    return body(run_attempt)


def run_attempt(attempt: Attempt) -> Verdict:
    """Run the tests in a child of this process."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setsid()
            os.write(theirs, json.dumps(in_child(attempt)).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    try:
        with os.fdopen(ours, "rb") as pipe:
            results = json.loads(pipe.read() or '[["amber", "", "did not end by itself"]]')
    finally:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    counts = {colour: sum(r[0] == colour for r in results) for colour in ("green", "red", "amber")}
    first = next((r for r in results if r[0] != "green"), ("green", "", ""))
    colour = next((c for c in ("amber", "red", "green") if counts[c]), "amber")
    return Verdict(colour, counts, first[1], first[2])


def in_child(attempt: Attempt) -> list[tuple[str, str, str]]:
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    results: list[tuple[str, str, str]] = []

    class Plugin:
        @pytest.hookimpl(trylast=True)
        def pytest_configure(self, config: pytest.Config) -> None:
            config.pluginmanager.unregister(name="terminalreporter")

        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            if report.failed:
                results.append(("amber", report.nodeid, report.longreprtext))

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_makereport(self, call: Any) -> Any:
            report = yield
            if call.when == "call":
                error = call.excinfo.value if call.excinfo else None
                red = isinstance(error, (AssertionError, AttributeError))
                results.append(
                    ("red" if red else "amber" if error else "green", report.nodeid, report.longreprtext)
                )
            return report

    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    folder = str(attempt.folder)
    pytest.main([folder, "-c", os.devnull, "--rootdir", folder, "-p", "no:cacheprovider"], plugins=[Plugin()])
    return results
