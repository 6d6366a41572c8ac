"""Laws 6 to 8: what lies in the folders of a story: whatever is taken away, or is wrong in it, is named."""

import os
import py_compile
import shutil
import sys

import pytest
from helpers import NOT_COPIED, TOP

from dojo.gate import files
from gate.planting import of_files, reads, told_of
from gate.whole import HOME, add_cases, is_named


def put(copy, path):
    """Write an empty file."""
    file = copy.path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")


def link(copy, path):
    """What lies at a path is moved, and a link leads to it, or to nothing."""
    file, target = copy.path(path), copy.root / "away"
    if file.exists():
        file.rename(target)
    file.symlink_to(target)


PUT = {
    "step_02": "helper.py answers.json .answers __init__.py fizz.pyi fizz.pyc more/a .more/a words.py/a",
    "steps": "helper.py answers.json .answers __init__.py conftest.py more/a.py .more/a.py",
}


def test_what_nothing_names_is_seen_by_reading(bare):
    paths = [f"{folder}/{name}" for folder, names in PUT.items() for name in names.split()]
    for path in paths:
        put(bare, path)
    said = " ".join(told_of(bare, of_files(bare.story)))
    heads = ["/".join(path.replace("step_02", "step_02_numbers").split("/")[:2]) for path in paths]
    assert [head for head in heads if f"{head}: nothing names it" not in said] == []


LINKS = {
    "step_02/fizz.py": "step_02_numbers/fizz.py: is a link",
    "step_02/README.md": "step_02_numbers/README.md: is a link",
    "step_02/words.py": "step_02_numbers/words.py: is a link",
    "steps/more": "steps/more: is a link",
    "steps/step_02_numbers": "steps/step_02_numbers: is a link",
}


@pytest.mark.parametrize(("path", "told"), LINKS.items(), ids=LINKS)
def test_what_lies_elsewhere_is_seen_by_reading(bare, path, told):
    link(bare, path)
    reads(bare, told)


def test_what_systems_and_editors_leave_is_nothing(bare):
    for name in (".DS_Store", "._fizz.py", "fizz.py~", ".fizz.py.swp", ".ruff_cache/a", "words.py"):
        put(bare, f"step_02/{name}")
    put(bare, "steps/.pytest_cache/README.md")
    put(bare, "steps/README.md")
    link(bare, "step_02/.#fizz.py")
    assert of_files(bare.story) == []


def test_story_toml_names_what_else_lies_beside_the_steps(bare):
    put(bare, "steps/speed.json")
    put(bare, "steps/pictures/a.png")
    reads(bare, "steps/speed.json")
    with bare.path("story.toml").open("a") as file:
        file.write('\n[own]\nfiles = ["speed.json", "pictures"]\n')
    assert of_files(bare.story) == []


def test_a_story_may_lie_in_the_folder_of_its_steps(bare):
    for folder in bare.path("steps").iterdir():
        folder.rename(bare.root / folder.name)
    bare.path("steps").rmdir()
    bare.path("pytest.ini").rename(bare.root.parent / "pytest.ini")
    bare.edit("story.toml", 'steps = "steps"', 'steps = "."')
    assert [str(found) for found in of_files(bare.story)] == []


READ = [
    ('hints = "hints.txt"\n', "", "law 6 · katas/fizz/hints.txt: nothing names it; "),
    ('mutants = "mutants"\n', "", "law 6 · katas/fizz/mutants: nothing names it; "),
    ("finished = 3\n", "", ":9: the key finished is missing, and mutants need a finished step; "),
    ("words = []\n", "", "step_02_numbers/words.py: nothing names it; "),
    ('bench = "katas.fizz.bench"\n', "", "law 6 · katas/fizz/bench.py: nothing names it; "),
    ('pages = "katas.fizz.pages"\n', "", "law 6 · katas/fizz/pages.py: nothing names it; "),
    ('files = ["notes.txt"]\n', "", "steps/notes.txt: nothing names it; "),
]
EDITS = [
    ('of_every_kata = ["test_numbers.py"]\n', "", "“one is said”: belongs to no kata; "),
    ('module = "katas.fizz.count"\n', "", "katas/fizz/story.toml: the key verbs.count.module is missing"),
    ('help = "count"\n', "", "katas/fizz/story.toml: the key verbs.count.help is missing"),
    ('module = "fizz"', 'module = "fuzz"', "/fuzz.py: a step has one, and this one is missing"),
    ("finished = 3", "finished = 2", ":10: step_02_numbers is said to be finished"),
    ("first = 1", "first = 0", "fake_it/README.md:28: tells verse 1, and the next one is 0 of 4; tell each"),
    ('author = "Ann"', 'author = "Bob"', "end the README of a step with Retold from *The Song* by Bob"),
    ('"kata"', '"kata"\nwords = ["song"]', "katas/fizz/story.toml: the key katas.fizz.program is missing"),
    ('"kata"', '"kata"\nprogram = 9', "katas.fizz.program: there is no step 9: the steps are"),
    ('"kata"', '"kata"\nprogram = 4', "katas.fizz.program: step 4 prints the same as the step before; "),
]
MARKS = [
    ("suite/test_more.py", "drives(3)", "drive(3)"),
    ("suite/test_more.py", "drives(3)", 'drives("3")'),
    ("suite/test_numbers.py", "drives(1,", "drives(0,"),
    ("suite/test_numbers.py", "guards(3,", "guard(3,"),
    ("suite/test_numbers.py", 'drives(2, "two', 'drives("two'),
    ("mutants/counts_from_zero.py", "step: 1", "step: 9"),
]
WRONG = [("story.toml", *row) for row in EDITS] + [(*row, f"katas/fizz/{row[0]}:") for row in MARKS]


@pytest.mark.parametrize(("old", "new", "told"), READ, ids=[old for old, _, _ in READ])
def test_what_is_gone_from_story_toml_is_seen_by_reading(story, old, new, told):
    story.edit(f"{HOME}/story.toml", old, new)
    reads(story, told)


@pytest.mark.parametrize(("path", "old", "new", "told"), WRONG, ids=[f"{row[1]} {row[2]}" for row in WRONG])
def test_what_is_wrong_in_a_file_is_named(story, capsys, path, old, new, told):
    if "program" in new:
        add_cases(story)
    story.edit(f"{HOME}/{path}", old, new)
    is_named(story, capsys, told)


FILES = {
    "bench.py": "own.bench: there is no module katas.fizz.bench; ",
    "count.py": "verbs.count: there is no module katas.fizz.count; ",
    "pages.py": "own.pages: there is no module katas.fizz.pages; ",
    "kata/README.md": "kata/README.md: a kata has a statement, and this one is missing; ",
    "kata/cases/01-one.in": "kata/cases/01-one.out: has no 01-one.in beside it; ",
    "kata/cases/01-one.out": "kata/cases/01-one.in: has no 01-one.out beside it; ",
    "steps/notes.txt": "own.files: there is no notes.txt; ",
    "steps/step_00_nothing_yet/README.md": "nothing_yet/README.md: a step has one, and this one is missing",
    "scribble.txt": "law 6 · katas/fizz/scribble.txt: nothing names it; ",
    "old/fizz.py": "law 6 · katas/fizz/old: nothing names it; ",
    "kata/game.txt": "law 6 · katas/fizz/kata/game.txt: nothing names it; ",
    "kata/cases/04-four.in": "kata/cases/04-four.in: number 03 is missing before it; ",
    "kata/cases/three.in": "kata/cases/three.in: is not a case; ",
    "kata/cases/03-three.err": "kata/cases/03-three.err: has no 03-three.in beside it; ",
}
"""A file that is there goes, and any other one comes: that is read."""
RUN = {
    "mutants/finished.py": "law 9 · katas/fizz/mutants/finished.py: is missing, ",
    "steps/step_02_numbers/fizz.py": "numbers/fizz.py: a step has one, and this one is missing; ",
    "suite/rows.py": "suite/test_numbers.py:4: the suite does not run: ModuleNotFoundError",
    "suite/test_more.py": ": no test is called test_more.py::test_",
    "suite/test_numbers.py": "katas.fizz: no test is called test_numbers.py; ",
}
"""A file without which other laws break as well."""
ALONE = ("mutants/finished.py", "numbers/fizz.py", "suite/test_more.py", "suite/test_numbers.py")
"""Nothing is said of what else comes of it."""


@pytest.mark.parametrize(("name", "told"), FILES.items(), ids=FILES)
def test_a_file_that_is_gone_or_that_nothing_names_is_seen_by_reading(story, name, told):
    add_cases(story)
    file = story.root / HOME / name
    if file.exists():
        file.unlink()
    else:
        file.parent.mkdir(exist_ok=True)
        file.write_text("1\n", "utf-8")
    reads(story, told)


@pytest.mark.parametrize(("name", "told"), RUN.items(), ids=RUN)
def test_a_file_that_is_gone_is_named(story, capsys, name, told):
    (story.root / HOME / name).unlink()
    said = is_named(story, capsys, told)
    assert not name.endswith(ALONE) or [line for line in said if told not in line] == []


def test_a_story_with_the_name_of_another_one_is_named(story, capsys):
    shutil.copytree(story.root / HOME, story.root / "katas" / "other", ignore=NOT_COPIED)
    told = "law 6 · katas/fizz/story.toml:3: the story in katas/other has this name too; choose another one"
    is_named(story, capsys, told)


def test_a_story_elsewhere_may_have_the_name_of_one_here(story):
    shutil.copytree(story.root / HOME, story.root / "tests" / "other", ignore=NOT_COPIED)
    assert told_of(story, files.check_name(story.workspace.story("tests/other"))) == []
    assert told_of(story, files.check_name(story.story)) == []


def test_a_kata_to_which_no_test_leads_is_told_of_alone(story, capsys):
    story.edit(f"{HOME}/story.toml", 'of_every_kata = ["test_numbers.py"]\n', "")
    story.edit(f"{HOME}/story.toml", 'tests = ["test_more.py::test_fizz_is_said"]\n', "")
    (said,) = is_named(story, capsys)
    assert said == "law 7 · katas/fizz/story.toml:25: katas.fizz: no test leads to it; name some in its tests"


@pytest.mark.parametrize("page", ["README.md", "FACILITATING.md"])
def test_a_link_of_a_kata_s_pages_leads_somewhere(story, capsys, page):
    links = "[This](README.md#a), [that](starter.py), <https://example.org>,\n![a picture](gone.png)\n"
    (story.root / HOME / "kata" / page).write_text(f"# Fizz\n\n{links}", "utf-8")
    said = is_named(story, capsys)
    do = "there is no {}; write it, or mend the link"
    head = f"law 7 · katas/fizz/kata/{page}:"
    assert said == [f"{head}3: {do.format('starter.py')}", f"{head}4: {do.format('gone.png')}"]


SHARED = {
    "tests/suite/rows.py": "[kt]*/*/suite/rows.py",
    "katas/poker/mutants/finished.py": "[kt]*/*/mutants/finished.py",
}


@pytest.mark.parametrize(("ours", "theirs"), SHARED.items(), ids=SHARED)
def test_what_all_stories_share_is_one_file(ours, theirs):
    files = list(TOP.glob(theirs))
    assert {file.parent.parent.name for file in files} >= {"small", "honest"}
    assert {file.read_bytes() for file in files} == {(TOP / ours).read_bytes()}


def test_no_run_trusts_stale_bytecode(bare):
    """Step 02 is empty, and beside it lies the bytecode of a finished one that looks fresh."""
    file = bare.path("step_02/fizz.py")
    saved = file.stat()
    py_compile.compile(str(file), doraise=True)
    file.write_bytes(b"\n" * saved.st_size)
    os.utime(file, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    ran = bare.run(sys.executable, "-m", "pytest", "suite", "--step", "2", "-q")
    assert "passed" not in ran.stdout.splitlines()[-1]
    assert "AttributeError" in ran.stdout
