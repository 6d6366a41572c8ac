"""What a story requires: which versions are pinned, and that its tests have them, plugins of pytest too."""

import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from gate.planting import lines

from dojo.browser.assets import home_of, names_of_required
from dojo.cli.main import parse_calls
from dojo.errors import EnvironmentProblem, UsageError
from dojo.packages.install import ensure_required
from dojo.packages.pins import find_plugins, read_pins
from dojo.story.toml.reading import BadFile
from dojo.story.workspace import Workspace
from dojo.tour.adding import describe

PLUGIN = """\
import pytest
from tune import NAME


@pytest.fixture
def song():
    return NAME
"""
WITH_A_SONG = """

@pytest.mark.guards(2)
def test_a_song_is_sung(fizz, song):
    assert song == "Frère Jacques"
"""


def write_wheel(folder: Path, name: str, version: str, files: dict[str, str], needs: str = "") -> None:
    """Write a package as it is published: the files in it, with what it needs itself."""
    description = f"{name}-{version}.dist-info"
    requires = f"Requires-Dist: {needs}\n" if needs else ""
    contents = {
        **files,
        f"{description}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}",
        f"{description}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{description}/entry_points.txt": "[pytest11]\nsongs = pytest_songs\n" if needs else "",
    }
    record = "".join(f"{path},,\n" for path in [*contents, f"{description}/RECORD"])
    contents[f"{description}/RECORD"] = record
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in contents.items():
            wheel.writestr(path, text)


@pytest.fixture
def songs(small, tmp_path, monkeypatch):
    """The small story requires a plugin of pytest, and that needs a package; pip installs into a folder."""
    index, installed = tmp_path / "index", tmp_path / "installed"
    index.mkdir()
    write_wheel(index, "tune", "1.2", {"tune.py": 'NAME = "Frère Jacques"\n'})
    write_wheel(index, "pytest_songs", "2.0", {"pytest_songs.py": PLUGIN}, needs="tune>=1")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", index.as_uri())
    monkeypatch.setenv("PIP_TARGET", str(installed))
    monkeypatch.syspath_prepend(installed)
    require(small, "pytest-songs>=2")
    return small


def require(story, *packages):
    names = ", ".join(f'"{package}"' for package in packages)
    story.edit("story.toml", 'module = "fizz"', f'module = "fizz"\nrequires = [{names}]')


def test_versions_are_pinned_and_installed_and_a_plugin_has_its_fixtures(songs, capsys):
    assert songs.verb("lock") == 0
    assert capsys.readouterr().out == "requires.txt: pytest_songs==2.0, tune==1.2\n"
    ensure_required(songs.story)
    added = "Adding what the story small requires, once: pytest_songs 2.0, tune 1.2.\n"
    assert capsys.readouterr().err == added
    # once
    ensure_required(songs.story)
    assert capsys.readouterr().err == ""
    assert find_plugins(songs.story) == ["songs"]
    with songs.path("suite/test_more.py").open("a") as file:
        file.write(WITH_A_SONG)
    songs.edit("step_04/fizz.py", "def say", "import tune\n\nassert tune\n\n\ndef say")
    songs.edit("story.toml", "of_no_kata = [", 'of_no_kata = ["test_more.py::test_a_song_is_sung", ')
    # a mutant is missing, and nothing else
    [line] = lines(songs)
    assert "“a song is sung”: no earlier step and no mutant has failed its assertion" in line
    home = home_of(songs.story, songs.story.katas)
    assert home["site/tune.py"] == 'NAME = "Frère Jacques"\n'
    assert "songs = pytest_songs" in home["site/pytest_songs-2.0.dist-info/entry_points.txt"]


def test_a_package_of_ours_is_pinned_if_the_story_names_it_itself(songs, capsys):
    ours = version("iniconfig")
    write_wheel(Path(songs.root).parent / "index", "iniconfig", ours, {"iniconfig.py": ""})
    songs.edit("story.toml", '"pytest-songs>=2"', '"tune", "iniconfig"')
    assert songs.verb("lock") == 0
    assert capsys.readouterr().out == f"requires.txt: iniconfig=={ours}, tune==1.2\n"


def test_a_repository_of_its_own_names_the_pins_for_plain_pytest(songs):
    file = songs.root / "requirements.txt"
    file.write_text("dojo-steps==1.0.0\n")
    assert songs.verb("lock") == 0
    assert songs.verb("lock") == 0
    assert file.read_text() == "dojo-steps==1.0.0\n-r requires.txt\n"


def test_a_compiled_package_runs_in_no_browser(songs):
    songs.verb("lock")
    ensure_required(songs.story)
    [record] = [*Path(songs.root).parent.glob("**/installed/tune-1.2.dist-info/RECORD")]
    record.write_text(record.read_text() + "tune.so,,\n")
    # Python 3.12 and newer leave out of a list what is not there
    (record.parent.parent / "tune.so").touch()
    with pytest.raises(UsageError) as told:
        names_of_required(songs.story)
    assert "small requires tune, which is compiled and runs in no browser: do this kata in" in str(told.value)


def test_what_cannot_be_installed_is_told_in_a_line(songs):
    (songs.root / "requires.txt").write_text("pytest-songs==2.5\n")
    with pytest.raises(EnvironmentProblem) as told:
        ensure_required(songs.story)
    start = "could not install what the story small requires (is there a network?): ERROR: No matching"
    assert str(told.value).startswith(start)


NOT_PINNED = [
    pytest.param("", "requires.txt has no version of songs, which story.toml requires", id="not there"),
    pytest.param("songs==1.0\n", "has songs 1.0, and story.toml requires songs>=2", id="too old"),
    pytest.param("songs\n", "requires.txt:1: this is not like hypothesis==6.1.0", id="no version"),
]


@pytest.mark.parametrize(("text", "told"), NOT_PINNED)
def test_what_is_not_pinned_stops_what_runs_tests(small, text, told):
    require(small, "songs>=2")
    (small.root / "requires.txt").write_text(text)
    with pytest.raises(BadFile, match="make lock writes it") as error:
        read_pins(small.story)
    assert told in str(error.value)


def test_a_missing_requires_txt_names_the_verb_that_writes_it(small):
    require(small, "songs")
    with pytest.raises(BadFile) as told:
        read_pins(small.story)
    assert str(told.value) == "requires.txt is missing, with the versions of songs: make lock writes it"


LOCKED = [
    pytest.param([], 'requires no package: write requires = ["hypothesis"] there', id="nothing"),
    pytest.param(["no name"], "requires has 'no name', no name of a package: write it like", id="no name"),
    pytest.param(["nowhere"], "pip finds no versions of nowhere: ERROR: No matching", id="unknown"),
]


@pytest.mark.parametrize(("packages", "told"), LOCKED)
def test_what_has_no_version_is_told_in_a_line(songs, capsys, packages, told):
    songs.edit("story.toml", '["pytest-songs>=2"]', str(packages).replace("'", '"'))
    assert songs.verb("lock") == 2
    [line] = capsys.readouterr().err.splitlines()
    assert told in line


def test_whoever_adds_a_story_reads_what_it_requires(small):
    require(small, "songs>=2", "tune")
    assert "requires songs>=2 tune" in [*describe(small.story)]


def test_reading_needs_nothing_that_is_required(songs):
    running = {}
    for verb in (["gate"], ["step-3", "story"], ["lock"], ["todo"], ["start", "NAME=a"]):
        [call] = parse_calls(verb, Workspace(songs.root))
        running[verb[-1]] = call.running_story is not None
    assert running == {"gate": True, "story": False, "lock": False, "todo": True, "NAME=a": True}
