"""Law 4: the plugin that every suite has lies above the suite, and no file hides a module of Python."""

import sys
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import PLUGIN
from dojo.gate.violation import Violation, split
from dojo.runner.loader import is_the_plugin

HIDDEN = {*sys.stdlib_module_names, "pytest", "_pytest", "pluggy"}
"""What a file of the suite must not be called: its folder comes first when something is imported."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """A plugin that is not the one of the workspace, and each file that hides a module."""
    source = evidence.suite
    story = source.story
    above = [folder for folder in story.suite.parents if folder.is_relative_to(story.top)]
    if not any(is_the_plugin(folder / PLUGIN) for folder in above):
        what = "is not the one of the workspace; copy that, as it is"
        yield Violation(4, story.top / PLUGIN, 0, *split(what))
    for file in source.files:
        if Path(file.name).stem in HIDDEN:
            what = "hides a module of Python or of pytest from whoever imports it; give it another name"
            yield source.violation(4, file, file.tree, *split(what))
