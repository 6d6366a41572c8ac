"""`make progress`: the matrix of cells, then the staircase of bars."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from dojo.gate.evidence import Evidence
from dojo.gate.results import check_colours
from dojo.gate.violation import format_lines
from dojo.runner.matrix import Matrix
from dojo.screen.palette import FILLED, REFACTORING, STATES
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

NAMED = 20
"""How many columns a name needs to be readable."""


def progress(story: Story) -> int:
    """Draw the progression, and say which laws of colour do not hold; returns an exit status."""
    evidence = Evidence(story, measured=False)
    Console(highlight=False).print(progression(evidence.matrix))
    wrong = [*check_colours(evidence)]
    if wrong:
        told = f"The laws of colour do not hold. Violations: {len(wrong)}."
        print(*format_lines(wrong, story), told, sep="\n", file=sys.stderr)
    return 1 if wrong else 0


def progression(matrix: Matrix) -> Group:
    """Draw the matrix, and last the staircase: it stays on the screen."""
    return Group(Cells(matrix), Text(), legend(matrix), Staircase(matrix))


def legend(matrix: Matrix) -> Text:
    """Say what the shapes mean, one a line."""
    states = {matrix.state(test, step) for test in matrix.tests for step in matrix.steps}
    text = Text()
    for name, look in STATES.items():
        if name != "broken" or name in states:
            text.append(look.shape, look.style).append(f" {look.meaning}\n")
    return text.append(
        f"{REFACTORING.shape} refactoring: no new test drives it, and no earlier test changes colour\n"
    )


class Cells:
    """Steps across, tests down, chapter by chapter."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """A line for each test; where so many steps leave no room for the names, two lines."""
        lines: list[tuple[Text, Text]] = []
        for chapter, tests in self.matrix.by_chapter().items():
            lines.append((Text(f"\n{chapter}", style="bold"), ruler(self.matrix.steps)))
            lines += [(Text(test.rule), self.row(test)) for test in tests]
        if options.max_width - 1 - len(self.matrix.steps) < NAMED:
            yield from chain.from_iterable(lines)
            return
        table = Table.grid(padding=(0, 1), expand=False)
        table.add_column(overflow="fold", ratio=1)
        table.add_column(no_wrap=True)
        for line in lines:
            table.add_row(*line)
        yield table

    def row(self, test: SuiteTest) -> Text:
        """What a test is on each step."""
        row = Text(overflow="fold")
        for step in self.matrix.steps:
            row.append(*STATES[self.matrix.state(test, step)][:2])
        return row


def ruler(steps: list[Step]) -> Text:
    """The numbers of the steps, from top to bottom."""
    tens = "".join(str(step.number // 10) for step in steps)
    units = "".join(str(step.number % 10) for step in steps)
    return Text(f"{tens}\n{units}", style="dim")


class Staircase:
    """A bar for each step: the green tests, the red ones, and those still to come."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        titles = max(len(titled(step)) for step in self.matrix.steps)
        counts = len(f" {len(self.matrix.tests)} of {len(self.matrix.tests)}")
        room = max(10, min(options.max_width, 120) - len("00 ") - titles - 1 - counts)
        for step in self.matrix.steps:
            yield self.bar(step, titles, room)

    def bar(self, step: Step, titles: int, room: int) -> Text:
        """One bar: as long as the step's share of green tests, and the red of the next step after it."""
        tests = self.matrix.tests
        states = Counter(self.matrix.state(test, step) for test in tests)
        after = "broken" if states["broken"] else "red"
        filled = max(states["green"] * room // len(tests), min(states["green"], 1))
        marked = min(room - filled, -(-states[after] * room // len(tests)))
        text = Text(f"{step.number:02} {titled(step):<{titles}} ", no_wrap=True, overflow="crop")
        text.append(FILLED * filled, style=STATES["green"].style)
        text.append(STATES[after].shape * marked, style=STATES[after].style)
        text.append(STATES["not yet"].shape * (room - filled - marked), style=STATES["not yet"].style)
        count = str(states["green"]).rjust(len(str(len(tests))))
        return text.append(f" {count} of {len(tests)}")


def titled(step: Step) -> str:
    """The title of a step, with a sign if it is a refactoring."""
    return f"{step.title} {REFACTORING.shape}" if step.kind == "refactoring" else step.title
