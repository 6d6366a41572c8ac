"""A test or a case that is not green, on the screen."""

import re
import textwrap
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from dojo.diff import find_blocks
from dojo.model.outcome import Colour
from dojo.runner.failure.reason import MARK, RAISED
from dojo.runner.programs.command import ProgramOutcome
from dojo.runner.result import Result
from dojo.story.katas import Case
from dojo.wording import name_characters, spell_out

PRINTED = "It printed:"
# What is shown of each part of a case, and of what a test printed, so that all of it fits on one screen.
MAX_LINES = 12
MAX_CHARACTERS = 120  # of a line that a test printed
MAX_WHY_CHARACTERS = 200  # of the reason above a failure
# a warning of Python's begins with its file; the folders of it would take the room of what is said
FOLDERS_OF_WARNING = re.compile(r"^\S.*/(?=[^/]+\.py:\d+: \w+Warning: )", re.MULTILINE)


def show_failure(out: Console, result: Result) -> None:
    """Print a test that is not green: its rule, the failure, and its output."""
    why = result.why
    # the failure below says all of it
    if result.failure.strip() and len(why) > MAX_WHY_CHARACTERS:
        why = textwrap.shorten(why, MAX_WHY_CHARACTERS, placeholder=" …")
    out.print(f"\n“{result.rule}” is {result.colour}: {why}", style="bold")
    if result.failure.strip():
        out.print()
        for line in result.failure.strip("\n").splitlines():
            out.print(style_line(line))
    if result.printed.strip():
        out.print(f"\n{PRINTED}", style="bold")
        printed = FOLDERS_OF_WARNING.sub("", result.printed)
        for text in crop(map(Text, printed.rstrip("\n").splitlines())):
            text.truncate(MAX_CHARACTERS, overflow="ellipsis")
            out.print(text)


def style_line(line: str) -> Text:
    """Return a line of a failure: what was raised is red, without its mark, and the line that raised it bold.

    Of two texts that differ, what was wanted is green, and what came is red.
    """
    if line.startswith(RAISED):
        return Text(f"    {line.removeprefix(RAISED)}", style="red")
    return Text(line, style={MARK: "bold", "-": "green", "+": "red"}.get(line[:1], ""))


def format_case(case: Case, outcome: ProgramOutcome) -> list[Text]:
    """Show what was fed, what had to come (-) and what came (+), and what was said on standard error.

    What tells most comes first: a screen may have room for the beginning only.
    """
    fed = [Text("\nfed:", style="bold")]
    fed += crop(Text(line) for line in indent_lines(case.given))
    output = [Text("\n- expected, + printed:", style="bold")]
    output += crop(compare(case.expected, outcome.printed))
    strange = name_characters(outcome.printed, known={*case.expected, *case.given})
    if strange:
        output.append(Text(f"(neither fed nor expected: {strange})", style="red"))
    errors = []
    if case.complaints:
        errors.append(Text("\nto be said on standard error, with status 1:", style="bold"))
        errors += crop(Text(f"  {visible(complaint)}", style="green") for complaint in case.complaints)
    if outcome.complaint.strip():
        errors.append(Text("\non standard error:", style="bold"))
        errors += format_complaint(outcome.complaint)
    if outcome.colour == Colour.AMBER:
        return [*errors, *fed, *output]
    return [*output, *fed, *errors]


def format_complaint(complaint: str) -> list[Text]:
    """Show what came on standard error."""
    return crop(Text(f"  {visible(line)}") for line in complaint.rstrip().splitlines())


def indent_lines(text: str) -> list[str]:
    """Return the lines of a text, to be shown."""
    return [f"  {visible(line)}" for line in split(text)]


def split(text: str) -> list[str]:
    """Return the lines of a text; a line end of Windows counts like any other."""
    if not text:
        return []
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def compare(expected: str, printed: str) -> Iterator[Text]:
    """Show what had to come, and what came instead, line by line."""
    old, new = split(expected), split(printed)
    for block in find_blocks(old, new):
        old_lines = old[block.old_start : block.old_end]
        if block.is_equal:
            for line in old_lines:
                yield Text(f"  {visible(line)}")
            continue
        for line in old_lines:
            yield Text(f"- {visible(line)}", style="green")
        for line in new[block.new_start : block.new_end]:
            yield Text(f"+ {visible(line)}", style="red")


def visible(line: str) -> str:
    """Return a line in which nothing is hidden: spaces at its end are dots, control characters spelled."""
    text = line.rstrip(" ")
    spaces = len(line) - len(text)
    return spell_out(text + "·" * spaces)


def crop(lines: Iterable[Text]) -> list[Text]:
    """Keep the first and the last lines of many, and say how many there are between."""
    shown = list(lines)
    more = len(shown) - MAX_LINES
    if more > 0:
        half = MAX_LINES // 2
        shown[half:-half] = [Text(f"… {more:,} more lines …", style="dim")]
    return shown
