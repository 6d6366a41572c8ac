"""Ctrl-C ends every verb, and in silence, whatever its processes are doing."""

import os
import signal
import sys

import pytest
from helpers import HIDING, TOP, Watching

BEGINS = """

import time

print("it has begun", flush=True)
time.sleep(600)
"""
LOOPS = """

print("it runs", flush=True)
while True:
    pass
"""


@pytest.mark.parametrize("verb", ["next", "gate", "watch"])
def test_before_a_verb_has_begun(workspace, verb):
    """While Python reads what the verb is made of: not yet when make asks whether the words are right."""
    assert workspace.verb("start", "NAME=tables-3") == 0
    workspace.edit(
        "dojo/engine/cell.py",
        "\nfrom collections import Counter",
        f"{BEGINS}\nfrom collections import Counter",
    )
    running = Watching(workspace, verb)
    try:
        assert "it has begun" in running.until("it has begun")
        running.interrupt()
        said = running.until("never said", timeout=20)
        assert "Traceback" not in said, said
        assert running.process.wait(timeout=20) != 0
    finally:
        running.stop()


@pytest.mark.parametrize("verb", ["gate", "progress", "board", "coverage"])
def test_while_the_steps_run(workspace, verb):
    workspace.edit("tests/suite/conftest.py", "\nLIMIT = 5\n", "\nLIMIT = 600\n")
    begun = workspace.root / "begun"
    workspace.path("step_02/poker.py").write_text(
        f"open({str(begun)!r}, 'w').close()\nwhile True:\n    pass\n"
    )
    running = Watching(workspace, verb)
    try:
        assert "2 of 75 steps" in running.until("2 of 75 steps")
        while not begun.exists():
            assert running.process.poll() is None
        running.interrupt()
        said = running.until("make: ***")
        assert "make: ***" in said
        assert "Traceback" not in said
        assert running.process.wait(timeout=20) != 0
    finally:
        running.stop()


@pytest.mark.parametrize("words", ["progress", "board", "gate", "coverage", "contents", "red step-7"])
def test_while_the_suite_is_collected(workspace, capsys, words):
    workspace.edit("tests/suite/test_cards.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    assert workspace.verb(*words.split()) == 130
    assert capsys.readouterr() == ("", "")


def test_a_verb_that_the_story_brings(workspace):
    workspace.path("katas/poker/exhaustive.py").write_text(
        '"""Waits."""\n\nimport sys\nimport time\n\nfrom dojo.cli.ending import ended\n\n\n'
        'def main():\n    print("it runs", flush=True)\n    time.sleep(600)\n\n\nsys.exit(ended(main))\n'
    )
    running = Watching(workspace, "exhaustive")
    try:
        assert "it runs" in running.until("it runs")
        running.interrupt()
        said = running.until("make: ***")
        assert "Traceback" not in said
        assert running.process.wait(timeout=20) != 0
    finally:
        running.stop()


def test_every_module_that_is_run_by_itself_ends_in_one_way(here):
    """A mistake, trouble or Ctrl-C is a line at most there: they end like the verbs do."""
    run = [file for file in here.root.glob("katas/poker/**/*.py") if "mutants" not in file.parts]
    texts = {file: file.read_text(encoding="utf-8") for file in run}
    mains = {file: text for file, text in texts.items() if 'if __name__ == "__main__":' in text}
    assert len(mains) >= 5
    assert [
        file for file, text in mains.items() if "on_its_own(main)" not in text and "peak" not in file.name
    ] == []


def test_a_call_from_python_is_quiet_too():
    """The hook that every import of the tooling sets."""
    code = "import dojo, os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(600)"
    environment = {k: v for k, v in os.environ.items() if k not in HIDING}
    process = os.spawnve(
        os.P_NOWAIT, sys.executable, [sys.executable, "-c", code], environment | {"PYTHONPATH": str(TOP)}
    )
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) in (1, 130, -signal.SIGINT)
