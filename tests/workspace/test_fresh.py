"""Law 8, by hand: a file changed to the same size in the same second is the file that runs."""

import os
import sys

import pytest

VERBS = [
    pytest.param(
        ["step-1", "test"],
        "steps/step_01_fake_it/poker.py",
        ("return 6", "return x"),
        ("1 green", "AMBER"),
        id="test",
    ),
    pytest.param(
        ["step-2", "red"],
        "steps/step_01_fake_it/poker.py",
        ("return 6", "return x"),
        ("as it should be", "is amber on step 1"),
        id="red",
    ),
    pytest.param(
        ["step-2", "coverage"],
        "steps/step_02_fake_it_again/poker.py",
        ("6 if", "9 or"),
        ("100.0 %", "all of it"),
        id="coverage",
    ),
    pytest.param(
        ["step-36", "run"],
        "steps/step_36_program/poker.py",
        ("print(line)", "print(LINE)"),
        ("9♥ 5♠", "NameError"),
        id="run",
    ),
    pytest.param(
        ["step-1", "test"],
        "tests/suite/test_cards.py",
        ('assert poker.card("6♣") == poker.card("6♣")', 'assert poker.card("6♣") != poker.card("6♣")'),
        ("1 green", "1 RED"),
        id="the test itself",
    ),
]


@pytest.mark.parametrize(("words", "file", "change", "said"), VERBS)
def test_no_verb_trusts_cached_bytecode(workspace, words, file, change, said):
    path = workspace.root / file
    old = path.read_text(encoding="utf-8")
    new = old.replace(*change)
    assert len(new.encode()) == len(old.encode())
    for text, expected in zip((old, new), said, strict=True):
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
        made = workspace.make(*words, stdin="9♥ 5♠\n")
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
