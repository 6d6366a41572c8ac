"""Stories outside the workspace that have attempts: a call without STORY= finds these attempts as well."""

from dataclasses import replace
from pathlib import Path

from dojo.runner.cache import Cache, digest
from dojo.story.story import Story
from dojo.story.workspace import Workspace

KIND = "visits"
"""Their name below `.cache/`."""


def with_visits(workspace: Workspace) -> Workspace:
    """The workspace that knows where attempts were begun before."""
    known = [answer for answer in Cache(workspace.top, KIND).answers if isinstance(answer, str)]
    return replace(workspace, visited=tuple(map(Path, known))) if known else workspace


def note(story: Story, workspace: Workspace) -> None:
    """Note where a story lies, if it is outside."""
    folder = story.file.parent
    if folder not in Workspace(workspace.top).folders:
        Cache(workspace.top, KIND).write(digest([], folder, [str(folder)]), str(folder))
