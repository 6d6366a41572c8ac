"""Asks what tests come to on a version: from the cache, or from a run in a work folder of its side."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from dojo.prove.commits.cache import Kept
from dojo.prove.commits.running import Asked, Run, Runner
from dojo.prove.commits.state import State
from dojo.prove.commits.trees.laying import Folder


class Question(NamedTuple):
    """Some tests, on a version."""

    state: State
    ids: Sequence[str]
    names: Iterable[str]
    """The modules that the code has, before or after."""
    traced: Sequence[str] = ()
    again: bool = False
    """Is it asked a second time?"""


class Asking:
    """Two work folders, so that before and after run at the same time."""

    def __init__(self, runner: Runner, kept: Kept, folders: Sequence[Folder], words: Sequence[str]) -> None:
        self.runner, self.kept, self.folders, self.words = runner, kept, folders, words

    def both(self, before: Question, after: Question) -> tuple[Run, Run]:
        """What the tests come to on two versions."""
        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(self.one, (before, after), (0, 1))
        return first, second

    def one(self, question: Question, side: int) -> Run:
        """What the tests come to on a version."""
        if not question.ids:
            return Run()
        names, state = sorted(set(question.names)), question.state
        key = self.kept.key(state.tree, question.ids, names, question.traced, ["again"] * question.again)
        if run := self.kept.read(key):
            return run
        folder = self.folders[side]
        folder.lay(state.tree)
        asked = Asked(folder.path, question.ids, state.test_files, names, question.traced, self.words)
        run = self.runner.run(asked)
        self.kept.write(key, run)
        return run
