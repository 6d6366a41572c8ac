"""Plain pytest on the suite of a story, as somebody would type it, with a plugin of ours beside it."""

from contextlib import chdir

import pytest

from dojo.runner.loader import forgetting
from dojo.story.story import PYTEST_INI, Story


def run_pytest(story: Story, words: list[str], plugin: object) -> int:
    """Run it at the top of the workspace; gives its exit status."""
    settings = [] if (story.top / PYTEST_INI).is_file() else ["-p", "no:cacheprovider"]
    with forgetting(story), chdir(story.top):
        return int(pytest.main([story.inside(story.suite), *settings, *words], plugins=[plugin]))
