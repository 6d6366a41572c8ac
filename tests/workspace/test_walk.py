"""A participant walks from `make start` to the last test of chapter 8, and makes each mistake on the way.

The participant's code is that of the steps: a test that is red is answered with the step that it drives.
The mistakes are made in a terminal; the walk itself goes through the functions behind `make next`.
"""

import io
import os

import pytest
from rich.console import Console
from test_progress import on_a_terminal

from dojo.attempts import find
from dojo.lights import all_lights
from dojo.next import play
from dojo.own import own_trial
from dojo.start import start
from dojo.steps import find as step
from dojo.suite import with_suite
from dojo.teaching import taught

LAST_OF_CHAPTER_8 = 36

OURS = ["conftest.py", *(f"dojo/{name}.py" for name in ("child", "trial", "suite", "telling", "own"))]
"""What nobody wants to see in a failure of their own."""


@pytest.fixture
def typed(workspace):
    """Types a make command in a terminal of 80 columns: gives what is shown, in one line."""

    def type_in(*words, until="never shown"):
        environment = {"PATH": os.environ["PATH"], "COLUMNS": "80", "TERM": "dumb"}
        shown = on_a_terminal(["make", *words], workspace.root, until, environment)
        assert [ours for ours in OURS if ours in shown] == []
        return " ".join(shown.split())

    return type_in


MISTAKES = [
    pytest.param("def card(text:\n", "AMBER", "'(' was never closed", id="a syntax error"),
    pytest.param("while True: pass\n", "AMBER", "not done after 2 seconds", id="an endless loop"),
    pytest.param(
        "def card(text):\n    return card(text)\n", "AMBER", "maximum recursion depth", id="deep recursion"
    ),
    pytest.param("def card(text):\n    print('here')\n", "GREEN", "already green", id="prints, on green"),
    pytest.param("print('here')\nraise ValueError\n", "AMBER", "It printed: here", id="prints, on amber"),
    pytest.param("import sys\nsys.exit()\n", "AMBER", "SystemExit", id="sys.exit"),
    pytest.param(None, "AMBER", "there is no poker.py in the attempt tables-3", id="the file deleted"),
    pytest.param("", "RED", "module 'poker' has no attribute 'card'", id="an empty file"),
]


def test_the_mistakes(typed, workspace):
    assert "RED tables-3 · 1 red" in typed("start", "NAME=tables-3")
    attempt = find("tables-3", workspace.root)
    for row in MISTAKES:
        code, colour, told = row.values
        attempt.module.unlink(missing_ok=True)
        if code is not None:
            attempt.module.write_text(code)
        shown = typed("next", "NAME=tables-3")
        assert f"{colour} tables-3 ·" in shown, row.id
        assert told in shown, row.id
    attempt.module.write_text(step(1).code)
    assert "GREEN tables-3 ·" in typed("next", "NAME=tables-3")
    assert "hint 1 of 3" in typed("hint", "NAME=tables-3")
    assert "tables-3 behaves like step 1, Fake it." in typed("where", "NAME=tables-3")
    colours = [light.colour for light in all_lights(attempt) if light.verb == "next"]
    assert colours[:4] == ["amber", "amber", "amber", "green"]


def test_the_walk_to_the_last_test_of_chapter_8(workspace):
    attempt = start("tables-3", "holdem", workspace.root)

    def walk(suite):
        tests = [t for t in taught("holdem", suite.tests) if t.written <= LAST_OF_CHAPTER_8]
        attempt.module.write_text(step(1).code)
        met = []
        for test in tests:
            screen = io.StringIO()
            play(attempt, suite, own_trial(attempt), "green", Console(file=screen, width=80, markup=False))
            shown = " ".join(screen.getvalue().split())
            assert shown.startswith("GREEN"), shown
            colour = "green" if "already green" in shown else "red"
            met.append((test.rule, f"The next test, {len(met) + 1} of 247: “{test.rule}”" in shown, colour))
            if colour == "red":
                attempt.module.write_text(step(test.written).code)
        end = io.StringIO()
        play(attempt, suite, own_trial(attempt), "green", Console(file=end, width=80, markup=False))
        assert end.getvalue().startswith(f" GREEN  tables-3 · {len(tests) + 1} green")
        return tests, met

    tests, met = with_suite(walk)
    assert [rule for rule, shown, _ in met if not shown] == []
    assert met[-1] == ("the program marks the customer's file", True, "red")
    reds = {rule for rule, _, colour in met if colour == "red"}
    guards = {test.rule for test in tests if test.kind == "guards"}
    assert reds & guards == set()
    lights = all_lights(attempt)
    assert [light.told["held"] for light in lights if "held" in light.told] == [True] * (len(reds) + 1)
    assert lights[-1].told["revealed"] == len(tests) + 1
