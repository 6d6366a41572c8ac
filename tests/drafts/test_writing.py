"""Files are written, and folders moved, all of it or nothing."""

import pytest

from dojo.drafts import writing
from dojo.drafts.writing import Changes, write
from dojo.errors import Trouble


@pytest.fixture
def shelf(tmp_path):
    """A folder with a file, and another folder with one."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "text").write_text("old\n")
    (tmp_path / "b").write_text("old\n")
    return tmp_path


def changes(shelf):
    """A folder is moved, a file in it and another are changed, and one is new in a new folder."""
    return Changes(
        [(shelf / "a", shelf / "c")],
        {shelf / "c" / "text": b"new\n", shelf / "b": b"new\n", shelf / "d" / "e" / "text": b"new\n"},
    )


def texts(shelf):
    return {
        file.relative_to(shelf).as_posix(): file.read_text() for file in shelf.rglob("*") if file.is_file()
    }


def test_all_is_written(shelf):
    write(changes(shelf), shelf)
    assert texts(shelf) == {"c/text": "new\n", "b": "new\n", "d/e/text": "new\n"}
    assert sorted(path.name for path in shelf.iterdir()) == ["b", "c", "d"]


MOVES = 6
"""A folder, two old files, three new ones."""


FULL = "nothing is written: No space left on device"
ERRORS = [(OSError(28, "No space left on device"), FULL), (KeyboardInterrupt("by hand"), "by hand")]


@pytest.mark.parametrize(("error", "told"), ERRORS, ids=["a full disk", "Ctrl-C"])
@pytest.mark.parametrize("number", range(MOVES))
def test_where_a_move_fails_all_is_as_it_was(shelf, monkeypatch, error, told, number):
    before, move, done = texts(shelf), writing.move, []

    def fails_at_last(*words):
        if len(done) == number:
            raise error
        done.append(words)
        move(*words)

    monkeypatch.setattr(writing, "move", fails_at_last)
    with pytest.raises((Trouble, KeyboardInterrupt)) as stop:
        write(changes(shelf), shelf)
    assert str(stop.value) == told
    assert texts(shelf) == before
    assert sorted(path.name for path in shelf.iterdir()) == ["a", "b"]


def test_a_folder_is_not_moved_to_where_another_one_is(shelf):
    (shelf / "c").mkdir()
    with pytest.raises(Trouble, match=r"c is there already$"):
        write(changes(shelf), shelf)
    assert texts(shelf) == {"a/text": "old\n", "b": "old\n"}


def test_a_file_keeps_who_may_run_it(shelf):
    (shelf / "b").chmod(0o755)
    write(changes(shelf), shelf)
    assert (shelf / "b").stat().st_mode & 0o777 == 0o755
