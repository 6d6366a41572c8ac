"""The numbers of steps, wherever the files of a story mention one."""

import re
from collections.abc import Mapping
from pathlib import Path

from dojo.story.languages import TRANSLATION
from dojo.story.story import Story

# `step_07`, `step-7`, `STEP=7`, `--step 7-9`, `drives(7`, `steps 7, 8 and 10`, and the field of a mutant.
MENTION = re.compile(
    r"(?<![A-Za-z])(?:step_\d\d(?!\d)|step-\d+\b|STEPS?=\d+(?:-\d+)?|--step[ =]\d+(?:-\d+)?"
    r"|(?:drives|guards)\(\s*(?:step=)?\d+"
    r"|(?:# )?[Ss]teps?\s+\d\d?\b(?:(?:,?\s+(?:and|or|to)\s+|,\s+|–)\d\d?\b)*)"
    r"|^step: \d+$",
    re.MULTILINE,
)
NUMBER = re.compile(r"\d+")
# the first line of a README in another language: `# Schritt 07 · Ein Paar`
FOREIGN_HEAD = re.compile(r"\A# (?!Step )\D*?\d\d\b")
HINT = re.compile(r"^ {0,3}\d+(?= )", re.MULTILINE)
KEY = re.compile(r"^\s*(?:finished|program)\s*=\s*\d+", re.MULTILINE)


def renumber_path(file: Path, numbers: Mapping[int, int], story: Story) -> Path:
    """Return where a file of a story is when its steps have other numbers."""
    step = folder_of_step(file, story)
    if not step:
        return file
    return story.folder / renumber(MENTION, step.name, numbers) / file.relative_to(step)


def folder_of_step(file: Path, story: Story) -> Path | None:
    """Return the folder of the step that a file belongs to; None if it belongs to none."""
    for step in story.steps:
        if file.is_relative_to(step.folder):
            return step.folder
    return None


def renumber_text(file: Path, text: str, numbers: Mapping[int, int], story: Story) -> str:
    """Return the text of a file of a story when its steps have other numbers; data stays as it is."""
    if folder_of_step(file, story) and file.suffix not in (".py", ".md"):
        return text
    text = renumber(MENTION, text, numbers)
    # in these, a number alone is that of a step
    if file == story.hints:
        return renumber(HINT, text, numbers)
    if file == story.file:
        return renumber(KEY, text, numbers)
    if TRANSLATION.fullmatch(file.name):
        return renumber(FOREIGN_HEAD, text, numbers)
    return text


def renumber(mention: re.Pattern[str], text: str, numbers: Mapping[int, int]) -> str:
    """Return a text with other numbers of steps, wherever the pattern finds some."""

    def replace_numbers(match: re.Match[str]) -> str:
        has_two_digits = match[0].startswith(("step_", "# "))

        def replace_number(digits: re.Match[str]) -> str:
            width = 2 if has_two_digits or digits[0].startswith("0") else 1
            number = int(digits[0])
            return f"{numbers.get(number, number):0{width}}"

        return NUMBER.sub(replace_number, match[0])

    return mention.sub(replace_numbers, text)
