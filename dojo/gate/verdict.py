"""What the gate says: open or shut, and a line for each violation."""

from dojo.errors import Broken
from dojo.gate.broken import of_broken
from dojo.gate.checks import FILES, find
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation
from dojo.runner.matrix import Matrix
from dojo.screen.words import counted
from dojo.story.mutants import mutants
from dojo.story.story import Story

SHOWN = 5
"""How many violations of one law on one step, or in one file, are worth reading."""


def lines(violations: list[Violation], story: Story) -> list[str]:
    """A line for each violation; if many are alike, only the first ones, and how many more there are."""
    said: list[str] = []
    seen: dict[tuple[int, str], int] = {}
    for one in violations:
        key = one.law, one.step or story.shown(one.file)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= SHOWN:
            said.append(one.format(story))
    more = [f"law {law} · {place}: {n - SHOWN} more" for (law, place), n in seen.items() if n > SHOWN]
    return said + more


def shut(found: list[Violation], story: Story) -> str:
    """What the gate says when it is shut."""
    return "\n".join([*lines(found, story), f"The gate is shut. Violations: {len(found)}."])


def does_not_run(broken: Broken, story: Story) -> str:
    """What the gate says of a suite that does not run, after what is wrong with the folders."""
    return shut([*find(Evidence(story), [FILES]), of_broken(broken, story)], story)


def opened(matrix: Matrix, *, quick: bool = False) -> str:
    """What the gate says when it is open: what it has run and, if quick or on some steps, what it has not."""
    tests = counted(len(matrix.tests), "test")
    if quick:
        ran = f"{tests} on {counted(len(matrix.steps), 'step')}"
        return f"The matrix holds: {ran}. Cases, mutants and reruns: {matrix.story.command('gate')}"
    if not matrix.is_whole:
        some = f"{tests} on {counted(len(matrix.steps), 'step')}"
        return f"Laws 1 to 8 hold: {some}. Law 9 needs all steps: {matrix.story.command('gate')}"
    steps, wrong = len(matrix.steps), len(mutants(matrix.story))
    runs = len(matrix.tests) * (steps + wrong)
    versions = f"{steps} steps" + (f" and {counted(wrong, 'mutant')}" if wrong else "")
    return f"The nine laws hold: {tests} on {versions}, {runs:,} runs, each seen to its end."
