"""Whatever is taken away from a story, or is wrong in it, is named: each line, file, mark and row."""

import shutil

import pytest
from helpers import NOT_COPIED, TOP, Copy

from dojo.gate import belongings, first_tests, solved
from dojo.gate.evidence import Evidence
from gate.planting import append, lacks, reads, told_of

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


def is_named(copy, capsys, *told):
    """The gate is shut, and says this in its lines, or stops at what it cannot read; gives its lines."""
    if copy.verb("gate") == 2:
        assert capsys.readouterr().err.startswith(told)
        return []
    *said, _shut = capsys.readouterr().err.splitlines()
    assert [one for one in told if not any(one in line for line in said)] == [], said
    assert [line for line in said if lacks(line, copy.root) and not line.endswith(" more")] == []
    return said


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
    ("first = 1", "first = 0", "law 6 · katas/fizz/story.toml:15: no story tells verse 0"),
    ('author = "Ann"', 'author = "Bob"', ": its last paragraph is not a question"),
    ('"kata"', '"kata"\nwords = ["song"]', "katas/fizz/story.toml: the key katas.fizz.program is missing"),
    ('"kata"', '"kata"\nprogram = 9', "katas.fizz.program: there is no step 9: the steps are"),
    ('"kata"', '"kata"\nprogram = 4', "katas.fizz.program: step 4 prints nothing; "),
]


@pytest.mark.parametrize(("old", "new", "told"), READ, ids=[old for old, _, _ in READ])
def test_what_is_gone_from_story_toml_is_seen_by_reading(story, old, new, told):
    story.edit(f"{HOME}/story.toml", old, new)
    reads(story, told)


@pytest.mark.parametrize(("old", "new", "told"), EDITS, ids=[f"{old} {new}" for old, new, _ in EDITS])
def test_what_is_wrong_in_story_toml_is_named(story, capsys, old, new, told):
    story.edit(f"{HOME}/story.toml", old, new)
    is_named(story, capsys, told)


MARKS = [
    ("suite/test_more.py", "drives(3)", "drive(3)"),
    ("suite/test_more.py", "drives(3)", 'drives("3")'),
    ("suite/test_numbers.py", "drives(1,", "drives(0,"),
    ("suite/test_numbers.py", "guards(3,", "guard(3,"),
    ("suite/test_numbers.py", 'drives(2, "two', 'drives("two'),
    ("mutants/counts_from_zero.py", "step: 1", "step: 9"),
]


@pytest.mark.parametrize(("path", "old", "new"), MARKS, ids=[new for _, _, new in MARKS])
def test_a_mark_or_a_number_that_is_wrong_is_named(story, capsys, path, old, new):
    story.edit(f"{HOME}/{path}", old, new)
    is_named(story, capsys, f"katas/fizz/{path}:")


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
    "mutants/counts_from_zero.py": "“one is said”: no earlier step and no mutant has failed its assertion",
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


DO = "write its step, its rule in words, then its values"
ALL = "write its step, its rule, then its values"
FEW = f"has 1 value, and test_numbers takes 2: number said; {DO}"
ROWS = [
    ('drives(2, "2,1001", 2)', ":8 · “2,1001”", FEW),
    ('drives(2, 2, "2")', ":8", f"this row has no rule; {DO}"),
    ("drives(2)", ":8", f"this row has no rule; {DO}"),
    (
        'drives(2, "one is said", 2, "2")',
        ":8 · “one is said”",
        "line 7 has the same rule; give each row",
    ),
    ('pytest.param(2, marks=pytest.mark.drives(2), id="two")', ":8 · “two”", FEW),
    ('*[drives(2, "two is said", 2)]', "", f"a row has values that its test does not take; {ALL}"),
    (
        '*[drives(2, "one is said", 2, "2")]',
        "",
        "two rows of a table have the same rule; give each a rule",
    ),
]


@pytest.mark.parametrize(("row", "place", "what"), ROWS, ids=[row for row, _, _ in ROWS])
def test_a_row_of_which_pytest_makes_no_test_is_named(story, capsys, row, place, what):
    story.edit(f"{HOME}/suite/test_numbers.py", 'drives(2, "two is said", 2, "2")', row)
    is_named(
        story, capsys, f"law 4 · katas/fizz/suite/test_numbers.py{place}: the suite does not run: {what}"
    )


def test_a_story_with_the_name_of_another_one_is_named(story, capsys):
    shutil.copytree(story.root / HOME, story.root / "katas" / "other", ignore=NOT_COPIED)
    told = "law 6 · katas/fizz/story.toml:3: the story in katas/other has this name too; choose another one"
    is_named(story, capsys, told)


def test_a_story_elsewhere_may_have_the_name_of_one_here(story):
    shutil.copytree(story.root / HOME, story.root / "tests" / "other", ignore=NOT_COPIED)
    assert told_of(story, belongings.named_twice(story.workspace.story("tests/other"))) == []
    assert told_of(story, belongings.named_twice(story.story)) == []


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


RED = "“one is said” is red on step_03_fizz: "
FIRST_TESTS = [
    ("def test_one", "def broken(:\n\n\ndef test_one", "6: is not valid Python: "),
    ("fizz.say(1)", "fizz.answer()", f"7: {RED}AttributeError: module 'fizz' has no attribute 'answer'; "),
    ('"1"', '"2"', f"7: {RED}"),
    ("import fizz", "import fuzz", "3: it is amber on step_03_fizz: ModuleNotFoundError: "),
    ("import fizz", "from fizz import answer", "3: it is red on step_03_fizz: ImportError: cannot import"),
    ("def test_one", "def one", " has no test, and each attempt begins with it; "),
    ('assert fizz.say(1) == "1"', "assert True", " is green before there is any code; write a test that "),
]


@pytest.mark.parametrize(("old", "new", "told"), FIRST_TESTS, ids=[new for _, new, _ in FIRST_TESTS])
def test_a_first_test_with_which_nobody_can_begin_is_named(story, old, new, told):
    story.edit(f"{HOME}/kata/first_test.py", old, new)
    said = told_of(story, first_tests.check(Evidence(story.story)))
    head = "law 7 · katas/fizz/kata/first_test.py:"
    assert [line[: len(head + told)] for line in said] == [f"{head}{told}"], said


def test_a_first_test_is_tried_by_the_gate(story, capsys):
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    is_named(story, capsys, "law 7 · katas/fizz/kata/first_test.py:7: “one is said” is red on step_03_fizz: ")


def test_katas_that_share_a_first_test_hear_of_it_once(story):
    table = (story.root / HOME / "story.toml").read_text("utf-8").partition("[katas.fizz]")[2]
    append(story, f"{HOME}/story.toml", "[katas.buzz]" + table.partition("[verbs")[0])
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    assert len(story.story.katas) == 2
    assert len(told_of(story, first_tests.check(Evidence(story.story)))) == 1


def test_a_first_test_that_has_not_changed_is_not_run_again(story, monkeypatch):
    story.edit(f"{HOME}/kata/first_test.py", '"1"', '"2"')
    before = told_of(story, first_tests.check(Evidence(story.story)))
    monkeypatch.setattr(first_tests, "tried", None)
    assert told_of(story, first_tests.check(Evidence(story.story))) == before


@pytest.fixture
def of_the_last_step(story):
    """The small story with a mutant of what it has only on its last step."""
    mutants = story.root / HOME / "mutants"
    text = (mutants / "counts_from_zero.py").read_text("utf-8")
    text = text.replace("def say(number", "def divisible(number, by")
    (mutants / "always_divisible.py").write_text(text, "utf-8")
    return story


ADVICE = {
    "divisible": "write finished = 4, or remove it",
    "parts": "replace what that step has, or remove it",
}


@pytest.mark.parametrize(("name", "do"), ADVICE.items(), ids=ADVICE)
def test_a_mutant_of_a_name_that_the_finished_step_has_not_is_named(of_the_last_step, capsys, name, do):
    of_the_last_step.edit(f"{HOME}/mutants/always_divisible.py", "divisible(", f"{name}(")
    (said,) = is_named(of_the_last_step, capsys)
    head = f"law 9 · katas/fizz/mutants/always_divisible.py:15: defines “{name}”, and the finished step, 3,"
    assert said == f"{head} has no such name; {do}"


@pytest.mark.parametrize("number", [2, 9])
def test_the_finished_step_that_is_advised_has_what_the_mutants_replace(of_the_last_step, capsys, number):
    of_the_last_step.edit(f"{HOME}/story.toml", "finished = 3", f"finished = {number}")
    is_named(of_the_last_step, capsys, "; write finished = 4: every test is green there")


PROGRAM = '\n\nif __name__ == "__main__":\n    print({})\n'
WORDS = 'folder = "kata"\nprogram = 4\nwords = ["1"]'
FAILS = ["kata/cases/01-one.in: step 4 fails this case: ", "kata/cases/02-two.in: step 4 fails this case: "]
PROGRAMS = [
    ({4: "1"}, []),
    ({4: '__import__("sys").argv[1]'}, []),
    ({4: 'len(__import__("sys").argv)'}, FAILS),
    ({3: "1", 4: "1"}, ["katas.fizz.program: step 3 prints the same already; "]),
]


@pytest.mark.parametrize(("programs", "told"), PROGRAMS)
def test_the_program_of_a_kata_is_run(story, programs, told):
    story.edit(f"{HOME}/story.toml", 'folder = "kata"', WORDS)
    story.edit(f"{HOME}/story.toml", "finished = 3", "finished = 4")
    for number, printed in programs.items():
        step = story.story.step(number)
        step.module.write_text(step.code + PROGRAM.format(printed), "utf-8")
    said = told_of(story, solved.check(Evidence(story.story)))
    assert len(said) == len(told)
    assert [one for one, words in zip(said, told, strict=True) if words not in one] == []
