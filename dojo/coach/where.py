"""`make where`: the step that an attempt behaves like, or the cases it passes; NAME=all: a line for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.coach.exercise import CaseExercise
from dojo.runner.collect import collect
from dojo.runner.matrix import matrix
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import progress_bar
from dojo.screen.words import first_of
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

NOTHING_LEFT = "Nothing is left to write."
Columns = Mapping[str, list[bool]]
"""For each test, by its id, the steps on which it is green, from step 0 on."""


@dataclass(frozen=True)
class Standing:
    """How many tests of a kata are green, or cases, and the step that an attempt behaves like."""

    in_a_row: int
    """How many are green from the first one on; a later one may be green by luck."""
    of: int
    next: str
    step: int | None = None
    """None for a program in any language."""
    ahead: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What hangs or crashes, and how."""


def columns(story: Story) -> Columns:
    """Return which test is green on which step; raises CollectionError."""
    with progress_bar() as on_done:
        found = matrix(story, on_done=on_done)
    return {
        test.id: [found.cell(test, step).colour == "green" for step in found.steps] for test in found.tests
    }


def standing(
    colours: Mapping[str, str], tests: list[SuiteTest], cells: Columns, faults: Sequence[str] = ()
) -> Standing:
    """Return where an attempt stands, by the colours of its tests.

    It behaves like the step that agrees with it on the most tests of the kata, green or not; if several do,
    like the first of them. It is ahead of that step on tests that are green here and not there. It is behind
    on the opposite, as far as these tests are written by then and not luck. The next test is the first one in
    teaching order that is not green.
    """
    green = {test.id for test in tests if colours.get(test.id) == "green"}
    known = [test for test in tests if test.id in cells]

    def apart(step: int) -> list[SuiteTest]:
        return [test for test in known if (test.id in green) != cells[test.id][step]]

    steps = min(map(len, cells.values()))
    step = min(range(steps), key=lambda number: len(apart(number)))
    in_a_row = next((n for n, test in enumerate(tests) if test.id not in green), len(tests))
    return Standing(
        in_a_row,
        len(tests),
        tests[in_a_row].rule if in_a_row < len(tests) else "",
        step,
        [test.rule for test in apart(step) if test.id in green],
        [test.rule for test in apart(step) if test.id not in green and test.written <= step],
        list(faults),
    )


def standing_of(trial: Trial, cells: Columns) -> Standing:
    """Return where an attempt stands whose tests have run."""
    colours = {id: cell.colour for id, cell in trial.cells.items()}
    return standing(colours, trial.tests, cells, trial.crashes)


def standing_of_program(attempt: Attempt) -> Standing:
    """Return where a program stands: run its cases, up to the first that it does not pass."""
    exercise = CaseExercise(attempt)
    cells = exercise.run_in_order(exercise.tests)
    failing = [cell for cell in cells if cell.colour != "green"]
    faults = [cell.why for cell in failing if cell.colour == "amber"]
    coming = failing[0].rule if failing else ""
    return Standing(len(cells) - len(failing), len(exercise.tests), coming, faults=faults)


def run_all(attempts: list[Attempt], suite: Suite) -> list[Trial]:
    """Run all tests of its kata on each of the attempts."""
    trials = [suite.trial(a, a.kata.taught(suite.tests), drawn=()) for a in attempts]
    try_all(trials)
    return trials


def green_in_words(in_a_row: int, of: int) -> str:
    """Say how many tests are green from the first one on."""
    if in_a_row == 0:  # a later one may be green
        return "Its first test is not green yet."
    if in_a_row == of:
        return "All its tests are green."
    return f"Of its {of} tests, the first {'one is' if in_a_row == 1 else f'{in_a_row} are'} green."


def print_standing(trial: Trial, story: Story, cells: Columns, out: Console) -> None:
    """Print where one attempt stands, in sentences."""
    if trial.broken:
        out.print(f"{trial.version.name} does not load: {trial.broken}", style=COLOURS["amber"].style)
        return
    place = standing_of(trial, cells)
    step = story.steps[place.step or 0]
    like = Text(f"{trial.version.name} behaves like step {step.number}, {step.title}.", style="bold")
    out.print(Text.assemble(like, f" {green_in_words(place.in_a_row, place.of)}"))
    if step == story.end_of_main_road:
        out.print("The main road ends here. What is left: side roads and galleries.")
    out.print(f"Next test: “{place.next}”" if place.next else NOTHING_LEFT)
    for what, rules in (("Ahead of it on", place.ahead), ("Behind on", place.behind)):
        if rules:
            out.print(f"{what} {first_of(rules)}")
    for fault in place.faults:
        out.print(fault, style=COLOURS["amber"].style)


def print_standing_of_program(attempt: Attempt, out: Console) -> None:
    """Print where a program stands, in sentences; a later case may pass by luck."""
    place = standing_of_program(attempt)
    first = "first" if place.in_a_row == 1 else f"first {place.in_a_row}"
    some = (
        f"passes the {first} of {place.of} cases." if place.in_a_row else "does not pass its first case yet."
    )
    out.print(f"{attempt.name} {some if place.next else f'passes all {place.of} cases.'}", style="bold")
    out.print(f"Next case: “{place.next}”" if place.next else NOTHING_LEFT)
    for fault in place.faults:
        out.print(fault, style=COLOURS["amber"].style)


Row = tuple[list[str], str]
"""The words in the line of an attempt, and its style; the last word may be of any length."""


def row(attempt: Attempt, trial: Trial | None, cells: Columns) -> Row:
    """Return the line of an attempt; a program has cases where others have a step, and no trial."""
    named, amber = [attempt.name, attempt.kata.name], COLOURS["amber"].style
    if trial and trial.broken:
        return [*named, f"does not load: {trial.broken}"], amber
    place = standing_of(trial, cells) if trial else standing_of_program(attempt)
    like = f"step {place.step}" if trial else "cases"
    apart = f"+{len(place.ahead)} −{len(place.behind)}" if trial else ""
    left = f"next: “{place.next}”" if place.next else NOTHING_LEFT
    words = [*named, like, f"{place.in_a_row} of {place.of}", apart, *[*place.faults, left][:1]]
    return words, amber if place.faults else ""


def align(rows: list[Row]) -> list[Text]:
    """Return a line for each attempt, in columns."""
    widths = [max((len(cells[i]) for cells, _ in rows if len(cells) > i + 1), default=0) for i in range(5)]
    lines = []
    for cells, style in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(cells[:-1], widths, strict=False)]
        lines.append(Text("  ".join([*padded, cells[-1]]), style=style))
    return lines


def where(attempt: Attempt, out: Console) -> None:
    """Print where one attempt stands; raises CollectionError."""
    if attempt.program:
        print_standing_of_program(attempt, out)
        return
    cells = columns(attempt.story)
    with collect(attempt.story) as suite:
        (trial,) = run_all([attempt], suite)
    print_standing(trial, attempt.story, cells, out)


def where_all(attempts: list[Attempt], out: Console) -> None:
    """Print a line for each attempt; raises CollectionError."""
    rows: dict[Attempt, Row] = {attempt: row(attempt, None, {}) for attempt in attempts if attempt.program}
    in_python = [attempt for attempt in attempts if not attempt.program]
    for story in dict.fromkeys(attempt.story for attempt in in_python):
        same = [attempt for attempt in in_python if attempt.story == story]
        cells = columns(story)
        with collect(story) as suite:
            trials = run_all(same, suite)
        rows |= {a: row(a, trial, cells) for a, trial in zip(same, trials, strict=True)}
    for text in align([rows[attempt] for attempt in attempts]):
        out.print(text, crop=True, no_wrap=True, overflow="ellipsis")
