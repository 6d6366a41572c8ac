"""Law 6: a step has its number, stands alone, and changes the code."""

import pytest

from dojo.gate.checks import FILES
from gate.planting import faults, is_read, lines, says

RETOLD = "Retold from *The Song* by Ann, verse 4."
FAULTS = {
    "step_01/README.md": [
        (
            "verse 1",
            "verse 4",
            "step_01_fake_it/README.md:28: tells verse 4, and the next one is 1 of 4; tell",
        ),
    ],
    "step_02/fizz.py": [
        (
            "",
            "from steps.step_01_fake_it.fizz import say as said",
            "fizz.py:9: imports steps.step_01_fake_it",
        ),
        ("", "import dojo.errors", "step_02_numbers/fizz.py:9: imports dojo.errors: each step stands alone"),
        ("", "from . import words", "step_02_numbers/fizz.py:9: imports .: each step stands alone; copy"),
        ("def say(number):", "def say(number:", "step_02_numbers/fizz.py:4: is not valid Python"),
    ],
    "step_02/README.md": [
        ("verses 2–3", "verse 2", "step_03_fizz/README.md:29: tells verse 4, and the next one is 3 of 4"),
        ("verses 2–3", "verses 2–1", "README.md:28: tells verse 2 to 1, and the next one is 2 of 4"),
        (
            "1 · Counting",
            "1 · Counts",
            "README.md:3: calls chapter 1 Counts, which was Counting before; give",
        ),
    ],
    "step_03/README.md": [
        ("verse 4.", "verses 3–4.", "README.md:29: tells verse 3 to 4, and the next one is 4 of 4"),
        ("verse 4.", "verses 4–5.", "README.md:29: tells verse 4 to 5, and the next one is 4 of 4"),
        (RETOLD, "", "story.toml:15: no story tells verse 4; end the README of a step with Retold from *The"),
    ],
    "step_04/words.py": [
        ("", "import fizz\nimport numpy", "step_04_divisible/words.py:2: imports numpy: each")
    ],
}


@pytest.mark.parametrize("fault", faults("law 6", FAULTS))
def test_a_step_that_does_not_stand_alone_or_leaves_something_out_is_named(bare, fault):
    is_read(bare, fault)


RENAMED = [
    (
        "step_02_numbers",
        "step-2-Numbers",
        "step-2-Numbers: is not called as a step is, step_NN_slug; rename it step_02_numbers",
    ),
    (
        "step_02_numbers",
        "step_07_numbers",
        "step_03_fizz: number 02 is next; rename it step_02_fizz, or bring step 02 back",
    ),
    ("step_02_numbers", "step_07_numbers", "step_03_fizz: number 02 is next; rename it step_02_fizz"),
    ("step_02_numbers", "step_01_numbers", "step_01_numbers: number 02 is next; rename it step_02_numbers"),
    ("step_02_numbers", "step_two", "step_two: nothing names it; | (a step is called step_NN_slug)"),
    (
        "step_00_nothing_yet",
        "step_07_nothing",
        "step_01_fake_it: number 00 is next; rename it step_00_fake_it",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), RENAMED)
def test_a_folder_that_is_wrong_is_named(bare, old, new, message):
    (bare.root / "steps" / old).rename(bare.root / "steps" / new)
    says(bare, *f"law 6 · steps/{message}".split(" | "), groups=[FILES])


def test_a_road_whose_chapter_is_not_there_is_named(bare):
    bare.edit("story.toml", "\n[tests]\n", "\n[roads]\nside = [9]\n\n[tests]\n")
    message = "roads.side names chapter 9, and no README is of that chapter; write the number of one"
    says(bare, f"law 6 · story.toml:23: {message}", groups=[FILES])


def test_a_module_that_no_step_has_is_said_once(bare):
    bare.edit("story.toml", 'module = "fizz"', 'module = "Fizz"')
    assert lines(bare) == ['law 6 · story.toml:5: no step has a Fizz.py; write module = "fizz"']


def test_a_folder_that_is_nearly_called_as_a_step_leaves_no_gap(bare):
    (bare.root / "steps/step_02_numbers").rename(bare.root / "steps/step_02_Numbers")
    assert [line for line in lines(bare, FILES) if "is next" in line] == []


SAME = '''"""Fizz."""


def say(number):
    """What is said at a number."""
    if number % 3 == 0:
        return "Fizz"
    return str(number)
'''
NEW_LAYOUT = {
    "nothing": SAME,
    "a comment": SAME.replace("    if", "    # three times something\n    if"),
    "a docstring": SAME.replace("What is said", "What one says"),
    "no docstring": SAME.replace('"""Fizz."""\n', ""),
    "parentheses": SAME.replace("number % 3 == 0", "(\n        (number % 3) == 0\n    )"),
    "pass": SAME.replace("    return s", "    pass\n    return s"),
}


@pytest.mark.parametrize("code", NEW_LAYOUT.values(), ids=NEW_LAYOUT)
def test_a_refactoring_that_changes_only_the_layout_is_named(bare, code):
    bare.path("step_04/fizz.py").write_text(code)
    message = "has the code of step_03_fizz, at most laid out differently; change it, or remove the step"
    says(bare, f"law 6 · steps/step_04_divisible/fizz.py: {message}", groups=[FILES])


CHANGED = {
    "other names": SAME.replace("number", "n"),
    "another expression": SAME.replace("number % 3 == 0", "not number % 3"),
    "types": SAME.replace("say(number)", "say(number: int)"),
}


@pytest.mark.parametrize("code", CHANGED.values(), ids=CHANGED)
def test_a_refactoring_that_changes_the_code_is_one(bare, code):
    bare.path("step_04/fizz.py").write_text(code)
    assert lines(bare, FILES) == []


def test_what_is_put_beside_the_module_is_a_change(bare):
    bare.path("step_04/fizz.py").write_text(SAME)
    bare.path("step_04/words.py").write_text('"""Words."""\n')
    assert lines(bare, FILES) == []


def test_a_step_that_is_no_python_has_not_the_code_of_an_empty_one(bare):
    bare.path("step_01/fizz.py").write_text("def say(number:\n")
    assert [line for line in lines(bare, FILES) if "the code of" in line] == []
