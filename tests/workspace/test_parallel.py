"""Ctrl-C ends the verbs that run on all cores at once, and in silence, whatever their processes are doing."""

import os
import signal

import pytest
from conftest import Watching

BEGINS = """

import time

print("it has begun", flush=True)
time.sleep(600)
"""
WAITS = """

import sys
import time

if "--multiprocessing-fork" in sys.orig_argv:
    print("a process has started", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("verb", ["next", "board", "gate", "watch"])
def test_ctrl_c_before_a_verb_has_begun_is_quiet(workspace, verb):
    """While Python reads what the verb is made of."""
    made = workspace.make("start", "NAME=tables-3")
    assert made.returncode == 0, made.stderr
    workspace.edit("dojo/steps.py", "\nfrom dojo", BEGINS + "\nfrom dojo")
    running = Watching(workspace, verb)
    try:
        assert "it has begun" in running.until("it has begun")
        os.killpg(running.process.pid, signal.SIGINT)
        said = running.until("never said", timeout=20)
        assert "Traceback" not in said, said
        assert running.process.wait(timeout=20) != 0
    finally:
        running.stop()


@pytest.mark.parametrize("verb", ["gate", "progress", "exhaustive"])
def test_ctrl_c_is_quiet_and_ends_it_at_once(workspace, verb):
    workspace.edit("dojo/steps.py", "\nfrom dojo", WAITS + "\nfrom dojo")
    running = Watching(workspace, verb)
    try:
        assert "a process has started" in running.until("a process has started")
        os.killpg(running.process.pid, signal.SIGINT)
        said = running.until("make: ***")
        assert "make: ***" in said
        assert "Traceback" not in said
        assert running.process.wait(timeout=20) != 0
    finally:
        running.stop()
