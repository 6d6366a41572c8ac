"""Law 7: what a README quotes stands there and happens, in the part of the story that it belongs to."""

import pytest

from gate.planting import opens, plant

RED_OF_2 = '    drives(2, "two is said", 2, "2"),\n'
GREEN_OF_2 = "    return str(number)\n"
EDITS = [
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
        "README.md:11: an empty block",
    ),
    plant(
        7,
        "*Red* quotes a test that drives another step",
        "step_02/README.md",
        RED_OF_2,
        '    drives(1, "one is said", 1, "1"),\n',
        "step_02_numbers/README.md:7: *Red* quotes the tests that drive the step",
    ),
    plant(
        7,
        "*Red* quotes a test that drives another step, beside its own",
        "step_02/README.md",
        RED_OF_2,
        f'    drives(1, "one is said", 1, "1"),\n{RED_OF_2}',
        "step_02_numbers/README.md:7: *Red* quotes the tests that drive the step",
    ),
    plant(
        7,
        "*Red* quotes a guard",
        "step_03/README.md",
        '    assert fizz.say(3) == "Fizz"\n',
        '    guards(3, "four is said", 4, "4"),\n',
        "step_03_fizz/README.md:7: *Red* quotes the tests that drive the step",
    ),
    plant(
        7,
        "*Red* quotes the function of another test",
        "step_02/README.md",
        RED_OF_2,
        '    assert fizz.say(3) == "Fizz"\n',
        "step_02_numbers/README.md:7: *Red* quotes the tests that drive the step",
    ),
    plant(
        7,
        "*Red* quotes the code of the step",
        "step_02/README.md",
        RED_OF_2,
        GREEN_OF_2,
        "step_02_numbers/README.md:7: *Red* quotes the tests that drive the step",
    ),
    plant(
        7,
        "*Red* quotes the failure of a test that drives another step",
        "step_03/README.md",
        "E       AssertionError: assert '3' == 'Fizz'",
        "E       AssertionError: assert '1' == '2'",
        "step_03_fizz/README.md:11: this failure does not happen",
    ),
    plant(
        7,
        "*Red* quotes where it fails and not what",
        "step_02/README.md",
        "E       AssertionError: assert '1' == '2'\n",
        "",
        "step_02_numbers/README.md:11: quotes no line of the failure",
    ),
    plant(
        7,
        "*Red* quotes no failure",
        "step_03/README.md",
        "```text\nE       AssertionError: assert '3' == 'Fizz'\n```\n\n",
        "",
        "step_03_fizz/README.md: *Red* quotes no failure",
    ),
    plant(
        7,
        "*Green* quotes no code",
        "step_02/README.md",
        f"## Green\n\n```python\n{GREEN_OF_2}```",
        "## Green\n\nIt says what it hears.",
        "step_02_numbers/README.md: *Green* quotes no code",
    ),
    plant(
        7,
        "*Green* quotes what the step before had",
        "step_02/README.md",
        GREEN_OF_2,
        "def say(number):\n",
        "step_02_numbers/README.md:18: the step before had this already: def say(number):",
    ),
    plant(
        7,
        "*Green* quotes the suite",
        "step_02/README.md",
        f"```python\n{GREEN_OF_2}```",
        "```python\n    assert fizz.say(number) == said\n```",
        "step_02_numbers/README.md:18: this is from the suite",
    ),
    plant(
        7,
        "*Refactor* quotes what the step before had",
        "step_04/README.md",
        'def divisible(number, by):\n    """Is nothing left?"""\n    return number % by == 0\n',
        '    """What is said at a number."""\n',
        "step_04_divisible/README.md:11: ",
    ),
    plant(
        7,
        "*Green* of a refactoring quotes what is new",
        "step_04/README.md",
        "All of it works.",
        "```python\n    return number % by == 0\n```",
        "step_04_divisible/README.md:7: *Green* of a refactoring is where it starts",
    ),
    plant(
        7,
        "a docstring is quoted as code",
        "step_04/README.md",
        'def divisible(number, by):\n    """Is nothing left?"""\n    return number % by == 0\n',
        '    """Is nothing left?"""\n',
        "step_04_divisible/README.md:11: this is the text of a docstring or a comment",
    ),
    plant(
        7,
        "lines of two files are quoted as if they were one",
        "step_04/README.md",
        "    return number % by == 0\n",
        '    return number % by == 0\n\n\n"""Fizz."""\n',
        "step_04_divisible/README.md:11: this code stands nowhere",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_a_failure_is_of_one_test_and_not_of_several(small, capsys):
    small.edit("suite/test_more.py", "drives(3)", "drives(2)")
    small.edit("suite/test_numbers.py", "guards(3", "drives(3")
    small.edit(
        "step_02/README.md",
        "E       AssertionError: assert '1' == '2'",
        "E       AssertionError: assert '1' == '2'\nE       AssertionError: assert '1' == 'Fizz'",
    )
    assert small.verb("gate") == 1
    assert "README.md:11: this failure does not happen: E       AssertionError: assert '1' == 'Fizz'" in (
        capsys.readouterr().err
    )


def test_a_comment_is_quoted_as_code(small, capsys):
    small.edit(
        "step_04/fizz.py", "    return number % by == 0", "    # nothing is left\n    return number % by == 0"
    )
    small.edit(
        "step_04/README.md",
        "    return number % by == 0",
        "    # nothing is left\n    return number % by == 0",
    )
    opens(small, capsys)
    small.edit(
        "step_04/README.md",
        "## What to notice",
        "```python\n    # nothing is left\n```\n\n## What to notice",
    )
    assert small.verb("gate") == 1
    assert "README.md:18: this is the text of a docstring or a comment" in capsys.readouterr().err


HONEST = [
    pytest.param(
        "## What to notice", f"```python\n{GREEN_OF_2}```\n\n## What to notice", id="twice the same"
    ),
    pytest.param(
        "## What to notice", '```python\n    return "1"\n```\n\n## What to notice', id="code that has gone"
    ),
    pytest.param(
        "## Green",
        '```python\n@pytest.mark.parametrize(("number", "said"), NUMBERS)\n'
        "def test_numbers(fizz, number, said):\n    assert fizz.say(number) == said\n```\n\n## Green",
        id="the function of a row, with its decorator",
    ),
    pytest.param(
        "## Green",
        '```python\n"""Numbers are said as they are."""\n\nimport pytest\nfrom rows import drives, guards\n\n'
        "NUMBERS = [\n```\n\n## Green",
        id="what stands above the tests",
    ),
    pytest.param("## Green", "```python\nNUMBERS = [\n```\n\n## Green", id="the table of a row"),
    pytest.param(
        "- The constant is gone.",
        "```python\n    return str(number)\n```\n\n```python\n    assert fizz.say(number) == said\n```",
        id="any code, to be noticed",
    ),
]


@pytest.mark.parametrize(("old", "new"), HONEST)
def test_an_honest_story_may_quote(small, capsys, old, new):
    small.edit("step_02/README.md", old, new)
    opens(small, capsys)
