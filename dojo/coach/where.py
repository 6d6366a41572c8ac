"""`make where`: the step that an attempt behaves like, or the cases it passes; NAME=all: a line for each."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dojo.attempt.attempt import Attempt, all_attempts, none_yet, select
from dojo.coach.exercise import CaseExercise
from dojo.coach.shape import find_closest
from dojo.model.waiting import Slow
from dojo.runner.matrix import matrix
from dojo.runner.run import Run, run_all
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import progress_bar
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.story.workspace import Workspace
from dojo.wording import count_of, first_of

NOTHING_LEFT = "Nothing is left to write."
AMBER = COLOURS["amber"].style


class Standing(NamedTuple):
    """How many tests of a kata are green, or cases, and the step that an attempt behaves like."""

    # how many are green from the first one on; a later one may be green by luck
    in_a_row: int = 0
    of: int = 0
    next: str = ""
    # what hangs or crashes, and how; or that it does not load, and then there is nothing else
    faults: Sequence[str] = ()
    # None for a program in any language
    step: int | None = None
    # the tests that pass here, and not on that step; and those that pass there, and not here
    ahead: Sequence[str] = ()
    behind: Sequence[str] = ()


# which tests are green on each step of a story, by their ids, from step 0 on
Columns = Mapping[str, list[bool]]
# takes the numbers of the steps that are as close
ChooseStep = Callable[[Sequence[int]], int]
FindColumns = Callable[[Story], Columns]


def columns(story: Story, on_wait: Callable[[], None] | None = None) -> dict[str, list[bool]]:
    """Return whether a test, by its id, is green on each step from step 0 on; raises CollectionError.

    Where that is not known yet it takes long, once. `on_wait` is called meanwhile; what it raises ends it.
    """
    with progress_bar("what our steps pass, once") as draw:

        def on_done(done: int, total: int, slow: Slow | None = None) -> None:
            draw(done, total, slow)
            if on_wait:
                on_wait()

        seen = matrix(story, on_done=on_done)
    found: dict[str, list[bool]] = {}
    for test in seen.tests:
        found[test.id] = [seen.cell(test, step).colour == "green" for step in seen.steps]
    return found


def first(steps: Sequence[int]) -> int:
    """Return the first of some steps."""
    return steps[0]


def standing(
    colours: Mapping[str, str], tests: list[SuiteTest], cells: Columns, choose: ChooseStep = first
) -> Standing:
    """Return where an attempt stands, by the colours of its tests; without steps where there are no cells.

    It behaves like the step that agrees with it on the most tests of the kata, green or not; if several do,
    like the one that `choose` takes of them. A test that is green there by luck, before it is written, is not
    missed here. The next test is the first one in teaching order that is not green.
    """
    green = {test.id for test in tests if colours.get(test.id) == "green"}
    place = count_in_a_row(green, tests)
    if not cells:
        return place
    number_of_steps = min(map(len, cells.values()))
    differences = [tests_unlike_step(step, green, tests, cells) for step in range(number_of_steps)]
    fewest = min(map(len, differences))
    step = choose([number for number in range(number_of_steps) if len(differences[number]) == fewest])
    ahead = [test.rule for test in differences[step] if test.id in green]
    # one that is green there by luck, before it is written, is not missed here
    behind = [test.rule for test in differences[step] if test.id not in green and test.written <= step]
    return place._replace(step=step, ahead=ahead, behind=behind)


def count_in_a_row(green: set[str], tests: list[SuiteTest]) -> Standing:
    """Return how many tests are green from the first one on, and which one is next."""
    for number, test in enumerate(tests):
        if test.id not in green:
            return Standing(number, len(tests), test.rule)
    return Standing(len(tests), len(tests))


def tests_unlike_step(step: int, green: set[str], tests: list[SuiteTest], cells: Columns) -> list[SuiteTest]:
    """Return the tests that are green on a step and not in `green`, or the other way round."""
    different = []
    for test in tests:
        if test.id in cells and (test.id in green) != cells[test.id][step]:
            different.append(test)
    return different


def find_standings(attempts: list[Attempt], find_columns: FindColumns = columns) -> dict[Attempt, Standing]:
    """Run all tests, or cases up to the first that fails, on each attempt; raises CollectionError."""
    found: dict[Attempt, Standing] = {}
    of_stories: dict[Story, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.program:
            found[attempt] = find_program_standing(attempt)
        else:
            of_stories.setdefault(attempt.story, []).append(attempt)
    # the suite of a story is collected once, for all its attempts
    for story, same in of_stories.items():
        found |= find_story_standings(story, same, find_columns(story))
    return found


def find_program_standing(attempt: Attempt) -> Standing:
    """Run the cases up to the first that fails on a program, and return where it stands."""
    exercise = CaseExercise(attempt)
    results = exercise.run_in_order(exercise.tests)
    faults = [result.why for result in results if result.colour == "amber"]
    colours = {result.id: result.colour for result in results}
    return standing(colours, exercise.tests, {})._replace(faults=faults)


def find_story_standings(story: Story, attempts: list[Attempt], cells: Columns) -> dict[Attempt, Standing]:
    """Run all tests of a story on its attempts, and return where each stands; raises CollectionError."""
    runs: dict[Attempt, Run] = {}
    with attempts[0].host.collect(story) as suite:
        for attempt in attempts:
            runs[attempt] = suite.prepare(attempt, attempt.kata.taught(suite.tests), drawn=())
        run_all([*runs.values()])
    found: dict[Attempt, Standing] = {}
    for attempt, run in runs.items():
        if run.broken:
            found[attempt] = Standing(faults=[f"does not load: {run.broken}"])
        else:
            colours = {id: result.colour for id, result in run.results.items()}
            choose = partial(choose_by_shape, attempt) if attempt.kata.given else first
            found[attempt] = standing(colours, run.tests, cells, choose)._replace(faults=run.crashes)
    return found


def choose_by_shape(attempt: Attempt, numbers: Sequence[int]) -> int:
    """Return the step whose code an attempt is closest to, of some that tests cannot tell apart."""
    steps = [attempt.story.steps[number] for number in numbers]
    code = attempt.module.read_text(encoding="utf-8", errors="replace")
    return attempt.story.steps.index(find_closest(code, steps))


def where(attempt: Attempt, out: Console, find_columns: FindColumns = columns) -> None:
    """Print where an attempt stands, in sentences; raises CollectionError."""
    place = find_standings([attempt], find_columns)[attempt]
    if not place.of:
        out.print(f"{attempt.module.name} {place.faults[0]}", style=AMBER)
        return
    what = "case" if place.step is None else "test"
    if place.step is not None:
        step = attempt.story.steps[place.step]
        out.print(f"{attempt.name}'s code behaves like our step {step.number}, {step.title}.", style="bold")
    are = "is" if place.in_a_row == 1 else "are"
    out.print(f"{place.in_a_row} of our {count_of(place.of, what)} {are} green, from the first one on.")
    if not place.next:
        out.print(NOTHING_LEFT)
    # the next test is one of the participant's own
    elif attempt.is_own:
        out.print(f"Of our tests, “{place.next}” is the first that isn't green.")
    else:
        out.print(f"Next {what}: “{place.next}”")
    if place.ahead:
        out.print(f"It passes more than that step: {first_of(place.ahead)}")
    if place.behind:
        out.print(f"It doesn't pass yet what that step passes: {first_of(place.behind)}")
    for fault in place.faults:
        out.print(fault, style=AMBER)


def where_all(workspace: Workspace, kata: str, story: Story | None, out: Console) -> None:
    """Print a line for each attempt, at a kata and of a story if these are given, in columns.

    Raises NoAttempt, CollectionError.
    """
    every = all_attempts(workspace)
    attempts = select(every, kata, story)
    if not attempts:
        raise none_yet(every, kata, story)
    # name, kata, step and number: only what comes next may be cut to the width of the terminal
    unwrapped = [Column(no_wrap=True) for _ in range(4)]
    table = Table.grid(*unwrapped, Column(), padding=(0, 2, 0, 0))
    places = find_standings(attempts)
    for attempt in attempts:
        place = places[attempt]
        like = "cases" if place.step is None else f"step {place.step}"
        cells = [like, f"{place.in_a_row} of {place.of}"] if place.of else ["", ""]
        coming = f"next: “{place.next}”" if place.next else NOTHING_LEFT
        first_fault_or_next = place.faults[0] if place.faults else coming
        last = Text(first_fault_or_next, no_wrap=True, overflow="ellipsis")
        table.add_row(attempt.name, attempt.kata.name, *cells, last, style=AMBER if place.faults else "")
    out.print(table)
