"""Stories that a call without STORY= finds: those outside that have attempts, and the author's last."""

from dataclasses import replace
from pathlib import Path

from dojo.runner.cache import Cache, digest
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

KIND = "visits"
"""Their name below `.cache/`."""
AUTHORED, LAST = "authored", "last"


def with_known_stories(workspace: Workspace) -> Workspace:
    """The workspace that knows where attempts were begun before."""
    known = [answer for answer in Cache(workspace.top, KIND).answers if isinstance(answer, str)]
    return replace(workspace, visited=tuple(map(Path, known))) if known else workspace


def remember(story: Story, workspace: Workspace) -> None:
    """Remember the story that an author made or named last."""
    Cache(workspace.top, AUTHORED).write(LAST, str(story.file.parent))


def remembered(workspace: Workspace) -> Story | None:
    """That story, if it is still there."""
    folder = Cache(workspace.top, AUTHORED).read(LAST)
    there = isinstance(folder, str) and (Path(folder) / FILE).is_file()
    return workspace.at(Path(folder)) if there else None


def remember_story(story: Story, workspace: Workspace) -> None:
    """Note where a story lies, if it is outside."""
    folder = story.file.parent
    if folder not in Workspace(workspace.top).folders:
        Cache(workspace.top, KIND).write(digest([], folder, [str(folder)]), str(folder))
