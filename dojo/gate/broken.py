"""Law 4: a suite that does not run at all. What pytest says names a file, and often a test."""

import ast
import re
from pathlib import Path

from dojo.errors import Broken
from dojo.gate import tables
from dojo.gate.suite.source import SuiteSource
from dojo.gate.violation import Violation, at_test, split
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, rule_of
from dojo.story.toml import line_where

SAID = re.compile(
    r"(?:ERROR: )?(?P<file>[^:\n]+\.py)(?:::(?P<test>[\w:]+?)(?:\[(?P<row>.*)\])?)?: (?P<why>.+)", re.DOTALL
)
NAMED = re.compile(r"['“](\w+)['”]")
"""A missing name, as Python reports it."""
IMPORTED = re.compile(r"No module named '(\w+)'")
"""A suite from elsewhere imports the module that it tests; here each test is given a version of it."""
TO_DO = {
    "there is no step": "give the number of a step that exists, but not of the first one",
    "takes no `": "give it that argument",
    "every test runs on every step": "remove that mark",
}
"""What to do, by words in what pytest says."""


def of_broken(broken: Broken, story: Story) -> Violation:
    """The one breach of a suite that does not run, from what pytest says."""
    what = "the suite does not run: "
    found = SAID.match(str(broken))
    if not found or not (file := story.top / found["file"]).is_file():
        do = f"type pytest {story.shown(story.suite)}, and mend what it names"
        return Violation(4, story.suite, 0, f"{what}{broken}", do)
    why = found["why"]
    if IMPORTED.search(why) and (names := IMPORTED.findall(why)) and names[0] == story.module:
        name = story.module
        do = f"let the test take `{name}` as an argument, and write {name}.… for what it imports"
        return Violation(4, file, line_where(file, rf"^\s*(from|import) {name}\b"), f"{what}{why}", do)
    if not found["test"] and (meant := tables.meaning(why)):
        return of_row(file, f"{what}{meant}", story)
    if not found["test"]:
        return Violation(4, file, line_in(file, why), f"{what}{why}", "mend this line")
    why = why.replace("mark it with one", "it has no mark, or too many; mark it with one").replace(
        ": make", "; make"
    )
    do = next((do for words, do in TO_DO.items() if words in why), "mend this test")
    row = (found["row"] or "").partition("-")[2]
    id = f"{found['file']}::{found['test']}" + (f"[{row}]" if row else "")
    what = f"{what}{why}" if "; " in why else f"{what}{why}; {do}"
    return at_test(4, SuiteTest(id, rule_of(id), "", 0), story, *split(what))


def of_row(file: Path, what: str, story: Story) -> Violation:
    """The breach of the row that pytest cannot turn into a test; if no row is found, that of its file."""
    sources = [source for source in SuiteSource(story).files if story.top / source.shown == file]
    for fault in (fault for source in sources for fault in tables.faults(source)):
        return Violation(
            4, file, fault.line, *split(f"the suite does not run: {fault.what}"), rule=fault.rule
        )
    return Violation(4, file, 0, *split(what))


def line_in(file: Path, why: str) -> int:
    """The line that is not valid Python, or else the first line with the unknown name."""
    try:
        ast.parse(file.read_bytes())
    except (SyntaxError, ValueError) as error:
        return getattr(error, "lineno", None) or 1
    names = NAMED.findall(why)
    return line_where(file, rf"\b{names[-1]}\b") if names else 1
