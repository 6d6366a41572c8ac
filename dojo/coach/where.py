"""`make where`: the step that an attempt behaves like, or the cases it passes; NAME=all: a line for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.coach.exercise import CaseExercise
from dojo.runner.collect import collect
from dojo.runner.matrix import matrix
from dojo.runner.run import run_all
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import progress_bar
from dojo.screen.words import first_of
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

NOTHING_LEFT = "Nothing is left to write."
AMBER = COLOURS["amber"].style
Columns = Mapping[str, list[bool]]
"""For each test, by its id, the steps on which it is green, from step 0 on."""


@dataclass(frozen=True)
class Standing:
    """How many tests of a kata are green, or cases, and the step that an attempt behaves like."""

    in_a_row: int = 0
    """How many are green from the first one on; a later one may be green by luck."""
    of: int = 0
    next: str = ""
    step: int | None = None
    """None for a program in any language."""
    ahead: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What hangs or crashes, and how."""
    broken: str = ""
    """Why it does not load, if it does not."""


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


def standing_of_program(attempt: Attempt) -> Standing:
    """Run the cases of a program, up to the first that it does not pass."""
    exercise = CaseExercise(attempt)
    results = exercise.run_in_order(exercise.tests)
    failing = [result for result in results if result.colour != "green"]
    faults = [result.why for result in failing if result.colour == "amber"]
    coming = failing[0].rule if failing else ""
    return Standing(len(results) - len(failing), len(exercise.tests), coming, faults=faults)


def find_standings(attempts: list[Attempt]) -> dict[Attempt, Standing]:
    """Run all tests, or cases, on each of the attempts; raises CollectionError."""
    found = {attempt: standing_of_program(attempt) for attempt in attempts if attempt.program}
    in_python = [attempt for attempt in attempts if not attempt.program]
    for story in dict.fromkeys(attempt.story for attempt in in_python):
        cells = columns(story)
        same = [attempt for attempt in in_python if attempt.story == story]
        with collect(story) as suite:
            runs = {one: suite.prepare(one, one.kata.taught(suite.tests), drawn=()) for one in same}
            run_all([*runs.values()])
        for attempt, run in runs.items():
            colours = {id: result.colour for id, result in run.results.items()}
            place = standing(colours, run.tests, cells, run.crashes)
            found[attempt] = Standing(broken=run.broken) if run.broken else place
    return found


def where(attempt: Attempt, out: Console) -> None:
    """Print where an attempt stands, in sentences; raises CollectionError."""
    place = find_standings([attempt])[attempt]
    if place.broken:
        out.print(f"{attempt.name} does not load: {place.broken}", style=AMBER)
        return
    first = "the first one" if place.in_a_row == 1 else f"the first {place.in_a_row}"
    if place.step is None:
        some = f"passes {first.removesuffix(' one')} of {place.of} cases."
        some = some if place.in_a_row else "does not pass its first case yet."
        out.print(f"{attempt.name} {some if place.next else f'passes all {place.of} cases.'}", style="bold")
    else:
        step = attempt.story.steps[place.step]
        green = f"Of its {place.of} tests, {first} {'is' if place.in_a_row == 1 else 'are'} green."
        if place.in_a_row in (0, place.of):  # a later one may be green
            green = "All its tests are green." if place.in_a_row else "Its first test is not green yet."
        like = Text(f"{attempt.name} behaves like step {step.number}, {step.title}.", style="bold")
        out.print(Text.assemble(like, f" {green}"))
        if step == attempt.story.end_of_main_road and not place.behind:
            out.print("The main road ends here. What is left: side roads and galleries.")
    what = "case" if place.step is None else "test"
    out.print(f"Next {what}: “{place.next}”" if place.next else NOTHING_LEFT)
    for what, rules in (("Passes", place.ahead), ("Fails", place.behind)):
        if rules:
            out.print(f"{what}, unlike that step: {first_of(rules)}")
    for fault in place.faults:
        out.print(fault, style=AMBER)


def where_all(attempts: list[Attempt], out: Console) -> None:
    """Print a line for each attempt, in columns; raises CollectionError."""
    places = find_standings(attempts)
    rows = {attempt: row(attempt, places[attempt]) for attempt in attempts}
    widths = [max((len(row[i]) for row in rows.values() if len(row) > i + 1), default=0) for i in range(5)]
    for attempt, cells in rows.items():
        padded = [f"{cell:<{width}}" for cell, width in zip(cells[:-1], widths, strict=False)]
        style = AMBER if places[attempt].broken or places[attempt].faults else ""
        text = Text("  ".join([*padded, cells[-1]]), style=style)
        out.print(text, crop=True, no_wrap=True, overflow="ellipsis")


def row(attempt: Attempt, place: Standing) -> list[str]:
    """Return the words in the line of an attempt; the last one may be of any length."""
    named = [attempt.name, attempt.kata.name]
    if place.broken:
        return [*named, f"does not load: {place.broken}"]
    like, apart = f"step {place.step}", f"+{len(place.ahead)} −{len(place.behind)}"
    if place.step is None:
        like, apart = "cases", ""
    coming = f"next: “{place.next}”" if place.next else NOTHING_LEFT
    return [*named, like, f"{place.in_a_row} of {place.of}", apart, [*place.faults, coming][0]]
