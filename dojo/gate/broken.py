"""Law 4: a suite that does not run at all. What pytest says of it names a file, and often a test."""

import ast
import re
from pathlib import Path

from dojo.errors import Broken
from dojo.gate import tables
from dojo.gate.breach import THEN, Breach, of_test
from dojo.gate.suite.source import SuiteSource
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, rule_of
from dojo.story.toml import line_where

SAID = re.compile(
    r"(?:ERROR: )?(?P<file>[^:\n]+\.py)(?:::(?P<test>[\w:]+?)(?:\[(?P<row>.*)\])?)?: (?P<why>.+)", re.DOTALL
)
NAMED = re.compile(r"['“](\w+)['”]")
"""A name that is not there, as Python says it."""
TO_DO = {
    "there is no step": "give the number of a step that there is, and not of the first",
    "takes no `": "give it that argument",
    "every test runs on every step": "take that mark away",
}
"""What to do, by words of what is said."""


def of_broken(broken: Broken, story: Story) -> Breach:
    """The one breach of a suite that does not run, as pytest tells of it."""
    what = "the suite does not run: "
    found = SAID.match(str(broken))
    if not found or not (file := story.top / found["file"]).is_file():
        do = f"type pytest {story.shown(story.suite)}, and mend what it names"
        return Breach(4, "", story.suite, 0, f"{what}{broken}; {do}")
    why = found["why"]
    if not found["test"] and (meant := tables.meaning(why)):
        return of_row(file, f"{what}{meant}", story)
    if not found["test"]:
        return Breach(4, "", file, line_in(file, why), f"{what}{why}; mend this line")
    why = why.replace("mark it with one", "it has no mark, or not one; mark it with one").replace(
        ": make", "; make"
    )
    do = next((do for words, do in TO_DO.items() if words in why), "mend this test")
    row = (found["row"] or "").partition("-")[2]
    id = f"{found['file']}::{found['test']}" + (f"[{row}]" if row else "")
    what = f"{what}{why}" if THEN in why else f"{what}{why}; {do}"
    return of_test(4, "", SuiteTest(id, rule_of(id), "", 0), story, what)


def of_row(file: Path, what: str, story: Story) -> Breach:
    """The breach of a row of which pytest can make no test, where it is found; else that of its file."""
    sources = [source for source in SuiteSource(story).files if story.top / source.shown == file]
    for fault in (fault for source in sources for fault in tables.faults(source)):
        return Breach(4, "", file, fault.line, f"the suite does not run: {fault.what}", fault.rule)
    return Breach(4, "", file, 0, what)


def line_in(file: Path, why: str) -> int:
    """The line that is no Python, or else the first one with the name that is not known."""
    try:
        ast.parse(file.read_bytes())
    except (SyntaxError, ValueError) as error:
        return getattr(error, "lineno", None) or 1
    names = NAMED.findall(why)
    return line_where(file, rf"\b{names[-1]}\b") if names else 1
