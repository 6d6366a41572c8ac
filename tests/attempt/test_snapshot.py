"""What is kept of an attempt's folder, and how it comes back."""

import os
import shutil

import pytest
from as_a_user import locked

from dojo.attempt.snapshot import MAX_BYTES, MAX_FILES, Changed, File, name_left_out, take_snapshot, without
from dojo.attempt.snapshot import put_back as put_back_with


def put_back(folder, then, now):
    """Bring back the files of a snapshot; `now` is the snapshot of what is there."""
    put_back_with(folder, then.files, now=now.files, draft=folder.parent / "draft")


def names(snapshot):
    return {name.decode() for name in snapshot.files}


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "tables 3"
    folder.mkdir()
    (folder / "fizz.py").write_bytes(b"one\r\ntwo")
    return folder


@pytest.mark.parametrize("name", ["naïve ♣.py", 'two\nlines "quoted" \\ and\ttab'])
def test_every_file_is_kept_byte_for_byte_but_what_tools_leave_there(folder, name):
    (folder / name).write_bytes(b"*\r\n\x00\xff")
    for tool in ("__pycache__/fizz.pyc", ".pytest_cache/README.md", ".git/config"):
        (folder / tool).parent.mkdir()
        (folder / tool).write_bytes(b"x")
    kept = take_snapshot(folder)
    assert (names(kept), kept.left_out) == ({"fizz.py", name}, {})
    assert kept.files[name.encode()] == File("100644", b"*\r\n\x00\xff")


def test_of_too_many_files_those_in_python_and_nearest_the_top_are_kept(folder):
    (folder / "a").mkdir()
    for name in ("a/deck.py", "a/deal", *(f"deal {n:03}" for n in range(MAX_FILES - 2))):
        (folder / name).touch()
    kept = take_snapshot(folder)
    assert len(kept.files) == MAX_FILES
    assert {"fizz.py", "a/deck.py"} < names(kept)
    assert list(kept.left_out) == ["a/deal"]


@pytest.mark.parametrize(("path", "kept"), {"fizz.py": 1, "notes": 1, ".": 0}.items())
def test_what_cannot_be_read_is_left_out_and_named(folder, path, kept):
    (folder / "notes").mkdir()
    (folder / "notes" / "idea.txt").touch()
    with locked(folder / path):
        found = take_snapshot(folder)
    assert (len(found.files), found.left_out) == (kept, {path: "cannot be read"})


def test_what_is_left_out_is_named_with_the_reason(folder):
    os.mkfifo(folder / "a pipe")
    (folder / "song.bin").write_bytes(b"x" * MAX_BYTES)
    for name in "bcde":
        (folder / name).write_bytes(b"x" * (MAX_BYTES + 1))
    found, large = take_snapshot(folder), "larger than a megabyte"
    assert names(found) == {"fizz.py", "song.bin"}
    told = f"a pipe (cannot be read), b ({large}), c ({large}) and 2 more"
    assert name_left_out(found.left_out) == told


def test_a_file_may_have_to_do_with_what_is_left_out():
    files = dict.fromkeys([b"fizz.py", b"notes.txt", b"notes/idea", b"notes/old"], File("100644", b""))
    for left_out, apart in (
        ("notes", "fizz.py notes.txt"),
        ("notes/old/deck.py", "fizz.py notes.txt notes/idea"),  # its folder was a file
        ("fizz.py", "notes.txt notes/idea notes/old"),
        ("fizz.py/idea", "notes.txt notes/idea notes/old"),
    ):
        assert " ".join(name.decode() for name in without(files, [left_out])) == apart


def test_files_come_back_as_they_were(folder):
    (folder / "notes").mkdir()
    (folder / "notes" / "list.txt").write_text("52")
    (folder / "also.py").symlink_to("fizz.py")
    (folder / "also").symlink_to("notes")
    (folder / "fizz.py").chmod(0o755)
    before = take_snapshot(folder)
    modes = {name: file.mode for name, file in before.files.items()}
    links = {b"also.py": "120000", b"also": "120000"}
    assert modes == {b"fizz.py": "100755", b"notes/list.txt": "100644"} | links
    (folder / "fizz.py").write_text("changed")
    (folder / "fizz.py").chmod(0o644)
    shutil.rmtree(folder / "notes")
    (folder / "also.py").unlink()
    (folder / "also").unlink()
    (folder / "new" / "idea").mkdir(parents=True)
    (folder / "new" / "idea" / "more.py").write_text("new")
    (folder / "film.bin").write_bytes(b"x" * (MAX_BYTES + 1))
    put_back(folder, before, take_snapshot(folder))
    assert take_snapshot(folder).files == before.files
    assert {path.name for path in folder.iterdir()} == {*["also", "also.py", "film.bin", "fizz.py", "notes"]}
    assert take_snapshot(folder / "gone").files == {}


def test_a_file_and_a_folder_give_way_to_each_other_unless_there_is_more_in_it(folder):
    (folder / "notes").write_text("52")
    flat = take_snapshot(folder)
    (folder / "notes").unlink()
    (folder / "notes").mkdir()
    (folder / "notes" / "deck.py").write_text("53")
    deep = take_snapshot(folder)
    for then, now in ((flat, deep), (deep, flat)):
        put_back(folder, then, now)
        assert take_snapshot(folder) == then
    (folder / "notes" / "__pycache__").mkdir()
    with pytest.raises(Changed, match="notes is a folder now, and not empty"):
        put_back(folder, flat, deep)
