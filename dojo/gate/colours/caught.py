"""Law 9: a mutant is the finished step with one fault. That step passes every test, and no mutant does."""

from collections.abc import Iterator

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach


def breaches(matrix: Matrix) -> Iterator[Breach]:
    """Every mutant that nothing catches, or that is broken altogether; a finished step that is not."""
    for mutant in matrix.on_mutants:
        where = matrix.story.shown(mutant.file)
        colours = {test: matrix.on_mutant(test, mutant).colour for test in matrix.tests}
        if set(colours.values()) == {"green"}:
            yield Breach(9, where, "mutant", "it passes every test: add one that catches it")
        if set(colours.values()) == {"amber"}:
            yield Breach(9, where, "mutant", "it breaks in every test: a mutant has one fault, and works")
        for test in (test for test, colour in colours.items() if colour == "missing"):
            yield Breach(4, where, test.rule, "missing: every test runs on every mutant")


def unfinished(matrix: Matrix) -> Iterator[Breach]:
    """What is not green on the step that story.toml calls finished."""
    story = matrix.story
    if story.finished is None:
        return
    for step in matrix.steps:
        if step.number == story.finished:
            for test in matrix.tests:
                if (colour := matrix.cell(test, step).colour) != "green":
                    what = f"{step.name} is said to be finished, and “{test.rule}” is {colour} there"
                    yield Breach(9, story.shown(story.file), "finished", what)
            return
    yield Breach(9, story.shown(story.file), "finished", f"there is no step {story.finished}")
