"""`make where`: which step an attempt behaves like; `make where NAME=all`: every attempt, a line each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.coach.cases import where as cases
from dojo.runner.collect import collect
from dojo.runner.columns import matrix
from dojo.runner.suite import Suite
from dojo.runner.trial import Trial, try_all
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import with_a_bar
from dojo.screen.words import first_of
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

Columns = Mapping[str, list[bool]]
"""For each test, by its id, the steps on which it is green, from step 0 on."""


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


def columns(story: Story) -> Columns:
    """Which test is green on which step; raises Broken."""
    with with_a_bar() as on_done:
        found = matrix(story, on_done=on_done)
    return {
        test.id: [found.cell(test, step).colour == "green" for step in found.steps] for test in found.tests
    }


def standing(colours: Mapping[str, str], tests: list[SuiteTest], cells: Columns) -> Standing:
    """Where an attempt stands, by the colours of its tests.

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
        step,
        in_a_row,
        len(tests),
        tests[in_a_row].rule if in_a_row < len(tests) else "",
        [test.rule for test in apart(step) if test.id in green],
        [test.rule for test in apart(step) if test.id not in green and test.written <= step],
    )


def stands(trial: Trial, cells: Columns) -> Standing:
    """Where an attempt stands that has been tried."""
    return standing({id: cell.colour for id, cell in trial.cells.items()}, trial.tests, cells)


def tried(attempts: list[Attempt], suite: Suite) -> list[Trial]:
    """All tests of its kata on each of the attempts."""
    trials = [suite.trial(a, a.kata.taught(suite.tests), drawn=()) for a in attempts]
    try_all(trials)
    return trials


def green(in_a_row: int, of: int) -> str:
    """In a sentence, how many tests are green from the first one on."""
    if in_a_row == 0:  # a later one may be green
        return "Its first test is not green yet."
    if in_a_row == of:
        return "All its tests are green."
    return f"Of its {of} tests, the first {'one is' if in_a_row == 1 else f'{in_a_row} are'} green."


def one(trial: Trial, story: Story, cells: Columns, out: Console) -> None:
    """Where one attempt stands, in sentences."""
    if trial.broken:
        out.print(f"{trial.version.name} does not load: {trial.broken}", style=COLOURS["amber"].style)
        return
    place = stands(trial, cells)
    title = story.steps[place.step].title
    like = Text(f"{trial.version.name} behaves like step {place.step}, {title}.", style="bold")
    out.print(Text.assemble(like, f" {green(place.in_a_row, place.of)}"))
    out.print(f"next test: “{place.next}”" if place.next else "nothing is left to write")
    for what, rules in (("ahead of it on", place.ahead), ("behind on", place.behind)):
        if rules:
            out.print(f"{what} {first_of(rules)}")
    for fall in trial.falls:
        out.print(fall, style=COLOURS["amber"].style)


Row = tuple[list[str], str]
"""The words in the line of an attempt, and its style."""


def in_columns(rows: list[Row]) -> list[Text]:
    """A line for each attempt, in columns."""
    widths = [max((len(cells[i]) for cells, _ in rows if len(cells) > i + 1), default=0) for i in range(5)]
    lines = []
    for cells, style in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(cells[:-1], widths, strict=False)]
        lines.append(Text("  ".join([*padded, cells[-1]]), style=style))
    return lines


def row(attempt: Attempt, trial: Trial, cells: Columns) -> Row:
    """The line of an attempt; the last part of it may be of any length."""
    named = [attempt.name, attempt.kata.name]
    style = COLOURS["amber"].style if trial.given_up else ""
    if trial.broken:
        return [*named, f"does not load: {trial.broken}"], style
    place = stands(trial, cells)
    apart = f"+{len(place.ahead)} −{len(place.behind)}"
    coming = f"next: “{place.next}”" if place.next else "nothing is left to write"
    coming = trial.falls[0] if trial.falls else coming
    return [*named, f"step {place.step}", f"{place.in_a_row} of {place.of}", apart, coming], style


def where(attempt: Attempt, out: Console) -> None:
    """Where one attempt stands; raises Broken."""
    if attempt.program:
        cases.where(attempt, out)
        return
    cells = columns(attempt.story)
    with collect(attempt.story) as suite:
        (trial,) = tried([attempt], suite)
    one(trial, attempt.story, cells, out)


def where_all(attempts: list[Attempt], out: Console) -> None:
    """A line for each attempt; raises Broken."""
    rows: dict[Attempt, Row] = {attempt: cases.row(attempt) for attempt in attempts if attempt.program}
    in_python = [attempt for attempt in attempts if not attempt.program]
    for story in dict.fromkeys(attempt.story for attempt in in_python):
        those = [attempt for attempt in in_python if attempt.story == story]
        cells = columns(story)
        with collect(story) as suite:
            trials = tried(those, suite)
        rows |= {a: row(a, trial, cells) for a, trial in zip(those, trials, strict=True)}
    for text in in_columns([rows[attempt] for attempt in attempts]):
        out.print(text, crop=True, no_wrap=True, overflow="ellipsis")
