"""Law 6: each step changes the code; and law 1: no refactoring makes a red for the next test."""

import pytest

from gate.planting import of_files, reads, shuts

SAID = '    return "Fizz" if divisible(number, 3) else str(number)\n'
SAME = '''"""Fizz."""


def say(number):
    """What is said at a number."""
    if number % 3 == 0:
        return "Fizz"
    return str(number)
'''
NEW_LAYOUT = [
    pytest.param(SAME, id="nothing"),
    pytest.param(SAME.replace('"Fizz"', "'Fizz'"), id="other quotes"),
    pytest.param(SAME.replace("    if", "    # three times something\n    if"), id="a comment"),
    pytest.param(SAME.replace("What is said", "What one says"), id="a docstring"),
    pytest.param(SAME.replace('"""Fizz."""\n', ""), id="no docstring"),
    pytest.param(SAME.replace("number % 3 == 0", "(\n        (number % 3) == 0\n    )"), id="parentheses"),
    pytest.param(SAME.replace("    return s", "    pass\n    return s"), id="pass"),
    pytest.param(SAME.replace("    return s", '    "as it is"\n    return s'), id="a text"),
]


@pytest.mark.parametrize("code", NEW_LAYOUT)
def test_a_refactoring_that_changes_only_the_layout_is_named(bare, code):
    bare.path("step_04/fizz.py").write_text(code)
    told = "has the code of step_03_fizz, at most laid out differently"
    reads(bare, f"law 6 · steps/step_04_divisible/fizz.py: {told}")


HONEST = [
    pytest.param(SAME.replace("number", "n"), id="other names"),
    pytest.param(SAME.replace("number % 3 == 0", "not number % 3"), id="another expression"),
    pytest.param(SAME.replace("say(number)", "say(number: int)"), id="types"),
    pytest.param(SAME.replace("3", "THREE").replace('z."""\n', 'z."""\n\nTHREE = 3\n', 1), id="a name more"),
]


@pytest.mark.parametrize("code", HONEST)
def test_a_refactoring_that_changes_the_code_is_one(bare, code):
    bare.path("step_04/fizz.py").write_text(code)
    assert of_files(bare.story) == []


def test_what_is_put_beside_the_module_is_a_change(bare):
    bare.path("step_04/fizz.py").write_text(SAME)
    bare.path("step_04/words.py").write_text('"""Words."""\n')
    assert of_files(bare.story) == []


@pytest.fixture
def broken(small):
    """Step 4 breaks what nothing asks for yet; step 5 mends it, and calls that a test first."""
    folder = small.path("step_04/fizz.py").parent
    right = small.path("step_04/fizz.py").read_text()
    small.edit("step_04/fizz.py", SAID, '    if number == 11:\n        return "10"\n' + SAID)
    new = folder.with_name("step_05_eleven")
    new.mkdir()
    (new / "fizz.py").write_text(right)
    story = (folder / "README.md").read_text()
    (new / "README.md").write_text(story.replace("Step 04", "Step 05").replace("refactoring", "test first"))
    small.edit("suite/test_numbers.py", "= [\n", '= [\n    drives(5, "eleven is said", 11, "11"),\n')
    return small


def test_a_red_that_a_refactoring_makes_is_named(broken, capsys):
    shuts(
        broken,
        capsys,
        "law 1 · step_04_divisible · suite/test_numbers.py:7 · “eleven is said”",
        "was green on step_03_fizz, and only this refactoring made it red",
    )


def test_a_refactoring_may_change_what_nobody_asked_and_say_so(broken, capsys):
    broken.edit("step_04/README.md", "No colour has changed.", "It changes what nobody\n  asked.")
    broken.verb("gate")
    assert "only this refactoring made it red" not in capsys.readouterr().err
