"""The steps of a story in another order: a new one, one that moves, one that goes, and the way back."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

README = """\
# Step 05 · Every 5th, or “Buzz”

*Chapter 2 · Three · test first*

## Red

## Green

## What to notice

- …

**Ask the room:** …
"""


def texts(folder):
    """All files of a folder, but for what is kept of earlier runs."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8")
        for file in folder.rglob("*")
        if file.is_file() and not {".cache", ".dojo"} & {*file.relative_to(folder).parts}
    }


def test_a_step_at_the_end_is_a_copy_of_the_last_with_a_story_to_tell(bare, capsys):
    before = texts(bare.root)
    assert bare.verb("new-step", "TITLE= Every  5th, or “Buzz”") == 0
    assert "Next:\n  write a test into suite/, and mark it drives(5, …)\n" in capsys.readouterr().out
    folder = "steps/step_05_every_5th_or_buzz"
    new = {f"{folder}/README.md": README, f"{folder}/fizz.py": before["steps/step_04_divisible/fizz.py"]}
    assert texts(bare.root) == before | new


@pytest.mark.parametrize(
    ("kind", "heading"), [("refactoring", "Refactor"), ("another design", "Another design")]
)
def test_a_step_that_no_test_drives_has_its_own_headings(bare, capsys, kind, heading):
    assert bare.verb("new-step", "TITLE=Tidy", f"KIND={kind}") == 0
    prose = (bare.root / "steps" / "step_05_tidy" / "README.md").read_text("utf-8")
    assert f"· {kind}*\n\n## Green\n\n## {heading}\n\n## What to notice\n\n- …\n\n**Ask" in prose
    assert "drives" not in capsys.readouterr().out


def test_a_step_gets_another_title_wherever_it_is_named_and_its_old_one_back(bare, capsys):
    bare.edit("step_03/README.md", "- Four is a guard.", "- Four is a guard, as in `step_02_numbers`.")
    before = texts(bare.root)
    assert bare.verb("step-2", "rename-step", "TITLE=All  numbers") == 0
    assert capsys.readouterr().out == RENAMED
    folder, other = "steps/step_02_all_numbers", "steps/step_03_fizz/README.md"
    after = {path.replace("steps/step_02_numbers", folder): text for path, text in before.items()}
    after[other] = after[other].replace("step_02_numbers", "step_02_all_numbers")
    readme = f"{folder}/README.md"
    after[readme] = after[readme].replace("# Step 02 · Numbers", "# Step 02 · All numbers")
    assert texts(bare.root) == after
    assert bare.verb("rename-step", "UNDO=1") == 0
    assert texts(bare.root) == before


def test_a_package_of_a_step_goes_with_it(bare):
    package = bare.root / "steps" / "step_02_numbers" / "words"
    package.mkdir()
    (package / "spelled.py").write_text("ONE = 1\n")
    assert bare.verb("step-2", "rename-step", "TITLE=All numbers") == 0
    assert (bare.root / "steps" / "step_02_all_numbers" / "words" / "spelled.py").read_text() == "ONE = 1\n"
    assert not package.parent.exists()


RENAMED = """\
step 2 is called All numbers now: steps/step_02_all_numbers/
To take it back: make rename-step UNDO=1
"""


class Change(NamedTuple):
    """A verb that changes the steps, and what the story is like then.

    Attributes:
        words: what somebody types.
        slugs: the steps that there are, in their order.
        marks: marks of the tests in test_more.py.
        says: a part of what the verb prints.
    """

    words: list[str]
    slugs: list[str]
    marks: list[str]
    says: str = "To take it back: make "


CHANGES = [
    Change(
        ["new-step", "TITLE=New", "AFTER=2"],
        ["nothing_yet", "fake_it", "numbers", "new", "fizz", "divisible"],
        ["drives(4)", "guards(5)"],
        "2 steps with another number. Quotations follow with make todo FILL=1\n",
    ),
    Change(
        ["new-step", "TITLE=New"],
        ["nothing_yet", "fake_it", "numbers", "fizz", "divisible", "new"],
        ["drives(3)", "guards(4)"],
    ),
    Change(
        ["move-step", "STEP=4", "AFTER=1"],
        ["nothing_yet", "fake_it", "divisible", "numbers", "fizz"],
        ["drives(4)", "guards(2)"],
    ),
    Change(
        ["move-step", "STEP=1", "AFTER=3"],
        ["nothing_yet", "numbers", "fizz", "fake_it", "divisible"],
        ["drives(2)", "guards(4)"],
        "step 1, Fake it, is step 3 now.\n",
    ),
    Change(
        ["move-step", "STEP=2", "AFTER=4"],
        ["nothing_yet", "fake_it", "fizz", "divisible", "numbers"],
        ["drives(2)", "guards(3)"],
    ),
    Change(
        ["drop-step", "STEP=2"],
        ["nothing_yet", "fake_it", "fizz", "divisible"],
        ["drives(2)", "guards(3)"],
        "step 2, Numbers, is gone. Its tests belong to step 2 now.\n",
    ),
    Change(
        ["drop-step", "STEP=4"],
        ["nothing_yet", "fake_it", "numbers", "fizz"],
        ["drives(3)", "guards(3)"],
        "Its tests belong to step 3 now.\nTo take it back",
    ),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: " ".join(change.words))
def test_steps_have_numbers_without_a_gap_and_a_change_is_taken_back(bare, capsys, change):
    bare.edit("hints.txt", "Two numbers", "Three numbers")  # nobody has committed that
    before = texts(bare.root)
    assert bare.verb(*change.words) == 0
    assert change.says in capsys.readouterr().out
    folders = sorted(folder.name for folder in (bare.root / "steps").glob("step_*"))
    assert folders == [f"step_{number:02}_{slug}" for number, slug in enumerate(change.slugs)]
    suite = bare.path("suite/test_more.py").read_text()
    assert [mark for mark in change.marks if f"@pytest.mark.{mark}" not in suite] == []
    assert bare.verb(change.words[0], "UNDO=1") == 0
    assert texts(bare.root) == before


def test_nothing_is_taken_back_after_another_change_or_twice(bare, capsys):
    assert bare.verb("drop-step", "STEP=2") == 0
    bare.edit("hints.txt", "Two numbers", "Three numbers")
    after = texts(bare.root)
    assert bare.verb("drop-step", "UNDO=1") == 2
    assert "hints.txt changed since: undo it by hand, or with git" in capsys.readouterr().err
    assert texts(bare.root) == after
    bare.edit("hints.txt", "Three", "Two")
    assert [bare.verb("drop-step", "UNDO=1") for _ in range(2)] == [0, 2]
    error = capsys.readouterr().err
    assert "nothing to undo: no step of small was made, moved or dropped" in error
    assert "only the last change can be taken back" in error


@pytest.mark.parametrize(
    ("title", "folder"),
    [
        pytest.param("Große Straße", "step_05_grosse_strasse", id="a German letter is two letters"),
        pytest.param("What you can't see", "step_05_what_you_cant_see", id="an apostrophe parts no word"),
        pytest.param("The ladder’s end", "step_05_the_ladders_end", id="nor does a curly one"),
    ],
)
def test_the_name_of_a_folder_has_plain_letters(bare, title, folder):
    assert bare.verb("new-step", f"TITLE={title}") == 0
    assert bare.path(f"steps/{folder}/fizz.py").is_file()


def test_there_is_no_step_after_99(bare, capsys):
    for number in range(5, 100):
        shutil.copytree(bare.path("steps/step_04_divisible"), bare.root / f"steps/step_{number:02}_more")
    before = texts(bare.root)
    assert bare.verb("new-step", "TITLE=One hundred") == 2
    assert capsys.readouterr().err == "step 99 is the last number that a story has: drop a step first\n"
    assert texts(bare.root) == before


ADDED = [
    ("step_03/README.md", "On step 2 it is three, see [01](../step_01_fake_it/README.md)."),
    ("step_02/README.md", "Step 03 asks, and step 2 does not."),
    ("step_04/README.md", "Steps 2, 3 and 4, `make step-4 red STEPS=2-4`."),
    ("kata/README.md", "From step 3 on ([fizz](../steps/step_03_fizz/fizz.py)), 4 numbers."),
]
CHANGED = {
    "steps/step_04_fizz/README.md": ["# Step 04 · Fizz", "On step 2 it is three", "step_01_fake_it/"],
    "steps/step_02_numbers/README.md": ["# Step 02 ·", "Step 04 asks, and step 2 does not."],
    "steps/step_05_divisible/README.md": ["# Step 05 ·", "Steps 2, 4 and 5, `make step-5 red STEPS=2-5`."],
    "kata/README.md": ["From step 4 on ([fizz](../steps/step_04_fizz/fizz.py)), 4 numbers."],
    "suite/test_numbers.py": ['drives(2, "two', 'guards(4, "four is said", 4, "4"'],
    "suite/test_more.py": ["@pytest.mark.drives(4)", "@pytest.mark.guards(5)"],
    "mutants/never_above_one.py": ["step: 1"],
    "mutants/always_fizz_from_three.py": ["step: 4"],
    "hints.txt": ["\n 2  Two", "\n 4  What"],
    "story.toml": ["finished = 4\n"],
}


def test_all_that_mentions_a_step_that_moves_says_the_new_number(bare):
    for path, text in ADDED:
        file = bare.path(path)
        file.write_text(f"{file.read_text('utf-8')}\n{text}\n", "utf-8")
    assert bare.verb("new-step", "TITLE=New", "AFTER=2") == 0
    found = texts(bare.root)
    assert [(file, one) for file, lines in CHANGED.items() for one in lines if one not in found[file]] == []


def test_a_number_with_one_digit_less_is_still_one_that_python_reads(bare):
    for number in range(5, 11):
        assert bare.verb("new-step", f"TITLE=More {number}") == 0
    bare.edit("suite/test_numbers.py", 'drives(2, "two', 'drives(10, "two')
    bare.edit("hints.txt", " 2  Two", "10  Two")
    assert bare.verb("drop-step", "STEP=7") == 0
    found = texts(bare.root)
    assert 'drives(9, "two' in found["suite/test_numbers.py"]
    assert "\n9  Two" in found["hints.txt"]
    assert found["steps/step_09_more_10/README.md"].startswith("# Step 09 · More 10\n")


def test_only_what_a_new_step_lacks_is_left_to_do(bare, capsys):
    assert bare.verb("new-step", "TITLE=New", "AFTER=0") == 0
    capsys.readouterr()
    assert bare.verb("todo", "FILL=1") == 1
    headings = [line for line in capsys.readouterr().out.splitlines() if line[:5] in ("step ", "the s")]
    assert headings == ["step 1, New"]


NO_TITLE = 'a title, please, with letters a to z, or digits: make new-step TITLE="Centuries"'
NO_NEW_TITLE = NO_TITLE.replace("new-step", "step-2 rename-step")
MISTAKES = [
    (["new-step", "TITLE=五"], NO_TITLE),
    (["new-step", "TITLE=a", "AFTER=9"], "there is no step 9: the steps are 0 to 4"),
    (["new-step", "TITLE=a", "KIND=tidy"], "KIND=tidy: use test first, refactoring or another design"),
    (["move-step"], "move-step of which step? For example: make step-1 move-step"),
    (["move-step", "STEP=3"], "move-step behind which step? For example: make step-3 move-step AFTER=1"),
    (["rename-step", "STEP=2", "TITLE=Numbers"], "step 2 is called Numbers already"),
    (["rename-step", "STEP=2"], NO_NEW_TITLE),
    (["move-step", "STEP=2", "AFTER=1"], "step 2 is there already"),
    (["move-step", "STEP=2", "AFTER=2"], "step 2 is there already"),
    (["move-step", "STEP=0", "AFTER=2"], "step 0 is the start, and stays first"),
    (["drop-step"], "drop-step of which step? For example: make step-1 drop-step"),
    (["drop-step", "STEP=0"], "step 0 stays: a story has a start and another step"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES, ids=[" ".join(words) for words, _ in MISTAKES])
def test_a_mistake_is_answered_in_a_line_and_nothing_changes(bare, capsys, words, said):
    before = texts(bare.root)
    assert bare.verb(*words) == 2
    assert capsys.readouterr().err == f"{said}\n"
    assert texts(bare.root) == before


def test_a_text_that_is_not_utf_8_stops_it(bare, capsys):
    bare.path("hints.txt").write_bytes(b" 1  M\xfcnchen\n")
    assert bare.verb("move-step", "STEP=2", "AFTER=3") == 2
    assert capsys.readouterr().err == "hints.txt: this is not UTF-8; save it as UTF-8\n"


@pytest.mark.parametrize(("error", "status"), [(OSError(28, "Full"), 1), (KeyboardInterrupt(), 130)])
@pytest.mark.parametrize("number", [0, 3, 8])
def test_where_it_fails_all_is_as_it_was(bare, monkeypatch, error, status, number):
    before, done, write = texts(bare.root), [], Path.write_bytes

    def fails_at_last(file, content):
        done.append(file)
        if len(done) == number + 1:
            raise error
        return write(file, content)

    monkeypatch.setattr(Path, "write_bytes", fails_at_last)
    assert bare.verb("new-step", "TITLE=New", "AFTER=0") == status
    assert texts(bare.root) == before
