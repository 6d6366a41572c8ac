"""`make next`: the tests revealed so far on an attempt; when all are green, the next one.

A bar that is not green is no error of the verb: what it was asked for, it has shown, so its status is 0.
With EXPECT=red, green or amber it says whether that is the colour of the tests so far.
"""

from typing import Any

from rich.console import Console

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light, all_lights, record, snapshot_of
from dojo.attempt.snapshot import Snapshot, taken
from dojo.coach.showing import failure, in_numbers, left_out
from dojo.engine.cell import COLOURS, Cell, colour_of, counted
from dojo.engine.own_tests import own_trial
from dojo.engine.suite import Suite, with_suite
from dojo.engine.trial import Trial, try_all
from dojo.errors import Mistake
from dojo.screen.bars import line
from dojo.screen.palette import COLOURS as LOOKS
from dojo.story.tests import SuiteTest


def revealed(lights: list[Light]) -> int:
    """How many tests of the kata have been shown to the participant."""
    return next((light.told["revealed"] for light in reversed(lights) if "revealed" in light.told), 0)


def play(attempt: Attempt, suite: Suite, own: Trial, expected: str, out: Console) -> None:
    """Run what is revealed, show it, reveal the next test when it is green, and record all that.

    The bar comes below the failure: that is what stays on a small screen.
    """
    lights = all_lights(attempt)
    tests = attempt.kata.taught(suite.tests)
    known = min(revealed(lights), len(tests))
    snapshot = taken(attempt.folder)
    trial = suite.trial(attempt, tests[: known + 1])
    try_all([own, trial])
    cells = [*own.cells.values(), *trial.cells.values()]
    coming = [cell for cell in cells if cell.id in {test.id for test in tests[known:]}]
    so_far = [cell for cell in cells if cell not in coming]
    counts = counted(so_far)
    colour = colour_of(counts)
    told: dict[str, Any] = {"revealed": known}
    if first := first_failure(so_far, trial) if colour != "green" else None:
        failure(out, first)
        out.print()
    out.print(line(colour, f"{attempt.name} · {in_numbers(counts)}", out.width))
    if expected:
        known_already = seen_before(attempt, lights, snapshot)
        told |= prediction(expected, colour, lights, out, counts=not known_already)
    test = in_hand(so_far, tests[:known])
    left_out(out, snapshot)
    record(
        attempt,
        verb="next",
        colour=colour,
        counts=counts,
        test=test,
        snapshot=snapshot,
        after=len(lights),
        **told,
    )
    if first:
        again, help = attempt.command("next"), attempt.command("hint")
        out.print(f"Then {again} again. A hint for the test in hand: {help}", style="dim")
    elif not coming:
        out.print(
            f"\nThat was the last test of {attempt.kata.name}. All {len(tests)} are green.", style="bold"
        )
    else:
        after = counted(cells)
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


def in_hand(cells: list[Cell], ours: list[SuiteTest]) -> str:
    """The id of the first of our tests that is not green, or else of the one that was revealed last."""
    ids = [test.id for test in ours]
    failing = [cell.id for cell in cells if cell.colour != "green" and cell.id in ids]
    return (failing or ids[-1:] or [""])[0]


def seen_before(attempt: Attempt, lights: list[Light], snapshot: Snapshot) -> bool:
    """Has the last run, which showed its colour, run these very files?"""
    runs = [light for light in lights if light.judged]
    return bool(runs) and snapshot_of(attempt, runs[-1]) == snapshot


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


def first_failure(cells: list[Cell], trial: Trial) -> Cell | None:
    """What to show: why the attempt does not load, or else the first test that is not green, if any."""
    if trial.broken:
        return next(iter(trial.cells.values()))
    return next((cell for cell in cells if cell.colour != "green"), None)


def reveal(out: Console, test: SuiteTest, cell: Cell, place: str) -> None:
    """Show the next test: as it fails, or that it does not."""
    out.print(f"\nThe next test, {place}: “{test.rule}”", style="bold")
    if cell.colour == "green":
        words = "already green: keep it, or ask whether you wrote more than you needed."
        out.print(words, style=LOOKS["green"].style)
    else:
        failure(out, cell)


def next_test(attempt: Attempt, expected: str, out: Console) -> None:
    """Run what is revealed, and when it is green reveal one more; raises Mistake, NotRecorded, Broken."""
    expected = expected.lower()
    if expected and expected not in COLOURS:
        raise Mistake(f"EXPECT is red, green or amber, not {expected}")
    own = own_trial(attempt, attempt.story)
    with_suite(attempt.story, lambda suite: play(attempt, suite, own, expected, out))
