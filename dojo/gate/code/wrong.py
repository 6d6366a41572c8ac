"""Law 9, by reading: each mutant is valid Python, and says what its fault is."""

from collections.abc import Iterator

from dojo.gate.breach import Breach
from dojo.story.mutants import REST, files_of
from dojo.story.story import Story
from dojo.story.toml import line_of_key


def breaches(story: Story) -> Iterator[Breach]:
    """Every mutant that cannot be used."""
    if story.mutants and story.finished is None:
        what = "the key finished is missing, and mutants need a finished step; write the number of the first"
        yield Breach(9, "", story.file, line_of_key(story.file, "mutants"), what)
    if story.mutants and not (rest := story.mutants / REST).is_file():
        what = "is missing, and each mutant takes its rest from it; copy the one of another story"
        yield Breach(9, "", rest, 0, what)
    for mutant in files_of(story):
        if mutant.fault:
            line, _, what = mutant.fault[1:].partition(": ")
            yield Breach(9, "", mutant.file, int(line), what)
        elif not any(step.number == mutant.step for step in story.steps):
            what = f"there is no step {mutant.step}; say in which step people make this mistake"
            yield Breach(9, "", mutant.file, 1, what)
