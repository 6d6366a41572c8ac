"""Law 7: what a README quotes is written from the code and from real runs, and compared with them."""

import pytest

from dojo.author.fill import fill
from dojo.gate.evidence import Evidence
from dojo.gate.prose.quotes import Facts, shorten_failure
from gate.planting import faults, is_named, lines, says

RETURN = "    return str(number)"
GREEN = f"```python say:3\n{RETURN}\n```"
SAY = GREEN.removesuffix("\n```")
TWO = '```python tests\n    drives(2, "two is said", 2, "2"),'
FAILED = "E       AssertionError: assert '1' == '2'"
FIZZ = '>       assert fizz.say(3) == "Fizz"\n' + "E       AssertionError: assert '3' == 'Fizz'\n"
IN_A_CLASS = "class TestFizz:\n    @pytest.mark.drives(3)\n    def test_fizz_is_said(self, fizz):"
FAILURE = f"```text failure\n{FIZZ}```\n\n"
DIVISIBLE = (
    '```python divisible\ndef divisible(number, by):\n    """Is nothing left?"""\n    return number % by == 0'
)
OF_RED = ":7: *Red* quotes the tests that drive the step, and this is from none of them: "
NEW = "quotes what is new in the step, or has gone, and this is neither: "
FAULTS = {
    "step_02/README.md": [
        (RETURN, "    return repr(number)", ":18: quotes return repr(number), and it is return str("),
        (FAILED, FAILED.replace("2", "3"), f"assert '1' == '3', and it is {FAILED}; run make todo FILL=1"),
        (SAY, "```python", ":18: an empty block; fill it, or remove it"),
        ("```python say:3", "```python", ":18: quotes ```python, and it is ```python say:3; run make todo"),
        (SAY, "```python\n    return 1", ":18: this stands nowhere: return 1; write behind the fence"),
        (SAY, "```python tell", ":18: nothing is called tell in this step; write a name that it has"),
        (SAY, "```python say:4", ":18: the lines of say number 3; write a number up to that"),
        (SAY, "```python the code", ":18: 'the code' says not where this comes from; write tests"),
        (TWO, "```python tests 2", ":7: the tests that drive this step number 1; write a number up to that"),
        (TWO, '```python suite NUMBERS:2\n    drives(1, "one is said", 1, "1"),', f"{OF_RED}drives(1, "),
        (TWO, f"```python say:3\n{RETURN}", f"{OF_RED}return str(number)"),
        (GREEN, "It says what it hears.", ":16: *Green* quotes no code: a block of python; run make todo"),
        (SAY, "```python say:1\ndef say(number):", f":18: *Green* {NEW}def say(number):"),
        (SAY, "```python\n    assert fizz.say(number) == said", f":18: *Green* {NEW}assert fizz.say"),
        ("## Green", "All two tests fail.\n\n## Green", ":16: says All two tests fail, and it is 1: the"),
    ],
    "step_03/README.md": [
        (FIZZ, "", ":11: quotes an empty line, and it is >"),
        (FAILURE, "", ":5: *Red* quotes no failure: a block of text; run make todo"),
        ("Four is a guard.", "Two\n  guards are new.", ":25: says Two guards are new, and it is 1:"),
        ("Four is", "All 6 tests of the suite are", ":25: says All 6 tests of the suite, and it is 5: all"),
        ("Four is", "All 4 mutants are", ":25: says All 4 mutants, and it is 3:"),
    ],
    "step_04/README.md": [
        (
            "```python divisible",
            "```python tests",
            "the tests that drive this step number 0; take this block out, or write what it quotes",
        ),
        ('    """Is nothing left?"""\n', "", ':11: quotes return number % by == 0, and it is """Is'),
        ("    return number", "        return number", ":11: | and it is return number % by == 0; run make"),
        (DIVISIBLE, '```python say:2\n    """What is said at a number."""', f":11: *Refactor* {NEW}"),
        (
            "All of it works.",
            "```python divisible:3\n    return number % by == 0\n```",
            ":7: *Green* of a refactoring is where it starts, in the step before: return number",
        ),
    ],
}


@pytest.mark.parametrize("fault", faults("law 7", FAULTS))
def test_a_fault_is_named(small, fault):
    is_named(small, fault)


CODE = '```python say:3-4\n    if number % 3 == 0:\n        return "Fizz"\n```\n\n'
FACTS = "One new guard is 4. All 5 tests of the suite are green."
WRITTEN = {
    "a block that is not so": ('return "Fizz"\n', 'return "Buzz"\n'),
    "a block without a marker": ("```python say:3-4", "```python"),
    "pasted lines of a failure": ('```text failure\n>       assert fizz.say(3) == "Fizz"\n', "```text\n"),
    "lines that have moved": ("```python say:3-4", "```python say:2-3"),
    "a failure that is missing": (FAILURE, ""),
    "code that is missing": (CODE, ""),
    "a number in a word": ("One new guard is", "Three new guard is"),
    "a number in digits": ("All 5 tests of the suite", "All 12 tests of the suite"),
}


@pytest.mark.parametrize(("right", "wrong"), WRITTEN.values(), ids=WRITTEN)
def test_a_fact_that_is_wrong_or_missing_is_written(small, right, wrong):
    readme = small.path("step_03/README.md")
    small.edit("step_03/README.md", "Four is a guard.", FACTS)
    small.edit("step_03/README.md", right, wrong)
    assert fill(Evidence(small.story)).files == [readme]
    assert right.strip("\n") in readme.read_text("utf-8")
    assert lines(small) == []


HONEST = [
    ("## What to notice", f"python say:3\n{RETURN}\n"),
    ("## What to notice", 'python before say:3\n    return "1"\n'),
    (
        "## Green",
        "python suite test_numbers:2-3\n"
        "def test_numbers(fizz, number, said):\n    assert fizz.say(number) == said\n",
    ),
    ("- The constant is gone.", "python suite test_numbers:3\nassert fizz.say(number) == said\n"),
    (
        "- The constant is gone.",
        f'python fizz.py\n"""Fizz."""\n\n\ndef say(number):\n    """What is said at a number."""\n{RETURN}\n',
    ),
    ("- The constant is gone.", 'python fizz.py:1\n"""Fizz."""\n'),
    ("- The constant is gone.", f'python fizz.py:5-6\n    """What is said at a number."""\n{RETURN}\n'),
]


def test_an_honest_story_may_quote(small):
    """Also without the indentation of the code."""
    small.edit("step_02/README.md", RETURN, RETURN.strip())
    for above, code in HONEST:
        small.edit("step_02/README.md", above, f"```{code}```\n\n{above}")
    assert lines(small) == []


@pytest.fixture
def facts(small):
    """What the README of step 4 may quote."""
    return Facts(Evidence(small.story).matrix, small.story.step(4))


def test_several_definitions_are_quoted_from_the_first_to_the_last(small, facts):
    code = small.path("step_04/fizz.py").read_text()
    definitions = code.removeprefix('"""Fizz."""\n\n\n').rstrip("\n").split("\n")
    assert facts.quote("say to divisible") == definitions


def test_a_comment_above_a_definition_belongs_to_it(small):
    small.edit("step_04/fizz.py", "def divisible", "# nothing is left\ndef divisible")
    says(small, ":11: quotes ```python divisible, and it is ```python divisible:2-4")


FAILURES = {
    "the line that fails, and what was raised": (
        "    x = 1\n>   assert f() == 2\nE   assert 1 == 2\n",
        [">   assert f() == 2", "E   assert 1 == 2"],
    ),
    "no address": (">   f\nE   1 == 2\nE    +  where <f at 0x7f44>()\n", [">   f", "E   1 == 2"]),
    "unless there is nothing else": (">   f\nE   <A at 0x7f44>\n", [">   f", "E   <A at 0x7f44>"]),
    "up to an empty line": (">   f\nE   1 == 2\nE\nE     - 2\nE     + 1\n", [">   f", "E   1 == 2"]),
}


@pytest.mark.parametrize(("failure", "quoted"), FAILURES.values(), ids=FAILURES)
def test_a_failure_is_quoted_without_what_changes(failure, quoted):
    assert shorten_failure(failure) == quoted


def test_a_full_failure_has_the_lines_below_the_first_empty_one():
    failure, quoted = FAILURES["up to an empty line"]
    assert shorten_failure(failure, full=True) == [*quoted, "E     - 2", "E     + 1"]


def test_a_block_that_differs_in_its_indentation_first_is_told_by_its_words(small):
    """A test that has moved into a class."""
    whole = "```python tests\n@pytest.mark.drives(3)\ndef test_fizz_is_said(fizz):\n"
    small.edit("step_03/README.md", "```python tests 1:3\n", whole)
    assert lines(small) == []
    small.edit("suite/test_more.py", "@pytest.mark.drives(3)\ndef test_fizz_is_said(fizz):", IN_A_CLASS)
    small.edit(
        "suite/test_more.py", '    assert fizz.say(3) == "Fizz"', '        assert fizz.say(3) == "Fizz"'
    )
    small.edit("story.toml", "test_more.py::test_fizz", "test_more.py::TestFizz::test_fizz")
    says(small, ":7: quotes def test_fizz_is_said(fizz):, and it is def test_fizz_is_said(self, fizz):")
