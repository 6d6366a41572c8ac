"""`make progress`: a bar for each step, or on a low screen for each chapter, and their summary."""

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.console import Console
from rich.text import Text

from dojo.gate.evidence import Evidence
from dojo.gate.results.colours import check_colours
from dojo.gate.violation import Violation, format_lines
from dojo.model.cell import CellState
from dojo.runner.matrix import Matrix
from dojo.screen.palette import DESIGN, FILLED, REFACTORING, STATES, Look
from dojo.story.steps import Step, StepKind, by_chapter
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.wording import count_of

RULE = 30  # columns that a rule needs to stand beside its cells, and not above them
LINES_WITH_BARS = 10  # what else has to be on the screen: the command, the key, the summary, how to go on
MAX_WRONG_ROWS = 12
# The marks of the steps that no test drives.
MARKS = {StepKind.REFACTORING: REFACTORING, StepKind.DESIGN: DESIGN}
MIN_BAR_COLUMNS, MAX_COLUMNS = 10, 120


def progress(story: Story, *, show_all: bool = False) -> int:
    """Draw the bars and their summary, and say which laws of colour do not hold; returns an exit status.

    Above the bars are the cells of each test that is not as it has to be; if asked for, those of all tests.
    """
    evidence = Evidence(story, measured=False)
    console = Console(highlight=False)
    matrix = evidence.matrix
    violations = list(check_colours(evidence))
    if show_all:
        console.print(*cells(matrix, console.width), Text(), legend(matrix), sep="\n")
    elif violations:
        print_wrong_rows(matrix, violations, console)
    # in a pipe there is room for all bars
    is_low = sys.stdout.isatty() and len(matrix.steps) + LINES_WITH_BARS > console.height
    by_chapter = is_low and not show_all
    bars = chapter_bars(matrix, console.width) if by_chapter else staircase(matrix, console.width)
    console.print(bars, bar_key(matrix, bars.plain), sep="\n")
    if violations:
        summary = f"The laws of colour do not hold. Violations: {len(violations)}."
        print(*format_lines(violations, story), summary, sep="\n", file=sys.stderr)
        return 1
    tests = count_of(len(matrix.tests), "test")
    steps = count_of(len(matrix.steps), "step")
    console.print(f"\n{tests} on {steps}: every colour is as it has to be.")
    if by_chapter:
        console.print(f"A bar for each step, and every test: {story.command('progress ALL=1')}")
    elif not show_all:
        console.print(f"Every test on every step: {story.command('progress ALL=1')}")
    return 0


def print_wrong_rows(matrix: Matrix, violations: Sequence[Violation], console: Console) -> None:
    """Print the cells of the first tests that are not as they have to be, and how many more there are."""
    wrong = [test for test in matrix.tests if is_wrong(test, matrix, violations)]
    shown = replace(matrix, tests=wrong[:MAX_WRONG_ROWS])
    console.print(*cells(shown, console.width), sep="\n")
    more = len(wrong) - MAX_WRONG_ROWS
    if more > 0:
        console.print(f"and {count_of(more, 'more test')}: {matrix.story.command('progress ALL=1')}")
    console.print(Text(), legend(shown), sep="\n")


def is_wrong(test: SuiteTest, matrix: Matrix, violations: Sequence[Violation]) -> bool:
    """True if a cell of the test is not as it has to be, or a violation is about it."""
    for violation in violations:
        if violation.rule == test.rule:
            return True
    return any(matrix.state(test, step) == CellState.BROKEN for step in matrix.steps)


def cells(matrix: Matrix, width: int) -> Iterator[Text]:
    """Draw each test, chapter by chapter: its rule, and what it is on each step."""
    tens, units = "", ""
    for step in matrix.steps:
        tens += str(step.number // 10)
        units += str(step.number % 10)
    is_wide = width - len(matrix.steps) > RULE
    for number, (chapter, tests) in enumerate(matrix.by_chapter().items()):
        above = "\n" if number else ""
        yield Text.assemble((f"{above}{chapter}\n", "bold"), (f"{tens}\n{units}", "dim"))
        for test in tests:
            line = Text()
            for step in matrix.steps:
                look = STATES[matrix.state(test, step)]
                line.append(look.shape, look.style)
            yield Text.assemble(line, f" {test.rule}") if is_wide else Text.assemble(f"{test.rule}\n", line)


def states_of(matrix: Matrix) -> set[CellState]:
    """Return the states that a matrix has."""
    states: set[CellState] = set()
    for step in matrix.steps:
        states.update(count_states(matrix, step))
    return states


def count_states(matrix: Matrix, step: Step) -> Counter[CellState]:
    """Count how many tests have each state on a step."""
    return Counter([matrix.state(test, step) for test in matrix.tests])


def legend(matrix: Matrix) -> Text:
    """Say what the shapes mean, one a line."""
    states = states_of(matrix)
    text = Text()
    for state, look in STATES.items():
        if state != CellState.BROKEN or state in states:
            text.append(look.shape, look.style).append(f" {look.meaning}\n")
    for look in marks_of(matrix):
        text.append(f"{look.shape} {look.meaning}\n")
    return text


def marks_of(matrix: Matrix) -> Iterator[Look]:
    """Yield the marks behind the names of the steps that no test drives, each once."""
    kinds = {step.kind for step in matrix.steps}
    for kind, look in MARKS.items():
        if kind in kinds:
            yield look


def bar_key(matrix: Matrix, bars: str) -> Text:
    """Say what the shapes in a bar mean, and the marks behind the names that there are: in one line."""
    text = Text.assemble((FILLED, STATES[CellState.GREEN].style), " green  ")
    red, broken, not_yet = STATES[CellState.RED], STATES[CellState.BROKEN], STATES[CellState.NOT_YET]
    text.append(red.shape, red.style).append(" red until the next step  ")
    if CellState.BROKEN in states_of(matrix):
        text.append(broken.shape, broken.style).append(" breaks a law  ")
    text.append(not_yet.shape, not_yet.style).append(" not yet")
    for kind, look in MARKS.items():
        if look.shape in bars:
            text.append(f"  {look.shape} {kind}")
    return text


def staircase(matrix: Matrix, width: int) -> Text:
    """Draw a bar for each step: the green tests, the red ones of the next step, and those still to come."""
    names = {}
    for step in matrix.steps:
        name = f"{step.number:02} {step.title}"
        if step.kind in MARKS:
            name += f" {MARKS[step.kind].shape}"
        names[name] = step
    return draw_bars(names, matrix, width)


def chapter_bars(matrix: Matrix, width: int) -> Text:
    """Draw a bar for each chapter, as it is at its last step."""
    names: dict[str, Step] = {}
    for steps in by_chapter(matrix.steps):
        first, last = steps[0], steps[-1]
        title = first.chapter.partition(" · ")[2] or last.title
        numbers = f"{first.number:02}" if first is last else f"{first.number:02}–{last.number:02}"
        names[f"{numbers:5} {title}"] = last
    return draw_bars(names, matrix, width)


def draw_bars(named: dict[str, Step], matrix: Matrix, width: int) -> Text:
    """Draw a bar for each of some steps: its name, the bar, and how many tests are green."""
    total = len(matrix.tests)
    digits = len(str(total))
    name_columns = len(max(named, key=len))
    columns_beside = name_columns + len(f"  {total} of {total}")
    bar_columns = max(MIN_BAR_COLUMNS, min(width, MAX_COLUMNS) - columns_beside)
    lines = []
    for name, step in named.items():
        states = count_states(matrix, step)
        line = Text(f"{name:<{name_columns}} ")
        line.append_text(draw_bar(states, bar_columns))
        lines.append(line.append(f" {states[CellState.GREEN]:>{digits}} of {total}"))
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def draw_bar(states: Counter[CellState], columns: int) -> Text:
    """Draw the bar of a step: its green tests, then the red ones of the next step, then all others.

    Where a law is broken, what breaks it is there in place of the red ones.
    """
    total = states.total()
    green = states[CellState.GREEN]
    marked = CellState.BROKEN if states[CellState.BROKEN] else CellState.RED
    # what there is of both can be seen, however little it is
    green_columns = max(green * columns // total, min(green, 1))
    marked_columns = min(columns - green_columns, math.ceil(states[marked] * columns / total))
    other_columns = columns - green_columns - marked_columns
    bar = Text()
    bar.append(FILLED * green_columns, style=STATES[CellState.GREEN].style)
    bar.append(STATES[marked].shape * marked_columns, style=STATES[marked].style)
    bar.append(STATES[CellState.NOT_YET].shape * other_columns, style=STATES[CellState.NOT_YET].style)
    return bar
