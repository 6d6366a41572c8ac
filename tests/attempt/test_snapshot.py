"""What is kept of an attempt's folder, and how it comes back."""

import os

import pytest
from as_a_user import as_a_user

from dojo.attempt.snapshot import TOO_LARGE, TOO_MANY, Changed, File, named, put_back, taken, without


def names(snapshot):
    return {name.decode() for name in snapshot.files}


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "tables 3"
    folder.mkdir()
    (folder / "fizz.py").write_bytes(b"one\r\ntwo")
    return folder


KEPT = [
    pytest.param("fizz.py", id="the module"),
    pytest.param("notes/idea.txt", id="a file in a folder"),
    pytest.param(".gitignore", id="what git would ignore by"),
    pytest.param(".gitattributes", id="what git would convert by"),
    pytest.param("naïve ♣.py", id="a name that is not ASCII"),
    pytest.param('two\nlines "quoted" \\ and\ttab', id="a name with signs that git quotes"),
]


@pytest.mark.parametrize("name", KEPT)
def test_every_file_is_kept_byte_for_byte(folder, name):
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"*\r\n\x00\xff")
    assert taken(folder).files[name.encode()] == File("100644", b"*\r\n\x00\xff")


NOT_KEPT = [
    pytest.param("__pycache__/fizz.pyc", id="bytecode"),
    pytest.param(".pytest_cache/README.md", id="a cache"),
    pytest.param(".git/config", id="a repository of the participant's own"),
]


@pytest.mark.parametrize("name", NOT_KEPT)
def test_what_tools_leave_there_is_not_the_attempt(folder, name):
    file = folder / name
    file.parent.mkdir()
    file.write_bytes(b"x")
    kept = taken(folder)
    assert (names(kept), kept.left_out) == ({"fizz.py"}, {})


def test_a_large_file_is_left_out_and_named(folder):
    (folder / "film.bin").write_bytes(b"x" * (TOO_LARGE + 1))
    (folder / "song.bin").write_bytes(b"x" * TOO_LARGE)
    kept = taken(folder)
    assert names(kept) == {"fizz.py", "song.bin"}
    assert list(kept.left_out) == ["film.bin"]


def test_of_too_many_files_those_nearest_the_top_are_kept(folder):
    (folder / "deals").mkdir()
    for n in range(TOO_MANY):
        (folder / "deals" / f"{n:03}").touch()
    kept = taken(folder)
    assert len(kept.files) == TOO_MANY
    assert "fizz.py" in names(kept)
    assert list(kept.left_out) == [f"deals/{TOO_MANY - 1}"]


def test_of_too_many_files_those_in_python_are_kept(folder):
    for n in range(TOO_MANY):
        (folder / f"deal {n:03}").touch()
    (folder / "notes").mkdir()
    (folder / "notes" / "deck.py").touch()
    kept = taken(folder)
    assert {"fizz.py", "notes/deck.py"} < names(kept)
    assert list(kept.left_out) == ["deal 198", "deal 199"]


UNREADABLE = [
    pytest.param("fizz.py", "fizz.py", "cannot be read", id="a file"),
    pytest.param("notes", "notes", "a folder that cannot be read", id="a folder"),
    pytest.param(".", ".", "a folder that cannot be read", id="the folder itself"),
]


@pytest.mark.parametrize(("path", "name", "why"), UNREADABLE)
def test_what_cannot_be_read_is_left_out_and_named(folder, path, name, why):
    (folder / "notes").mkdir()
    (folder / "notes" / "idea.txt").touch()
    mode = (folder / path).stat().st_mode
    (folder / path).chmod(0)
    try:
        with as_a_user():
            kept = taken(folder)
    finally:
        (folder / path).chmod(mode)
    assert {left: found.why for left, found in kept.left_out.items()} == {name: why}
    assert len(kept.files) == {"fizz.py": 1, "notes": 1, ".": 0}[path]


def larger(file):
    file.write_bytes(b"y" * (TOO_LARGE + 2))


def saved_later(file):
    os.utime(file, (1_700_000_000, 1_700_000_000))


@pytest.mark.parametrize("change", [larger, saved_later])
def test_a_change_of_what_is_left_out_is_seen(folder, change):
    film = folder / "film.bin"
    film.write_bytes(b"x" * (TOO_LARGE + 1))
    before = taken(folder)
    assert taken(folder) == before
    change(film)
    assert taken(folder) != before


def test_what_is_left_out_is_named_with_the_reason(folder):
    os.mkfifo(folder / "a pipe")
    for name in "bcde":
        (folder / name).write_bytes(b"x" * (TOO_LARGE + 1))
    large = "larger than a megabyte"
    assert named(taken(folder).left_out) == f"a pipe (no file), b ({large}), c ({large}) and 2 more"


WITHOUT = [
    pytest.param("notes", {"fizz.py", "notebook"}, id="a folder"),
    pytest.param(
        "notes/old/deck.py", {"fizz.py", "notebook", "notes/idea"}, id="where its folder was a file"
    ),
    pytest.param("fizz.py", {"notebook", "notes/idea", "notes/old"}, id="a file"),
    pytest.param("fizz.py/idea", {"notebook", "notes/idea", "notes/old"}, id="a folder of its name"),
    pytest.param(".", set(), id="all of it"),
]


@pytest.mark.parametrize(("left_out", "apart"), WITHOUT)
def test_a_file_may_have_to_do_with_what_is_left_out(left_out, apart):
    files = dict.fromkeys([b"fizz.py", b"notebook", b"notes/idea", b"notes/old"], File("100644", b""))
    assert {name.decode() for name in without(files, [left_out])} == apart


def test_a_folder_with_more_in_it_does_not_give_way_to_a_file(folder):
    (folder / "notes").write_text("52")
    flat = taken(folder)
    (folder / "notes").unlink()
    (folder / "notes" / "__pycache__").mkdir(parents=True)
    (folder / "notes" / "deck.py").write_text("53")
    with pytest.raises(Changed, match="where notes was, a folder is that is not empty"):
        put_back(folder, flat.files, now=taken(folder).files, draft=folder.parent / "draft")


def test_a_link_is_kept_as_a_link_and_a_pipe_left_out(folder):
    (folder / "also.py").symlink_to("fizz.py")
    os.mkfifo(folder / "pipe")
    kept = taken(folder)
    assert kept.files[b"also.py"] == File("120000", b"fizz.py")
    assert list(kept.left_out) == ["pipe"]


def test_a_program_stays_a_program(folder):
    (folder / "fizz.py").chmod(0o755)
    assert taken(folder).files[b"fizz.py"].mode == "100755"


def test_an_attempt_whose_folder_is_gone_has_no_files(tmp_path):
    assert taken(tmp_path / "gone").files == {}


def test_files_come_back_as_they_were(folder):
    (folder / "notes").mkdir()
    (folder / "notes" / "list.txt").write_text("52")
    (folder / "also.py").symlink_to("fizz.py")
    (folder / "fizz.py").chmod(0o755)
    before = taken(folder)
    (folder / "fizz.py").write_text("changed")
    (folder / "fizz.py").chmod(0o644)
    (folder / "notes" / "list.txt").unlink()
    (folder / "notes").rmdir()
    (folder / "also.py").unlink()
    (folder / "new" / "idea").mkdir(parents=True)
    (folder / "new" / "idea" / "more.py").write_text("new")
    put_back(folder, before.files, now=taken(folder).files, draft=folder.parent / "draft")
    assert taken(folder) == before
    assert sorted(path.name for path in folder.iterdir()) == ["also.py", "fizz.py", "notes"]


def test_a_file_gives_way_to_a_folder_and_a_folder_to_a_file(folder):
    (folder / "notes").write_text("52")
    flat = taken(folder)
    (folder / "notes").unlink()
    (folder / "notes").mkdir()
    (folder / "notes" / "deck.py").write_text("53")
    deep = taken(folder)
    put_back(folder, flat.files, now=deep.files, draft=folder.parent / "draft")
    assert taken(folder) == flat
    put_back(folder, deep.files, now=flat.files, draft=folder.parent / "draft")
    assert taken(folder) == deep


def test_what_was_left_out_of_the_snapshot_stays_where_it_is(folder):
    before = taken(folder)
    (folder / "film.bin").write_bytes(b"x" * (TOO_LARGE + 1))
    put_back(folder, before.files, now=taken(folder).files, draft=folder.parent / "draft")
    assert (folder / "film.bin").exists()
