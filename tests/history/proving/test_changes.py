"""What the page draws of a change, file by file."""

import pytest

from dojo.attempt.snapshot import File
from dojo.history.proving.changes import changes_of
from dojo.history.proving.verdict import Change, Kind, Version
from history.proving.made import CODE, WRITTEN, files, from_to, of


def version(change):
    return Version("a1b2c3d", "A spare", change=change)


def only(before, after):
    """The only file that changed between some files and others."""
    ((found,),) = changes_of([version(from_to(before, after))])
    return found


def rows(found):
    """The lines of a diff with their signs; those that are folded in brackets."""
    drawn = []
    for fold in found.folds:
        lines = [f"{row.sign}{row.code.striptags()}" for row in fold.rows]
        drawn.append(str(lines) if fold.folded else "|".join(lines))
    return drawn


NOTES = [
    pytest.param({}, {"a.py": "1\n"}, "new", ["+1"], id="a new file"),
    pytest.param({}, {"a.py": ""}, "new, and empty", [], id="a new and empty file"),
    pytest.param({"a.py": "1\n2\n"}, {}, "gone, 2 lines", [], id="a file that is gone"),
    pytest.param({"a.bin": b"\0" * 2000}, {}, "gone, 2,000 bytes", [], id="a binary file that is gone"),
    pytest.param({"a.py": "1\n"}, {"a.py": "2\n"}, "", ["-1|+2"], id="a file that changed"),
    pytest.param({"a.py": "1\n"}, {"b.py": "1\n"}, "was a.py", [], id="a file with another name"),
    pytest.param({"a.bin": b"\0"}, {"a.bin": b"\0" * 2000}, "2,000 bytes, not shown", [], id="a binary file"),
    pytest.param({"a.csv": "1"}, {"a.csv": "1" * 100_001}, "100,001 bytes, not shown", [], id="a long file"),
    pytest.param({}, {"a.py": "1\n" * 401}, "401 changed lines, not shown", [], id="a long change"),
    pytest.param({"a.py": "1\r\n"}, {"a.py": "1\n"}, "only the ends of its lines", [], id="its line ends"),
    pytest.param(
        {"a.txt": b"\xe9\n"}, {"a.txt": "é\n"}, "", ["-\N{REPLACEMENT CHARACTER}|+é"], id="no UTF-8"
    ),
    pytest.param({"a.txt": "def\n"}, {"a.txt": "<b>\n"}, "", ["-def|+<b>"], id="no Python"),
]


@pytest.mark.parametrize(("before", "after", "note", "drawn"), NOTES)
def test_what_happened_to_a_file_is_drawn_or_said(before, after, note, drawn):
    found = only(before, after)
    texts = [text.replace("&lt;", "<").replace("&gt;", ">") for text in rows(found)]
    assert (found.note, texts) == (note, drawn)


MODES = [
    pytest.param(File("100755", b"1\n"), "mode 100644 → 100755", id="a file that can be run now"),
    pytest.param(File("120000", b"../b.py"), "a link to ../b.py", id="a link"),
]


@pytest.mark.parametrize(("after", "note"), MODES)
def test_what_else_git_keeps_of_a_file_is_said(after, note):
    change = version(lambda: Change(files({"a.py": "1\n"}), {b"a.py": after}))
    (((_, said, drawn, _),),) = changes_of([change])
    assert (said, drawn) == (note, ())


def test_the_tests_come_first():
    (found,) = changes_of([version(from_to(CODE, WRITTEN))])
    assert [one.name for one in found] == ["tests/test_game.py", "game.py"]


def test_a_version_whose_files_nobody_can_read_has_none():
    assert changes_of([version(None)]) == [None]


def test_the_same_change_is_drawn_once():
    there, back = from_to({"a.py": "1"}, {"a.py": "2"}), from_to({"a.py": "2"}, {"a.py": "1"})
    found = changes_of([version(there), version(back), version(there)])
    assert [(one.again, bool(one.folds)) for (one,) in found] == [(0, True), (0, True), (1, False)]


LONG = "".join(f"line_{number}\n" for number in range(20))


ROOMS = [
    pytest.param(2_000, "", [(17, 0), (4, 0)], id="room for all"),
    pytest.param(300, "", [(0, 17), (4, 0)], id="no room for what did not change"),
    pytest.param(100, "not shown: the page is full", [], id="no room at all"),
]


@pytest.mark.parametrize(("room", "note", "drawn"), ROOMS)
def test_a_page_has_no_more_than_it_can_bear(room, note, drawn):
    change = version(from_to({"a.txt": LONG}, {"a.txt": f"{LONG}more\n"}))
    ((found,),) = changes_of([change], room)
    assert (found.note, [(len(fold.rows), fold.left_out) for fold in found.folds]) == (note, drawn)


def test_what_did_not_change_is_left_out_of_all_versions_or_of_none():
    first = version(from_to({"a.txt": LONG}, {"a.txt": f"{LONG}more\n"}))
    second = version(from_to({"b.txt": LONG}, {"b.txt": f"{LONG}more\n"}))
    found = changes_of([first, second], 700)
    assert [file.folds[0].left_out for (file,) in found] == [17, 17]


def test_where_there_is_something_to_look_at_there_is_room_first():
    first, second = (
        Version("a1b2c3d", "", (of(kind),), change=from_to({}, {f"{kind.name}.txt": "1\n" * 5}))
        for kind in (Kind.PROVEN, Kind.PASSES)
    )
    found = changes_of([first, second], 300)
    assert [(file.name, file.note) for (file,) in found] == [
        ("PROVEN.txt", "not shown: the page is full"),
        ("PASSES.txt", "new"),
    ]
