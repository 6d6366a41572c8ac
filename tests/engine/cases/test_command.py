"""The words of a command line, on each system."""

import pytest

from dojo.engine.cases import command
from dojo.engine.cases.command import Missing, WrongCall, startable, words

SPLIT = [
    pytest.param(False, "ruby scores.rb", ["ruby", "scores.rb"], id="two words"),
    pytest.param(False, "python 'my scores.py'", ["python", "my scores.py"], id="a name with a space"),
    pytest.param(False, r"./my\ scores", ["./my scores"], id="a space behind a backslash"),
    pytest.param(False, "sort | head", ["sh", "-c", "sort | head"], id="a pipe"),
    pytest.param(False, "python $HOME/s.py", ["sh", "-c", "python $HOME/s.py"], id="a variable"),
    pytest.param(True, r"python src\scores.py", ["python", r"src\scores.py"], id="Windows: a path"),
    pytest.param(
        True,
        r'"C:\Program Files (x86)\ruby.exe" s.rb',
        [r"C:\Program Files (x86)\ruby.exe", "s.rb"],
        id="Windows: a path with a space",
    ),
    pytest.param(True, r"python O'Brien\s.py", ["python", r"O'Brien\s.py"], id="Windows: a quote"),
    pytest.param(True, "sort | more", ["cmd", "/c", "sort | more"], id="Windows: a pipe"),
]


@pytest.fixture
def on(monkeypatch):
    """Sets the system."""

    def be(windows):
        monkeypatch.setattr(command, "WINDOWS", windows)
        monkeypatch.setattr(command, "FOR_A_SHELL", command.OF_CMD if windows else command.OF_SH)
        monkeypatch.setattr(command, "SEPARATORS", "/\\" if windows else "/")

    return be


@pytest.mark.parametrize(("windows", "line", "split"), SPLIT)
def test_a_command_line_has_these_words(on, windows, line, split):
    on(windows)
    assert words(line) == split


@pytest.mark.parametrize("windows", [False, True])
def test_a_quotation_mark_without_a_partner_is_a_mistake(on, windows):
    on(windows)
    with pytest.raises(WrongCall, match="a quotation mark has no partner in CMD"):
        words('python "scores.py')


def test_a_program_by_its_name_is_looked_for_by_the_system(on, tmp_path):
    on(windows=False)
    assert startable(["python", "scores.py"], tmp_path) == ["python", "scores.py"]


@pytest.mark.parametrize(("found", "started"), [(r"C:\node\npm.cmd", r"C:\node\npm.cmd"), (None, "npm")])
def test_windows_is_asked_which_program_has_the_name(on, tmp_path, monkeypatch, found, started):
    on(windows=True)
    monkeypatch.setattr(command.shutil, "which", lambda _name: found)
    assert startable(["npm", "start"], tmp_path) == [started, "start"]


@pytest.mark.parametrize("windows", [False, True])
def test_a_program_by_its_path_has_to_be_there(on, tmp_path, windows):
    on(windows)
    with pytest.raises(Missing):
        startable(["bin/scores"], tmp_path)


def test_windows_looks_for_a_program_from_where_it_is_called(on, tmp_path):
    (tmp_path / "scores").touch()
    on(windows=True)
    assert startable(["./scores"], tmp_path) == [str(tmp_path / "scores")]
    on(windows=False)
    assert startable(["./scores"], tmp_path) == ["./scores"]
