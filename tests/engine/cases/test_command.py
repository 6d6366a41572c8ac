"""The words of a command line, on each system."""

import pytest

from dojo.engine.cases import command
from dojo.engine.cases.command import Missing, WrongCall, startable, words

PROGRAM_FILES = r"C:\Program Files (x86)\ruby.exe"
SPLIT = {
    "two words": (False, "ruby scores.rb", ["ruby", "scores.rb"]),
    "a name with a space": (False, "python 'my scores.py'", ["python", "my scores.py"]),
    "a space behind a backslash": (False, r"./my\ scores", ["./my scores"]),
    "a pipe": (False, "sort | head", ["sh", "-c", "sort | head"]),
    "a variable": (False, "python $HOME/s.py", ["sh", "-c", "python $HOME/s.py"]),
    "Windows: a path": (True, r"python src\scores.py", ["python", r"src\scores.py"]),
    "Windows: a path with a space": (True, rf'"{PROGRAM_FILES}" s.rb', [PROGRAM_FILES, "s.rb"]),
    "Windows: a quote": (True, r"python O'Brien\s.py", ["python", r"O'Brien\s.py"]),
    "Windows: a pipe": (True, "sort | more", ["cmd", "/c", "sort | more"]),
}


def on(monkeypatch, windows):
    """Sets the system."""
    monkeypatch.setattr(command, "WINDOWS", windows)
    monkeypatch.setattr(command, "FOR_A_SHELL", command.OF_CMD if windows else command.OF_SH)
    monkeypatch.setattr(command, "SEPARATORS", "/\\" if windows else "/")


@pytest.mark.parametrize(("windows", "line", "split"), SPLIT.values(), ids=SPLIT)
def test_a_command_line_has_these_words(monkeypatch, windows, line, split):
    on(monkeypatch, windows)
    assert words(line) == split


@pytest.mark.parametrize("windows", [False, True])
def test_what_is_not_there_is_a_mistake(monkeypatch, tmp_path, windows):
    on(monkeypatch, windows)
    with pytest.raises(WrongCall, match="a quotation mark has no partner in CMD"):
        words('python "scores.py')
    with pytest.raises(Missing):
        startable(["bin/scores"], tmp_path)


STARTED = {
    "a program by its name is looked for by the system": (False, "npm", "npm"),
    "Windows is asked which program has the name": (True, "npm", r"C:\node\npm.cmd"),
    "Windows may not know it": (True, "ruby", "ruby"),
    "a program by its path": (False, "./scores", "./scores"),
    "Windows looks for it from where it is called": (True, "./scores", "{folder}/scores"),
}


@pytest.mark.parametrize(("windows", "name", "started"), STARTED.values(), ids=STARTED)
def test_what_is_started(monkeypatch, tmp_path, windows, name, started):
    (tmp_path / "scores").touch()
    on(monkeypatch, windows)
    monkeypatch.setattr(command.shutil, "which", {"npm": r"C:\node\npm.cmd"}.get)
    assert startable([name, "start"], tmp_path) == [started.format(folder=tmp_path), "start"]
