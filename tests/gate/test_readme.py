"""Law 7: the form of a README, and its names."""

import pytest

from gate.planting import faults, is_named, lines, says

CODE = "```python say:3\n    return str(number)\n```"
BLOCK = ":18: this block has another form; put ```python above it and ``` below it, at the left margin"
GONE = "The constant is gone."
ASKS = "**Ask the room:** which test took it away?"
FAULTS = {
    "step_00/README.md": [("· start*", "· refactoring*", ":3: says refactoring, and it is start")],
    "step_01/README.md": [
        ("`say` is a constant", "`tell` is a constant", "step_01_fake_it | nothing is called `tell`"),
        ("- `say` is a constant.", "- …", "step_01_fake_it/README.md | is still a draft; say it in your own"),
    ],
    "step_02/README.md": [
        ("*Chapter 1 · Counting · test first*", "Chapter 1, on counting", " do not have the form # Step 07"),
        ("Step 02", "Step 03", ":1: calls itself step 03; write Step 02"),
        ("· Numbers", "· A of is", ":1: its title is A of is, and its folder step_02_numbers; give both"),
        ("· Numbers", "· Counting", ":1: its title is Counting, and its folder step_02_numbers; give both"),
        ("test first", "refactoring", ":3: says refactoring, and it is test first; say start on step 0"),
        ("## Green", "## Refactor", "its headings are Red, Refactor, What to notice; let them be Red, Green"),
        ("## Green", "```text\n## Green\n```", "README.md: its headings are Red, What to notice"),
        ("**Ask the room:**", "Ask the room:", "its last paragraph is not a question; end it with **Ask"),
        (ASKS, f"- {ASKS}", ":26: its last paragraph is not a question; end it with **Ask the room:**"),
        (GONE, f"{GONE}\n\n**Ask the room:** is it?", ":26: asks the room twice; keep the question at"),
        (CODE, "~~~python\n    return str(number)\n~~~", BLOCK),
        (CODE, "  ```python\n    return str(number)\n  ```", BLOCK),
        (ASKS, f"{ASKS}\n\n```python\n    return", ":28: this block has another form"),
        (f"- {GONE}", f"- {GONE}\n\n  ```python\n      return\n  ```", ":26: this block has another form"),
        (f"- {GONE}", "> ```python\n> a lie\n> ```", ":24: this block has another form"),
        ("## Green\n", "## Green\n\n    return a + lie\n", ":18: this block has another form; put ```text"),
        ("```python say:3", "```py", ":18: a block is python (code), text ( | not 'py'; choose one"),
        (GONE, f"{GONE}\n\n<!-- nobody\nsees this -->", ":26: HTML: <!-- nobody; write it in Markdown, or"),
        (GONE, "This is <!-- not --> gone.", ":24: HTML:"),
        (GONE, "The constant of `tell\n  ()` is gone.", ":24: nothing is called `tell`; write a name that"),
        (GONE, "The constant is\n  `say(nothing)` now.", ":25: nothing is called `nothing`"),
    ],
    "step_04/README.md": [
        ("· refactoring*", "· start*", ":3: says start, and it is refactoring; say start on step 0"),
        (
            "· refactoring*\n\n## Green\n\nAll of it works.\n\n## Refactor",
            "· another design*\n\n## Green\n\nAll of it works.\n\n## Another design",
            ":3: says another design, and it is refactoring; say start on step 0, test first where a test"
            " drives the step, else refactoring; in a chapter that [roads] of story.toml calls a gallery,"
            " another design",
        ),
        ("2 · Three", "1 · Counting", ":3: chapter 1 comes after chapter 2; let the numbers go forward"),
        ("No colour", "`What`", ":19: nothing is called `What`"),
    ],
}


@pytest.mark.parametrize("fault", faults("law 7", FAULTS))
def test_a_fault_is_named(small, fault):
    is_named(small, fault)


def test_a_block_without_an_end_is_all_that_is_said_of_a_readme(small):
    text = small.path("step_02/README.md").read_text("utf-8")
    before, _fence, after = text.rpartition("```\n")
    small.path("step_02/README.md").write_text(before + after, "utf-8")
    said = "law 7 · steps/step_02_numbers/README.md:18: this block has another form: no end; put ``` below it"
    assert lines(small) == [said]


def test_a_step_of_a_gallery_is_another_design(small):
    """Chapter 2 is a gallery now; a test still drives step 3."""
    small.edit("story.toml", "\n[tests]\n", "\n[roads]\ngalleries = [2]\n\n[tests]\n")
    says(small, "law 7 · steps/step_04_divisible/README.md:3: says refactoring, and it is another design")
    small.edit("step_04/README.md", "· refactoring*", "· another design*")
    says(small, "its headings are Green, Refactor, What to notice; let them be Green, Another design, What")
    small.edit("step_04/README.md", "## Refactor", "## Another design")
    assert lines(small) == []


def test_a_readme_that_names_its_source_alone_says_nothing(small):
    small.path("step_02/README.md").write_text("\nRetold from *The Song* by Ann, verses 2–3.\n", "utf-8")
    says(small, "law 7 · steps/step_02_numbers/README.md: its first three lines do not have")


FINISHED_WITH_A_FAULT = [
    pytest.param(f"\n{ASKS}\n", "", "its last paragraph is not a question", id="no question at its end"),
    pytest.param(
        "· Numbers", "· Counting", "its title is Counting, and its folder step_02_numbers", id="its title"
    ),
    pytest.param("# Step 02", "# Schritt 02", "its first three lines do not have the form", id="its head"),
]


@pytest.mark.parametrize(("old", "new", "message"), FINISHED_WITH_A_FAULT)
def test_a_finished_readme_with_a_fault_is_not_missing(small, capsys, old, new, message):
    small.edit("step_02/README.md", old, new)
    assert small.verb("gate") == 1
    shown = capsys.readouterr().err
    assert message in shown
    assert "Missing: the README" not in shown


def test_a_finished_readme_that_is_not_utf_8_is_not_missing(small, capsys):
    readme = small.path("step_02/README.md")
    readme.write_bytes(readme.read_bytes().replace("·".encode(), b"\xb7", 1))
    assert small.verb("gate") == 1
    shown = capsys.readouterr().err
    assert "law 7 · steps/step_02_numbers/README.md:1: is not UTF-8; save it as UTF-8" in shown
    assert "Missing: the README" not in shown


HONEST = [
    "`say(4)`, `str`, `number % 3`, `[2, 3]` and `say`",
    "`append` is Python's, and so are `match` and `itertools`",
    "`Fizz: 3` and `1 2 Fizz 4` are what is said",
    "`fizz.py` and `suite/test_numbers.py` are files",
    "All 5 tests of the suite are green, and all three mutants are red",
    "One new guard, and two tests that are older",
    "2 < 3 and 5 > 4, said A&B",
    "A\n  - list\n    - in a list",
]


def test_an_honest_story_may_say(small):
    small.edit("step_03/README.md", "Four is a guard.", ".\n- ".join(HONEST))
    assert lines(small) == []
