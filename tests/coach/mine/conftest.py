"""An attempt at the small story's kata by somebody who writes the tests."""

import shutil
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from helpers import Copy, record_light, small_copy

from coach.conftest import in_a_line
from dojo.attempt.attempt import Attempt, find

ONE = {"one": "fizz.say(1) == '1'"}
TWO = ONE | {"two": "fizz.say(2) == '2'"}
FIZZ = TWO | {"fizz": "fizz.say(3) == 'Fizz'"}
FAKE, NUMBER, RIGHT = "'1'", "str(number)", "str(number) if number % 3 else 'Fizz'"


class Player:
    """Writes tests and code, and types verbs."""

    begins = ("start", "NAME=tables-3", "MODE=mine")

    def __init__(self, copy: Copy) -> None:
        self.copy = copy
        if not list(copy.root.rglob("attempts/tables-3")):
            assert copy.verb(*self.begins) == 0

    @property
    def attempt(self) -> Attempt:
        return find(self.copy.workspace, "tables-3")

    def said(self, *words: str) -> str:
        """All that a verb says, in one line; it is fine whatever the colour of the bar."""
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
            status = self.copy.verb(*words, "NAME=tables-3")
        assert (status, err.getvalue()) == (0, "")
        return in_a_line(out.getvalue())

    def next(self, *words: str) -> str:
        return self.said("next", *words)

    def tests(self, **says: str) -> None:
        """The tests, each with what it asserts."""
        functions = [f"\n\ndef test_{name}():\n    assert {what}\n" for name, what in says.items()]
        self.file = self.attempt.folder / "test_fizz.py"
        self.file.write_text(f"import fizz\n{''.join(functions)}")
        self.names = list(says)

    def code(self, gives: str) -> None:
        """The code, by what it gives for a number."""
        self.attempt.module.write_text(f"def say(number):\n    return {gives}\n")

    def was(self, colour: str, verb: str = "watch") -> None:
        """A light of the files as they are, at which every test had that colour; nothing runs."""
        own = {f"kata/attempts/tables-3/{self.file.name}::test_{name}": colour for name in self.names}
        record_light(self.attempt, verb=verb, colour=colour, counts={}, own=own)


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small story at three stages of an attempt: just started; with two tests that are green and were
    red first; and after one more `make next`, which has judged them.
    """
    folder = tmp_path_factory.mktemp("stages")
    copy = small_copy(folder / "now")
    with redirect_stdout(StringIO()):
        player = Player(copy)
    shutil.copytree(copy.root, folder / "started")
    for tests, gives in ((ONE, FAKE), (TWO, NUMBER)):
        player.tests(**tests)
        player.next()
        player.code(gives)
        player.next()
    shutil.copytree(copy.root, folder / "green")
    player.next()
    shutil.copytree(copy.root, folder / "judged")
    return folder


def at(stage: str) -> Callable[[Path, Path], Player]:
    """Make the fixture of a player at a stage; what it knows of other folders would name another copy."""

    @pytest.fixture
    def player_at(stages: Path, tmp_path: Path) -> Player:
        ignored = shutil.ignore_patterns("visits")
        return Player(Copy(shutil.copytree(stages / stage, tmp_path / "a dojo", ignore=ignored)))

    return player_at


player, green, judged = at("started"), at("green"), at("judged")
