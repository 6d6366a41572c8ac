"""Law 7: a README is read against the facts."""

import pytest

from gate.planting import plant

EDITS = [
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
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)
