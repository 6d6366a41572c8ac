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


MEANT = [
    pytest.param("python3 fizz.py", "fizz.py", id="its own command"),
    pytest.param("python3.14 -X dev fizz.py", "fizz.py", id="another one with its file"),
    pytest.param("java Fizz", "Fizz.java", id="a command without its file"),
    pytest.param("./Fizz", "Fizz.hs", id="a program that is made from it"),
    pytest.param("java ./Fizz.java", "Fizz.java", id="its file in this folder"),
    pytest.param("node fizz.js", "", id="another file"),
    pytest.param("python3 src/fizz.py", "", id="a file in another folder"),
    pytest.param("lost fizz.lost", "", id="one that is not there"),
]


@pytest.mark.parametrize(("command", "file"), MEANT)
def test_a_command_means_the_starter_that_it_starts(kata, command, file):
    starter = starter_for(kata, command)
    assert (starter.file.name if starter else "") == file


BUILDS = [
    pytest.param("java Fizz", "javac Fizz.java", id="it has to be made"),
    pytest.param("java Fizz.java", "", id="a command that makes it as well"),
    pytest.param("python3 fizz.py", "", id="nothing to make"),
]


@pytest.mark.parametrize(("command", "build"), BUILDS)
def test_what_the_statement_says_to_type_once_makes_the_program(kata, command, build):
    assert build_for(kata, command) == build


FILES = [
    pytest.param("python3 fizz.py", ["fizz.py"], id="a starter"),
    pytest.param("node fizz.js", [], id="none"),
]


@pytest.mark.usefixtures("kata")
@pytest.mark.parametrize(("command", "files"), FILES)
def test_an_attempt_in_any_language_has_its_command_and_the_starter_of_it(bare, command, files):
    attempt = create(bare.workspace, "tables-3", "fizz", command=command)
    assert attempt.program == command
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", *files]


def test_an_attempt_in_python_is_no_such_program(bare):
    assert create(bare.workspace, "tables-3", "fizz").program == ""
