"""Law 7: if a file lists the rules of a kata, a mutant breaks each of them, and each mutant breaks one."""

import re
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.story.mutants import REST, files_of, listed_rules
from dojo.story.story import Story
from dojo.story.toml import line_of_key, line_where


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every mutant that cannot be used or breaks no rule; what is wrong with the rules of each kata."""
    story = evidence.story
    yield from unusable(story)
    listed = list(dict.fromkeys(kata.rules for kata in story.katas if kata.rules))
    for file in listed:
        yield from of_a_file(file, story)
    broken = {name for file in listed for names in listed_rules(file).values() for name in names}
    for mutant in files_of(story) if listed else []:
        if mutant.name not in broken:
            what = "breaks no rule of a kata; name it below one, or write that rule"
            yield Violation(7, mutant.file, 0, *split(what))


def of_a_file(file: Path, story: Story) -> Iterator[Violation]:
    """Each rule that no mutant breaks, and each name that no mutant has."""
    there = {mutant.name for mutant in files_of(story)}
    for rule, names in listed_rules(file).items():
        if not names:
            line = line_where(file, rf"^{re.escape(rule)}\s*$")
            yield Violation(7, file, line, f"no mutant breaks “{rule}”", "name one below it, further in")
        for name in names:
            if name not in there:
                line = line_where(file, rf"\s{re.escape(name)}(\s|$)")
                yield Violation(7, file, line, f"there is no mutant {name}", "write the name of one")


def unusable(story: Story) -> Iterator[Violation]:
    """Law 9, by reading: each mutant is valid Python, and says what its fault is."""
    if story.mutants and story.finished is None:
        what = "the key finished is missing, and mutants need a finished step; write the number of the first"
        yield Violation(9, story.file, line_of_key(story.file, "mutants"), *split(what))
    if story.mutants and not (rest := story.mutants / REST).is_file():
        what = "is missing, and each mutant takes its rest from it; copy the one of another story"
        yield Violation(9, rest, 0, *split(what))
    for mutant in files_of(story):
        if mutant.fault:
            line, _, what = mutant.fault[1:].partition(": ")
            yield Violation(9, mutant.file, int(line), *split(what))
        elif not any(step.number == mutant.step for step in story.steps):
            what = f"there is no step {mutant.step}; say in which step people make this mistake"
            yield Violation(9, mutant.file, 1, *split(what))
