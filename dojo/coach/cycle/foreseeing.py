"""EXPECT=: the colour that the participant expects, whether it came, and the score."""

import sys
from typing import Any

from rich.console import Console

from dojo.attempt.light import Light
from dojo.errors import Mistake
from dojo.runner.result import COLOURS

ASK = "ask"


def colour(expected: str) -> str:
    """The expected colour, in small letters; raises Mistake if it is none, or if nobody can be asked."""
    expected = expected.lower()
    if expected == ASK:
        if not sys.stdin.isatty():
            raise Mistake("EXPECT=ask asks at a terminal: EXPECT=red, green or amber says it at once")
    elif expected and expected not in COLOURS:
        raise Mistake(f"EXPECT is red, green or amber, or ask, not {expected}")
    return expected


def asked(expected: str, out: Console) -> str:
    """The expected colour; with EXPECT=ask the participant types it now."""
    while expected == ASK:
        answer = out.input("red, green or amber? ").strip().lower()
        fitting = [one for one in COLOURS if answer and one.startswith(answer)]
        expected = fitting[0] if fitting else ASK
    return expected


def judged(
    expected: str, came: str, of: str, lights: list[Light], out: Console, *, counts: bool
) -> dict[str, Any]:
    """Say whether it was right, and the score; a colour that the participant knows already does not count."""
    held = expected == came
    score = [light.held for light in lights if light.held is not None] + [held] * counts
    seen = "so it is" if held else f"it is {came}"
    total = f"{sum(score)} of {len(score)} predictions held."
    unchanged = "Not counted: nothing has changed since the last run."
    out.print(f"You expected {expected} of {of}: {seen}. {total if counts else unchanged}")
    return {"expected": expected, "held": held} if counts else {}
