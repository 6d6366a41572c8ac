"""`make next`: the tests revealed so far on an attempt; when all are green, the next one.

A bar that is not green is no error of the verb: what it was asked for, it has shown, so its status is 0.
With EXPECT=red, green or amber it says whether that is the colour of the tests so far.
"""

import os
import sys
from typing import Any

from rich.console import Console

from dojo.attempts import Attempt
from dojo.faults import Mistake
from dojo.lights import Light, all_lights, files, record
from dojo.matrix import SuiteTest
from dojo.own import own_trial
from dojo.showing import STYLES, asked, bar, colour_of, console, counted, failure, in_numbers
from dojo.snapshot import Snapshot, taken
from dojo.suite import Suite, with_suite
from dojo.teaching import taught
from dojo.trial import Result, Trial, try_all
from dojo.verb import ended


def revealed(lights: list[Light]) -> int:
    """How many tests of the kata have been shown to the participant."""
    return next((light.told["revealed"] for light in reversed(lights) if "revealed" in light.told), 0)


def play(attempt: Attempt, suite: Suite, own: Trial, expected: str, out: Console) -> None:
    """Run what is revealed, show it, reveal the next test when it is green, and record all that.

    The bar comes below the failure: that is what stays on a small screen.
    """
    lights = all_lights(attempt)
    tests = taught(attempt.kata, suite.tests)
    known = min(revealed(lights), len(tests))
    snapshot = taken(attempt.folder)
    trial = suite.trial(attempt, tests[: known + 1])
    try_all([own, trial])
    results = [*own.results.values(), *trial.results.values()]
    coming = [result for result in results if result.id in {test.id for test in tests[known:]}]
    so_far = [result for result in results if result not in coming]
    counts = counted(so_far)
    colour = colour_of(counts)
    told: dict[str, Any] = {"revealed": known}
    if first := first_failure(so_far, trial) if colour != "green" else None:
        failure(out, first)
        out.print()
    bar(out, colour, f"{attempt.name} · {in_numbers(counts)}")
    if expected:
        known_already = seen_before(attempt, lights, snapshot)
        told |= prediction(expected, colour, lights, out, counts=not known_already)
    test = in_hand(so_far, tests[:known])
    record(attempt, verb="next", colour=colour, counts=counts, test=test, snapshot=snapshot, **told)
    if first:
        out.print("Then make next again. A hint for the test in hand: make hint", style="dim")
    elif not coming:
        out.print(f"\nThat was the last test of {attempt.kata}. All {len(tests)} are green.", style="bold")
    else:
        after = counted(results)
        record(
            attempt,
            verb="next",
            colour=colour_of(after),
            counts=after,
            test=tests[known].id,
            snapshot=snapshot,
            revealed=known + 1,
        )
        reveal(out, tests[known], coming[0], f"{known + 1} of {len(tests)}")


def in_hand(results: list[Result], ours: list[SuiteTest]) -> str:
    """The id of the first of our tests that is not green, or else of the one that was revealed last."""
    ids = [test.id for test in ours]
    failing = [result.id for result in results if result.colour != "green" and result.id in ids]
    return (failing or ids[-1:] or [""])[0]


def seen_before(attempt: Attempt, lights: list[Light], snapshot: Snapshot) -> bool:
    """Has the last run, which showed its colour, run these very files?"""
    runs = [light for light in lights if light.judged]
    return bool(runs) and files(attempt, runs[-1]) == snapshot.files


def prediction(
    expected: str, colour: str, lights: list[Light], out: Console, *, counts: bool
) -> dict[str, Any]:
    """Say whether it held, and the score with it; what one knows already does not count as foreseen."""
    held = expected == colour
    score = [light.told["held"] for light in lights if "held" in light.told] + [held] * counts
    seen = "so it is" if held else f"it is {colour}"
    out.print(f"You expected {expected} of the tests so far: {seen}.", end=" ")
    if not counts:
        out.print("Not counted: nothing has changed since the last run.")
        return {}
    out.print(f"{sum(score)} of {len(score)} predictions held.")
    return {"expected": expected, "held": held}


def first_failure(results: list[Result], trial: Trial) -> Result | None:
    """What to show: why the attempt does not load, or else the first test that is not green, if any."""
    if trial.broken:
        return next(iter(trial.results.values()))
    return next((result for result in results if result.colour != "green"), None)


def reveal(out: Console, test: SuiteTest, result: Result, place: str) -> None:
    """Show the next test: as it fails, or that it does not."""
    out.print(f"\nThe next test, {place}: “{test.rule}”", style="bold")
    if result.colour == "green":
        out.print(
            "already green: keep it, or ask whether you wrote more than you needed.", style=STYLES["green"]
        )
    else:
        failure(out, result)


def verb() -> None:
    out = console()
    expected = os.environ.get("EXPECT", "").lower()
    if expected and expected not in STYLES:
        raise Mistake(f"EXPECT is red, green or amber, not {expected}")
    attempt = asked(out)
    with_suite(lambda suite: play(attempt, suite, own_trial(attempt), expected, out))


if __name__ == "__main__":
    sys.exit(ended(verb))
