"""The words of a command line, on each system."""

import pytest

from dojo.runner.program import CommandError, MissingFileError, split_command, startable

PROGRAM_FILES = r"C:\Program Files (x86)\ruby.exe"
SPLIT = {
    "two words": ("ruby scores.rb", ["ruby", "scores.rb"]),
    "a name with a space": ("python 'my scores.py'", ["python", "my scores.py"]),
    "a space behind a backslash": (r"./my\ scores", ["./my scores"]),
    "a pipe": ("sort | head", ["sh", "-c", "sort | head"]),
    "a variable": ("python $HOME/s.py", ["sh", "-c", "python $HOME/s.py"]),
}


@pytest.mark.parametrize(("line", "split"), SPLIT.values(), ids=SPLIT)
def test_a_command_line_has_these_words(line, split):
    assert split_command(line) == split


def test_what_is_not_there_is_a_mistake(tmp_path):
    with pytest.raises(CommandError, match="a quotation mark has no partner in CMD"):
        split_command('python "scores.py')
    with pytest.raises(MissingFileError):
        startable(["bin/scores"], tmp_path)


@pytest.mark.parametrize("program", ["npm", "./scores"])
def test_what_the_system_finds_is_started(tmp_path, program):
    (tmp_path / "scores").touch()
    assert startable([program, "start"], tmp_path) == [program, "start"]
