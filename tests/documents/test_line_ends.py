"""Whatever git is told elsewhere, a clone has the line ends that the laws want."""

import subprocess

import pytest
from helpers import TOP

FILES = [
    pytest.param("dojo/__main__.py", "text: auto eol: lf", id="code"),
    pytest.param("steps/step_07_a_pair/README.md", "text: auto eol: lf", id="a story"),
    pytest.param("katas/roman/cases/a.in", "text: unset eol: lf", id="a case, byte by byte"),
]


@pytest.mark.parametrize(("file", "ends"), FILES)
def test_git_is_told_the_line_ends(file, ends, tmp_path):
    """Asked of a repository without anybody's settings."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitattributes").write_bytes((TOP / ".gitattributes").read_bytes())
    command = ["git", "-C", tmp_path, "check-attr", "text", "eol", "--", file]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert " ".join(line.split(": ", 1)[1] for line in said.splitlines()) == ends
