"""`dojo update`: the files that are the same in every story."""

import pytest
from helpers import TOP

COPIES = {
    "conftest.py": TOP / "conftest.py",
    "suite/rows.py": TOP / "tests" / "suite" / "rows.py",
    "mutants/finished.py": TOP / "katas" / "poker" / "mutants" / "finished.py",
}


def test_copies_that_are_up_to_date_stay(bare, capsys):
    assert bare.verb("update") == 0
    assert capsys.readouterr() == ("The copies of small are up to date.\n", "")


@pytest.mark.parametrize("copy", COPIES)
def test_an_older_copy_is_written_again(bare, capsys, copy):
    bare.path(copy).write_text("# of another version\n")
    assert bare.verb("update") == 0
    assert capsys.readouterr() == (f"{copy} is written.\n", "")
    assert bare.path(copy).read_bytes() == COPIES[copy].read_bytes()


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_that_is_gone_is_written_again(bare, capsys, copy):
    bare.path(copy).unlink()
    assert bare.verb("update") == 0
    assert capsys.readouterr() == (f"{copy} is written.\n", "")
    assert bare.path(copy).read_bytes() == COPIES[copy].read_bytes()


def test_one_conftest_above_several_stories_is_the_one_that_is_written(bare, capsys):
    bare.path("conftest.py").write_text("# of another version\n")
    assert bare.verb("update") == 0
    assert capsys.readouterr().out == "conftest.py is written.\n"
    assert [file.name for file in bare.root.rglob("conftest.py")] == ["conftest.py"]
