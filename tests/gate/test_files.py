"""Laws 6 to 8: what lies in the folders of a story, and how it is saved."""

import shutil

import pytest
from helpers import NOT_COPIED, TOP, workspace_of

from dojo.gate.checks import FILES
from dojo.gate.files import check_name
from gate.planting import append, lines, lines_of, says

FIZZ = "katas/fizz"
TOML = f"{FIZZ}/story.toml"
OWN = """
[verbs.count]
module = "katas.fizz.count"
help = "count"

[own]
bench = "katas.fizz.bench"
pages = "katas.fizz.pages"
files = ["notes.txt", "pictures"]
"""
"""What the small story does not use of a story.toml."""
FILES_OF_IT = """
    count.py bench.py pages.py steps/notes.txt steps/pictures/a.png steps/step_02_numbers/words.py
    kata/cases/01-one.in kata/cases/01-one.out kata/cases/02-two.in kata/cases/02-two.out
"""


@pytest.fixture
def whole(tmp_path):
    """A workspace of one story that uses all that a story may have."""
    copy = workspace_of(tmp_path, small=FIZZ)
    append(copy, TOML, OWN)
    for name in FILES_OF_IT.split():
        # no two cases have the same input
        append(copy, f"{FIZZ}/{name}", name if name.endswith(".in") else "")
    return copy


def test_all_that_a_story_may_have_is_in_its_place(whole):
    assert lines(whole, FILES) == []


UNNAMED = [
    ('hints = "hints.txt"\n', "hints.txt"),
    ('mutants = "mutants"\n', "mutants"),
    ("words = []\n", "steps/step_02_numbers/words.py"),
    ('bench = "katas.fizz.bench"\n', "bench.py"),
    ('pages = "katas.fizz.pages"\n', "pages.py"),
    ('files = ["notes.txt", "pictures"]\n', "steps/notes.txt"),
]


@pytest.mark.parametrize(("old", "path"), UNNAMED)
def test_what_story_toml_does_not_name_is_named(whole, old, path):
    whole.edit(TOML, old, "")
    says(whole, f"law 6 · {FIZZ}/{path}: nothing names it; remove it, or name ", groups=[FILES])


TOGGLED = {
    "bench.py": "own.bench: there is no module katas.fizz.bench; write its name as it is seen from the top",
    "count.py": "verbs.count: there is no module katas.fizz.count; ",
    "pages.py": "own.pages: there is no module katas.fizz.pages; ",
    "kata/README.md": "kata/README.md: a kata has a statement, and this one is missing; ",
    "kata/cases/01-one.in": "kata/cases/01-one.out: has no 01-one.in beside it; ",
    "kata/cases/01-one.out": "kata/cases/01-one.in: has no 01-one.out beside it; write it",
    "steps/notes.txt": "own.files: there is no notes.txt; ",
    "steps/step_00_nothing_yet/README.md": "nothing_yet/README.md: a step has one, and this one is missing",
    "steps/step_00_nothing_yet/fizz.py": "nothing_yet/fizz.py: a step has one, and this one is missing; copy",
    "mutants/finished.py": "mutants/finished.py: is missing, and each mutant takes its rest from it; copy",
    "scribble.txt": "law 6 · katas/fizz/scribble.txt: nothing names it; ",
    "old/fizz.py": "law 6 · katas/fizz/old: nothing names it; ",
    "kata/game.txt": "law 6 · katas/fizz/kata/game.txt: nothing names it; ",
    "kata/cases/04-four.in": "kata/cases/04-four.in: number 03 is missing before it; renumber the cases",
    "kata/cases/three.in": "kata/cases/three.in: is not a case; name it like 08-the-rule-in-words.in",
    "kata/cases/03-three.err": "kata/cases/03-three.err: has no 03-three.in beside it; ",
}
"""A file that is there goes, and any other one comes."""


@pytest.mark.parametrize(("path", "message"), TOGGLED.items(), ids=TOGGLED)
def test_a_file_that_is_gone_or_that_nothing_names_is_named(whole, path, message):
    file = whole.root / FIZZ / path
    if file.exists():
        file.unlink()
    else:
        append(whole, f"{FIZZ}/{path}", "1")
    says(whole, message, groups=[FILES])


def test_an_output_that_is_gone_is_written_by_a_verb_where_a_step_is_the_program(whole):
    whole.edit(TOML, 'folder = "kata"', 'folder = "kata"\nprogram = 3')
    (whole.root / FIZZ / "kata" / "cases" / "01-one.out").unlink()
    message = "01-one.in: has no 01-one.out beside it; make cases KATA=fizz STORY=small writes it"
    says(whole, message, groups=[FILES])


@pytest.mark.parametrize("page", ["README.md", "FACILITATING.md"])
def test_a_link_of_a_kata_s_pages_leads_somewhere(whole, page):
    links = "[This](README.md#a), [that](starter.py), <https://example.org>,\n![a picture](gone.png)\n"
    (whole.root / FIZZ / "kata" / page).write_text(f"# Fizz\n\n{links}", "utf-8")
    head, do = f"law 7 · katas/fizz/kata/{page}:", "write it, or mend the link"
    assert lines(whole, FILES) == [
        f"{head}3: there is no starter.py; {do}",
        f"{head}4: there is no gone.png; {do}",
    ]


def test_a_story_elsewhere_may_have_the_name_of_another_one(whole):
    shutil.copytree(whole.root / FIZZ, whole.root / "tests" / "other", ignore=NOT_COPIED)
    assert list(check_name(whole.workspace.story("tests/other"))) == []
    assert list(check_name(whole.story)) == []


def test_a_story_with_the_name_of_another_one_is_named(whole):
    shutil.copytree(whole.root / FIZZ, whole.root / "katas" / "other", ignore=NOT_COPIED)
    message = f"law 6 · {TOML}:3: the story in katas/other has this name too; choose another one"
    assert lines_of(whole, check_name(whole.story)) == [message]


def link(copy, path):
    """What lies at a path is moved, and a link leads to it, or to nothing."""
    file, target = copy.path(path), copy.root / "away"
    if file.exists():
        file.rename(target)
    file.symlink_to(target)


OTHERS = "helper.py answers.json .answers __init__.py fizz.pyi fizz.pyc conftest.py more/a .more/a words.py/a"


@pytest.mark.parametrize("folder", ["steps", "steps/step_02_numbers"])
def test_what_nothing_names_among_the_steps_is_named(bare, folder):
    for name in OTHERS.split():
        append(bare, f"{folder}/{name}", "")
    unnamed = [line.partition(": nothing names it; ")[0] for line in lines(bare, FILES)]
    expected = [f"law 6 · {folder}/{name.partition('/')[0]}" for name in OTHERS.split()]
    assert sorted(unnamed) == sorted(expected)


LINKED = "more step_02_numbers step_02_numbers/fizz.py step_02_numbers/README.md step_02_numbers/words.py"


@pytest.mark.parametrize("path", LINKED.split())
def test_what_lies_elsewhere_is_named(bare, path):
    link(bare, f"steps/{path}")
    says(bare, f"law 6 · steps/{path}: is a link, and what it leads to may change; put", groups=[FILES])


def test_what_systems_and_editors_leave_is_nothing(bare):
    for name in (".DS_Store", "._fizz.py", "fizz.py~", ".fizz.py.swp", ".ruff_cache/a", "words.py"):
        append(bare, f"step_02/{name}", "")
    append(bare, "steps/.pytest_cache/README.md", "")
    append(bare, "steps/README.md", "")
    link(bare, "step_02/.#fizz.py")
    assert lines(bare, FILES) == []


def test_a_story_may_lie_in_the_folder_of_its_steps(bare):
    for folder in bare.path("steps").iterdir():
        folder.rename(bare.root / folder.name)
    bare.path("steps").rmdir()
    bare.path("pytest.ini").rename(bare.root.parent / "pytest.ini")
    bare.edit("story.toml", 'steps = "steps"', 'steps = "."')
    assert lines(bare, FILES) == []


BAD = "has a character that no reader sees: U+"
WINDOWS = "has the line ends of Windows, or a carriage return; save it with those of Unix"
LATIN = "is not UTF-8; save it as UTF-8"
README, CODE = "step_02_numbers/README.md", "step_02_numbers/fizz.py"
CHARACTERS = [
    ("step_02/README.md", b"gone.", b"g\xf6ne.", f"law 7 · steps/{README}:24: {LATIN}"),
    ("step_02/README.md", b"# Step", b"\xef\xbb\xbf# Step", f"law 7 · steps/{README}:1: {BAD}FEFF"),
    ("step_02/README.md", b"## Red\n", b"## Red\r\n", f"law 7 · steps/{README}:5: {WINDOWS}"),
    ("step_02/README.md", b"gone.", b"go\rne.", f"law 7 · steps/{README}:24: {WINDOWS}"),
    ("step_02/README.md", b"gone.", b"gone.\0", f"law 7 · steps/{README}:24: {BAD}0000"),
    ("step_02/README.md", b"gone.", "gone\u202e.".encode(), f"law 7 · steps/{README}:24: {BAD}202E"),
    ("step_02/README.md", b"gone.", "gone\u2028.".encode(), f"law 7 · steps/{README}:24: {BAD}2028"),
    ("hints.txt", b"least", b"l\xe4st", f"law 7 · hints.txt:3: {LATIN}"),
    ("story.toml", b"\n", b"\r\n", f"law 7 · story.toml:1: {WINDOWS}"),
    ("step_02/fizz.py", b'"""Fizz', b'\xef\xbb\xbf"""Fizz', f"law 6 · steps/{CODE}:1: {BAD}FEFF"),
    ("step_02/fizz.py", b"What", b"Wh\xe4t", f"law 6 · steps/{CODE}:5: {LATIN}"),
    ("step_02/fizz.py", b"What", "Wh\u200bt".encode(), f"law 6 · steps/{CODE}:5: {BAD}200B"),
    ("suite/rows.py", b"\n", b"\r\n", f"law 6 · suite/rows.py:1: {WINDOWS}"),
    ("suite/rows.py", b"import", "# \u202e\nimport".encode(), f"law 6 · suite/rows.py:3: {BAD}202E"),
]


def change(copy, path, old, new):
    """Replace some bytes of a file."""
    file = copy.path(path)
    file.write_bytes(file.read_bytes().replace(old, new))


@pytest.mark.parametrize(
    ("path", "old", "new", "message"), CHARACTERS, ids=[message for *_, message in CHARACTERS]
)
def test_a_file_that_is_not_saved_as_it_has_to_be_is_named(bare, path, old, new, message):
    change(bare, path, old, new)
    says(bare, message, groups=[FILES])


VERBS = ["gate", "progress", "step-3 red", "step-3 diff", "step-2 story", "board", "coverage"]
NO_TEXT = {
    "a README in Latin-1": ("step_02/README.md", b"gone.", b"g\xf6ne."),
    "a step in Latin-1": ("step_02/fizz.py", b"What", b"Wh\xe4t"),
    "a step too deep": ("step_02/fizz.py", b"    return", b"(" * 300 + b"    return"),
    "a step that returns": ("step_02/fizz.py", b"    return", b"return"),
}


@pytest.mark.parametrize("planted", NO_TEXT.values(), ids=NO_TEXT)
def test_what_is_no_text_is_no_traceback_of_any_verb(small, capsys, planted):
    change(small, *planted)
    statuses, tracebacks = {}, {}
    for verb in VERBS:
        statuses[verb] = small.verb(*verb.split())
        said = capsys.readouterr()
        if "Traceback" in said.out + said.err:
            tracebacks[verb] = said.out + said.err
    assert tracebacks == {}
    # a mistake in the call would be 2
    assert {verb: status for verb, status in statuses.items() if status not in (0, 1)} == {}


SHARED = {
    "tests/suite/rows.py": "[kt]*/*/suite/rows.py",
    "katas/poker/mutants/finished.py": "[kt]*/*/mutants/finished.py",
}


@pytest.mark.parametrize(("ours", "theirs"), SHARED.items(), ids=SHARED)
def test_what_all_stories_share_is_one_file(ours, theirs):
    files = [
        *TOP.glob(theirs),
        TOP / "dojo/author/skeleton" / "/".join(ours.split("/")[-2:]),
    ]
    assert {file.parent.parent.name for file in files} >= {"small", "honest"}
    assert {file.read_bytes() for file in files} == {(TOP / ours).read_bytes()}


def test_another_plugin_is_named(bare):
    bare.edit("conftest.py", "sys.dont_write_bytecode = True", "sys.dont_write_bytecode = False")
    says(
        bare,
        "law 8 · conftest.py: is not the one of the workspace, which trusts no bytecode; type make update",
        groups=[FILES],
    )
