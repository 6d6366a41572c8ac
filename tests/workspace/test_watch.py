"""`make step-7 watch`: the suite again at every save, and Ctrl-C ends it quietly."""

import os
import signal

import pytest
from conftest import Watching


@pytest.fixture
def watching(workspace):
    watching = Watching(workspace, "step-7", "watch")
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
