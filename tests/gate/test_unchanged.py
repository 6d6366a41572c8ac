"""An open gate says at once what it has said before: of the same files, and of no others."""

import pytest
from helpers import OPEN

from dojo.gate import checks
from dojo.gate.gate import fingerprint


@pytest.fixture
def unchanged(small, monkeypatch, capsys):
    """A copy whose gate was open, and may not look again."""
    assert small.verb("gate") == 0
    assert capsys.readouterr().out == f"{OPEN}\n"
    monkeypatch.setattr(checks, "find", lambda *_: pytest.fail("it looks again"))
    return small


def test_of_the_same_files_it_says_the_same(unchanged, capsys):
    assert unchanged.verb("gate") == 0
    assert capsys.readouterr().out == f"{OPEN}\n"


def test_bytecode_is_looked_at_each_time(unchanged):
    unchanged.path("step_02/fizz.pyc").touch()
    with pytest.raises(pytest.fail.Exception, match="it looks again"):
        unchanged.verb("gate")


CHANGES = [
    pytest.param("step_03/fizz.py", id="a step"),
    pytest.param("step_03/README.md", id="a README"),
    pytest.param("steps/notes.txt", id="a file beside the steps"),
    pytest.param("suite/rows.py", id="the suite"),
    pytest.param("mutants/never_above_one.py", id="a mutant"),
    pytest.param("hints.txt", id="the hints"),
    pytest.param("kata/README.md", id="a kata"),
    pytest.param("story.toml", id="the story"),
    pytest.param("pytest.ini", id="the settings of pytest"),
    pytest.param("conftest.py", id="a plugin above the suite"),
    pytest.param("notes.txt", id="a file that a README names"),
    pytest.param("katas/other/story.toml", id="the other stories of the workspace"),
]


@pytest.mark.parametrize("path", CHANGES)
def test_it_looks_again_after_a_change_of(bare, path):
    with bare.path("step_01/README.md").open("a") as readme:
        readme.write("\nSee `notes.txt`.\n")
    story = bare.story
    before = fingerprint(story, story.steps, quick=False)
    bare.path(path).parent.mkdir(parents=True, exist_ok=True)
    with bare.path(path).open("a") as file:
        file.write("# more\n")
    assert fingerprint(story.anew(), story.steps, quick=False) != before


def test_what_no_law_reads_changes_nothing(bare):
    before = fingerprint(bare.story, bare.story.steps, quick=False)
    attempt = bare.root / "kata" / "attempts" / "ann"
    attempt.mkdir(parents=True)
    (attempt / "fizz.py").write_text("def say(): ...\n")
    assert fingerprint(bare.story, bare.story.steps, quick=False) == before
