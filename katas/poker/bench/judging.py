"""Judging forty tests: `make judge` beside bare pytest, once for each evaluator."""

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from dojo.errors import EnvironmentProblem
from dojo.story.mutants import read_mutants
from katas.poker import STEPS, story

ROOT = STEPS.parent
DOCUMENTS = ROOT / "katas" / "poker" / "documents"
PYTHON = str(ROOT / ".venv" / "bin" / "python")
DIALOGUE = "test_dialogue.py"
"""It has 32 tests; these are the other eight, so that no evaluator is out of their reach."""
OTHERS = """\
import io
import sys

import poker
import pytest


def test_compare():
    assert poker.compare("5♠ 5♥ 5♦ T♣ T♥", "9♠ 9♥ 9♦ 2♣ 2♥") == "lose"


def test_a_draw():
    assert poker.compare("2♦ 4♥ 6♣ 8♠ T♦", "2♠ 4♦ 6♥ 8♣ T♠") == "draw"


def test_ladder():
    assert poker.ladder(["2♦ 4♥ 6♣ 8♠ T♦", "9♠ 9♥ 9♦ 2♣ 2♥"]) == ["9♠ 9♥ 9♦ 2♣ 2♥", "2♦ 4♥ 6♣ 8♠ T♦"]


def test_showdown():
    line = "Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C AH"
    assert poker.showdown(line) == "White wins. - with high card: Ace"


def test_left_wins():
    assert poker.left_wins(["TS JS QS KS AS 7D 3C AH 7C 7S"]) == 1


def test_right_wins():
    assert poker.left_wins(["JH 2D 3S JC AS 7D 3C AH 7C 7S"]) == 0


def test_no_card():
    with pytest.raises(poker.CardError):
        poker.card("ZD")


def test_the_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["poker.py"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("A♣\\n".encode()), encoding="utf-8"))
    poker.main()
    assert capsys.readouterr().out == "A♣\\n"
"""


def forty_tests(folder: Path) -> None:
    """Write the tests into a folder."""
    shutil.copy(DOCUMENTS / DIALOGUE, folder)
    (folder / "test_others.py").write_text(OTHERS, encoding="utf-8")


def judging(rounds: int) -> tuple[list[float], list[float]]:
    """The seconds to judge forty tests, and to run pytest on them once for each evaluator, in each round."""
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        tests = Path(folder)
        forty_tests(tests)
        codes = [step.code for step in story().designs] + [mutant.whole for mutant in read_mutants(story())]
        for _ in range(rounds):
            ours.append(timed(["make", "--no-print-directory", "judge", f"TESTS={tests}"], ROOT, {0}))
            theirs.append(sum(bare_pytest(code) for code in codes))
    return ours, theirs


def bare_pytest(code: str) -> float:
    """The seconds of one run, in a new folder: it finds no bytecode of another evaluator."""
    with tempfile.TemporaryDirectory() as folder:
        forty_tests(Path(folder))
        (Path(folder) / "poker.py").write_text(code, encoding="utf-8")
        return timed([PYTHON, "-m", "pytest", "--quiet"], Path(folder), {0, 1})


def timed(command: list[str], where: Path, well: set[int]) -> float:
    """The seconds that a command takes.

    Raises EnvironmentProblem where it does not end with one of these statuses.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
    start = time.perf_counter()
    run = subprocess.run(command, cwd=where, env=environment, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    if run.returncode not in well:
        raise EnvironmentProblem(f"{shlex.join(command)} ends with status {run.returncode}")
    return seconds
