"""`make step-2 watch`: the suite again at every save, and Ctrl-C ends it quietly."""

import subprocess

import pytest
from helpers import Watching, typed_copy


@pytest.fixture
def typed(tmp_path):
    return typed_copy(tmp_path)


@pytest.fixture
def watching(typed):
    watching = Watching(typed, "step-2", "watch")
    yield watching
    watching.stop()


def save(path, old, new):
    """Write a file anew, at its place."""
    path.write_text(path.read_text().replace(old, new))


def save_by_renaming(path, old, new):
    """As some editors do."""
    draft = path.with_name("draft")
    draft.write_text(path.read_text().replace(old, new))
    draft.rename(path)


STEP, SUITE = "katas/fizz/steps/step_02_numbers/fizz.py", "katas/fizz/suite/test_numbers.py"
SAVES = [
    (save, STEP, "return str(", "return ascii(1 + ", "step 2: 0 green, 2 RED"),
    (save_by_renaming, STEP, "ascii(1 + number)", '"1"', "step 2: 1 green, 1 RED (“two is said”)"),
    (save, SUITE, '1, "1"', '1, "one"', "step 2: 0 green, 2 RED"),
]
"""One after the other, and what is then told."""


def test_every_save_of_the_step_or_of_the_suite_runs_it_again_until_ctrl_c(typed, watching):
    assert "step 2: 2 green" in watching.until("next: step 3")
    for how, path, old, new, told in SAVES:
        how(typed.path(path), old, new)
        assert told in watching.until(told)
    while a_run_is_under_way(watching):  # interrupted while it ends, it would say so
        watching.until("never said", timeout=0.1)
    watching.interrupt()
    shown = watching.until("never said", timeout=20)
    watching.process.wait(timeout=20)
    assert "Traceback" not in shown, shown


def a_run_is_under_way(watching):
    listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,command="], text=True)
    ours = [line for line in listing.splitlines() if line.split()[0] == str(watching.process.pid)]
    return any("-m dojo test" in line for line in ours)
