"""Law 8, by hand: a file changed to the same size in the same second is the file that runs."""

import os
import sys

import pytest

NAME = ("return 6", "return x")
SYNTAX = ("6 if", "9 or")
PRINTS = ("print(line)", "print(LINE)")
EQUAL = ('assert poker.card("6♣") == poker.card("6♣")', 'assert poker.card("6♣") != poker.card("6♣")')
VERBS = [
    pytest.param("test step-1", "step_01/poker.py", NAME, ("1 green", "AMBER"), id="test"),
    pytest.param("red step-2", "step_01/poker.py", NAME, ("as it should be", "is amber on"), id="red"),
    pytest.param("coverage step-2", "step_02/poker.py", SYNTAX, ("100.0 %", "all of it"), id="coverage"),
    pytest.param("run step-36", "step_36/poker.py", PRINTS, ("9♥ 5♠", "NameError"), id="run"),
    pytest.param("test step-1", "tests/suite/test_cards.py", EQUAL, ("1 green", "1 RED"), id="a test"),
]


@pytest.mark.parametrize(("words", "file", "change", "said"), VERBS)
def test_no_verb_trusts_cached_bytecode(workspace, words, file, change, said):
    path = workspace.path(file)
    old = path.read_text(encoding="utf-8")
    new = old.replace(*change)
    assert len(new.encode()) == len(old.encode())
    for text, expected in zip((old, new), said, strict=True):
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
        made = workspace.make(*words.split(), stdin="9♥ 5♠\n")
        assert expected in made.stdout + made.stderr


def test_the_trap_is_real(workspace):
    """What the verbs guard against: plain Python runs the old code."""
    path = workspace.path("step_01/poker.py")
    show = [sys.executable, "-c", "from steps.step_01_fake_it.poker import card; print(card(''))"]
    printed = []
    for text in ("def card(text):\n    return 6\n", "def card(text):\n    return 7\n"):
        path.write_text(text)
        os.utime(path, (1_700_000_000, 1_700_000_000))
        printed.append(workspace.run(*show).stdout)
    assert printed == ["6\n", "6\n"]
