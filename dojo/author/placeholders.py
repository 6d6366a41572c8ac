"""What `make new` wrote for the author to replace: as long as it is there, the story is not theirs."""

import re
from collections.abc import Iterator
from pathlib import Path

from dojo.author.new import SKELETON, named_after
from dojo.story.katas import STATEMENT
from dojo.story.story import Story

WORDS = re.compile("question|its answer|Write here")
"""Words of a line that is not about any kata."""


def placeholders(story: Story) -> Iterator[tuple[Path, int]]:
    """Each file of a story that still has such a line, with the first one."""
    home = story.file.parent
    written = {
        line
        for content in named_after(home.name, SKELETON).values()
        for line in content.decode().splitlines()
        if WORDS.search(line)
    }
    for file in texts(story):
        lines = enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1)
        if number := next((number for number, line in lines if line in written), 0):
            yield file, number


def texts(story: Story) -> list[Path]:
    """What an author writes: statements, hints, mutants, the tests of a participant, and the suite."""
    folders = [kata.folder for kata in story.katas]
    found = [folder / STATEMENT for folder in folders] + [kata.first_test for kata in story.katas]
    found += [step.readme for step in story.steps]
    found += [story.hints] if story.hints else []
    found += [*story.suite.glob("*.py"), *(story.mutants.glob("*.py") if story.mutants else [])]
    return [file for file in dict.fromkeys(found) if file.is_file()]
