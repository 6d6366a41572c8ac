"""Ctrl-C ends every verb, and in silence. tests/check/test_ctrl_c.py types it while processes run."""

import os
import signal
import sys

import pytest
from helpers import HIDING, TOP


@pytest.mark.parametrize("words", ["progress", "board", "gate", "coverage", "todo", "red step-2"])
def test_while_the_suite_is_collected(bare, capsys, words):
    bare.edit("suite/test_more.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    assert bare.verb(*words.split()) == 130
    assert capsys.readouterr() == ("", "")


def test_every_module_that_is_run_by_itself_ends_in_one_way(here):
    """A mistake, trouble or Ctrl-C is a line at most there: they end like the verbs do."""
    run = [file for file in here.root.glob("katas/poker/**/*.py") if "mutants" not in file.parts]
    texts = {file: file.read_text(encoding="utf-8") for file in run if "peak" not in file.name}
    mains = {file: text for file, text in texts.items() if 'if __name__ == "__main__":' in text}
    assert len(mains) >= 5
    assert [file for file, text in mains.items() if "on_its_own(main)" not in text] == []


def test_a_call_from_python_is_quiet_too():
    """The hook that every import of the tooling sets."""
    code = "import dojo, os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(600)"
    environment = {k: v for k, v in os.environ.items() if k not in HIDING}
    process = os.spawnve(
        os.P_NOWAIT, sys.executable, [sys.executable, "-c", code], environment | {"PYTHONPATH": str(TOP)}
    )
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) in (1, 130, -signal.SIGINT)
