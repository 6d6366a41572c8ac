"""EXPECT=: the colour that the participant predicts, whether it was right, and the score."""

import sys
from typing import Any

from rich.console import Console

from dojo.attempt.light import Light
from dojo.errors import UsageError
from dojo.runner.result import COLOURS

ASK = "ask"


def check_prediction(expected: str) -> str:
    """Return the predicted colour in small letters.

    Raises UsageError if it is none, or cannot be asked for.
    """
    found = expected.lower()
    if found == ASK and not sys.stdin.isatty():
        raise UsageError("EXPECT=ask asks at a terminal: EXPECT=red, green or amber says it at once")
    if found and found not in (*COLOURS, ASK):
        raise UsageError(f"EXPECT={expected}: use red, green, amber or ask")
    return found


def ask_prediction(expected: str, out: Console) -> str:
    """Return the predicted colour; with EXPECT=ask the participant types it now."""
    while expected == ASK:
        answer = out.input("red, green or amber? ").strip().lower()
        expected = next((one for one in COLOURS if answer and one.startswith(answer)), ASK)
    return expected


def score_prediction(
    expected: str, colour: str, lights: list[Light], out: Console, *, counts: bool
) -> dict[str, Any]:
    """Print whether a prediction was right, and the score; return the fields of the light.

    It does not count if the participant knows the colour already.
    """
    held = expected == colour
    score = [light.held for light in lights if light.held is not None] + [held] * counts
    seen = f"and it is {colour}" if held else f"but it is {colour}"
    total = f"Guesses right: {sum(score)} of {len(score)}."
    unchanged = "Not counted: nothing has changed since the last run."
    out.print(f"You guessed {expected}, {seen}. {total if counts else unchanged}")
    return {"expected": expected, "held": held} if counts else {}
