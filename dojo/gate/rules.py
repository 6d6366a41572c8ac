"""Law 7: if a file lists the rules of a kata, a mutant breaks each of them, and each mutant breaks one."""

import re
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.breach import Breach
from dojo.story.mutants import files_of, listed_rules
from dojo.story.story import Story
from dojo.story.toml import line_where


def breaches(story: Story) -> Iterator[Breach]:
    """What is wrong with the rules of each kata; and each mutant that breaks none, if any are listed."""
    listed = list(dict.fromkeys(kata.rules for kata in story.katas if kata.rules))
    for file in listed:
        yield from of_a_file(file, story)
    broken = {name for file in listed for names in listed_rules(file).values() for name in names}
    for mutant in files_of(story) if listed else []:
        if mutant.name not in broken:
            what = "breaks no rule of a kata; name it below one, or write that rule"
            yield Breach(7, "", mutant.file, 0, what)


def of_a_file(file: Path, story: Story) -> Iterator[Breach]:
    """Each rule that no mutant breaks, and each name that no mutant has."""
    there = {mutant.name for mutant in files_of(story)}
    for rule, names in listed_rules(file).items():
        if not names:
            line = line_where(file, rf"^{re.escape(rule)}\s*$")
            yield Breach(7, "", file, line, f"no mutant breaks “{rule}”; name one below it, further in")
        for name in names:
            if name not in there:
                line = line_where(file, rf"\s{re.escape(name)}(\s|$)")
                yield Breach(7, "", file, line, f"there is no mutant {name}; write the name of one")
