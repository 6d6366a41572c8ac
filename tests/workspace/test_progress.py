"""The progression: what it shows, at which width, and when it fails."""

import os
import pickle
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console

from dojo import progress
from dojo.drawing import progression, state
from dojo.matrix import Cell, Matrix, SuiteTest, run
from dojo.parallel import run_on_all_cores
from dojo.steps import all_steps

ESCAPE = "\x1b"


AS_KEPT = """
import pickle
import sys

from dojo import progress

with open(sys.argv[1], "rb") as file:
    matrix = pickle.load(file)
progress.run_on_all_cores = lambda _on_part: matrix
sys.exit(progress.main())
"""
"""`make progress` without the runs, for what is not about them."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The matrix in a file."""
    file = tmp_path_factory.mktemp("matrix") / "matrix"
    file.write_bytes(pickle.dumps(run_on_all_cores()))
    return file


@pytest.fixture(scope="module")
def piped(here):
    """What `make progress` prints into a file, at 80 columns."""
    return here.make("progress", COLUMNS="80")


@pytest.fixture(scope="module")
def wide(here, kept):
    """The same at 140 columns, where no name has to be folded."""
    return here.run(sys.executable, "-c", AS_KEPT, kept, COLUMNS="140")


def test_it_succeeds_and_says_nothing_else(piped):
    assert (piped.returncode, piped.stderr) == (0, "")


def test_no_line_is_wider_than_the_screen(piped):
    assert max(map(len, piped.stdout.splitlines())) <= 80


def test_a_pipe_gets_no_colours(piped):
    assert ESCAPE not in piped.stdout


# What the stories say of luck is among these.
ROWS = [
    ("a card equals itself", "×■"),
    ("digits sort", "···○■"),
    ("five spades are a flush", "·····○○×■"),
    ("threes beat twos", "·········○·×■"),
    ("a pair may be the highest cards", "·········○○·○×■"),
    ("a pair may be the lowest cards", "···········○○○○■"),
    ("equal pairs: the first kicker", "·········○○·○·○■"),
    ("a straight beats three of a kind", "·················×■"),
    ("the wheel is a straight", "··················×■"),
    ("a flush beats a straight", "·········○○○○○○○○○·×■"),
    ("the wheel is the lowest straight flush", "··················○○○·○■"),
]


@pytest.mark.parametrize(("rule", "cells"), ROWS, ids=[rule for rule, _ in ROWS])
def test_each_test_has_its_row_of_cells(wide, rule, cells):
    """The last cell goes on to the last step."""
    (row,) = re.findall(rf"^{rule} +(\S+)$", wide.stdout, re.MULTILINE)
    assert row == cells.ljust(len(all_steps()), cells[-1])


def test_on_the_empty_module_every_test_is_red():
    """None passes, none breaks: the story of step 00 says so."""
    matrix = run(0, 0)
    assert {cell.colour for cell in matrix.cells.values()} == {"red"}


def test_the_bars_are_a_staircase(piped):
    """The last lines of the screen: no bar is shorter than the one before."""
    bars = re.findall(r"^(\d\d) .*? (█*)[×·]* +(\d+) of (\d+)$", piped.stdout, re.MULTILINE)
    lines = piped.stdout.splitlines()[-len(bars) :]
    assert [line[:2] for line in lines] == [f"{n:02}" for n in range(len(all_steps()))]
    greens = [(len(bar), int(green)) for _, bar, green, _ in bars]
    assert greens == sorted(greens)
    assert bars[-1][2] == bars[-1][3]


CHAPTERS = ["1 · Dealing with cards", "5 · Straight and flush", "8 · Solving the problem"]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_tests_stand_by_chapter(piped, chapter):
    assert re.search(rf"^{chapter} ", piped.stdout, re.MULTILINE)


BROKEN = [
    pytest.param(
        "step_19/poker.py",
        "b.value == 5",
        "b.value == 6",
        "law 1 · step_19_wheel · the wheel is a straight: drives step 19, but is red here",
        id="a broken line",
    ),
    pytest.param(
        "tests/suite/test_hands.py",
        '"""Chapters 3 to 5: which of two hands is the stronger."""',
        "import nothing_of_that_name",
        "tests/suite/test_hands.py: ModuleNotFoundError: No module named 'nothing_of_that_name'",
        id="a suite that cannot be read",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), BROKEN)
def test_it_fails_and_names_the_step_and_the_rule(workspace, path, old, new, said):
    workspace.edit(path, old, new)
    made = workspace.make("progress")
    assert made.returncode == 2
    assert said in made.stderr
    assert "Traceback" not in made.stderr


COLOURS = [
    pytest.param("amber", "law 2 · step_18_straight · {}: drives step 19, but is amber here", id="a crash"),
    pytest.param("green", "law 1 · step_18_straight · {}: drives step 19, but is green", id="too early"),
]


@pytest.mark.parametrize(("colour", "said"), COLOURS)
def test_it_fails_where_a_colour_is_not_what_it_had_to_be(monkeypatch, capsys, kept, colour, said):
    matrix = pickle.loads(kept.read_bytes())
    (wheel,) = (test for test in matrix.tests if test.rule == "the wheel is a straight")
    matrix.cells[wheel.id, 18] = Cell(colour)
    monkeypatch.setattr(progress, "run_on_all_cores", lambda _on_part: matrix)
    assert progress.main() == 1
    assert said.format(wheel.rule) in capsys.readouterr().err


WHEEL = SuiteTest(
    "id", "the wheel is a straight, however narrow the screen is on which it is shown", "drives", 19
)
STATES = [
    pytest.param(17, "red", "not yet", id="not written yet"),
    pytest.param(17, "amber", "not yet", id="not written yet, whatever it comes to"),
    pytest.param(17, "green", "luck", id="luck"),
    pytest.param(17, "skipped", "broken", id="skipped is never right"),
    pytest.param(18, "red", "red", id="red just before"),
    pytest.param(18, "green", "broken", id="green too early"),
    pytest.param(18, "amber", "broken", id="a crash is no red"),
    pytest.param(19, "green", "green", id="green from its step on"),
    pytest.param(19, "red", "broken", id="red on its step"),
    pytest.param(20, "missing", "broken", id="missing later"),
]


@pytest.mark.parametrize(("number", "colour", "shown"), STATES)
def test_a_cell_is_shown_in_the_light_of_what_it_had_to_be(number, colour, shown):
    step = all_steps()[number]
    matrix = Matrix([step], [WHEEL], {("id", number): Cell(colour)})
    assert state(matrix, WHEEL, step) == shown


def drawn(width, **how):
    """One test on all steps, drawn on a screen of that width."""
    steps = all_steps()
    cells = {("id", s.number): Cell("green" if s.number >= 19 else "red") for s in steps}
    console = Console(width=width, record=True, file=open(os.devnull, "w"), **how)  # noqa: SIM115, PTH123
    console.print(progression(Matrix(steps, [WHEEL], cells)))
    return console.export_text(styles=not console.no_color)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_long_name_is_folded_and_never_cut(width):
    text = drawn(width, no_color=True, force_terminal=False)
    named = text[text.index("the") : text.index("■ green")]
    assert "".join(re.findall(r"[a-z,]+", named)) == WHEEL.rule.replace(" ", "")
    assert max(map(len, text.splitlines())) <= width


def test_a_terminal_gets_colours():
    assert f"{ESCAPE}[32m■" in drawn(80, force_terminal=True, color_system="standard", no_color=False)


def on_a_terminal(command, cwd, until, environment, timeout=60):
    """What a command shows on a terminal of 80 columns, up to what is waited for."""
    screen, theirs = pty.openpty()
    process = subprocess.Popen(
        command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    shown, deadline = "", time.monotonic() + timeout
    try:
        while until not in shown and time.monotonic() < deadline:
            if select.select([screen], [], [], 1)[0]:
                shown += os.read(screen, 65536).decode(errors="replace")
    except OSError:  # the command has ended, and its terminal with it
        pass
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        os.close(screen)
    return shown


TERMINALS = [
    pytest.param({"TERM": "xterm"}, True, id="a colour terminal"),
    pytest.param({"TERM": "xterm", "NO_COLOR": "1"}, False, id="NO_COLOR"),
    pytest.param({"TERM": "dumb"}, False, id="a terminal without colours"),
]


@pytest.mark.parametrize(("environment", "coloured"), TERMINALS)
def test_colours_are_for_terminals_that_want_them(here, kept, environment, coloured):
    how = {"PATH": os.environ["PATH"], "COLUMNS": "80", **environment}
    command = [sys.executable, "-c", AS_KEPT, str(kept)]
    shown = on_a_terminal(command, here.root, "36 Program", how | {"PYTHONUTF8": "1"})
    assert "36 Program" in shown
    assert (f"{ESCAPE}[32m" in shown) == coloured


def test_it_shows_how_far_it_is_while_it_works(here):
    how = {"PATH": os.environ["PATH"], "COLUMNS": "80", "TERM": "xterm"}
    shown = on_a_terminal(["make", "progress"], here.root, "36 Program", how)
    before = shown[: shown.index("00 Nothing yet")]
    assert len(set(re.findall(r"(\d+) of \d+ steps", before))) > 3


@pytest.mark.parametrize("verb", ["gate", "coverage"])
def test_who_waits_for_another_verb_sees_how_far_it_is(here, verb):
    how = {"PATH": os.environ["PATH"], "COLUMNS": "80", "TERM": "xterm"}
    some = f"14 of {len(all_steps())} steps"
    assert some in on_a_terminal(["make", verb], here.root, some, how)
