"""`make progress`: the matrix of cells, then the staircase of bars, which stays on the screen."""

import sys
from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from dojo.gate.evidence import Evidence
from dojo.gate.results import check_colours
from dojo.gate.violation import format_lines
from dojo.runner.matrix import Matrix
from dojo.screen.palette import FILLED, REFACTORING, STATES
from dojo.story.story import Story

RULE = 30  # columns that a rule needs to stand beside its cells, and not above them


def progress(story: Story) -> int:
    """Draw the progression, and say which laws of colour do not hold; returns an exit status."""
    evidence, console = Evidence(story, measured=False), Console(highlight=False)
    console.print(*cells(evidence.matrix, console.width), Text(), legend(evidence.matrix), sep="\n")
    console.print(staircase(evidence.matrix, console.width))
    wrong = [*check_colours(evidence)]
    if wrong:
        told = f"The laws of colour do not hold. Violations: {len(wrong)}."
        print(*format_lines(wrong, story), told, sep="\n", file=sys.stderr)
    return 1 if wrong else 0


def cells(matrix: Matrix, width: int) -> Iterator[Text]:
    """Draw each test, chapter by chapter: its rule, and what it is on each step."""
    tens = "".join(str(step.number // 10) for step in matrix.steps)
    units = "".join(str(step.number % 10) for step in matrix.steps)
    is_wide = width - len(matrix.steps) > RULE
    for before, (chapter, tests) in enumerate(matrix.by_chapter().items()):
        yield Text.assemble(("\n" * bool(before) + f"{chapter}\n", "bold"), (f"{tens}\n{units}", "dim"))
        for test in tests:
            states = [STATES[matrix.state(test, step)] for step in matrix.steps]
            line = Text.assemble(*((look.shape, look.style) for look in states))
            yield Text.assemble(line, f" {test.rule}") if is_wide else Text.assemble(f"{test.rule}\n", line)


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


def staircase(matrix: Matrix, width: int) -> Text:
    """Draw a bar for each step: the green tests, the red ones of the next step, and those still to come."""
    of, mark = len(matrix.tests), f" {REFACTORING.shape}"
    names = [step.title + mark * (step.kind == "refactoring") for step in matrix.steps]
    titles = max(map(len, names))
    room = max(10, min(width, 120) - len(f"00 {'':{titles}}  {of} of {of}"))
    lines = []
    for step, name in zip(matrix.steps, names):
        states = Counter(matrix.state(test, step) for test in matrix.tests)
        after = "broken" if states["broken"] else "red"
        filled = max(states["green"] * room // of, min(states["green"], 1))
        marked = min(room - filled, -(-states[after] * room // of))
        text = Text(f"{step.number:02} {name:<{titles}} ")
        text.append(FILLED * filled, style=STATES["green"].style)
        text.append(STATES[after].shape * marked, style=STATES[after].style)
        text.append(STATES["not yet"].shape * (room - filled - marked), style=STATES["not yet"].style)
        lines.append(text.append(f" {states['green']:>{len(str(of))}} of {of}"))
    return Text("\n", no_wrap=True, overflow="crop").join(lines)
