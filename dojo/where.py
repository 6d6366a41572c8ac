"""`make where`: which step an attempt behaves like; `make where NAME=all`: every attempt, a line each."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.attempts import Attempt, NoAttempt, all_attempts
from dojo.matrix import Broken, Matrix, SuiteTest
from dojo.showing import STYLES, asked, complain, console
from dojo.steps import ROOT, all_steps
from dojo.suite import Suite, with_suite
from dojo.teaching import taught
from dojo.trial import Trial, try_all

COLUMNS = "steps/columns.txt"
"""Which test is green on which step, written by `make contents`: steps across, tests down."""
GREEN, OTHER = "#", "."


@dataclass(frozen=True)
class Standing:
    """Where an attempt stands."""

    step: int
    in_a_row: int
    """So many tests are green from the first one on; a later one may be green by luck."""
    of: int
    next: str
    ahead: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)


def written(matrix: Matrix) -> str:
    """The columns as they are kept in the file."""
    rows = []
    for test in matrix.tests:
        colours = [matrix.cell(test, step).colour for step in matrix.steps]
        rows.append("".join(GREEN if c == "green" else OTHER for c in colours) + f" {test.id}\n")
    return "".join(rows)


@cache
def columns(root: Path = ROOT) -> Mapping[str, str]:
    """For each test the steps on which it is green, as GREEN or OTHER, from step 0 on."""
    lines = (root / COLUMNS).read_text(encoding="utf-8").splitlines()
    return {id: cells for cells, _, id in (line.partition(" ") for line in lines)}


def standing(colours: Mapping[str, str], tests: list[SuiteTest], cells: Mapping[str, str]) -> Standing:
    """Where an attempt stands whose tests have these colours.

    It behaves like the step that agrees with it on the most tests of the kata, green or not: the first
    of them, where several do. It is ahead of that step on what is green here and not there, and behind
    it on the opposite, as far as that is written by then and not luck. The next test is the first one in
    teaching order that is not green.
    """
    green = {test.id for test in tests if colours.get(test.id) == "green"}
    known = [test for test in tests if test.id in cells]

    def apart(step: int) -> list[SuiteTest]:
        return [test for test in known if (test.id in green) != (cells[test.id][step] == GREEN)]

    steps = min(map(len, cells.values()))
    step = min(range(steps), key=lambda number: len(apart(number)))
    in_a_row = next((n for n, test in enumerate(tests) if test.id not in green), len(tests))
    return Standing(
        step,
        in_a_row,
        len(tests),
        tests[in_a_row].rule if in_a_row < len(tests) else "",
        [test.rule for test in apart(step) if test.id in green],
        [test.rule for test in apart(step) if test.id not in green and test.written <= step],
    )


def of(trial: Trial) -> Standing:
    """Where an attempt stands that has been tried."""
    return standing({id: r.colour for id, r in trial.results.items()}, trial.tests, columns())


def tried(attempts: list[Attempt], suite: Suite) -> list[Trial]:
    """All tests of its kata on each of the attempts."""
    trials = [suite.trial(a, taught(a.kata, suite.tests), drawn=False) for a in attempts]
    try_all(trials)
    return trials


def one(trial: Trial, out: Console) -> None:
    """Where one attempt stands, in sentences."""
    if trial.broken:
        out.print(f"{trial.attempt.name} does not load: {trial.broken}", style=STYLES["amber"])
        return
    stands = of(trial)
    title = all_steps()[stands.step].title
    out.print(f"{trial.attempt.name} behaves like step {stands.step}, {title}.", style="bold", end=" ")
    out.print(f"Of its {stands.of} tests, the first {stands.in_a_row} are green.")
    out.print(f"next test: “{stands.next}”" if stands.next else "nothing is left to write")
    for what, rules in (("ahead of it on", stands.ahead), ("behind on", stands.behind)):
        if rules:
            out.print(f"{what} {listed(rules)}")
    for fall in trial.falls:
        out.print(fall, style=STYLES["amber"])


def listed(rules: list[str], most: int = 2) -> str:
    """The first rules, and how many more there are."""
    more = len(rules) - most
    return ", ".join(f"“{rule}”" for rule in rules[:most]) + (f" and {more} more" if more > 0 else "")


def lines(trials: list[Trial]) -> list[Text]:
    """A line for each attempt, in columns."""
    rows = [row(trial) for trial in trials]
    widths = [max((len(row[i]) for row in rows if len(row) > i + 1), default=0) for i in range(5)]
    return [
        Text(
            "  ".join(
                [*(f"{cell:<{width}}" for cell, width in zip(cells[:-1], widths, strict=False)), cells[-1]]
            ),
            style=STYLES["amber"] if trial.given_up else "",
        )
        for trial, cells in zip(trials, rows, strict=True)
    ]


def row(trial: Trial) -> list[str]:
    """What the line of an attempt says; the last of it may be of any length."""
    named = [trial.attempt.name, trial.attempt.kata]
    if trial.broken:
        return [*named, f"does not load: {trial.broken}"]
    stands = of(trial)
    apart = f"+{len(stands.ahead)} −{len(stands.behind)}"
    coming = f"next: “{stands.next}”" if stands.next else "nothing is left to write"
    coming = trial.falls[0] if trial.falls else coming
    return [*named, f"step {stands.step}", f"{stands.in_a_row} of {stands.of}", apart, coming]


def main() -> int:
    out = console()
    try:
        if os.environ.get("NAME") == "all":
            if not (attempts := all_attempts()):
                raise NoAttempt("there is no attempt yet: make start NAME=tables-3")
            for line in lines(with_suite(lambda suite: tried(attempts, suite))):
                out.print(line, crop=True, no_wrap=True, overflow="ellipsis")
        else:
            attempt = asked(out)
            one(with_suite(lambda suite: tried([attempt], suite))[0], out)
    except NoAttempt as error:
        complain(error)
        return 2
    except (Broken, OSError) as error:
        complain(error)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
