"""Whatever is taken away from a story, or misspelt in it, is named: each key, each file, each mark."""

import shutil

import pytest
from helpers import NOT_COPIED, TOP, Copy

from dojo.gate import belongings, first_tests, solved
from gate.planting import append, lacks, told_of

HOME = "katas/fizz"
OWN = """
[verbs.count]
module = "katas.fizz.count"
help = "count"

[own]
bench = "katas.fizz.bench"
pages = "katas.fizz.pages"
files = ["notes.txt"]
"""
"""What the small story does not use of a story.toml."""
TOML = (TOP / "tests" / "small" / "story.toml").read_text("utf-8") + OWN
KEYS = [line for line in TOML.splitlines() if " = " in line]


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A workspace of one story that uses all that a story may have; its gate is open."""
    root = tmp_path_factory.mktemp("whole") / "a dojo"
    shutil.copytree(TOP / "tests" / "small", root / HOME, ignore=NOT_COPIED)
    shutil.copy(TOP / "pytest.ini", root)
    (root / HOME / "story.toml").write_text(TOML, "utf-8")
    for name in ("count", "bench", "pages"):
        (root / HOME / f"{name}.py").write_text('"""A module of the story\'s own."""\n', "utf-8")
    (root / HOME / "steps" / "notes.txt").write_text("Of the author.\n", "utf-8")
    (root / HOME / "steps" / "step_02_numbers" / "words.py").write_text('"""Words."""\n', "utf-8")
    cases = root / HOME / "kata" / "cases"
    cases.mkdir()
    for name in ("01-one.in", "01-one.out", "02-two.in", "02-two.out"):
        (cases / name).write_text("1\n", "utf-8")
    assert Copy(root).verb("gate") == 0
    return root


@pytest.fixture
def story(whole, tmp_path):
    """A copy of it, to take something away."""
    root = tmp_path / "a dojo"
    shutil.copytree(whole, root)
    return Copy(root)


def is_named(copy, capsys, told):
    """The gate does not open, and says this in one of its lines; each line says where, and what to do."""
    status = copy.verb("gate")
    *said, last = capsys.readouterr().err.splitlines()
    if status == 2:
        assert (said, last[: len(told)]) == ([], told)
        return
    assert status == 1
    assert [line for line in said if told in line], (told, said)
    lines = [line for line in said if not line.endswith(" more")]
    assert [line for line in lines if lacks(line, copy.root)] == []


LINES = [
    ('name = "small"', "katas/fizz/story.toml: the key name is missing"),
    ('title = "Fizz, step by step"', "katas/fizz/story.toml: the key title is missing"),
    ('module = "fizz"', "katas/fizz/story.toml: the key module is missing"),
    ('steps = "steps"', "katas/fizz/story.toml: the key steps is missing"),
    ('suite = "suite"', "katas/fizz/story.toml: the key suite is missing"),
    ('hints = "hints.txt"', "law 6 · katas/fizz/hints.txt: nothing names it; "),
    ('mutants = "mutants"', "law 6 · katas/fizz/mutants: nothing names it; "),
    (
        "finished = 3",
        "law 9 · katas/fizz/story.toml:9: the key finished is missing, and mutants need a finished step; ",
    ),
    ("[beside]", "katas/fizz/story.toml: there is no key words"),
    ("words = []", "step_02_numbers/words.py: nothing names it; "),
    ("[source]", "katas/fizz/story.toml: beside.name is not a list"),
    ('name = "the song"', "katas/fizz/story.toml: the key source.name is missing"),
    ('part = "verse"', "katas/fizz/story.toml: the key source.part is missing"),
    ('short = "v."', "katas/fizz/story.toml: the key source.short is missing"),
    ("first = 1", "katas/fizz/story.toml: the key source.first is missing"),
    ("last = 4", "katas/fizz/story.toml: the key source.last is missing"),
    ("[tests]", "katas/fizz/story.toml: there is no key source.of_every_kata"),
    ('of_every_kata = ["test_numbers.py"]', "“one is said”: belongs to no kata; "),
    (
        'of_no_kata = ["test_more.py::test_names_are_said_back"]',
        "“names are said back”: belongs to no kata; ",
    ),
    ("[katas.fizz]", "katas/fizz/story.toml: there is no key tests.folder"),
    ('folder = "kata"', "katas/fizz/story.toml: the key katas.fizz.folder is missing"),
    ('first_test = "kata/first_test.py"', "katas/fizz/story.toml: the key katas.fizz.first_test is missing"),
    ('tests = ["test_more.py::test_fizz_is_said"]', "“fizz is said”: belongs to no kata; "),
    ("[verbs.count]", "katas/fizz/story.toml: there is no key katas.fizz.module"),
    ('module = "katas.fizz.count"', "katas/fizz/story.toml: the key verbs.count.module is missing"),
    ('help = "count"', "katas/fizz/story.toml: the key verbs.count.help is missing"),
    ("[own]", "katas/fizz/story.toml: there is no key verbs.count.bench"),
    ('bench = "katas.fizz.bench"', "law 6 · katas/fizz/bench.py: nothing names it; "),
    ('pages = "katas.fizz.pages"', "law 6 · katas/fizz/pages.py: nothing names it; "),
    ('files = ["notes.txt"]', "steps/notes.txt: nothing names it; "),
]


def test_no_line_is_left_out():
    assert [line for line, _ in LINES] == [
        line for line in TOML.splitlines() if line and not line.startswith("#")
    ]


@pytest.mark.parametrize(("line", "told"), LINES, ids=[line for line, _ in LINES])
def test_a_line_of_story_toml_that_is_gone_is_named(story, capsys, line, told):
    story.edit(f"{HOME}/story.toml", f"\n{line}\n", "\n")
    is_named(story, capsys, told)


@pytest.mark.parametrize("line", [line for line in KEYS if line != "words = []"])
def test_a_key_that_is_misspelt_is_named(story, capsys, line):
    key = line.partition(" = ")[0]
    story.edit(f"{HOME}/story.toml", f"\n{line}\n", f"\n{line.replace(key, f'{key}x', 1)}\n")
    is_named(story, capsys, "katas/fizz/story.toml: the")


VALUES = [
    (
        'module = "fizz"',
        'module = "fuzz"',
        "step_00_nothing_yet/fuzz.py: a step has one, and this one is missing",
    ),
    ('steps = "steps"', 'steps = "step"', "katas/fizz/story.toml: steps leads nowhere: there is no step"),
    ('hints = "hints.txt"', 'hints = "hint.txt"', "katas/fizz/story.toml: hints leads nowhere"),
    (
        "finished = 3",
        "finished = 2",
        "law 9 · katas/fizz/story.toml:10: step_02_numbers is said to be finished",
    ),
    ("finished = 3", "finished = 5", "law 9 · katas/fizz/story.toml:10: finished: there is no step 5"),
    ("first = 1", "first = 2", "step_01_fake_it/README.md:3: the song has no verse 1"),
    ("first = 1", "first = 0", "law 6 · katas/fizz/story.toml:15: no story tells verse 0"),
    ("last = 4", "last = 3", "step_03_fizz/README.md:3: the song has no verse 4"),
    ("last = 4", "last = 5", "law 6 · katas/fizz/story.toml:15: no story tells verse 5"),
    (
        'short = "v."',
        'short = "verse"',
        "step_01_fake_it/README.md: its first three lines do not have the form",
    ),
    (
        "test_names_are_said_back",
        "test_names",
        "tests.of_no_kata: no test is called test_more.py::test_names; ",
    ),
    ("test_fizz_is_said", "test_fizz", "katas.fizz: no test is called test_more.py::test_fizz; "),
    ("katas.fizz.count", "katas.fizz.cuont", "verbs.count: there is no module katas.fizz.cuont; "),
    ("katas.fizz.bench", "katas.fizz.banch", "own.bench: there is no module katas.fizz.banch; "),
    ("katas.fizz.pages", "katas.fizz.paegs", "own.pages: there is no module katas.fizz.paegs; "),
    ("notes.txt", "note.txt", "own.files: there is no note.txt; "),
    (
        'folder = "kata"',
        'folder = "kata"\nsample = "kata/first_test.py"',
        "katas/fizz/story.toml: the key katas.fizz.program is missing",
    ),
    (
        'folder = "kata"',
        'folder = "kata"\nwords = ["song"]',
        "katas/fizz/story.toml: the key katas.fizz.program is missing",
    ),
    (
        'folder = "kata"',
        'folder = "kata"\nprogram = 9',
        "katas.fizz.program: there is no step 9: the steps are",
    ),
    ('folder = "kata"', 'folder = "kata"\nprogram = 4', "katas.fizz.program: step 4 prints nothing; "),
]


@pytest.mark.parametrize(("old", "new", "told"), VALUES, ids=[f"{new}" for _, new, _ in VALUES])
def test_a_value_that_is_wrong_is_named(story, capsys, old, new, told):
    story.edit(f"{HOME}/story.toml", old, new)
    is_named(story, capsys, told)


FILES = [
    ("bench.py", "own.bench: there is no module katas.fizz.bench; "),
    ("count.py", "verbs.count: there is no module katas.fizz.count; "),
    ("hints.txt", "katas/fizz/story.toml: hints leads nowhere: there is no hints.txt"),
    ("kata/README.md", "kata/README.md: a kata has a statement, and this one is missing; "),
    ("kata/cases/01-one.in", "kata/cases/01-one.out: has no 01-one.in beside it; "),
    ("kata/cases/01-one.out", "kata/cases/01-one.in: has no 01-one.out beside it; "),
    ("kata/first_test.py", "katas/fizz/story.toml: katas.fizz.first_test leads nowhere: there is no kata/"),
    (
        "mutants/counts_from_zero.py",
        "“one is said”: no earlier step and no mutant has failed its assertion",
    ),
    ("mutants/finished.py", "law 9 · katas/fizz/mutants/finished.py: is missing, "),
    ("pages.py", "own.pages: there is no module katas.fizz.pages; "),
    ("steps/notes.txt", "own.files: there is no notes.txt; "),
    (
        "steps/step_00_nothing_yet/README.md",
        "step_00_nothing_yet/README.md: a step has one, and this one is missing",
    ),
    ("steps/step_02_numbers/fizz.py", "step_02_numbers/fizz.py: a step has one, and this one is missing; "),
    (
        "suite/conftest.py",
        "law 4 · katas/fizz/suite/conftest.py: is missing, so it is not the one that every suite",
    ),
    (
        "suite/rows.py",
        "law 4 · katas/fizz/suite/test_numbers.py:4: the suite does not run: ModuleNotFoundError",
    ),
    ("suite/test_more.py", "katas.fizz: no test is called test_more.py::test_fizz_is_said; "),
    ("suite/test_numbers.py", "katas.fizz: no test is called test_numbers.py; "),
    ("story.toml", "there is no story here: put a story.toml into steps/, or into a folder of katas/"),
]


ALONE = [
    ("suite/test_more.py", ": no test is called test_more.py::test_"),
    ("suite/test_numbers.py", ": no test is called test_numbers.py; "),
    ("steps/step_02_numbers/fizz.py", "/fizz.py: a step has one, and this one is missing; "),
    ("mutants/finished.py", "/finished.py: is missing, "),
]


@pytest.mark.parametrize(("file", "told"), ALONE, ids=[file for file, _ in ALONE])
def test_what_comes_of_a_file_that_is_gone_is_not_told(story, capsys, file, told):
    (story.root / HOME / file).unlink()
    assert story.verb("gate") == 1
    *said, _shut = capsys.readouterr().err.splitlines()
    assert [line for line in said if told not in line] == []


@pytest.mark.parametrize(("file", "told"), FILES, ids=[file for file, _ in FILES])
def test_a_file_that_is_gone_is_named(story, capsys, file, told):
    (story.root / HOME / file).unlink()
    is_named(story, capsys, told)


MORE = [
    ("scribble.txt", "law 6 · katas/fizz/scribble.txt: nothing names it; "),
    ("old/fizz.py", "law 6 · katas/fizz/old: nothing names it; "),
    ("kata/game.txt", "law 6 · katas/fizz/kata/game.txt: nothing names it; "),
    ("kata/cases/04-four.in", "kata/cases/04-four.in: number 03 is missing before it; "),
    ("kata/cases/three.in", "kata/cases/three.in: is not a case; "),
    ("kata/cases/03-three.err", "kata/cases/03-three.err: has no 03-three.in beside it; "),
]


@pytest.mark.parametrize(("file", "told"), MORE, ids=[file for file, _ in MORE])
def test_a_file_that_nothing_names_is_named(story, capsys, file, told):
    (story.root / HOME / file).parent.mkdir(exist_ok=True)
    (story.root / HOME / file).write_text("1\n", "utf-8")
    is_named(story, capsys, told)


MARKS = [
    ("suite/test_more.py", "drives(3)", "drive(3)"),
    ("suite/test_more.py", "drives(3)", "drives(2)"),
    ("suite/test_more.py", "drives(3)", "drives(4)"),
    ("suite/test_more.py", "drives(3)", 'drives("3")'),
    ("suite/test_more.py", "guards(4)", "guard(4)"),
    ("suite/test_more.py", "guards(4)", "guards(9)"),
    ("suite/test_more.py", "@pytest.mark.guards(4)\n", ""),
    ("suite/test_numbers.py", "drives(1,", "drives(0,"),
    ("suite/test_numbers.py", "drives(1,", "drives(2,"),
    ("suite/test_numbers.py", "drives(2,", "drives(1,"),
    ("suite/test_numbers.py", "drives(2,", "drives(3,"),
    ("suite/test_numbers.py", "drives(2,", "guards(2,"),
    ("suite/test_numbers.py", "guards(3,", "guards(2,"),
    ("suite/test_numbers.py", "guards(3,", "guard(3,"),
    ("suite/test_numbers.py", 'drives(2, "two', 'drives("two'),
]
"""A guard may have been written in any step from which on it is green: no run shows in which."""


@pytest.mark.parametrize(("path", "old", "new"), MARKS, ids=[f"{old} {new}" for _, old, new in MARKS])
def test_a_mark_that_is_wrong_is_named(story, capsys, path, old, new):
    story.edit(f"{HOME}/{path}", old, new)
    is_named(story, capsys, f"katas/fizz/{path}:")


TWO = 'drives(2, "two is said", 2, "2")'
DO = "write its step, its rule in words, then its values"
ROWS = [
    (
        'drives(2, "2,1001", 2)',
        f":8 · “2,1001”: the suite does not run: has 1 value, and test_numbers takes 2: number said; {DO}",
    ),
    ('drives(2, 2, "2")', f":8: the suite does not run: this row has no rule; {DO}"),
    ("drives(2)", f":8: the suite does not run: this row has no rule; {DO}"),
    (
        'drives(2, "one is said", 2, "2")',
        ":8 · “one is said”: the suite does not run: line 7 has the same rule; give each",
    ),
    (
        'pytest.param(2, marks=pytest.mark.drives(2), id="two")',
        f":8 · “two”: the suite does not run: has 1 value, and test_numbers takes 2: number said; {DO}",
    ),
    (
        '*[drives(2, "two is said", 2)]',
        ": the suite does not run: a row has values that its test does not take; "
        "write its step, its rule, then its values",
    ),
    (
        '*[drives(2, "one is said", 2, "2")]',
        ": the suite does not run: two rows of a table have the same rule; give each a rule of its own",
    ),
]


@pytest.mark.parametrize(("row", "told"), ROWS, ids=[row for row, _ in ROWS])
def test_a_row_of_which_pytest_makes_no_test_is_named(story, capsys, row, told):
    story.edit(f"{HOME}/suite/test_numbers.py", TWO, row)
    is_named(story, capsys, f"law 4 · katas/fizz/suite/test_numbers.py{told}")


def test_a_faulty_story_stops_no_other_one(story, capsys):
    shutil.copytree(story.root / HOME, story.root / "katas" / "other", ignore=NOT_COPIED)
    story.edit("katas/other/story.toml", 'title = "Fizz, step by step"\n', "")
    assert story.verb("step-2", "story", "STORY=small") == 0
    assert story.verb("gate", "STORY=other") == 2
    assert capsys.readouterr().err == "katas/other/story.toml: the key title is missing\n"


def test_a_story_with_the_name_of_another_one_is_named(story, capsys):
    shutil.copytree(story.root / HOME, story.root / "katas" / "other", ignore=NOT_COPIED)
    told = "law 6 · katas/fizz/story.toml:3: the story in katas/other has this name too; choose another one"
    assert story.verb("gate") == 1
    assert told in capsys.readouterr().err.splitlines()


def test_a_story_elsewhere_may_have_the_name_of_one_here(story):
    shutil.copytree(story.root / HOME, story.root / "tests" / "other", ignore=NOT_COPIED)
    assert told_of(story, belongings.named_twice(story.workspace.story("tests/other"))) == []
    assert told_of(story, belongings.named_twice(story.story)) == []


def test_a_kata_to_which_no_test_leads_is_told_of_alone(story, capsys):
    story.edit(f"{HOME}/story.toml", 'of_every_kata = ["test_numbers.py"]\n', "")
    story.edit(f"{HOME}/story.toml", 'tests = ["test_more.py::test_fizz_is_said"]\n', "")
    assert story.verb("gate") == 1
    *said, _shut = capsys.readouterr().err.splitlines()
    assert said == [
        "law 7 · katas/fizz/story.toml:25: katas.fizz: no test leads to it; name some in its tests"
    ]


def test_a_heading_that_is_gone_is_asked_for(story, capsys):
    story.edit(f"{HOME}/story.toml", "[beside]\nwords = []\n", "beside = []\n")
    is_named(
        story,
        capsys,
        "katas/fizz/story.toml: beside is not a table: a line [beside] begins one, or a heading",
    )


@pytest.mark.parametrize("page", ["README.md", "FACILITATING.md"])
def test_a_link_of_a_kata_s_pages_leads_somewhere(story, capsys, page):
    links = "[This](README.md#a), [that](starter.py), <https://example.org>,\n![a picture](gone.png)\n"
    (story.root / HOME / "kata" / page).write_text(f"# Fizz\n\n{links}", "utf-8")
    assert story.verb("gate") == 1
    *said, _shut = capsys.readouterr().err.splitlines()
    do = "there is no {}; write it, or mend the link"
    head = f"law 7 · katas/fizz/kata/{page}:"
    assert said == [f"{head}3: {do.format('starter.py')}", f"{head}4: {do.format('gone.png')}"]


FIRST_TESTS = [
    ("def test_one_is_said", "def broken(:\n\n\ndef test_one_is_said", "6: is not valid Python: "),
    (
        "fizz.say(1)",
        'fizz.answer("a question")',
        "7: “one is said” is red on step_03_fizz: AttributeError: module 'fizz' has no attribute 'answer'; ",
    ),
    ('"1"', '"2"', "7: “one is said” is red on step_03_fizz: "),
    ("import fizz", "import fuzz", "3: it is amber on step_03_fizz: ModuleNotFoundError: "),
    (
        "import fizz",
        "from fizz import answer",
        "3: it is red on step_03_fizz: ImportError: cannot import name 'answer' from 'fizz' (fizz.py); ",
    ),
    ("def test_one", "def one", " has no test, and each attempt begins with it; "),
    ('assert fizz.say(1) == "1"', "assert True", " is green before there is any code; write a test that "),
]


@pytest.mark.parametrize(("old", "new", "told"), FIRST_TESTS, ids=[new for _, new, _ in FIRST_TESTS])
def test_a_first_test_with_which_nobody_can_begin_is_named(story, old, new, told):
    story.edit(f"{HOME}/kata/first_test.py", old, new)
    said = told_of(story, first_tests.breaches(story.story))
    head = "law 7 · katas/fizz/kata/first_test.py:"
    assert [line[: len(head + told)] for line in said] == [f"{head}{told}"], said


def test_a_first_test_may_be_any_that_the_finished_step_passes(story):
    assert told_of(story, first_tests.breaches(story.story)) == []


def test_a_first_test_is_tried_by_the_gate(story, capsys):
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    is_named(story, capsys, "law 7 · katas/fizz/kata/first_test.py:7: “one is said” is red on step_03_fizz: ")


def test_katas_that_share_a_first_test_hear_of_it_once(story):
    table = (story.root / HOME / "story.toml").read_text("utf-8").partition("[katas.fizz]")[2]
    append(story, f"{HOME}/story.toml", "[katas.buzz]" + table.partition("[verbs")[0])
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    assert len(story.story.katas) == 2
    assert len(told_of(story, first_tests.breaches(story.story))) == 1


def test_a_first_test_that_has_not_changed_is_not_run_again(story, monkeypatch):
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    before = told_of(story, first_tests.breaches(story.story))
    monkeypatch.setattr(first_tests, "tried", None)
    assert told_of(story, first_tests.breaches(story.story)) == before


def test_a_mutant_of_no_step_is_named(story, capsys):
    story.edit(f"{HOME}/mutants/counts_from_zero.py", "step: 1", "step: 9")
    is_named(story, capsys, "law 9 · katas/fizz/mutants/counts_from_zero.py:1: there is no step 9; ")


DIVISIBLE = """\"\"\"Nothing is ever left.

The test of the remainder was left out.

step: 4
theme: three
shown by: saying 4
riddle: It fizzes.
hint: What is left of four?
\"\"\"

from finished import the_rest


def divisible(number, by):
    \"\"\"Is nothing left?\"\"\"
    return True


the_rest(globals())
"""
"""A mutant of what the small story has only on its last step."""


def test_a_mutant_of_a_name_that_the_finished_step_has_not_is_named(story, capsys):
    append(story, f"{HOME}/mutants/always_divisible.py", DIVISIBLE)
    assert story.verb("gate") == 1
    *said, _shut = capsys.readouterr().err.splitlines()
    head = "law 9 · katas/fizz/mutants/always_divisible.py:15: defines “divisible”, and the finished step, 3,"
    assert said == [f"{head} has no such name; write finished = 4, or remove it"]


def test_a_mutant_of_a_name_that_no_step_has_is_named(story, capsys):
    append(story, f"{HOME}/mutants/always_divisible.py", DIVISIBLE.replace("def divisible", "def parts"))
    assert story.verb("gate") == 1
    *said, _shut = capsys.readouterr().err.splitlines()
    head = "law 9 · katas/fizz/mutants/always_divisible.py:15: defines “parts”, and the finished step, 3,"
    assert said == [f"{head} has no such name; replace what that step has, or remove it"]


@pytest.mark.parametrize("number", [2, 9])
def test_the_finished_step_that_is_advised_has_what_the_mutants_replace(story, capsys, number):
    append(story, f"{HOME}/mutants/always_divisible.py", DIVISIBLE)
    story.edit(f"{HOME}/story.toml", "finished = 3", f"finished = {number}")
    is_named(story, capsys, "; write finished = 4: every test is green there")


PROGRAM = '\n\nif __name__ == "__main__":\n    print({})\n'
WORDS = 'folder = "kata"\nprogram = 4\nwords = ["1"]'
PROGRAMS = [
    pytest.param({4: "1"}, WORDS, [], id="nothing, where it is so"),
    pytest.param({4: '__import__("sys").argv[1]'}, WORDS, [], id="nothing, with its words"),
    pytest.param(
        {4: 'len(__import__("sys").argv)'},
        WORDS,
        ["kata/cases/01-one.in: step 4 fails this case: ", "kata/cases/02-two.in: step 4 fails this case: "],
        id="cases that fail",
    ),
    pytest.param(
        {3: "1", 4: "1"}, WORDS, ["katas.fizz.program: step 3 prints the same already; "], id="not the first"
    ),
]


@pytest.mark.parametrize(("programs", "toml", "told"), PROGRAMS)
def test_the_program_of_a_kata_is_run(story, programs, toml, told):
    story.edit(f"{HOME}/story.toml", 'folder = "kata"', toml)
    story.edit(f"{HOME}/story.toml", "finished = 3", "finished = 4")
    for number, printed in programs.items():
        step = story.story.step(number)
        step.module.write_text(step.code + PROGRAM.format(printed), "utf-8")
    said = told_of(story, solved.breaches(story.story))
    assert len(said) == len(told)
    assert [one for one, words in zip(said, told, strict=True) if words not in one] == []
