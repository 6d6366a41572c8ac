"""The gate catches every breach of its laws: each row plants one in the small story."""

import re
from typing import NamedTuple

import pytest


class Planted(NamedTuple):
    """The edit, and what the gate has to say of it."""

    path: str
    old: str
    new: str
    told: tuple


def plant(law, fault, path, old, new, *told):
    """A row: the law, what is planted, and the rest of it."""
    return pytest.param(Planted(path, old, new, (f"law {law} · ", *told)), id=f"law {law}: {fault}")


TWO = 'drives(2, "two is said", 2, "2"),'
SAYS = "    return str(number)\n"
FAKE = '    return "1"\n'
SAID_FIZZ = '    assert fizz.say(3) == "Fizz"\n'
NUMBERS, MORE = "suite/test_numbers.py", "suite/test_more.py"
A_TEST = "\n\ndef test_nothing(fizz):\n    assert fizz\n"

EDITS = [
    plant(
        1,
        "a test is green too early",
        NUMBERS,
        TWO,
        TWO.replace('2, "2"', '1, "1"'),
        "step_01_fake_it",
        "two is said",
        "green before it",
    ),
    plant(
        1,
        "a step does not make its test green",
        "step_02/fizz.py",
        SAYS,
        "    return str(number + 1)\n",
        "step_02_numbers",
        "two is said",
        "drives step 2, but is red here",
    ),
    plant(
        1,
        "a later step breaks an older test",
        "step_03/fizz.py",
        "    return str(number)\n",
        '    return "1" if number != 4 else "4"\n',
        "step_03_fizz",
        "two is said",
        "is red here",
    ),
    plant(
        1,
        "a guard was red when it was written",
        NUMBERS,
        TWO,
        TWO.replace("drives", "guards"),
        "step_01_fake_it",
        "two is said",
        "guards step 2, but is red here",
    ),
    plant(
        2,
        "None is called",
        "step_01/fizz.py",
        FAKE,
        "    return None()\n",
        "step_01_fake_it",
        "two is said",
        "TypeError",
    ),
    plant(
        2,
        "something is not known",
        "step_01/fizz.py",
        FAKE,
        "    raise NotImplementedError(number)\n",
        "step_01_fake_it",
        "two is said",
        "NotImplementedError",
    ),
    plant(
        2,
        "the step asserts by itself",
        "step_01/fizz.py",
        FAKE,
        "    assert not number\n",
        "step_01_fake_it",
        "two is said",
        "AssertionError",
    ),
    plant(
        2,
        "a name is missing inside the step",
        "step_01/fizz.py",
        FAKE,
        "    return number.nothing\n",
        "step_01_fake_it",
        "two is said",
        "AttributeError",
    ),
    plant(
        2,
        "None is there where something is asked for",
        NUMBERS,
        "    assert fizz.say(number) == said\n",
        "    assert (None if number == 2 else fizz.say(number)).strip() == said\n",
        "step_01_fake_it",
        "AttributeError: 'NoneType' object has no attribute 'strip'",
    ),
    plant(
        2,
        "the step does not compile",
        "step_01/fizz.py",
        "def say(number):",
        "def say(number:",
        "step_01_fake_it",
        "two is said",
        "SyntaxError",
    ),
    plant(
        2,
        "the step imports what is not there",
        "step_01/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nfrom json import nothing\n',
        "step_01_fake_it",
        "two is said",
        "ImportError",
    ),
    plant(
        2,
        "the step ends Python when it is imported",
        "step_01/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nimport os\n\nos._exit(0)\n',
        "step_01_fake_it",
        "two is said",
        "ended Python itself, with status 0",
    ),
    plant(
        2,
        "the step loops for ever",
        "step_01/fizz.py",
        FAKE,
        "    while True:\n        pass\n",
        "step_01_fake_it",
        "one is said",
        "not done after 0.2 seconds: is there a loop without an end?",
    ),
    plant(
        2,
        "the step waits for ever",
        "step_01/fizz.py",
        FAKE,
        "    import time\n\n    time.sleep(600)\n",
        "step_01_fake_it",
        "one is said",
        "not done after 0.2 seconds",
    ),
    plant(
        3,
        "a refactoring loses a case",
        "step_04/fizz.py",
        "divisible(number, 3)",
        "divisible(number, 5)",
        "step_04_divisible",
        "fizz is said",
        "was green on step_03_fizz and is red after a refactoring",
    ),
    plant(
        4,
        "a test has no mark",
        NUMBERS,
        "\n\nNUMBERS = [",
        f"{A_TEST}\n\nNUMBERS = [",
        "test_nothing",
        "mark it with one drives(N) or guards(N)",
    ),
    plant(
        4,
        "a test has two marks",
        MORE,
        "@pytest.mark.drives(3)",
        "@pytest.mark.drives(3)\n@pytest.mark.guards(4)",
        "test_fizz_is_said",
        "mark it with one drives(N) or guards(N)",
    ),
    plant(
        4,
        "a test drives a step that is none",
        MORE,
        "@pytest.mark.drives(3)",
        "@pytest.mark.drives(99)",
        "test_fizz_is_said",
        "there is no step 99",
    ),
    plant(
        4,
        "a test runs on no step",
        MORE,
        "def test_fizz_is_said(fizz):\n",
        "def test_fizz_is_said():\n    import fizz\n\n",
        "test_fizz_is_said",
        "runs on no step",
    ),
    plant(
        4,
        "a test is marked to be skipped",
        MORE,
        "@pytest.mark.drives(3)",
        "@pytest.mark.drives(3)\n@pytest.mark.skipif('sys')",
        "test_fizz_is_said",
        "marked skipif",
    ),
    plant(
        4, "a test skips itself", MORE, SAID_FIZZ, "    pytest.skip('not today')\n", "step_03_fizz", "skipped"
    ),
    plant(
        4,
        "a test excuses itself",
        MORE,
        SAID_FIZZ,
        "    pytest.xfail('not today')\n",
        "step_03_fizz",
        "skipped",
    ),
    plant(
        5,
        "a line that no test asks for",
        "step_02/fizz.py",
        SAYS,
        f"    if number < 0:\n        return 0\n{SAYS}",
        "step_02_numbers",
        "fizz.py",
        "no test green by then reaches it",
    ),
    plant(
        5,
        "a branch that no test asks for",
        "step_02/fizz.py",
        SAYS,
        f"    if number:\n        number = int(number)\n{SAYS}",
        "step_02_numbers",
        "fizz.py",
        "the branch from line",
    ),
    plant(
        5,
        "a line that only a later test asks for",
        "step_02/fizz.py",
        SAYS,
        f"    if number == 10:\n        return 10\n{SAYS}",
        "step_02_numbers",
        "fizz.py",
        "no test green by then reaches it",
    ),
    plant(
        6,
        "a step imports another step",
        "step_02/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nfrom steps.step_01_fake_it.fizz import say as said\n',
        "step_02_numbers",
        "imports steps.step_01_fake_it.fizz",
    ),
    plant(
        6,
        "a step imports the tooling",
        "step_02/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nimport dojo.errors\n',
        "step_02_numbers",
        "imports dojo.errors",
    ),
    plant(
        6,
        "what stands beside a step imports what story.toml does not name",
        "step_04/words.py",
        "import fizz\n",
        "import fizz\nimport numpy\n",
        "step_04_divisible",
        "words.py:",
        "imports numpy",
    ),
    plant(
        6,
        "a verse is told twice",
        "step_03/README.md",
        "v. 4",
        "v. 3–4",
        "step_03_fizz",
        "tells verse 3, which step_02_numbers tells already",
    ),
    plant(6, "a verse is told by no story", "step_02/README.md", "v. 2–3", "v. 2", "no story tells verse 3"),
    plant(
        6,
        "a verse that the song has not",
        "step_03/README.md",
        "v. 4",
        "v. 4–5",
        "step_03_fizz",
        "the song has no verse 5",
    ),
    plant(
        6,
        "a chapter has two names",
        "step_02/README.md",
        "Chapter 1 · Counting",
        "Chapter 1 · Counts",
        "step_02_numbers",
        "calls chapter 1 Counts, which was Counting before",
    ),
    plant(
        7,
        "a README has no head",
        "step_02/README.md",
        "*Chapter 1 · Counting · test first · v. 2–3*",
        "Chapter 1, on counting",
        "step_02_numbers",
        "have not the form # Step 07",
    ),
    plant(
        7,
        "a README quotes code that stands nowhere",
        "step_02/README.md",
        "    return str(number)",
        "    return repr(number)",
        "step_02_numbers",
        "this code stands nowhere",
    ),
    plant(
        7,
        "a README leaves out a line of code",
        "step_04/README.md",
        '    """Is nothing left?"""\n',
        "",
        "step_04_divisible",
        "this code stands nowhere",
    ),
    plant(
        7,
        "a README quotes what stands in no file beside the step",
        "step_04/README.md",
        "## What to notice",
        "```python\nfrom fizz import nothing\n```\n\n## What to notice",
        "step_04_divisible",
        "this code stands nowhere",
    ),
    plant(
        7,
        "a README quotes a failure that does not happen",
        "step_02/README.md",
        "E       AssertionError: assert '1' == '2'",
        "E       AssertionError: assert '1' == '3'",
        "step_02_numbers",
        "this failure does not happen",
    ),
    plant(
        7,
        "a failure that does not happen stands below an empty line",
        "step_02/README.md",
        "E       AssertionError: assert '1' == '2'",
        "E       AssertionError: assert '1' == '2'\n\n\n\nE       no such line",
        "step_02_numbers",
        "this failure does not happen",
    ),
    plant(
        7,
        "a README quotes nothing",
        "step_03/README.md",
        "E       AssertionError: assert '3' == 'Fizz'\n",
        "",
        "step_03_fizz",
        "an empty block",
    ),
    plant(
        7,
        "a README names a function that the code does not have",
        "step_01/README.md",
        "`say` is a constant",
        "`tell` is a constant",
        "step_01_fake_it",
        "nothing is called `tell`",
    ),
    plant(
        7,
        "a README has its headings in another order",
        "step_02/README.md",
        "## Green",
        "## Refactor",
        "step_02_numbers",
        "its headings are Red, Refactor, What to notice",
    ),
    plant(
        7,
        "a README ends without a question",
        "step_02/README.md",
        "**Ask the room:**",
        "Ask the room:",
        "step_02_numbers",
        "its last paragraph is not a question",
    ),
    plant(
        7,
        "a README calls itself a refactoring",
        "step_02/README.md",
        "test first",
        "refactoring",
        "step_02_numbers",
        "says refactoring, but a test drives it",
    ),
    plant(
        7,
        "a README has the number of another step",
        "step_02/README.md",
        "# Step 02 ·",
        "# Step 03 ·",
        "step_02_numbers",
        "calls itself step 03",
    ),
    plant(
        8,
        "the steps are imported as Python imports",
        "suite/conftest.py",
        "        return self.source_to_code(self.get_data(self.path), self.path)",
        "        return super().get_code(_name)",
        "step_00_nothing_yet",
        "stale bytecode was run",
    ),
]


@pytest.fixture
def impatient(small):
    """A story whose tests may not take long."""
    small.edit("suite/conftest.py", "\nLIMIT = 5\n", "\nLIMIT = 0.2\n")
    small.edit("suite/conftest.py", "\nPATIENCE = 6\n", "\nPATIENCE = 2\n")
    return small


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(request, capsys, planted):
    slow = "0.2 seconds" in planted.told[-1]
    copy = request.getfixturevalue("impatient" if slow else "small")
    (copy.path("step_04/fizz.py").parent / "words.py").write_text('"""Words."""\n\nimport fizz\n')
    copy.edit(planted.path, planted.old, planted.new)
    assert copy.verb("gate") == 1
    said = capsys.readouterr().err
    assert [line for line in said.splitlines() if all(word in line for word in planted.told)], said


def test_the_gate_is_open_where_nothing_is_planted(small, capsys):
    assert small.verb("gate") == 0
    assert capsys.readouterr() == ("The eight laws hold: 5 tests on 5 steps.\n", "")


def test_some_steps_are_a_story_too(small, capsys):
    assert small.verb("gate", "STEPS=2-3") == 0
    assert capsys.readouterr().out == "The eight laws hold: 5 tests on 2 steps.\n"


def rename(old, new):
    def planted(copy):
        folder = copy.path(f"{old}/fizz.py").parent
        folder.rename(folder.with_name(new))

    return planted


def delete(path):
    def planted(copy):
        copy.path(path).unlink()

    return planted


def put(path):
    def planted(copy):
        copy.path("step_02").joinpath(path).write_text("")

    return planted


FOLDERS = [
    pytest.param(put("more.py"), ["law 6 · step_02_numbers · more.py", "nothing names it"], id="a file more"),
    pytest.param(
        rename("step_02", "step_07_numbers"),
        ["law 6 · step_03_fizz", "a number is missing"],
        id="a step is gone from its place",
    ),
    pytest.param(
        rename("step_02", "step_01_numbers"),
        ["law 6 · step_01_numbers", "has the same number as step_01_fake_it"],
        id="two steps have one number",
    ),
    pytest.param(
        rename("step_02", "step_two"),
        ["law 6 · step_two", "is called step_NN_slug"],
        id="a step has no number",
    ),
    pytest.param(
        rename("step_00", "step_07_nothing"),
        ["law 6 · step_01_fake_it", "start with 00"],
        id="no step 00",
    ),
    pytest.param(delete("step_02/README.md"), ["law 6 · step_02_numbers · README.md"], id="no README"),
    pytest.param(delete("step_02/fizz.py"), ["law 6 · step_02_numbers · fizz.py"], id="no module"),
]


@pytest.mark.parametrize(("planted", "told"), FOLDERS)
def test_the_gate_names_a_folder_that_is_wrong(small, capsys, planted, told):
    planted(small)
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert [line for line in said.splitlines() if all(word in line for word in told)], said


def test_of_many_breaches_alike_the_first_are_shown_and_the_others_counted(small, capsys):
    small.edit("step_02/fizz.py", "def say(number):", "def tell(number):")
    rows = "".join(f'    guards(3, "{n} more", {n}, "{n}"),\n' for n in range(20, 29, 3))
    small.edit("suite/test_numbers.py", '    guards(3, "four', f'{rows}    guards(3, "four')
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert re.search(r"^law 1 · step_02_numbers: \d more$", said, re.MULTILINE)
    assert re.search(r"^The gate is shut\. Breaches: \d+\.$", said, re.MULTILINE)
