"""A story that uses all that a story may have."""

import shutil

import pytest
from helpers import NOT_COPIED, SETTINGS, TOP, Copy

from gate.whole import HOME, TOML


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A workspace of one story that uses all that a story may have; its gate is open."""
    root = tmp_path_factory.mktemp("whole") / "a dojo"
    shutil.copytree(TOP / "tests" / "small", root / HOME, ignore=NOT_COPIED)
    for name in SETTINGS:
        shutil.copy(TOP / name, root)
    (root / HOME / "story.toml").write_text(TOML, "utf-8")
    for name in ("count", "bench", "pages"):
        (root / HOME / f"{name}.py").write_text('"""A module of the story\'s own."""\n', "utf-8")
    (root / HOME / "steps" / "notes.txt").write_text("Of the author.\n", "utf-8")
    (root / HOME / "steps" / "step_02_numbers" / "words.py").write_text('"""Words."""\n', "utf-8")
    assert Copy(root).verb("gate") == 0
    return root


@pytest.fixture
def story(whole, tmp_path):
    """A copy of it, to take something away."""
    root = tmp_path / "a dojo"
    shutil.copytree(whole, root)
    return Copy(root)
