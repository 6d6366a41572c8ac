"""`dojo update`: the files that are the same in every story, as this version of the package has them."""

from collections.abc import Iterator
from pathlib import Path

from dojo.author.new import SKELETON
from dojo.files import write_file
from dojo.runner.cache import PLUGIN
from dojo.story.mutants import REST
from dojo.story.story import Story
from dojo.story.tests import ROWS


def update_copies(story: Story) -> None:
    """Write each copy that differs again, and say which ones those were. Raises EnvironmentProblem."""
    written = []
    for copy, source in find_copies(story):
        text = source.read_text(encoding="utf-8")
        if not copy.is_file() or copy.read_text(encoding="utf-8") != text:
            written.append(write_file(copy, text))
    for copy in written:
        print(f"{story.shown(copy)} is written.")
    if not written:
        print(f"The copies of {story.name} are up to date.")


def find_copies(story: Story) -> Iterator[tuple[Path, Path]]:
    """Yield the path of each copy, and the file of the package that it is a copy of."""
    # there may be one in the folder of the story, or one for several stories above it
    plugin = story.top / PLUGIN.name
    for folder in story.suite.parents:
        if folder.is_relative_to(story.top) and (folder / PLUGIN.name).is_file():
            plugin = folder / PLUGIN.name
            break
    yield plugin, PLUGIN
    yield story.suite / ROWS, SKELETON / "suite" / ROWS
    if story.mutants:
        yield story.mutants / REST, SKELETON / "mutants" / REST
