"""`make new-step`: a copy of a step with a story to be told, and all behind it moves up."""

import subprocess

import pytest

from author.breached import LACKING, laws
from dojo.drafts import writing

README = """\
# Step 05 · Every 5th, or “Buzz”

*Chapter 2 · Three · test first*

## Red

## Green

## What to notice

**Ask the room:**
"""
MADE = """\
steps/step_05_every_5th_or_buzz/  README.md  fizz.py

Next:
  write a test into suite/, and mark it drives(5, …)
  make step-5 red
  make todo    what is missing
"""


def texts(folder):
    """All files of a folder, but for what is kept of earlier runs."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8")
        for file in folder.rglob("*")
        if file.is_file() and not {".cache", ".git"} & set(file.relative_to(folder).parts)
    }


def test_a_step_at_the_end_is_a_copy_of_the_last_with_a_story_to_tell(bare, capsys):
    before = texts(bare.root)
    assert bare.verb("new-step", "TITLE= Every  5th, or “Buzz”") == 0
    assert capsys.readouterr().out == MADE
    folder = "steps/step_05_every_5th_or_buzz"
    new = {f"{folder}/README.md": README, f"{folder}/fizz.py": before["steps/step_04_divisible/fizz.py"]}
    assert texts(bare.root) == before | new


def test_a_refactoring_has_its_own_headings(bare, capsys):
    assert bare.verb("new-step", "TITLE=Tidy", "KIND=refactoring") == 0
    prose = (bare.root / "steps" / "step_05_tidy" / "README.md").read_text("utf-8")
    assert "· refactoring*\n\n## Green\n\n## Refactor\n\n## What to notice\n\n**Ask" in prose
    assert "drives" not in capsys.readouterr().out


@pytest.mark.parametrize("after", [0, 4])
def test_the_gate_has_nothing_to_say_but_what_the_new_step_lacks(bare, capsys, after):
    assert bare.verb("new-step", "TITLE=New", f"AFTER={after}") == 0
    assert bare.verb("gate") == 1
    *said, _shut = capsys.readouterr().err.splitlines()
    assert laws(said, f"step_{after + 1:02}_new") == LACKING


MOVED = """\
steps/step_03_new/  README.md  fizz.py
2 steps moved up by one; 9 files changed with them.
1 attempt under way: a test that you write for the new step comes next for whoever is past it. Nothing else \
changes for them.

Look at these lines: they mention a step, and only you know which one they mean.
  steps/step_04_fizz/README.md:7
  notes.py:3

Next:
  write a test into suite/, and mark it drives(3, …)
  make step-3 red
  make todo    what is missing
"""
ADDED = [
    ("hints.txt", "", " 3  What", "    2 is said: As on step 3?\n"),
    (
        "step_03/README.md",
        "## Red\n",
        "",
        "\nOn step 2 it is three, see [01](../step_01_fake_it/README.md).\n",
    ),
    ("step_02/README.md", "## Green\n", "", "\nStep 03 asks, and step 2 does not.\n"),
    ("step_04/README.md", "## What to notice\n", "", "\n- Steps 2 and 3, `make step-4 red`.\n"),
    ("kata/README.md", "", "Say each", "From step 3 on ([fizz](../steps/step_03_fizz/fizz.py)): "),
    ("story.toml", 'first_test = "kata/first_test.py"\n', "", "program = 4\n"),
]
"""What stands behind or before a text."""
CHANGED = {
    "steps/step_04_fizz/README.md": ["# Step 04 · Fizz", "On step 2 it is three", "step_01_fake_it/"],
    "steps/step_02_numbers/README.md": ["# Step 02 ·", "Step 04 asks, and step 2 does not."],
    "steps/step_05_divisible/README.md": ["# Step 05 ·", "- Steps 2 and 4, `make step-5 red`."],
    "kata/README.md": ["From step 4 on ([fizz](../steps/step_04_fizz/fizz.py))"],
    "suite/test_numbers.py": ['drives(2, "two', 'guards(4, "four'],
    "suite/test_more.py": ["@pytest.mark.drives(4)", "@pytest.mark.guards(5)"],
    "mutants/never_above_one.py": ["step: 1"],
    "mutants/always_fizz_from_three.py": ["step: 4"],
    "hints.txt": ["\n 2  Two", "\n    2 is said: As on step 4?\n", "\n 4  What"],
    "story.toml": ["finished = 4\n", "program = 5\n"],
    "notes.py": ["story.step(3)"],
}


def test_all_that_mentions_a_step_behind_it_says_the_new_number(bare, capsys):
    for path, behind, before, text in ADDED:
        bare.edit(path, behind + before, behind + text + before)
    (bare.root / "notes.py").write_text('"""Not of the story."""\n\nFIZZ = story.step(3)\n')
    (bare.root / "kata" / "attempts" / "tables-3").mkdir(parents=True)
    assert bare.verb("new-step", "TITLE=New", "AFTER=2") == 0
    assert capsys.readouterr().out == MOVED
    found = texts(bare.root)
    assert [
        (file, line) for file, lines in CHANGED.items() for line in lines if line not in found[file]
    ] == []


def test_the_first_steps_failure_is_on_the_new_step(bare):
    bare.verb("new-step", "TITLE=New", "AFTER=0")
    prose = bare.path("step_02/README.md").read_text("utf-8")
    assert "module 'fizz' has no attribute 'say'" in prose


MISTAKES = [
    pytest.param([], 'a title, please: make new-step TITLE="Centuries"', id="no title"),
    pytest.param(["TITLE= "], 'a title, please: make new-step TITLE="Centuries"', id="a blank title"),
    pytest.param(["TITLE=♣ 丸"], "'♣ 丸' gives no name for a folder: a title has letters", id="no slug"),
    pytest.param(["TITLE=a", "AFTER=9"], "AFTER is the number of a step, 0 to 4, not 9", id="no such step"),
    pytest.param(["TITLE=a", "AFTER=x"], "AFTER is the number of a step, 0 to 4, not x", id="no number"),
    pytest.param(["TITLE=a", "KIND=start"], "KIND is test first or refactoring, not start", id="no kind"),
    pytest.param(["TITLE=a", "STORY=none"], "there is no story none", id="no story"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_is_answered_in_a_line_and_nothing_changes(bare, capsys, words, told):
    before = texts(bare.root)
    assert bare.verb("new-step", *words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert texts(bare.root) == before


def test_there_is_no_step_100(bare, capsys):
    (bare.root / "steps" / "step_04_divisible").rename(bare.root / "steps" / "step_99_divisible")
    assert bare.verb("new-step", "TITLE=New") == 2
    assert capsys.readouterr().err == "there is no step 100: a folder has two digits for its number\n"


FAULTS = [
    pytest.param("suite/test_more.py", b"def test(:\n", "test_more.py:1: is not valid", id="no Python"),
    pytest.param("hints.txt", b"\xff\n", "hints.txt: this is not UTF-8; save it as UTF-8", id="no UTF-8"),
    pytest.param("story.toml", None, "write finished on a line of its own, as", id="no plain number"),
]


@pytest.mark.parametrize(("path", "content", "told"), FAULTS)
def test_what_cannot_be_read_is_named_and_nothing_changes(bare, capsys, path, content, told):
    file = bare.root / path
    file.write_bytes(content or file.read_bytes().replace(b"finished = 3", b'"finished" = 3'))
    before = {file: file.read_bytes() for file in bare.root.rglob("*") if file.is_file()}
    assert bare.verb("new-step", "TITLE=New", "AFTER=1") == 2
    assert told in capsys.readouterr().err
    assert {file: file.read_bytes() for file in bare.root.rglob("*") if file.is_file()} == before


def test_where_something_fails_half_way_all_is_as_it_was(bare, capsys, monkeypatch):
    before, move, done = texts(bare.root), writing.move, []

    def fails_at_last(*words):
        done.append(words)
        if len(done) > 4:
            raise OSError(28, "No space left on device")
        move(*words)

    monkeypatch.setattr(writing, "move", fails_at_last)
    assert bare.verb("new-step", "TITLE=New", "AFTER=1") == 1
    assert capsys.readouterr().err == "nothing is written: No space left on device\n"
    assert texts(bare.root) == before


def commit(folder):
    """Commit all that is there."""
    settings = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "-A"], [*settings, "commit", "-qm", "a"]):
        subprocess.run(["git", *words], cwd=folder, check=True)


def test_what_is_not_committed_is_not_mixed_with_what_moves(bare, capsys):
    commit(bare.root)
    assert bare.verb("new-step", "TITLE=New", "AFTER=1") == 0
    commit(bare.root)
    bare.edit("hints.txt", "Two numbers", "Three numbers")
    bare.edit("step_04/README.md", "## Red\n", "## Red\n\nFizz.\n")
    before = texts(bare.root)
    capsys.readouterr()
    assert bare.verb("new-step", "TITLE=Newer", "AFTER=1") == 2
    told = "hints.txt and 1 more: commit this first, so that you can tell it from what moves up\n"
    assert capsys.readouterr().err == told
    assert texts(bare.root) == before
    assert bare.verb("new-step", "TITLE=Newer") == 0  # nothing moves


PAGE = """\
See `steps/step_01_fake_it`, `katas/fizz/steps/step_0{0}_fake_it`, `katas/leap-years/steps/step_0{1}_fake_it`.

Step {0}, `make step-{0} red`, is of the first story.

Type `make step-{1} red STORY=leap-years`, and see step {1}.
"""


@pytest.mark.parametrize(("story", "first", "other"), [("small", 2, 1), ("leap-years", 1, 2)])
def test_on_the_pages_of_a_workspace_each_story_has_its_own_steps(desk, story, first, other):
    desk.verb("new", "STORY=leap-years")
    (desk.root / "README.md").write_text(PAGE.format(1, 1), "utf-8")
    assert desk.verb("new-step", "TITLE=New", "AFTER=0", f"STORY={story}") == 0
    assert (desk.root / "README.md").read_text("utf-8") == PAGE.format(first, other)


def test_a_story_elsewhere_is_named_by_its_folder(desk, capsys):
    elsewhere = desk.root.parent / "my katas"
    elsewhere.mkdir()
    desk.verb("new", "STORY=../my katas/leap-years")
    capsys.readouterr()
    assert desk.verb("new-step", f"STORY={elsewhere}/leap-years", "TITLE=New", "AFTER=0") == 0
    assert "  make step-1 red STORY='../my katas/leap-years'\n" in capsys.readouterr().out
    assert (elsewhere / "leap-years" / "steps" / "step_02_fake_it").is_dir()
