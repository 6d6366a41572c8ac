"""`make step-7 watch`: the suite again at every save, and Ctrl-C ends it quietly."""

import os
import pty
import select
import signal
import subprocess
import time

import pytest
from conftest import HIDING


class Watching:
    """`make step-7 watch` on a terminal."""

    def __init__(self, workspace):
        self.screen, theirs = pty.openpty()
        self.process = subprocess.Popen(
            ["make", "step-7", "watch"],
            cwd=workspace.root,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={k: v for k, v in os.environ.items() if k not in HIDING} | {"TERM": "xterm"},
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(theirs)

    def until(self, words, timeout=60):
        """What is shown up to these words; what was shown, when they do not come."""
        shown, deadline = "", time.monotonic() + timeout
        while words not in shown and time.monotonic() < deadline:
            if select.select([self.screen], [], [], 1)[0]:
                try:
                    shown += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:
                    break
        return shown

    def until_pytest_has_ended(self):
        """A run that is interrupted while it ends would say so; what is tested is Ctrl-C while waiting."""
        while self.pytest_is_running():
            self.until("never said", timeout=0.1)

    def pytest_is_running(self):
        listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,command="], text=True)
        ours = [line for line in listing.splitlines() if line.split()[0] == str(self.process.pid)]
        return any("-m pytest " in line for line in ours)

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.screen)


@pytest.fixture
def watching(workspace):
    watching = Watching(workspace)
    yield watching
    watching.stop()


SAVES = [
    pytest.param("step_07/poker.py", '"♣"', '"♠"', "step 7: 11 green, 2 RED", id="the step"),
    pytest.param("tests/suite/test_cards.py", '"A♠", "♠"', '"A♠", "♥"', "12 green, 1 RED", id="the suite"),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), SAVES)
def test_a_save_runs_the_suite_again(workspace, watching, path, old, new, said):
    first = watching.until("next: step 8")
    assert "step 7: 13 green" in first
    workspace.edit(path, old, new)
    assert said in watching.until("first the bar")


def test_an_editor_that_saves_by_renaming_is_seen_too(workspace, watching):
    watching.until("next: step 8")
    path = workspace.path("step_07/poker.py")
    draft = path.with_name("poker.py.draft")
    draft.write_text(path.read_text(encoding="utf-8").replace('"♣"', '"♠"'), encoding="utf-8")
    draft.rename(path)
    assert "2 RED" in watching.until("first the bar")


def test_ctrl_c_ends_it_quietly(watching):
    watching.until("next: step 8")
    watching.until_pytest_has_ended()
    os.killpg(watching.process.pid, signal.SIGINT)
    shown = watching.until("never said", timeout=20)
    watching.process.wait(timeout=20)
    assert "Traceback" not in shown, shown
