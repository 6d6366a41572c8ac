"""The progression as it is shown: the matrix of cells, then the staircase of bars.

Each state has a shape of its own, so that it can be read without colours, and one of the colours
that a terminal's own theme defines, so that it can be read on dark and on light.
"""

from collections import Counter
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from dojo.matrix import Matrix, SuiteTest
from dojo.steps import Step

SHAPES = {
    "green": ("■", "green"),
    "red": ("×", "red"),
    "not yet": ("·", "dim"),
    "luck": ("○", "yellow"),
    "broken": ("!", "bold magenta"),
}
LEGEND = {
    "green": "green",
    "red": "red, and the next step makes it green",
    "not yet": "not written yet",
    "luck": "passes before it was written: luck, or a guard about to be written",
}
REFACTORING = "↻"


def state(matrix: Matrix, test: SuiteTest, step: Step) -> str:
    """How a cell is shown: what it came to, in the light of what it had to be."""
    colour = matrix.cell(test, step).colour
    if step.number >= test.written:
        return "green" if colour == "green" else "broken"
    if test.red_on(step):
        return "red" if colour == "red" else "broken"
    if colour in ("skipped", "missing") or (step.number >= test.green_from and colour != "green"):
        return "broken"
    return "luck" if colour == "green" else "not yet"


def legend(matrix: Matrix) -> Text:
    """What the shapes mean, one a line."""
    states = {state(matrix, test, step) for test in matrix.tests for step in matrix.steps}
    meanings = LEGEND | ({"broken": "breaks a law, see below"} if "broken" in states else {})
    text = Text()
    for name, meaning in meanings.items():
        text.append(*SHAPES[name]).append(f" {meaning}\n")
    return text.append(f"{REFACTORING} refactoring: no test drives the step, and no colour changes\n")


def cells(matrix: Matrix) -> RenderableType:
    """Steps across, tests down, chapter by chapter; names that are too long are folded."""
    table = Table.grid(padding=(0, 1), expand=False)
    table.add_column(overflow="fold", ratio=1)
    table.add_column(no_wrap=True)
    for chapter, tests in by_chapter(matrix):
        table.add_row(Text(f"\n{chapter}", style="bold"), ruler(matrix.steps))
        for test in tests:
            row = Text()
            for step in matrix.steps:
                row.append(*SHAPES[state(matrix, test, step)])
            table.add_row(test.rule, row)
    return table


def by_chapter(matrix: Matrix) -> Iterator[tuple[str, list[SuiteTest]]]:
    """The chapters, each with the tests that were written in it, in the order of the steps."""
    chapters: dict[str, list[SuiteTest]] = {}
    chapter_of = {step.number: step.chapter for step in matrix.steps}
    for test in matrix.tests:
        chapters.setdefault(chapter_of[test.written], []).append(test)
    yield from chapters.items()


def ruler(steps: list[Step]) -> Text:
    """The numbers of the steps, from top to bottom."""
    tens = "".join(str(step.number // 10) for step in steps)
    units = "".join(str(step.number % 10) for step in steps)
    return Text(f"{tens}\n{units}", style="dim")


class Staircase:
    """A bar for each step: what is green, what is red, and what is still to come."""

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
        states = Counter(state(self.matrix, test, step) for test in tests)
        after = "broken" if states["broken"] else "red"
        filled = max(states["green"] * room // len(tests), min(states["green"], 1))
        marked = min(room - filled, -(-states[after] * room // len(tests)))
        text = Text(f"{step.number:02} {titled(step):<{titles}} ", no_wrap=True, overflow="crop")
        text.append("█" * filled, style=SHAPES["green"][1])
        text.append(SHAPES[after][0] * marked, style=SHAPES[after][1])
        text.append(SHAPES["not yet"][0] * (room - filled - marked), style=SHAPES["not yet"][1])
        count = str(states["green"]).rjust(len(str(len(tests))))
        return text.append(f" {count} of {len(tests)}")


def titled(step: Step) -> str:
    """The title of a step, with its sign where it is a refactoring."""
    return f"{step.title} {REFACTORING}" if step.kind == "refactoring" else step.title


def progression(matrix: Matrix) -> Group:
    """All of it, the staircase last: that is what stays on the screen."""
    return Group(cells(matrix), Text(), legend(matrix), Staircase(matrix))
