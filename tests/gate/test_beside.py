"""Laws 5 and 6: a step of several files. The module imports what lies beside it, and so may the suite."""

import pytest

from dojo.gate.coverage import check_coverage
from gate.planting import lines

WORDS = '''"""The words."""

WORDS = {3: "Fizz"}


def word(number):
    """What is said in place of this number."""
    return WORDS[number]
'''
FIZZ = '''"""Fizz."""

from words import word


def say(number):
    """What is said at a number."""
    return word(3) if divisible(number, 3) else str(number)


def divisible(number, by):
    """Is nothing left?"""
    return number % by == 0
'''
OF_WORDS = '''"""The words of their own."""

import pytest
from words import word


@pytest.mark.guards(4)
def test_three_has_a_word():
    assert word(3) == "Fizz"
'''
TWICE = '''"""The word is said twice.

People think of a choir.

step: 3
theme: the words
shown by: saying 3
riddle: A choir is heard.
hint: Say three.
"""
import words
from finished import the_rest

words.WORDS = {3: "FizzFizz"}
the_rest(globals())
'''


@pytest.fixture
def beside(small):
    """The small story, whose last two steps have a second module, with a test of its own."""
    small.path("step_04/fizz.py").write_text(FIZZ)
    small.edit("step_03/fizz.py", 'return "Fizz"', "return words.word(3)")
    small.edit("step_03/fizz.py", '"""Fizz."""\n', '"""Fizz."""\n\nimport words\n')
    small.edit("step_03/README.md", '        return "Fizz"', "        return words.word(3)")
    for step in ("step_03", "step_04"):
        small.path(f"{step}/words.py").write_text(WORDS)
    small.path("suite/test_words.py").write_text(OF_WORDS)
    small.edit("story.toml", "of_no_kata = [", 'of_no_kata = ["test_words.py", ')
    return small


def test_a_module_beside_is_imported_from_its_own_step(beside):
    beside.path("mutants/said_twice.py").write_text(TWICE)
    assert lines(beside) == []


FAULTS = [
    pytest.param(
        "step_04/words.py", "    return WORDS[number]", "    return WORDS[n]", "law 2", id="it breaks"
    ),
    pytest.param(
        "step_04/words.py",
        "    return WORDS[number]",
        "    if not number:\n        return 0\n    return WORDS[number]",
        "law 5 · steps/step_04_divisible/words.py:9: no test green by then reaches it; remove it, or write",
        id="a line of it that no test reaches",
    ),
    pytest.param(
        "step_04/fizz.py",
        "from words import word",
        "from more import word",
        "law 6 · steps/step_04_divisible/fizz.py:3: imports more: each step stands alone; copy what it needs",
        id="a module that is not there",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), FAULTS)
def test_a_fault_of_a_module_beside_is_named(beside, path, old, new, said):
    beside.edit(path, old, new)
    found = lines(beside)
    assert [line for line in found if line.startswith(said)], "\n".join(found)


def test_what_only_a_guard_reaches_of_a_module_beside_is_covered(beside):
    beside.edit(
        "step_04/words.py", "    return W", "    if number == 30:\n        return WORDS[3]\n    return W"
    )
    beside.edit("suite/test_words.py", "word(3)", "word(30)")
    assert lines(beside, [check_coverage]) == []


OWN_TEST = """import fizz


def test_three_is_fizz():
    assert fizz.say(3) == "Fizz"
"""
READS = """from pathlib import Path

WORDS = dict(enumerate(Path(__file__).with_name("words.txt").read_text().split()))
"""


@pytest.fixture
def with_data(beside):
    """The same, whose second module reads a file from step 3 on; step 0 has it for participants."""
    beside.edit("story.toml", "words = []", 'words = []\n"words.txt" = []')
    for step in ("step_00", "step_03", "step_04"):
        beside.path(f"{step}/words.txt").write_text("none one two Fizz\n")
    for step in ("step_03", "step_04"):
        beside.edit(f"{step}/words.py", 'WORDS = {3: "Fizz"}\n', READS)
    return beside


def test_a_step_reads_a_file_that_lies_beside_it(with_data):
    with_data.path("mutants/said_twice.py").write_text(TWICE)
    assert lines(with_data) == []


def test_a_file_that_is_not_named_is_named_by_the_gate(with_data):
    with_data.edit("story.toml", '"words.txt" = []', "")
    said = lines(with_data)[0]
    mend = "nothing names it; remove it, or name a module or a file in [beside] of story.toml"
    assert said == f"law 6 · steps/step_00_nothing_yet/words.txt: {mend}"


def test_a_new_step_and_an_attempt_get_the_file(with_data, capsys):
    assert with_data.verb("new-step", "TITLE=Buzz") == 0
    assert with_data.path("step_05/words.txt").read_text() == "none one two Fizz\n"
    assert with_data.verb("step-5", "move-step", "AFTER=3") == 0
    assert with_data.path("step_04/words.txt").read_text() == "none one two Fizz\n"
    assert with_data.verb("start", "NAME=a") == 0
    assert with_data.path("kata/attempts/a/words.txt").read_text() == "none one two Fizz\n"
    assert "This is yours" in capsys.readouterr().out


def test_what_systems_leave_behind_is_no_data(with_data, capsys):
    with_data.path("step_00/Thumbs.db").write_bytes(b"\xff")
    assert with_data.verb("start", "NAME=a") == 0
    assert not with_data.path("kata/attempts/a/Thumbs.db").exists()
    assert "This is yours" in capsys.readouterr().out


def test_a_file_that_is_no_text_is_copied_as_it_is(with_data, capsys):
    with_data.path("step_00/words.txt").write_bytes(b"\xff")
    assert with_data.verb("start", "NAME=a") == 0
    assert with_data.path("kata/attempts/a/words.txt").read_bytes() == b"\xff"
    assert "This is yours" in capsys.readouterr().out


def test_tests_are_judged_by_solutions_of_two_modules(with_data, capsys):
    assert with_data.verb("start", "NAME=a", "MODE=mine") == 0
    with_data.path("kata/attempts/a/test_fizz.py").write_text(OWN_TEST)
    with_data.path("mutants/said_twice.py").write_text(TWICE)
    capsys.readouterr()
    with_data.verb("judge")
    assert "accepted 2 of 2 right solutions" in capsys.readouterr().out


INIT = '''"""The words, and what they are made of."""

from words.table import WORDS


def word(number):
    """What is said in place of this number."""
    return WORDS[number]
'''
TABLE = '''"""A table."""

WORDS = {3: "Fizz"}
'''
OF_TABLE = """

@pytest.mark.guards(4)
def test_the_table_has_one_word():
    assert WORDS == {3: "Fizz"}
"""


@pytest.fixture
def packaged(beside):
    """The same, whose second module is a package of two."""
    for step in ("step_03", "step_04"):
        beside.path(f"{step}/words.py").unlink()
        beside.path(f"{step}/words").mkdir()
        beside.path(f"{step}/words/__init__.py").write_text(INIT)
        beside.path(f"{step}/words/table.py").write_text(TABLE)
    beside.edit(
        "suite/test_words.py",
        "from words import word",
        "from words import word\nfrom words.table import WORDS",
    )
    with beside.path("suite/test_words.py").open("a") as file:
        file.write(OF_TABLE)
    return beside


def test_a_package_beside_is_imported_from_its_own_step(packaged):
    mutant = TWICE.replace("words.WORDS = {", "words.table.WORDS.update({").replace('Fizz"}', 'Fizz"})')
    packaged.path("mutants/said_twice.py").write_text(mutant)
    assert lines(packaged) == []


PACKAGE_FAULTS = [
    pytest.param(
        "step_04/words/table.py",
        '3: "Fizz"',
        '3: "Fuzz"',
        "law 1 · step_04_divisible · suite/test_",
        id="a wrong word",
    ),
    pytest.param(
        "step_04/words/table.py",
        "WORDS = {",
        "def unused():\n    return 1\n\n\nWORDS = {",
        "law 5 · steps/step_04_divisible/words/table.py:4: no test",
        id="a line of it that no test reaches",
    ),
    pytest.param(
        "step_04/words/__init__.py",
        "from words.table import WORDS",
        "from more import WORDS",
        "law 6 · steps/step_04_divisible/words/__init__.py:3: imports more: each step stands alone; copy",
        id="a module that is not there",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), PACKAGE_FAULTS)
def test_a_fault_of_a_package_beside_is_named(packaged, path, old, new, said):
    packaged.edit(path, old, new)
    found = lines(packaged)
    assert [line for line in found if line.startswith(said)], "\n".join(found)


def test_a_package_has_modules_and_nothing_else(packaged):
    packaged.path("step_04/words/notes.txt").write_text("later\n")
    [line] = [line for line in lines(packaged) if "notes" in line]
    mend = "nothing names it; remove it, or put what the code reads beside the module"
    assert line == f"law 6 · steps/step_04_divisible/words/notes.txt: {mend}"


def test_a_package_may_import_from_itself_by_a_dot(packaged):
    for step in ("step_03", "step_04"):
        packaged.edit(f"{step}/words/__init__.py", "from words.table", "from .table")
    assert [line for line in lines(packaged) if "law 9" not in line] == []


def test_a_package_moves_with_its_step_and_comes_with_its_code(packaged, capsys):
    assert packaged.verb("new-step", "TITLE=Buzz") == 0
    assert packaged.path("step_05/words/table.py").read_text() == TABLE
    assert packaged.verb("step-5", "move-step", "AFTER=3") == 0
    assert packaged.path("step_04/words/table.py").read_text() == TABLE
    assert packaged.verb("step-4", "drop-step") == 0
    assert not packaged.path("steps").joinpath("step_04_buzz").exists()
    assert packaged.verb("start", "NAME=a", "FROM_STEP=4") == 0
    assert packaged.path("kata/attempts/a/words/table.py").read_text() == TABLE
    capsys.readouterr()
    assert packaged.verb("next", "NAME=a") == 0
    assert "That was the last of our tests of fizz" in capsys.readouterr().out


def test_a_change_in_a_package_is_shown(packaged, capsys):
    packaged.edit("step_04/words/table.py", '"""A table."""', '"""The table."""')
    assert packaged.verb("step-4", "diff") == 0
    shown = capsys.readouterr().out
    assert '-"""A table."""\n+"""The table."""' in shown
    assert "+++ steps/step_04_divisible/words/table.py" in shown
