"""Law 7: the form of a README, its names and its counts."""

import pytest

from gate.planting import opens, plant, shuts

GONE = "- The constant is gone.\n"
EDITS = [
    plant(
        7,
        "a README has no head",
        "step_02/README.md",
        "*Chapter 1 · Counting · test first · v. 2–3*",
        "Chapter 1, on counting",
        "step_02_numbers",
        "do not have the form # Step 07",
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
        "a README is still a draft",
        "step_01/README.md",
        "- `say` is a constant.",
        "- …",
        "step_01_fake_it/README.md",
        "is still a draft; say it in your own words",
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
        7,
        "a block is fenced by tildes",
        "step_02/README.md",
        "```python\n    return str(number)\n```",
        "~~~python\n    return str(number)\n~~~",
        "step_02_numbers/README.md:18: the fence of this block has another form; put ```python above it",
    ),
    plant(
        7,
        "a block is indented",
        "step_02/README.md",
        "```python\n    return str(number)\n```",
        "  ```python\n    return str(number)\n  ```",
        "step_02_numbers/README.md:18: the fence of this block has another form; put ```python above it",
    ),
    plant(
        7,
        "a block has four backticks",
        "step_02/README.md",
        "```python\n    return str(number)\n```",
        "````python\n    return str(number)\n````",
        "step_02_numbers/README.md:18: the fence of this block has another form; put ```python above it",
    ),
    plant(
        7,
        "a block is closed by nothing",
        "step_02/README.md",
        "**Ask the room:** which test took it away?",
        "**Ask the room:** which test took it away?\n\n```python\n    return str(number)",
        "step_02_numbers/README.md:",
        "the fence of this block has another form; put ```python above it and ``` below it",
    ),
    plant(
        7,
        "a block stands in a list",
        "step_02/README.md",
        GONE,
        f"{GONE}\n  ```python\n      return str(number)\n  ```\n",
        "step_02_numbers/README.md:26: a block in a list or in a quotation",
    ),
    plant(
        7,
        "a block stands in a quotation",
        "step_02/README.md",
        GONE,
        "> ```python\n> a lie\n> ```\n",
        "step_02_numbers/README.md:24: a block in a list or in a quotation",
    ),
    plant(
        7,
        "a block is indented by four spaces, and has no fence",
        "step_02/README.md",
        "## Green\n",
        "## Green\n\n    return a + lie\n",
        "step_02_numbers/README.md:18: an indented block",
    ),
    plant(
        7,
        "a block is of no known kind",
        "step_02/README.md",
        "```python\n    return str(number)\n```",
        "```py\n    return str(number)\n```",
        "step_02_numbers/README.md:18: a block is python (code), text (",
        "not 'py'",
    ),
    plant(
        7,
        "a comment hides text",
        "step_02/README.md",
        GONE,
        f"{GONE}\n<!-- nobody\nsees this -->\n",
        "step_02_numbers/README.md:26: HTML: <!-- nobody; write it in Markdown, or leave it out",
    ),
    plant(
        7,
        "a comment hides text in a sentence",
        "step_02/README.md",
        GONE,
        "- The constant is <!-- not --> gone.\n",
        "step_02_numbers/README.md:24: HTML: ",
    ),
    plant(
        7,
        "a heading stands in a comment",
        "step_02/README.md",
        "## Green\n",
        "<!--\n## Green\n-->\n",
        "step_02_numbers/README.md: its headings are Red, What to notice",
    ),
    plant(
        7,
        "a heading stands in a block",
        "step_02/README.md",
        "## Green\n",
        "```text\n## Green\n```\n",
        "step_02_numbers/README.md: its headings are Red, What to notice",
    ),
    plant(
        7,
        "a later step is the start",
        "step_04/README.md",
        "· refactoring*",
        "· start*",
        "step_04_divisible/README.md:3: says start, which is step 0 alone",
    ),
    plant(
        7,
        "the first step is a refactoring",
        "step_00/README.md",
        "· start*",
        "· refactoring*",
        "step_00_nothing_yet/README.md:3: the first step is the start",
    ),
    plant(
        7,
        "the room is asked twice",
        "step_02/README.md",
        GONE,
        f"{GONE}\n**Ask the room:** is it gone?\n",
        "step_02_numbers/README.md:26: asks the room twice",
    ),
    plant(
        7,
        "a heading is underlined",
        "step_02/README.md",
        "## Green\n",
        "Green\n-----\n",
        "step_02_numbers/README.md: its headings are Red, What to notice",
    ),
    plant(
        7,
        "a chapter comes back",
        "step_04/README.md",
        "*Chapter 2 · Three · refactoring*",
        "*Chapter 1 · Counting · refactoring*",
        "step_04_divisible/README.md:3: goes back to chapter 1: chapter 2 came in between",
    ),
    plant(
        7,
        "a chapter has a lower number than the one before it",
        "step_04/README.md",
        "*Chapter 2 · Three · refactoring*",
        "*Chapter 0 · Zero · refactoring*",
        "step_04_divisible/README.md:3: chapter 0 comes after chapter 2",
    ),
    plant(
        7,
        "verses go back",
        "step_01/README.md",
        "test first · v. 1*",
        "test first · v. 4*",
        "step_02_numbers/README.md:3: tells verse 2 after verse 4",
    ),
    plant(
        7,
        "verses are told backwards",
        "step_02/README.md",
        "v. 2–3",
        "v. 3–2",
        "step_02_numbers/README.md:3: tells verse 3 to 2",
    ),
    plant(
        7,
        "a name over two lines is that of nothing",
        "step_02/README.md",
        "The constant is gone.",
        "The constant of `tell\n  ()` is gone.",
        "step_02_numbers/README.md:24: nothing is called `tell`",
    ),
    plant(
        7,
        "an expression has a name that nothing has",
        "step_02/README.md",
        "The constant is gone.",
        "The constant is\n  `say(nothing)` now.",
        "step_02_numbers/README.md:25: nothing is called `nothing`",
    ),
    plant(
        7,
        "a name stands only in a docstring",
        "step_04/README.md",
        "No colour has changed.",
        "`What` has changed.",
        "step_04_divisible/README.md:19: nothing is called `What`",
    ),
    plant(
        7,
        "all tests of a step are counted wrong",
        "step_02/README.md",
        "## Green",
        "All two tests fail.\n\n## Green",
        "step_02_numbers/README.md:16: says All two tests fail, and it is 1: the tests that drive",
    ),
    plant(
        7,
        "the guards of a step are counted wrong",
        "step_03/README.md",
        "Four is a guard.",
        "Two\n  guards are new.",
        "step_03_fizz/README.md:24: says Two guards are new, and it is 1: the guards that were written",
    ),
    plant(
        7,
        "all tests are counted wrong",
        "step_03/README.md",
        "Four is a guard.",
        "All 6 tests of the suite are green.",
        "step_03_fizz/README.md:24: says All 6 tests of the suite, and it is 5: ",
    ),
    plant(
        7,
        "all mutants are counted wrong",
        "step_03/README.md",
        "Four is a guard.",
        "All 4 mutants are caught.",
        "step_03_fizz/README.md:24: says All 4 mutants, and it is 3: ",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_an_empty_readme_says_nothing(small, capsys):
    small.path("step_02/README.md").write_text("", encoding="utf-8")
    shuts(
        small, capsys, "law 7 · steps/step_02_numbers/README.md: its first three lines do not have the form"
    )


HONEST = [
    pytest.param("`say(4)`, `str`, `number % 3`, `[2, 3]` and `say`", id="names that are there"),
    pytest.param("`append` is Python's, and so are `match` and `itertools`", id="names of Python"),
    pytest.param("`Fizz: 3` and `1 2 Fizz 4` are what is said", id="what is printed"),
    pytest.param("`fizz.py` and `suite/test_numbers.py` are files", id="names of files"),
    pytest.param("All 5 tests of the suite are green, and all three mutants are red", id="right counts"),
    pytest.param("One new guard, and two tests that are older", id="guards of this step"),
    pytest.param("A\n  - list\n    - in a list", id="lists in lists"),
    pytest.param("2 < 3 and 5 > 4, said A&B", id="signs that are no HTML"),
]


@pytest.mark.parametrize("words", HONEST)
def test_an_honest_story_may_say(small, capsys, words):
    small.edit("step_03/README.md", "Four is a guard.", f"{words}.")
    opens(small, capsys)
