"""The words of a command line, on each system."""

import os
from pathlib import Path

import pytest

from dojo.runner.program import CommandError, MissingFileError, run_with_input, split_command

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


def test_a_quotation_mark_without_a_partner_is_a_mistake():
    with pytest.raises(CommandError, match="a quotation mark has no partner in CMD"):
        split_command('python "scores.py')


def test_a_program_that_is_not_there_is_named(tmp_path):
    with pytest.raises(MissingFileError, match="bin/scores"):
        run_with_input(Path(os.devnull), "", ["bin/scores"], tmp_path, limit=1)
