"""What the page draws of a change, file by file."""

import pytest

from dojo.attempt.snapshot import File
from dojo.prove.page import changes_of
from dojo.prove.verdict import Kind
from dojo.prove.versions import Revision, tree_of
from prove.made import CODE, WRITTEN, from_to, of


def version(change, *verdicts):
    return Revision("a1b2c3d", "A spare", verdicts, **change)


def rows(found):
    """The lines of a diff with their signs; those that are folded in brackets."""
    drawn = []
    for fold in found.folds:
        lines = [f"{row.sign}{row.code.striptags()}" for row in fold.rows]
        drawn.append(str(lines) if fold.folded else "|".join(lines))
    return drawn


NOTES = {
    "a new file": ({}, {"a.py": "1\n"}, "new", ["+1"]),
    "a new and empty file": ({}, {"a.py": ""}, "new, and empty", []),
    "a file that is gone": ({"a.py": "1\n2\n"}, {}, "gone, 2 lines", []),
    "a binary file that is gone": ({"a.bin": b"\0" * 2000}, {}, "gone, 2,000 bytes", []),
    "a file that changed": ({"a.py": "1\n"}, {"a.py": "2\n"}, "", ["-1|+2"]),
    "a file with another name": ({"a.py": "1\n"}, {"b.py": "1\n"}, "was a.py", []),
    "a binary file": ({"a.bin": b"\0"}, {"a.bin": b"\0" * 2000}, "2,000 bytes, not shown", []),
    "a long file": ({"a.csv": "1"}, {"a.csv": "1" * 100_001}, "100,001 bytes, not shown", []),
    "a long change": ({}, {"a.py": "1\n" * 401}, "401 changed lines, not shown", []),
    "its line ends": ({"a.py": "1\r\n"}, {"a.py": "1\n"}, "only the ends of its lines", []),
    "no UTF-8": ({"a.txt": b"\xe9\n"}, {"a.txt": "é\n"}, "", ["-\N{REPLACEMENT CHARACTER}|+é"]),
    "no Python": ({"a.txt": "def\n"}, {"a.txt": "<b>\n"}, "", ["-def|+<b>"]),
}


@pytest.mark.parametrize(("before", "after", "note", "drawn"), NOTES.values(), ids=NOTES)
def test_what_happened_to_a_file_is_drawn_or_said(before, after, note, drawn):
    ((found,),) = changes_of([version(from_to(before, after))])
    texts = [text.replace("&lt;", "<").replace("&gt;", ">") for text in rows(found)]
    assert (found.note, texts) == (note, drawn)


MODES = [(File("100755", b"1\n"), "mode 100644 → 100755"), (File("120000", b"../b.py"), "a link to ../b.py")]


@pytest.mark.parametrize(("after", "note"), MODES, ids=["a file that can be run now", "a link"])
def test_what_else_git_keeps_of_a_file_is_said(after, note):
    change = version(from_to({"a.py": "1\n"}, {}) | {"tree": tree_of({b"a.py": after})})
    (((_, said, drawn),),) = changes_of([change])
    assert (said, drawn) == (note, ())


def test_the_tests_come_first():
    (found,) = changes_of([version(from_to(CODE, WRITTEN))])
    assert [one.name for one in found] == ["tests/test_game.py", "game.py"]


LONG = "".join(f"line_{number}\n" for number in range(20))
ROOMS = {"room": (300, "", [(0, 17), (4, 0)]), "no room": (100, "not shown: the page is full", [])}


@pytest.mark.parametrize(("room", "note", "drawn"), ROOMS.values(), ids=ROOMS)
def test_what_did_not_change_is_left_out_and_a_page_has_no_more_than_it_can_bear(room, note, drawn):
    change = from_to({"a.txt": LONG}, {"a.txt": f"{LONG}more\n"})
    (found,), nobody_can_read = changes_of([version(change), version({})], room)
    assert (found.note, [(len(fold.rows), fold.left_out) for fold in found.folds]) == (note, drawn)
    assert nobody_can_read is None


def test_where_there_is_something_to_look_at_there_is_room_first():
    proven, passes = (from_to({}, {f"{name}.txt": "1\n" * 5}) for name in ("proven", "passes"))
    found = changes_of([version(proven, of(Kind.PROVEN)), version(passes, of(Kind.PASSES))], 300)
    assert [file.note for (file,) in found] == ["not shown: the page is full", "new"]
