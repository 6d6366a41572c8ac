"""The starters of a kata: which one a command means, and what makes a program of it."""

import pytest

from dojo.attempt.creation import create
from dojo.attempt.starters import build_for, starter_for

TABLE = """
| language | starter | once, in its folder | CMD= |
|---|---|---|---|
| Python | [`fizz.py`](starters/python/fizz.py) | | `python3 fizz.py` |
| Java | [`Fizz.java`](starters/java/Fizz.java) | `javac Fizz.java` | `java Fizz` |
| Haskell | [`Fizz.hs`](starters/haskell/Fizz.hs) | `ghc Fizz.hs` | `./Fizz` |
| Lost | [`fizz.lost`](starters/lost/fizz.lost) | | `lost fizz.lost` |
"""


@pytest.fixture
def kata(bare):
    """A kata whose statement lists four starters, of which one is not there."""
    folder = bare.root / "kata"
    with (folder / "README.md").open("a") as statement:
        statement.write(TABLE)
    for file in ("python/fizz.py", "java/Fizz.java", "haskell/Fizz.hs"):
        (folder / "starters" / file).parent.mkdir(parents=True)
        (folder / "starters" / file).write_text(f"{file}\n")
    return bare.workspace.kata("fizz")[1]


MEANT = {
    "its own command": ("python3 fizz.py", "fizz.py", ""),
    "another one with its file": ("python3.14 -X dev fizz.py", "fizz.py", ""),
    "a command without its file": ("java Fizz", "Fizz.java", "javac Fizz.java"),
    "a command that makes it as well": ("java Fizz.java", "Fizz.java", ""),
    "a program that is made from it": ("./Fizz", "Fizz.hs", "ghc Fizz.hs"),
    "its file in this folder": ("java ./Fizz.java", "Fizz.java", ""),
    "another file": ("node fizz.js", "", ""),
    "a file in another folder": ("python3 src/fizz.py", "", ""),
    "one that is not there": ("lost fizz.lost", "", ""),
}


@pytest.mark.parametrize(("command", "file", "build"), MEANT.values(), ids=MEANT)
def test_a_command_means_the_starter_that_it_starts_and_what_makes_it(bare, kata, command, file, build):
    starter = starter_for(kata, command)
    assert (starter.file.name if starter else "", build_for(kata, command)) == (file, build)
    attempt = create(bare.workspace, "tables-3", "fizz", command=command)
    assert attempt.program == command
    assert {path.name for path in attempt.folder.iterdir()} == {".started", file} - {""}
