"""The house: nothing in the tooling knows a story, and no room is crowded."""

import re

import pytest
from helpers import TOP

DOJO = TOP / "dojo"
SUFFIXES = (".py", ".html", ".css", ".mjs", ".sh")
SOURCES = [file for file in DOJO.rglob("*") if file.suffix in SUFFIXES and ".min." not in file.name]
FIRST_STORYS = re.compile(r"poker|holdem|flush(?!\()|straight|treys|exchange|dialogue", re.IGNORECASE)
MOST = 12
"""So many modules a room may have."""


def test_the_tooling_knows_no_story():
    texts = {file.relative_to(TOP): file.read_text(encoding="utf-8") for file in SOURCES}
    assert [file for file, text in texts.items() if FIRST_STORYS.search(text)] == []


ROOMS = sorted(file.parent for file in DOJO.glob("*/__init__.py"))
FOLDERS = sorted(file.parent for file in DOJO.glob("*/**/__init__.py"))


@pytest.mark.parametrize("room", FOLDERS, ids=lambda room: room.relative_to(DOJO).as_posix())
def test_a_room_has_a_dozen_modules_at_most_and_says_what_it_is_for(room):
    assert len([file for file in room.glob("*.py") if file.name != "__init__.py"]) <= MOST
    assert re.fullmatch(r'""".+"""\n', (room / "__init__.py").read_text(encoding="utf-8"))


def test_each_room_has_its_tests():
    tested = {file.parent.name for file in (TOP / "tests").glob("*/test_*.py")}
    assert {room.name for room in ROOMS} - tested == set()


def test_a_suite_never_imports_the_tooling():
    for suite in TOP.glob("tests/*suite"):
        assert [file for file in suite.glob("*.py") if "dojo" in file.read_text(encoding="utf-8")] == []


def test_one_module_parses_code():
    """All others ask it, so that none prints what Python warns of; a mutant runs without us."""
    parsing = []
    for file in sorted(DOJO.rglob("*.py")):
        if "skeleton" not in file.parts and "ast.parse(" in file.read_text(encoding="utf-8"):
            parsing.append(file.relative_to(DOJO).as_posix())
    assert parsing == ["story/code/syntax.py"]
