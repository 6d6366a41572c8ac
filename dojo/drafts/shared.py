"""The files that each story has, as they stand in the others: nobody writes them."""

from pathlib import Path

from dojo.gate.evidence import ROWS
from dojo.runner.loader import PLUGIN
from dojo.story.mutants import REST
from dojo.story.story import PYTEST_INI
from dojo.story.workspace import Workspace

ELSEWHERE = Path(__file__).parent / "elsewhere"
"""What else a story needs if it lies in a repository of its own."""
HIDDEN = ".gitignore"


def shared(workspace: Workspace) -> dict[str, bytes]:
    """The files that are the same in every story.

    Takes the workspace, whose first story has them; gives their bytes, by their paths in a story.
    """
    first = workspace.stories[0]
    assert first.mutants
    parts = {"suite": (first.suite, (ROWS,)), "mutants": (first.mutants, (REST,))}
    return {
        f"{part}/{name}": (source / name).read_bytes()
        for part, (source, names) in parts.items()
        for name in names
    }


def elsewhere() -> dict[str, bytes]:
    """What makes a folder a place where plain pytest runs; gives the bytes, by the names of the files."""
    found = {name: (ELSEWHERE / name).read_bytes() for name in (PYTEST_INI, HIDDEN)}
    return found | {PLUGIN.name: PLUGIN.read_bytes()}
