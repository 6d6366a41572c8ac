"""What people do wrong at first: the bar has the right colour, and says what it is in their words."""

import pytest

from dojo.attempt.light import all_lights

OURS = ["conftest.py", "dojo/cli", "dojo/coach", "dojo/runner", "_pytest", "pluggy"]
"""What nobody wants to see in a failure of their own."""
MISTAKES = {
    "a syntax error": ("def say(number:\n", "AMBER", "'(' was never closed"),
    "an endless loop": ("while True: pass\n", "AMBER", "not done after 0.2 seconds"),
    "sys.exit": ("import sys\nsys.exit()\n", "AMBER", "SystemExit"),
    "the file deleted": (None, "AMBER", "Have you deleted it? make back NAME=tables-3 brings back what"),
    "an odd message": ("raise ValueError('\\ud800 \\x1b[2J')\n", "AMBER", "ValueError: \\ud800 \\x1b[2J"),
    "an empty file": ("", "RED", "module 'fizz' has no attribute 'say'"),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("code", "colour", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told(attempt, said, code, colour, told):
    attempt.module.unlink()
    if code is not None:
        attempt.module.write_text(code)
    shown = said("next", "NAME=tables-3")
    assert f"{colour} tables-3 ·" in shown
    assert told in shown
    assert [ours for ours in OURS if ours in shown] == []
    assert all_lights(attempt)[0].colour == colour.lower()


def test_ctrl_c_is_quiet(small, attempt, capsys):
    small.edit("suite/test_more.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    assert small.verb("next", f"NAME={attempt.name}") == 130
    assert capsys.readouterr() == ("", "")
